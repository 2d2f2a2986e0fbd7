#!/usr/bin/env python3
"""Writes cora_rows.npy: rows of Matern covariances on Cora and of their square roots, float64 [cases, 2708].

    python tests/reference/make_cora_rows.py [FOLDER]     FOLDER has cora.npz (default: SISPDE_DATA, or ../shared/datasets)

The cases are those of CASES, for the combinatorial Laplacian and then for the symmetric one; row u of phi(Laplacian)^p with
phi(l) = (2 nu / kappa^2 + l)^(-nu), divided by phi(0)^p and not normalised otherwise. scipy.linalg.eigh gives the rows; where
nu is an integer and p = 1 they are checked against powers of scipy.linalg.inv. tests/unit/dense_eigen_test.cpp has the same list.
"""
import os
import sys
from pathlib import Path

import numpy as np
import scipy.linalg

# nu, kappa, power, node: the largest hub, another one, a leaf
CASES = ((1, 1, 1, 1358), (0.5, 5, 1, 306), (1.5, 5, 0.5, 2707), (4, 20, 1, 2707), (20, 20, 0.5, 1358), (0.1, 0.5, 0.5, 0))


def laplacians(edges, nodes):
    adjacency = np.zeros((nodes, nodes))
    adjacency[edges[:, 0], edges[:, 1]] = adjacency[edges[:, 1], edges[:, 0]] = 1
    degree = adjacency.sum(axis=1)
    root = 1 / np.sqrt(degree)  # Cora has no isolated node
    yield np.diag(degree) - adjacency
    yield np.eye(nodes) - root[:, None] * adjacency * root[None, :]


def main():
    here = Path(__file__)
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("SISPDE_DATA") or here.parents[3] / "shared/datasets")
    data = np.load(folder / "cora.npz")
    rows = []
    for matrix in laplacians(data["edges"], len(data["labels"])):
        values, vectors = scipy.linalg.eigh(matrix)
        values = np.maximum(values, 0)
        for nu, kappa, power, node in CASES:
            row = vectors @ ((1 + kappa**2 / (2 * nu) * values) ** (-nu * power) * vectors[node])
            if power == 1 and nu == int(nu):
                one = scipy.linalg.inv(np.eye(len(matrix)) + kappa**2 / (2 * nu) * matrix)
                other = np.linalg.matrix_power(one, int(nu))[node]
                assert np.linalg.norm(row - other) < 1e-9 * np.linalg.norm(other)
            rows.append(row)
    np.save(here.with_name("cora_rows.npy"), np.array(rows))


main()
