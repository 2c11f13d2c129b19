"""`python -m ocean`: the tour; `python -m ocean kernels`: compiled kernels; `python -m ocean profile script.py`."""

import sys

if __name__ == "__main__":
    if sys.argv[1:2] == ["kernels"]:
        from ocean._src.commands import kernels

        sys.exit(kernels.main(sys.argv[2:]))
    if sys.argv[1:2] == ["profile"]:
        from ocean._src.commands import profile

        sys.exit(profile.main(sys.argv[2:]))
    from ocean._src.commands import tour

    tour.main()
