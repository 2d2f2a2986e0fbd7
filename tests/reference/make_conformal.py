#!/usr/bin/env python3
"""Writes conformal.json: reference values of conformal p-values and of the checks around them.

    python tests/reference/make_conformal.py            write conformal.json
    python tests/reference/make_conformal.py --check    compare with the stored file, write nothing

Everything is counted and summed in exact rational arithmetic and rounded once, at the end; the
standard library is all it needs. Where SciPy is installed its functions are asked too and must
agree (false_discovery_control, ks_2samp, kolmogorov, betabinom, binom, binomtest).

cases        calibration and tested scores, alpha; p-values, q-values and flags of
             Benjamini-Hochberg, the false-alarm threshold (null: too few calibration nodes), and
             the Kolmogorov-Smirnov distance of the two lists
kolmogorov   [y, P(K > y)]
betabinom    [k, n, a, b, P(X >= k)]
binom        [k, n, p as a fraction [numerator, denominator], P(X >= k)]
"""
import math
import random
import sys
from decimal import Decimal, getcontext
from fractions import Fraction
from pathlib import Path

from stored import write_or_check

TARGET = Path(__file__).with_name("conformal.json")
getcontext().prec = 60


def p_values(calibration, tested):
    return [Fraction(1 + sum(c >= s for c in calibration), len(calibration) + 1) for s in tested]


def q_values(p):
    """min over j >= i of m p_(j) / j, by definition and therefore quadratic."""
    m = len(p)
    ranked = sorted(p)
    adjusted = [min(ranked[j] * m / (j + 1) for j in range(i, m)) for i in range(m)]
    return [adjusted[ranked.index(x)] for x in p]


def step_up(p, alpha):
    """The procedure as Benjamini and Hochberg state it."""
    m, ranked = len(p), sorted(p)
    passed = [k for k in range(1, m + 1) if ranked[k - 1] <= alpha * k / m]
    if not passed:
        return [0] * m
    return [int(x <= ranked[passed[-1] - 1]) for x in p]


def alarm_threshold(calibration, alpha):
    """The smallest calibration score t for which so few reach above that p <= alpha beyond it."""
    n = len(calibration)
    place = math.ceil((1 - alpha) * (n + 1))
    return sorted(calibration)[place - 1] if place <= n else None


def distance(a, b):
    values = sorted(set(a) | set(b))
    return max(abs(Fraction(sum(x <= v for x in a), len(a)) - Fraction(sum(x <= v for x in b), len(b))) for v in values)


def kolmogorov(y):
    """2 sum (-1)^(k-1) exp(-2 k^2 y^2), summed until nothing changes in 60 digits."""
    total, y = Decimal(0), Decimal(y)
    for k in range(1, 400):
        total += (1 if k % 2 else -1) * (-2 * k * k * y * y).exp()
    return float(2 * total)


def rising(a, k):
    value = 1
    for i in range(k):
        value *= a + i
    return value


def betabinom_tail(k, n, a, b):
    whole = rising(a + b, n)
    return float(sum(Fraction(math.comb(n, j) * rising(a, j) * rising(b, n - j), whole) for j in range(k, n + 1)))


def binom_tail(k, n, p):
    return float(sum(math.comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(k, n + 1)))


def score_lists():
    rng = random.Random(41)

    def normal(n, shift=0.0):
        return [rng.gauss(shift, 1) for _ in range(n)]

    yield "one and one", [0.0], [1.0], "1/2"
    yield "alpha met exactly", [float(i) for i in range(19)], [18.5, 17.5, 3.0], "1/20"
    yield "one too few", [float(i) for i in range(18)], [18.5, 17.5, 3.0], "1/20"
    yield "all tied", [2.0] * 30, [2.0] * 12, "1/10"
    yield "ties across", [float(i % 5) for i in range(40)], [float(i % 7) for i in range(35)], "1/10"
    yield "separated", [float(i) for i in range(99)], [200.0 + i for i in range(20)] + [50.0] * 5, "1/20"
    yield "no OOD", normal(60), normal(80), "1/10"
    yield "some OOD", normal(120), normal(60) + normal(20, 4.0), "1/10"
    yield "many OOD", normal(80), normal(30) + normal(90, 3.0), "1/20"
    yield "wide level", normal(25), normal(40, 1.0), "3/10"
    yield "rounded", [round(x, 1) for x in normal(70)], [round(x, 1) for x in normal(90, 1.0)], "1/5"
    yield "one tested", normal(50), [9.0], "1/20"
    yield "huge and tiny", [1e300, -1e300, 1e-300, 0.0, -0.0, 5e-324], [1e300, 0.0, 1e-310, -2.0], "1/3"


def build():
    cases = []
    for name, calibration, tested, level in score_lists():
        alpha = Fraction(level)
        p = p_values(calibration, tested)
        q = q_values(p)
        flags = step_up(p, alpha)
        if flags != [int(x <= alpha) for x in q]:
            raise AssertionError(f"{name}: q-values and the step-up procedure differ")
        threshold = alarm_threshold(calibration, alpha)
        if threshold is not None and [s > threshold for s in tested] != [x <= alpha for x in p]:
            raise AssertionError(f"{name}: threshold and p-values differ")
        cases.append({"name": name, "calibration": calibration, "tested": tested, "alpha": float(alpha),
                      "p": [float(x) for x in p], "q": [float(x) for x in q], "flagged": flags,
                      "threshold": threshold, "distance": float(distance(calibration, tested))})
    tails = [(0, 10, 2, 3), (1, 10, 2, 3), (9, 10, 2, 3), (10, 10, 2, 3), (5, 40, 1, 19), (30, 316, 5, 70),
             (16, 316, 5, 70), (316, 316, 5, 70), (80, 500, 12, 240), (25, 500, 12, 240), (3, 500, 12, 240)]
    shares = [(0, 7, "1/3"), (1, 50, "1/100"), (7, 50, "1/10"), (50, 50, "9/10"), (40, 400, "1/20"), (20, 400, "1/20"),
              (5, 400, "1/20")]
    return {"note": "Written by make_conformal.py, which defines every value.", "cases": cases,
            "kolmogorov": [[y, kolmogorov(str(y))] for y in (0.1, 0.2, 0.3, 0.5, 0.8, 1.0, 1.17, 1.19, 1.36, 2.0, 3.5)],
            "betabinom": [[*t, betabinom_tail(*t)] for t in tails],
            "binom": [[k, n, list(Fraction(p).as_integer_ratio()), binom_tail(k, n, Fraction(p))] for k, n, p in shares]}


def check_with_scipy(data):
    try:
        import numpy as np
        from scipy import special, stats
    except ImportError:
        return
    for case in data["cases"]:
        np.testing.assert_allclose(stats.false_discovery_control(case["p"]), case["q"], rtol=1e-12)
        found = stats.ks_2samp(case["calibration"], case["tested"]).statistic
        np.testing.assert_allclose(found, case["distance"], rtol=1e-12, atol=1e-15)
    for y, tail in data["kolmogorov"]:
        np.testing.assert_allclose(special.kolmogorov(y), tail, rtol=1e-10)
    for k, n, a, b, tail in data["betabinom"]:
        np.testing.assert_allclose(stats.betabinom.sf(k - 1, n, a, b), tail, rtol=1e-8, atol=1e-12)
    for k, n, (top, bottom), tail in data["binom"]:
        np.testing.assert_allclose(stats.binom.sf(k - 1, n, top / bottom), tail, rtol=1e-8)


def dump(data):
    """One entry per line, floats with repr precision."""
    import json

    def line(x):
        return json.dumps(x, separators=(",", ":"), allow_nan=False)

    parts = [f"{line(k)}: " + (line(v) if isinstance(v, str) else "[\n" + ",\n".join(map(line, v)) + "\n]")
             for k, v in data.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main():
    data = build()
    check_with_scipy(data)
    return write_or_check(TARGET, dump(data))


if __name__ == "__main__":
    sys.exit(main())
