"""Prices: returns, running averages, drawdown, volatility, a portfolio, a loan."""

import numpy as np

days = np.arange(750)
trends = [0.0003 * k * days / 5 + 0.08 * np.sin(days / (7 + 3 * k)) for k in range(1, 5)]
prices = 100 * np.exp(np.stack(trends, axis=1))
returns = prices[1:] / prices[:-1] - 1
logs = np.diff(np.log(prices), axis=0)
growth = np.cumprod(1 + returns, axis=0)
highest = np.maximum.accumulate(growth, axis=0)
drawdown = (growth / highest - 1).min(axis=0)
sums = np.cumsum(np.insert(prices[:, 0], 0, 0.0))
average = (sums[20:] - sums[:-20]) / 20
above = prices[19:, 0] > average
crossings = np.flatnonzero(above[1:] != above[:-1])
volatility = logs.std(axis=0) * np.sqrt(250)
covariance = np.cov(returns, rowvar=False)
weights = np.array([0.4, 0.3, 0.2, 0.1])
risk = np.sqrt(weights @ covariance @ weights)
portfolio = returns @ weights
worst = np.sort(portfolio)[: len(portfolio) // 20].mean()
monthly = prices[:740].reshape(37, 20, 4).mean(axis=1)
rate, months = 0.04 / 12, np.arange(1, 241)
payment = 200000 * rate / (1 - (1 + rate) ** -240)
owed = 200000 * (1 + rate) ** months - payment * ((1 + rate) ** months - 1) / rate
interest = (payment * 240 - 200000) / 200000
half = int(np.argmax(owed < 100000))
print(drawdown.round(6), len(crossings), volatility.round(6), f"{risk:.9f} {worst:.9f}")
print(monthly[-3:].round(4))
print(f"{payment:.2f} {owed[-1]:.2f} {interest:.6f}", half)
