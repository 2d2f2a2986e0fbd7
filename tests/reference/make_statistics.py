#!/usr/bin/env python3
"""Writes statistics.json: reference values of the tests and intervals of the benchmark's report.

    python tests/reference/make_statistics.py            write statistics.json
    python tests/reference/make_statistics.py --check    compare with the stored file, write nothing

Needs NumPy and SciPy (requirements.txt). Values are rounded to twelve significant digits.

chi_square   [x, degrees of freedom, P(X > x)]
fisher       [x, d1, d2, P(X > x)]
student      [t, degrees of freedom, P(T > t)]
two_sided    [level, degrees of freedom, the t with P(|T| <= t) = level]
nemenyi      [k, alpha, quantile of the studentized range at infinite degrees of freedom / sqrt 2]
range        [q, k, P(R > q)]
ranks        [values, ranks with 1 for the largest]
friedman     blocks of values (larger is better), mean ranks, chi-square and its p, F and its p
paired       [first, second, mean difference, half the 95 % interval]
"""
import json
import math
import sys
from pathlib import Path

import numpy as np
from scipy import stats

from stored import write_or_check

TARGET = Path(__file__).with_name("statistics.json")


def friedman(blocks):
    blocks = np.array(blocks)
    n, k = blocks.shape
    ranks = np.array([stats.rankdata(-row) for row in blocks])
    chi, p = stats.friedmanchisquare(*blocks.T)
    f = (n - 1) * chi / (n * (k - 1) - chi)
    return {"values": blocks.tolist(), "mean_ranks": ranks.mean(axis=0).tolist(), "chi_square": chi, "p": p,
            "f": f, "f_p": stats.f.sf(f, k - 1, (k - 1) * (n - 1))}


def paired(first, second):
    difference = np.array(first) - np.array(second)
    low, high = stats.ttest_rel(first, second).confidence_interval(0.95)
    return [first, second, difference.mean(), (high - low) / 2]


def build():
    rng = np.random.default_rng(17)
    whole = 10 ** 8  # scipy's studentized_range takes infinite degrees of freedom from 100 000 on
    tied = np.round(rng.normal(size=(6, 5)), 0).tolist()
    wide = np.round(rng.normal(size=(8, 11)) + np.linspace(0, 2, 11), 3).tolist()
    return {
        "note": "Written by make_statistics.py, which defines every value.",
        "chi_square": [[x, d, stats.chi2.sf(x, d)] for x in (0.01, 0.5, 1, 3.84, 10, 40, 120) for d in (1, 2, 5, 10, 30)],
        "fisher": [[x, a, b, stats.f.sf(x, a, b)] for x in (0.05, 0.8, 1, 2.5, 12) for a, b in ((1, 4), (10, 40), (3, 2), (13, 52))],
        "student": [[t, d, stats.t.sf(t, d)] for t in (-2.5, 0, 0.3, 1.96, 4.6, 12) for d in (1, 2, 4, 9, 30)],
        "two_sided": [[p, d, stats.t.ppf((1 + p) / 2, d)] for p in (0.5, 0.9, 0.95, 0.99) for d in (1, 2, 3, 4, 9, 29, 200)],
        "nemenyi": [[k, a, stats.studentized_range.ppf(1 - a, k, whole) / math.sqrt(2)] for a in (0.05, 0.1) for k in range(2, 21)],
        "range": [[q, k, stats.studentized_range.sf(q, k, whole)] for q in (0.2, 1, 2.5, 4, 5.5) for k in (2, 3, 7, 14)],
        "ranks": [[v, stats.rankdata([-x for x in v]).tolist()] for v in ([1.0], [2.0, 2.0], [3.0, 1.0, 2.0], [0.5, 0.7, 0.5, 0.1, 0.7, 0.7])],
        "friedman": [friedman(tied), friedman(wide), friedman([[1.0, 2.0, 3.0], [1.0, 3.0, 2.0], [1.0, 2.0, 3.0]])],
        "paired": [paired([0.91, 0.92, 0.9, 0.93, 0.91], [0.9, 0.92, 0.91, 0.9, 0.905]), paired([1.0, 2.0], [0.5, 1.75])],
    }


def rounded(x):
    if isinstance(x, dict):
        return {k: rounded(v) for k, v in x.items()}
    if isinstance(x, list):
        return [rounded(v) for v in x]
    return float(f"{x:.12g}") if isinstance(x, float) else x


def dump(data):
    """One entry per line."""
    parts = []
    for key, value in rounded(data).items():
        text = json.dumps(value) if isinstance(value, str) else "[\n" + ",\n".join(
            json.dumps(v, separators=(",", ":"), allow_nan=False) for v in value) + "\n]"
        parts.append(f"{json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    sys.exit(write_or_check(TARGET, dump(build())))
