"""The density of sea water by the polynomials of UNESCO (1981), and how it changes with temperature and salinity."""

import numpy as np

SIZES = {"small": 8, "medium": 24, "large": 64}


def inputs(n, draw):
    return {
        "s": 30 + 8 * draw.random((n, n, n)),
        "t": 25 * draw.random((n, n, n)),
        "p": np.linspace(0, 500, n),
    }


def at_the_surface(s, t, root):
    """Density at the pressure of the air, with its slopes."""
    water = 999.842594 + t * (
        6.793952e-2 + t * (-9.09529e-3 + t * (1.001685e-4 + t * (-1.120083e-6 + t * 6.536332e-9)))
    )
    linear = 0.824493 + t * (-4.0899e-3 + t * (7.6438e-5 + t * (-8.2467e-7 + t * 5.3875e-9)))
    rooted = -5.72466e-3 + t * (1.0227e-4 - t * 1.6546e-6)
    rho = water + s * (linear + root * rooted + s * 4.8314e-4)
    water_t = 6.793952e-2 + t * (-1.819058e-2 + t * (3.005055e-4 + t * (-4.480332e-6 + t * 3.268166e-8)))
    linear_t = -4.0899e-3 + t * (1.52876e-4 + t * (-2.47401e-6 + t * 2.155e-8))
    rooted_t = 1.0227e-4 - t * 3.3092e-6
    rho_t = water_t + s * (linear_t + root * rooted_t)
    rho_s = linear + 1.5 * root * rooted + 9.6628e-4 * s
    return rho, rho_t, rho_s


def bulk_modulus(s, t, p, root):
    """How much pressure it takes to compress the water, with its slopes."""
    water = 19652.21 + t * (148.4206 + t * (-2.327105 + t * (1.360477e-2 - t * 5.155288e-5)))
    linear = 54.6746 + t * (-0.603459 + t * (1.09987e-2 - t * 6.167e-5))
    rooted = 7.944e-2 + t * (1.6483e-2 - t * 5.3009e-4)
    water_t = 148.4206 + t * (-4.65421 + t * (4.081431e-2 - t * 2.0621152e-4))
    linear_t = -0.603459 + t * (2.19974e-2 - t * 1.8501e-4)
    rooted_t = 1.6483e-2 - t * 1.06018e-3
    first = 3.239908 + t * (1.43713e-3 + t * (1.16092e-4 - t * 5.77905e-7))
    first_s = 2.2838e-3 - t * (1.0981e-5 + t * 1.6078e-6)
    first_t = 1.43713e-3 + t * (2.32184e-4 - t * 1.733715e-6) - s * (1.0981e-5 + t * 3.2156e-6)
    second = 8.50935e-5 + t * (-6.12293e-6 + t * 5.2787e-8)
    second_s = -9.9348e-7 + t * (2.0816e-8 + t * 9.1697e-10)
    second_t = -6.12293e-6 + t * 1.05574e-7 + s * (2.0816e-8 + t * 1.83394e-9)
    k = water + s * (linear + root * rooted)
    k = k + p * (first + s * (first_s + 1.91075e-4 * root) + p * (second + s * second_s))
    k_t = water_t + s * (linear_t + root * rooted_t) + p * (first_t + p * second_t)
    k_s = linear + 1.5 * root * rooted + p * (first_s + 2.866125e-4 * root + p * second_s)
    return k, k_t, k_s


def run(s, t, p):
    root = np.sqrt(s)
    rho, rho_t, rho_s = at_the_surface(s, t, root)
    k, k_t, k_s = bulk_modulus(s, t, p, root)
    squeezed = 1 - p / k
    density = rho / squeezed
    expansion = p * k_t / (k**2 * squeezed) - rho_t / rho
    contraction = rho_s / rho - p * k_s / (k**2 * squeezed)
    return density, expansion, contraction
