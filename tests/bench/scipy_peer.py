#!/usr/bin/env python3
"""SciPy's way of a Chebyshev series, as functions and, run as a program, as a peer of another version than the harness's own:
one JSON object per line, as in program.py."""
import json
import sys
import time

import numpy as np
import scipy
from scipy import sparse


def shifted_laplacian(edges, nodes, dtype):
    """X = Delta_sym - I; an isolated node has X_uu = -1."""
    rows, columns = np.concatenate([edges[:, 0], edges[:, 1]]), np.concatenate([edges[:, 1], edges[:, 0]])
    degree = np.bincount(rows, minlength=nodes).astype(np.float64)
    root = 1 / np.sqrt(np.maximum(degree, 1))
    matrix = sparse.coo_matrix((-root[rows] * root[columns], (rows, columns)), shape=(nodes, nodes)).tocsr()
    return (matrix - sparse.diags((degree == 0).astype(np.float64))).tocsr().astype(dtype)


def chebyshev(matrix, block, coefficients):
    before, now = block, matrix @ block
    total = block.dtype.type(coefficients[0]) * before + block.dtype.type(coefficients[1]) * now
    for c in coefficients[2:]:
        before, now = now, 2 * (matrix @ now) - before
        total += block.dtype.type(c) * now
    return total


def main():
    kept = {}
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if request["op"] == "version":
                print(json.dumps({"ms": 0, "result": {"version": scipy.__version__}}), flush=True)
                continue
            key = (request["edges"], request["block"])
            if key not in kept:
                kept = {key: (shifted_laplacian(np.load(request["edges"]), request["nodes"], np.float32), np.load(request["block"]))}
            matrix, block = kept[key]
            start = time.perf_counter()
            total = chebyshev(matrix, block, request["coefficients"])
            elapsed = 1e3 * (time.perf_counter() - start)
            print(json.dumps({"ms": elapsed, "result": {"norm": float(np.linalg.norm(total))}}), flush=True)
        except Exception as error:  # told to the harness, which ends the benchmark
            print(json.dumps({"error": str(error)}), flush=True)


if __name__ == "__main__":
    main()
