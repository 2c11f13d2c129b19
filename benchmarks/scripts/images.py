"""An image: grey values, brightness, edges, blur, a mask, a thumbnail, bytes."""

import numpy as np

h, w = 120, 160
rows, columns = np.mgrid[0:h, 0:w]
image = np.zeros((h, w, 3), dtype=np.uint8)
image[..., 0] = rows * 2 % 256
image[..., 1] = columns % 256
image[..., 2] = (rows + columns) % 256
image[30:60, 40:90] = [255, 128, 0]
grey = image @ np.array([0.299, 0.587, 0.114])
bright = np.clip(grey * 1.2 + 10, 0, 255).astype(np.uint8)
padded = np.pad(grey, 1, mode="edge")
blur = sum(padded[i : i + h, j : j + w] for i in range(3) for j in range(3)) / 9
dx = padded[1:-1, 2:] - padded[1:-1, :-2]
dy = padded[2:, 1:-1] - padded[:-2, 1:-1]
edges = np.hypot(dx, dy)
mask = edges > edges.mean() + 2 * edges.std()
image[mask] = 255
thumbnail = grey.reshape(h // 4, 4, w // 4, 4).mean(axis=(1, 3))
flipped = np.flip(image, axis=1)[::2, ::2]
levels = np.bincount(bright.ravel(), minlength=256)
lookup = (np.cumsum(levels) * 255 // levels.sum()).astype(np.uint8)
equalized = lookup[bright]
inverted = 255 - image
print(bright.sum(), round(float(blur.sum()), 6), int(mask.sum()), thumbnail.shape, round(float(thumbnail.max()), 9))
print(flipped.shape, int(equalized.max()), equalized.nbytes, int(inverted.sum()), len(image.tobytes()))
