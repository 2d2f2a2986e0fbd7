#!/usr/bin/env python3
"""Writes metrics.json: reference values of the out-of-distribution metrics.

    python tests/reference/make_metrics.py            write metrics.json
    python tests/reference/make_metrics.py --check    compare with the stored file, write nothing

A case has `score` (higher = more OOD) and `is_ood` (0 or 1). Infinite scores are
the strings "inf" and "-inf". Values of each case:

auroc           sklearn roc_auc_score, OOD positive
aupr_in         sklearn average_precision_score, ID positive, score negated
aupr_out        sklearn average_precision_score, OOD positive
fpr95           see fpr95_loop
det_acc         max over thresholds of (TPR + TNR) / 2, at least 0.5
det_acc_grid10  see grid_detection; null where no grid exists

scikit-learn refuses infinite scores. All but det_acc_grid10 depend on the order
of the scores alone, so those cases are evaluated on the dense ranks.

The case "splitmix64 20000" stores no arrays. With 64-bit wrapping arithmetic,

    next():  state += 0x9E3779B97F4A7C15
             z = state
             z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
             z = (z ^ (z >> 27)) * 0x94D049BB133111EB
             return z ^ (z >> 31)

start with state = 20240607 and for each i = 0 .. 19999 draw a, b, c in this order:

    is_ood = (a & 3) == 0
    m = b >> 11;  if is_ood: m = max(m, c >> 11)
    if ((a >> 2) & 3) == 0: m = (m >> 45) << 45
    score = m * 2^-53

m is below 2^53, so the score is exact.
"""
import json
import math
import sys
import warnings
from fractions import Fraction
from pathlib import Path

import numpy as np
from sklearn.metrics import average_precision_score, roc_auc_score

from stored import write_or_check

KEYS = ("auroc", "aupr_in", "aupr_out", "fpr95", "det_acc", "det_acc_grid10")
TARGET = Path(__file__).with_name("metrics.json")
MASK = (1 << 64) - 1
LARGE = 20000
LARGE_SEED = 20240607


def dense_ranks(score):
    """Equal scores get equal ranks; -0.0 equals 0.0, infinities are ordinary values."""
    return np.unique(score, return_inverse=True)[1].astype(np.float64)


def counts_by_threshold(score, is_ood):
    """ID and OOD counts at or above every distinct value of -score, highest value first."""
    values, index = np.unique(score, return_inverse=True)  # ascending score = descending -score
    ood = np.asarray(is_ood, dtype=np.int64)
    per_value = np.bincount(index, minlength=len(values))
    ood_per_value = np.bincount(index[ood == 1], minlength=len(values))
    return np.cumsum(per_value - ood_per_value), np.cumsum(ood_per_value)


def fpr95_published(score, is_ood):
    """The array form of the published reference code, step by step: true and false
    positives at the distinct thresholds, recall cut at its first 1 and reversed, a last
    point (recall 1, no false positives) appended, first minimum of |recall - 0.95|."""
    positive = np.asarray(is_ood) == 0
    order = np.argsort(-score, kind="stable")[::-1]
    ordered, positive = -score[order], positive[order]
    ends = np.append(np.flatnonzero(np.diff(ordered)), len(ordered) - 1)
    tps = np.cumsum(positive, dtype=np.float64)[ends]
    fps = ends + 1 - tps
    recall = tps / tps[-1]
    back = slice(np.searchsorted(tps, tps[-1]), None, -1)
    recall, fps = np.append(recall[back], 1), np.append(fps[back], 0)
    return float(fps[np.argmin(np.abs(recall - 0.95))] / np.sum(~positive))


def fpr95_loop(score, is_ood):
    """The same rule as one pass over the distinct values of -score, highest first.

    Take only thresholds up to the first one with recall 1. The distance is the float64
    value |tp / n_id - 0.95|; of equal distances the later threshold (higher recall, and
    within one recall the one with more OOD) wins."""
    above_id, above_ood = counts_by_threshold(score, is_ood)
    best, chosen = math.inf, 0
    for tp, fp in zip(above_id.tolist(), above_ood.tolist()):
        distance = abs(tp / int(above_id[-1]) - 0.95)
        if distance <= best:
            best, chosen = distance, fp
        if tp == above_id[-1]:
            break
    return chosen / int(above_ood[-1])


def detection_exact(score, is_ood):
    above_id, above_ood = counts_by_threshold(score, is_ood)
    n_id, n_ood = int(above_id[-1]), int(above_ood[-1])
    best = int(np.max(above_id * n_ood + (n_ood - above_ood) * n_id))
    return max(best, n_id * n_ood) / (2 * n_id * n_ood)


def grid_detection(score, is_ood, steps=10):
    """Coarse scan of x = -score: gap = (max - min) / steps, thresholds
    t_i = min + i * ((min + gap) - min) for 0 <= i < ceil((max - min) / gap), which is
    what numpy.arange(min, max, gap) yields (a denormal gap can give another count than
    steps), no fused multiply-add. error = share of ID < t, plus share of OOD > t, halved. None unless
    max - min and gap are finite and gap > 0."""
    x = -np.asarray(score, dtype=np.float64)
    ood = np.asarray(is_ood) == 1
    low, high = float(x.min()), float(x.max())
    span = high - low
    gap = span / steps
    if not (math.isfinite(span) and gap > 0):
        return None
    count = math.ceil(span / gap)
    step = (low + gap) - low
    grid = [low + i * step for i in range(count)]
    if np.arange(low, high, gap).tolist() != grid:
        raise AssertionError("numpy.arange differs from the documented grid")
    errors = [0.5 * float(np.mean(x[~ood] < t)) + 0.5 * float(np.mean(x[ood] > t)) for t in grid]
    return 1 - min(errors)


def reference_values(score, is_ood, grid=True):
    score, is_ood = np.asarray(score, dtype=np.float64), np.asarray(is_ood, dtype=np.int64)
    key = score if np.all(np.isfinite(score)) else dense_ranks(score)
    with warnings.catch_warnings(), np.errstate(over="ignore"):
        warnings.simplefilter("ignore")
        return {
            "auroc": float(roc_auc_score(is_ood, key)),
            "aupr_in": float(average_precision_score(1 - is_ood, -key)),
            "aupr_out": float(average_precision_score(is_ood, key)),
            "fpr95": fpr95_published(key, is_ood),
            "det_acc": detection_exact(key, is_ood),
            "det_acc_grid10": grid_detection(score, is_ood) if grid else None,
        }


def splitmix_case(n=LARGE, state=LARGE_SEED):
    def draw():
        nonlocal state
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    score, is_ood = [], []
    for _ in range(n):
        a, b, c = draw(), draw(), draw()
        ood = (a & 3) == 0
        m = max(b >> 11, c >> 11) if ood else b >> 11
        if ((a >> 2) & 3) == 0:
            m = (m >> 45) << 45
        score.append(m * 2.0**-53)
        is_ood.append(int(ood))
    return score, is_ood


def stored_cases():
    rng = np.random.default_rng(31)
    inf, tiny, huge = math.inf, 5e-324, 1.7976931348623157e308

    def mixed(ids, oods):
        """Concatenates ID and OOD scores in a random order."""
        score = np.concatenate([np.asarray(ids, float), np.asarray(oods, float)])
        ood = np.repeat([0, 1], [len(ids), len(oods)])
        order = rng.permutation(len(score))
        return score[order].tolist(), ood[order].tolist()

    def normal(n_id, n_ood, shift, dtype=np.float64):
        return mixed(rng.standard_normal(n_id).astype(dtype), (rng.standard_normal(n_ood) + shift).astype(dtype))

    def integers(n_id, n_ood, top):
        return mixed(rng.integers(0, top, n_id), rng.integers(1, top + 1, n_ood))

    yield "two right", ([0.0, 1.0], [0, 1])
    yield "two wrong", ([0.0, 1.0], [1, 0])
    yield "two tied", ([0.5, 0.5], [0, 1])
    yield "three", ([0.25, 0.5, 0.75], [0, 1, 0])
    yield "four with a tie across", ([1.0, 2.0, 2.0, 3.0], [0, 0, 1, 1])
    yield "five", ([-1.5, 0.1, 0.2, 0.3, 7.0], [1, 0, 0, 1, 1])
    yield "ten", ([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0], [0, 0, 1, 0, 1, 0, 1, 1, 0, 1])
    yield "all tied", ([3.5] * 10, [0, 1] * 5)
    yield "all tied, few OOD", ([-2.0] * 12, [0] * 10 + [1] * 2)
    yield "two values", mixed([0] * 30 + [1] * 10, [0] * 7 + [1] * 13)
    yield "integers 0 to 4", integers(120, 80, 4)
    yield "integers 0 to 10, grid on scores", integers(60, 60, 10)
    yield "separated", mixed(range(20), range(20, 45))
    yield "separated, reversed", mixed(range(20, 45), range(20))
    yield "separated, touching", mixed([0, 1, 2, 3], [3, 4, 5])
    yield "separated, reversed, touching", mixed([3, 4, 5], [0, 1, 2, 3])
    yield "one ID in the middle", mixed([20.5], range(40))
    yield "one ID lowest", mixed([-1], range(40))
    yield "one ID tied highest", mixed([39], range(40))
    yield "one OOD in the middle", mixed(range(40), [20.5])
    yield "one OOD highest", mixed(range(40), [40])
    yield "one OOD tied lowest", mixed(range(40), [0])
    yield "Gaussian 1000 and 500", normal(1000, 500, 1.0)
    yield "Gaussian float32", normal(300, 200, 1.5, np.float32)
    yield "Gaussian float16", normal(300, 200, 0.5, np.float16)
    yield "saturated", mixed([0.0] * 90 + [2.0**-k for k in range(10, 40)], [0.0] * 20 + [2.0**-k for k in range(1, 31)])
    yield "infinite OOD", mixed([0, 1, 2, 3], [1.5, inf, inf])
    yield "infinite ID", mixed([-inf, -inf, 0, 1], [0.5, 2])
    yield "infinities tied across", mixed([-inf, -inf, 0, inf, 1], [-inf, inf, inf, 0])
    yield "only infinities", mixed([-inf, -inf, inf], [-inf, inf, inf, inf])
    yield "one infinity", mixed([inf] * 3, [inf] * 4)
    yield "denormals", mixed([0.0, tiny, 3 * tiny, 7 * tiny], [tiny, 2 * tiny, 9 * tiny])
    yield "denormals, wide", mixed([k * 1e-310 for k in range(12)], [k * 1.5e-310 for k in range(12)])
    yield "huge, finite range", mixed([1e300, 2e300, -5e307], [2e300, 5e307, 4e307])
    yield "huge, range overflows", mixed([-huge, 0.0, huge], [huge, -huge / 2, huge / 2])
    yield "zeros of both signs", ([-0.0, 0.0, -0.0, 0.0, 0.0, -0.0, 1.0], [0, 0, 1, 1, 0, 1, 1])
    yield "neighbouring doubles", ([1.0, math.nextafter(1, 2), math.nextafter(1, 0), 1.0, math.nextafter(1, 2)], [0, 1, 0, 1, 0])
    yield "recall 0.9 against 1, 10 ID", mixed(range(10), [k + 0.5 for k in range(-1, 10)])
    yield "recall 0.95 exactly, 20 ID", mixed(range(20), [k + 0.5 for k in range(-1, 20)])
    yield "recall 28/30 against 29/30", mixed(range(30), [k + 0.5 for k in range(-1, 30)])
    yield "recall plateaus", mixed(range(0, 400, 10), [k for k in range(400) if k % 10 and k % 3 == 0])
    yield "recall 47/50 against 48/50", mixed(range(50), [k + 0.5 for k in range(-1, 50)])
    yield "all ID tied among OOD", mixed([5] * 6, [1, 2, 5, 6])


def random_cases(rng, count):
    """Sizes 2 to 30, few distinct integer scores, both kinds present."""
    for _ in range(count):
        n = int(rng.integers(2, 31))
        ood = rng.integers(0, 2, n)
        first, second = rng.permutation(n)[:2]
        ood[first], ood[second] = 0, 1
        yield rng.integers(0, int(rng.integers(1, 8)), n), ood


def check_exactly(score, ood, values):
    """Rational arithmetic over pairs and thresholds, for small cases."""
    ids = [s for s, o in zip(score, ood) if not o]
    oods = [s for s, o in zip(score, ood) if o]
    wins = sum((b > a) + Fraction(int(a == b), 2) for a in ids for b in oods)

    def average_precision(good, bad):  # `good` are the positives, higher = positive
        total = Fraction(0)
        for t in set(good):
            here, tp, fp = good.count(t), sum(g >= t for g in good), sum(b >= t for b in bad)
            total += Fraction(here, len(good)) * Fraction(tp, tp + fp)
        return total

    def balanced(t):
        return (Fraction(sum(a <= t for a in ids), len(ids)) + Fraction(sum(b > t for b in oods), len(oods))) / 2

    exact = {
        "auroc": wins / (len(ids) * len(oods)),
        "aupr_in": average_precision([-a for a in ids], [-b for b in oods]),
        "aupr_out": average_precision(oods, ids),
        "det_acc": max([Fraction(1, 2)] + [balanced(t) for t in set(score)]),
    }
    for key, value in exact.items():
        if abs(values[key] - float(value)) > 1e-13:
            raise AssertionError(f"{key}: {values[key]} against {float(value)}")


def check_fpr_rule():
    """Array form against loop, on tied cases; ID counts with equal distances are frequent."""
    rng = np.random.default_rng(5)
    for trial in range(20000):
        n_id = int(rng.choice([1, 2, 9, 10, 19, 20, 21, 30, 40, 50, 60, 70, 80, 100]))
        n_ood = int(rng.integers(1, 40))
        top = int(rng.integers(1, 60))
        score = rng.integers(0, top, n_id + n_ood).astype(float)
        ood = rng.permutation(np.repeat([0, 1], [n_id, n_ood]))
        if fpr95_published(score, ood) != fpr95_loop(score, ood):
            raise AssertionError(f"fpr95 forms differ in trial {trial}")


def build():
    def text(x):
        return ("inf" if x > 0 else "-inf") if math.isinf(x) else x

    cases = []
    for name, (score, ood) in stored_cases():
        values = reference_values(score, ood)
        if len(score) <= 200:
            check_exactly(score, ood, values)
        if reference_values(dense_ranks(score), ood, grid=False) != {**values, "det_acc_grid10": None}:
            raise AssertionError(f"{name}: ranks give other values")
        cases.append({"name": name, "score": [text(x) for x in score], "is_ood": ood, **values})

    rows = []
    for score, ood in random_cases(np.random.default_rng(300), 300):
        values = reference_values(score, ood)
        check_exactly(score.tolist(), ood.tolist(), values)
        rows.append([score.tolist(), ood.tolist(), *values.values()])

    score, ood = splitmix_case()
    formula = "The case \"splitmix" + __doc__.split("The case \"splitmix")[1].strip()
    large = {"name": "splitmix64 20000", "note": formula, "n": LARGE, "state": LARGE_SEED,
             "ood_count": sum(ood), "first_scores": score[:5], "first_is_ood": ood[:5],
             "last_score": score[-1], **reference_values(score, ood)}
    note = "score: higher = more OOD. Written by make_metrics.py, which defines every value."
    return {"note": note, "cases": cases, "random_columns": ["score", "is_ood", *KEYS], "random": rows, "generated": large}


def dump(data):
    """One case per line, floats with repr precision."""
    def line(x):
        return json.dumps(x, separators=(",", ":"), allow_nan=False)

    def block(items):
        return "[\n" + ",\n".join(line(x) for x in items) + "\n]"

    parts = [f"{line(k)}: {block(v) if k in ('cases', 'random') else line(v)}" for k, v in data.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main():
    check_fpr_rule()
    return write_or_check(TARGET, dump(build()))


if __name__ == "__main__":
    sys.exit(main())
