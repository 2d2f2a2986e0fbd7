#!/usr/bin/env python3
"""Writes communities.json: modularity that networkx's Louvain reaches on some graphs.

    python tests/reference/make_communities.py            write communities.json
    python tests/reference/make_communities.py --check    compare with the stored file, write nothing

A graph has `nodes`, `edges` ([u, v] with u < v), `best` and `mean`: largest and mean modularity over ten seeds, and `partition`
with its modularity `partition_q`, one arbitrary division for the formula itself.
"""
import json
import sys
from pathlib import Path

import networkx as nx

from stored import write_or_check

TARGET = Path(__file__).with_name("communities.json")


def graphs():
    yield "karate", nx.karate_club_graph()
    yield "grid 12x12", nx.convert_node_labels_to_integers(nx.grid_2d_graph(12, 12))
    yield "caveman", nx.connected_caveman_graph(8, 7)
    yield "planted", nx.planted_partition_graph(5, 30, 0.3, 0.02, seed=4)
    yield "two cliques and isolated nodes", nx.disjoint_union_all([nx.complete_graph(6), nx.complete_graph(5), nx.empty_graph(3)])


def entry(name, graph):
    plain = nx.Graph()
    plain.add_nodes_from(sorted(graph))
    plain.add_edges_from(sorted((min(e), max(e)) for e in graph.edges()))
    values = [nx.community.modularity(plain, nx.community.louvain_communities(plain, seed=s)) for s in range(10)]
    partition = [(v * v + v) % 4 for v in plain]
    groups = [[v for v in plain if partition[v] == k] for k in range(4)]
    return {"name": name, "nodes": plain.number_of_nodes(), "edges": [list(e) for e in plain.edges()],
            "best": round(max(values), 12), "mean": round(sum(values) / 10, 12), "partition": partition,
            "partition_q": round(nx.community.modularity(plain, [g for g in groups if g]), 12)}


if __name__ == "__main__":
    text = json.dumps({"graphs": [entry(*item) for item in graphs()]}) + "\n"
    sys.exit(write_or_check(TARGET, text))
