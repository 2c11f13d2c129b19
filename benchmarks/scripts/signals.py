"""A signal: its spectrum, a filter, a smooth version, peaks, zero crossings."""

import numpy as np

rate = 1000
t = np.arange(2000) / rate
signal = np.sin(2 * np.pi * 50 * t) + 0.5 * np.sin(2 * np.pi * 120 * t) + 0.2 * np.cos(2 * np.pi * 300 * t)
spectrum = np.fft.rfft(signal)
frequencies = np.fft.rfftfreq(len(signal), 1 / rate)
magnitude = np.abs(spectrum) * 2 / len(signal)
strongest = frequencies[np.argsort(magnitude)[-3:]]
spectrum[frequencies > 200] = 0
filtered = np.fft.irfft(spectrum, len(signal))
window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(64) / 63)
smooth = np.convolve(signal, window / window.sum(), mode="same")
crossings = np.nonzero(np.diff(np.signbit(filtered)))[0]
inner = filtered[1:-1]
peaks = np.flatnonzero((inner > filtered[:-2]) & (inner > filtered[2:])) + 1
frames = signal[: 1984].reshape(31, 64) * window
levels = 20 * np.log10(np.sqrt((frames**2).mean(axis=1)) + 1e-12)
lag = np.correlate(signal[:500], signal[:500], mode="full").argmax()
phase = np.unwrap(np.angle(np.fft.fft(signal[:256])))
resampled = np.interp(np.linspace(0, 1.9, 500), t, signal)
print(sorted(strongest.tolist()), len(crossings), len(peaks), int(lag), round(float(phase[0]), 6))
print(round(float(np.abs(smooth).max()), 8), levels.round(6)[:3].tolist(), round(float(resampled.sum()), 6))
