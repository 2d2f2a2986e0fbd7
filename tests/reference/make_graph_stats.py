#!/usr/bin/env python3
"""Writes graph_stats.json: small graphs with their label and degree statistics.

    python tests/reference/make_graph_stats.py            write graph_stats.json
    python tests/reference/make_graph_stats.py --check    compare with the stored file, write nothing

A graph has `nodes` (count), `edges` ([u, v] with u < v, each once) and `labels`,
where -1 means unknown. `components`, `isolated` and the degrees are those of the whole
graph. Every label statistic is that of the subgraph induced by the labelled nodes, with
C = `classes` = largest label + 1 (0 without labels), E its edges, n its nodes, d its
degrees, D_k the degree sum and n_k the node count of class k:

h_edge   share of edges within a class
h_node   mean over nodes with a neighbour of the share of same-class neighbours
h_class  1/(C-1) sum_k max(0, h_k - n_k/n), h_k the share of same-class neighbours over D_k;
         a class with D_k = 0 contributes 0
h_adj    (h_edge - S) / (1 - S), S = sum_k D_k^2 / (2E)^2
LI_edge  2 - sum p(a,b) ln p(a,b) / sum q(c) ln q(c), p the class pair of a random directed
         edge, q(c) = D_c / 2E
LI_node  1 - sum p(a,b) ln(p(a,b) / q(b)) / sum p(c) ln p(c), p of a random node with a
         neighbour, then a random neighbour, p(c) the class of that node, q as above

Undefined values are null: all six without a labelled edge, h_class for C < 2, h_adj for
S = 1, LI for a denominator of 0. Sums are exact rationals up to the logarithms.
"""
import json
import math
import sys
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import networkx as nx
import numpy as np

from stored import write_or_check

TARGET = Path(__file__).with_name("graph_stats.json")


def log_sum(weights, ratios):
    """sum w ln r, with w and r rational and w > 0."""
    return math.fsum(float(w) * math.log(float(r)) for w, r in zip(weights, ratios))


def label_stats(graph, label):
    """`graph` holds labelled nodes only; `label` maps node to class."""
    result = dict.fromkeys(("h_edge", "h_node", "h_class", "h_adj", "LI_edge", "LI_node"))
    twice_edges = 2 * graph.number_of_edges()
    if twice_edges == 0:
        return result
    classes = max(label.values()) + 1
    n = graph.number_of_nodes()
    linked = [v for v in graph if graph.degree(v) > 0]
    same = {v: sum(label[u] == label[v] for u in graph.neighbors(v)) for v in graph}

    h_edge = Fraction(sum(label[u] == label[v] for u, v in graph.edges()), graph.number_of_edges())
    result["h_edge"] = float(h_edge)
    result["h_node"] = float(sum(Fraction(same[v], graph.degree(v)) for v in linked) / len(linked))

    members = [[v for v in graph if label[v] == k] for k in range(classes)]
    degree_sum = [sum(graph.degree(v) for v in m) for m in members]
    if classes >= 2:
        excess = Fraction(0)
        for m, total in zip(members, degree_sum):
            if total > 0:
                excess += max(Fraction(0), Fraction(sum(same[v] for v in m), total) - Fraction(len(m), n))
        result["h_class"] = float(excess / (classes - 1))

    expected = sum(Fraction(d * d, twice_edges * twice_edges) for d in degree_sum)
    if expected < 1:
        result["h_adj"] = float((h_edge - expected) / (1 - expected))

    q = {k: Fraction(d, twice_edges) for k, d in enumerate(degree_sum) if d > 0}
    by_edge, by_node, start = defaultdict(Fraction), defaultdict(Fraction), defaultdict(Fraction)
    for v in linked:
        start[label[v]] += Fraction(1, len(linked))
        for u in graph.neighbors(v):
            by_edge[label[v], label[u]] += Fraction(1, twice_edges)
            by_node[label[v], label[u]] += Fraction(1, len(linked) * graph.degree(v))
    if len(q) > 1:
        result["LI_edge"] = 2 - log_sum(by_edge.values(), by_edge.values()) / log_sum(q.values(), q.values())
        ratios = [p / q[b] for (_, b), p in by_node.items()]
        result["LI_node"] = 1 - log_sum(by_node.values(), ratios) / log_sum(start.values(), start.values())
    return result


def all_stats(nodes, edges, labels):
    graph = nx.Graph()
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(edges)
    known = {v: int(k) for v, k in enumerate(labels) if k >= 0}
    degrees = [d for _, d in graph.degree()]
    return {
        "classes": max(known.values(), default=-1) + 1,
        **label_stats(graph.subgraph(known), known),
        "components": nx.number_connected_components(graph),
        "isolated": nx.number_of_isolates(graph),
        "degree_min": min(degrees),
        "degree_mean": sum(degrees) / nodes,
        "degree_max": max(degrees),
    }


def graphs():
    """Yields (name, node count, edges, labels)."""
    rng = np.random.default_rng(17)

    def labels(n, classes, unknown=0.0):
        drawn = rng.integers(0, classes, n)
        drawn[rng.random(n) < unknown] = -1
        return drawn.tolist()

    def random_edges(n, m):
        pairs = [(u, v) for u in range(n) for v in range(u + 1, n)]
        chosen = rng.permutation(len(pairs))[:m]
        return sorted(pairs[i] for i in chosen)

    def planted(label, inside, across):
        n = len(label)
        return [(u, v) for u in range(n) for v in range(u + 1, n)
                if rng.random() < (inside if label[u] == label[v] else across)]

    karate = nx.karate_club_graph()
    clubs = [int(karate.nodes[v]["club"] != "Mr. Hi") for v in karate]
    karate_edges = sorted((min(e), max(e)) for e in karate.edges())
    yield "karate, two clubs", 34, karate_edges, clubs
    yield "karate, every fifth unknown", 34, karate_edges, [-1 if v % 5 == 0 else k for v, k in enumerate(clubs)]
    yield "karate, one class", 34, karate_edges, [0] * 34
    yield "one edge within", 2, [(0, 1)], [0, 0]
    yield "one edge across", 2, [(0, 1)], [0, 1]
    yield "one edge, one label", 2, [(0, 1)], [1, -1]
    yield "no edges", 5, [], [0, 1, 2, 1, 0]
    yield "no labels", 4, [(0, 1), (1, 2), (2, 3)], [-1] * 4
    yield "only class 1", 4, [(0, 1), (1, 2), (2, 3)], [1] * 4
    yield "class without nodes in the middle", 6, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)], [0, 0, 2, 2, 0, 2]
    yield "class with isolated nodes only", 6, [(0, 1), (1, 2), (0, 2), (2, 3)], [0, 0, 1, 1, 2, 2]
    yield "edges in one class of two", 5, [(0, 1), (1, 2)], [0, 0, 0, 1, 1]
    yield "complete bipartite", 7, [(u, v) for u in range(3) for v in range(3, 7)], [0] * 3 + [1] * 4
    yield "star", 9, [(0, v) for v in range(1, 9)], [0, 0, 0, 1, 1, 1, 2, 2, 2]
    yield "two cliques apart", 9, [(u, v) for u in range(9) for v in range(u + 1, 9) if (u < 4) == (v < 4)], [0] * 4 + [1] * 5
    yield "ring of three classes", 12, sorted((min(v, (v + 1) % 12), max(v, (v + 1) % 12)) for v in range(12)), [v % 3 for v in range(12)]
    yield "labelled edges removed by unknowns", 5, [(0, 1), (1, 2), (2, 3), (3, 4)], [0, -1, 1, -1, 0]
    for n, m, classes, unknown in ((3, 2, 2, 0), (8, 9, 3, 0), (14, 30, 2, 0.2), (20, 12, 4, 0), (30, 60, 1, 0.3),
                                   (40, 35, 5, 0.25), (50, 200, 6, 0), (60, 90, 6, 0.1), (60, 700, 3, 0)):
        yield f"random {n} nodes {m} edges {classes} classes", n, random_edges(n, m), labels(n, classes, unknown)
    for n, classes, inside, across in ((24, 3, 0.6, 0.05), (45, 5, 0.05, 0.3), (60, 4, 0.3, 0.02)):
        label = labels(n, classes)
        yield f"planted {n} nodes {classes} classes {inside} {across}", n, planted(label, inside, across), label


def build():
    lines = []
    for name, nodes, edges, labels in graphs():
        case = {"name": name, "nodes": nodes, "edges": [list(e) for e in edges], "labels": labels}
        lines.append(json.dumps({**case, **all_stats(nodes, edges, labels)}, separators=(",", ":"), allow_nan=False))
    note = "Written by make_graph_stats.py, which defines every value."
    return '{\n"note": ' + json.dumps(note) + ',\n"graphs": [\n' + ",\n".join(lines) + "\n]\n}\n"


def main():
    return write_or_check(TARGET, build())


if __name__ == "__main__":
    sys.exit(main())
