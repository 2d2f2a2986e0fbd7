#!/usr/bin/env python3
"""Writes kernels.json: rows of covariance kernels on small graphs and of their square roots.

    python tests/reference/make_kernels.py            write kernels.json
    python tests/reference/make_kernels.py --check    compare with the stored file, write nothing

A graph has `nodes` (count), `edges` ([u, v] with u < v, each once) and `weights`, one per
edge, or none where every weight is 1. A case names the graph, the Laplacian, the kernel, the
parameters it has, the power p and the node u, and gives row u of K^p:

comb       D - A
sym        I - D^(-1/2) A D^(-1/2), the row of a node without neighbours is 0
matern     phi(l) = (2 nu / kappa^2 + l)^(-nu)
heat       phi(l) = exp(-kappa^2 l / 2)
laplacian  phi(l) = l
white      phi(l) = 1

K = s phi(Laplacian), with s such that the mean of the diagonal is sigma^2, and K^p its power
after that: p is 1 or 0.5. phi is evaluated in log space on the eigenvalues of
numpy.linalg.eigh, where one eigenvalue per component is exactly 0. Every matrix is checked
against another way to compute it: scipy.linalg.expm for heat, inverses for matern with
integer nu, and the square of the root against K. Values are rounded to 1e-12 of the norm of
their row.
"""
import json
import math
import sys
from pathlib import Path

import networkx as nx
import numpy as np
import scipy.linalg
import scipy.sparse.csgraph

from stored import write_or_check

TARGET = Path(__file__).with_name("kernels.json")
NUS = (0.1, 0.5, 1, 1.5, 4, 20, 50)
KAPPAS = (0.3, 1, 5, 20)


def graphs():
    """Yields (name, node count, edges, weights or [], nodes whose rows are taken)."""
    rng = np.random.default_rng(23)
    karate = nx.karate_club_graph()
    yield "karate", 34, sorted((min(e), max(e)) for e in karate.edges()), [], (0, 11, 33)

    width, height = 7, 6
    grid = [(r * width + c, r * width + c + 1) for r in range(height) for c in range(width - 1)]
    grid += [(r * width + c, (r + 1) * width + c) for r in range(height - 1) for c in range(width)]
    yield "grid 7x6", width * height, sorted(grid), [], (0, 17, 41)

    # Node 4 and node 19 have no neighbours; the three components are interleaved.
    ring = [0, 2, 5, 8, 11, 14, 17]
    pieces = [(ring[i], ring[(i + 1) % 7]) for i in range(7)]
    pieces += [(a, b) for a in (1, 3, 6, 9, 12) for b in (1, 3, 6, 9, 12) if a < b]
    line = [7, 10, 13, 15, 16, 18]
    pieces += list(zip(line, line[1:]))
    yield "pieces", 20, sorted((min(e), max(e)) for e in pieces), [], (0, 4, 6, 18)

    # Hub 0 with leaves 1 to 30 and a path 31 to 40 that begins at the hub.
    hub = [(0, v) for v in range(1, 32)] + [(v, v + 1) for v in range(31, 40)]
    yield "hub", 41, hub, [], (0, 5, 31, 40)

    pairs = [(u, v) for u in range(12) for v in range(u + 1, 12)]
    chosen = sorted(pairs[i] for i in rng.permutation(len(pairs))[:26])
    yield "weighted", 12, chosen, [float(f"{10 ** x:.3g}") for x in rng.uniform(-2, 1, len(chosen))], (0, 3, 8)


def laplacian(nodes, edges, weights, kind):
    adjacency = np.zeros((nodes, nodes))
    for i, (u, v) in enumerate(edges):
        adjacency[u, v] = adjacency[v, u] = weights[i] if weights else 1
    degree = adjacency.sum(axis=1)
    if kind == "comb":
        return np.diag(degree) - adjacency
    root = np.array([1 / math.sqrt(d) if d > 0 else 0 for d in degree])
    return np.diag((degree > 0).astype(float)) - root[:, None] * adjacency * root[None, :]


def eigenpairs(matrix):
    """By component, so that every vector lives on one and the zeros are known."""
    n = len(matrix)
    count, label = scipy.sparse.csgraph.connected_components(matrix != 0, directed=False)
    values, vectors = np.zeros(n), np.zeros((n, n))
    filled = 0
    for c in range(count):
        nodes = np.flatnonzero(label == c)
        local, basis = np.linalg.eigh(matrix[np.ix_(nodes, nodes)])
        assert abs(local[0]) < 1e-13 * max(1, local[-1])
        local[0] = 0
        place = slice(filled, filled + len(nodes))
        values[place] = local
        vectors[nodes, place] = basis
        filled += len(nodes)
    return values, vectors


def log_density(kernel, spec, values):
    if kernel == "matern":
        return -spec["nu"] * np.log(2 * spec["nu"] / spec["kappa"] ** 2 + values)
    if kernel == "heat":
        return -spec["kappa"] ** 2 * values / 2
    if kernel == "laplacian":
        return np.log(values, out=np.full_like(values, -np.inf), where=values > 0)
    return np.zeros_like(values)


def kernel_matrix(pairs, kernel, spec, power):
    values, vectors = pairs
    log = log_density(kernel, spec, values)
    log_trace = np.logaddexp.reduce(log)
    log_k = log - log_trace + math.log(len(values)) + 2 * math.log(spec["sigma"])
    return (vectors * np.exp(power * log_k)) @ vectors.T


def check(matrix, pairs, kernel, spec):
    """K and its root against other ways."""
    k, root = (kernel_matrix(pairs, kernel, spec, p) for p in (1, 0.5))
    size = np.linalg.norm(k)
    assert np.linalg.norm(root @ root - k) < 1e-12 * size
    assert abs(np.trace(k) / len(k) - spec["sigma"] ** 2) < 1e-12 * spec["sigma"] ** 2
    other = None
    if kernel == "heat":
        other = scipy.linalg.expm(-spec["kappa"] ** 2 / 2 * matrix)
    elif kernel == "matern" and spec["nu"] in (1, 4, 20, 50):
        # (1 + kappa^2 l / (2 nu))^-nu has the same rows but for the normalisation.
        one = np.linalg.inv(np.eye(len(k)) + spec["kappa"] ** 2 / (2 * spec["nu"]) * matrix)
        other = np.linalg.matrix_power(one, spec["nu"])
    elif kernel == "laplacian":
        other = matrix
    if other is not None:
        other = other * len(k) * spec["sigma"] ** 2 / np.trace(other)
        assert np.linalg.norm(other - k) < 1e-10 * size


def specs(graph_index, kind_index):
    """A quarter of the Matern parameters for each graph and Laplacian, all of them over the graphs."""
    sigma = (1, 2.5)[(graph_index + kind_index) % 2]
    matern = [{"nu": nu, "kappa": kappa, "sigma": sigma} for nu in NUS for kappa in KAPPAS]
    for i, spec in enumerate(matern):
        if (i + i // 4 + graph_index + 2 * kind_index) % 4 == 0:
            yield "matern", spec
    for i, kappa in enumerate(KAPPAS):
        if (i + graph_index + kind_index) % 2 == 0:
            yield "heat", {"kappa": kappa, "sigma": sigma}
    yield "laplacian", {"sigma": sigma}
    yield "white", {"sigma": sigma}


def rounded(row):
    size = np.linalg.norm(row)
    if size == 0:
        return [0] * len(row)
    digits = 12 - math.ceil(math.log10(size))
    return [float(f"{round(x, digits):.13g}") + 0.0 for x in row.tolist()]


def build():
    graph_lines, case_lines, turn = [], [], 0
    for g, (name, nodes, edges, weights, chosen) in enumerate(graphs()):
        graph_lines.append({"name": name, "nodes": nodes, "edges": [list(e) for e in edges], "weights": weights})
        for l, kind in enumerate(("comb", "sym")):
            matrix = laplacian(nodes, edges, weights, kind)
            pairs = eigenpairs(matrix)
            for kernel, spec in specs(g, l):
                check(matrix, pairs, kernel, spec)
                for power in (1, 0.5):
                    k = kernel_matrix(pairs, kernel, spec, power)
                    taken = chosen if kernel == "laplacian" else [chosen[(turn + i) % len(chosen)] for i in range(2)]
                    turn += 1
                    for node in sorted(taken):
                        case_lines.append({"graph": name, "laplacian": kind, "kernel": kernel, **spec,
                                           "power": power, "node": node, "row": rounded(k[node])})

    def block(items):
        return "[\n" + ",\n".join(json.dumps(x, separators=(",", ":"), allow_nan=False) for x in items) + "\n]"

    note = "Written by make_kernels.py, which defines every value."
    return ('{\n"note": ' + json.dumps(note) + ',\n"graphs": ' + block(graph_lines)
            + ',\n"cases": ' + block(case_lines) + "\n}\n")


def main():
    return write_or_check(TARGET, build())


if __name__ == "__main__":
    sys.exit(main())
