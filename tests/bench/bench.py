#!/usr/bin/env python3
"""Times the program against its peers; see harness.py. Exit code 1 when a gated row misses
its target, 2 when nothing could be run."""
import argparse
import os
import sys
from pathlib import Path

import harness
import io_bench  # noqa: F401  (registers its benchmarks)
import kernel_bench  # noqa: F401
import layout_bench  # noqa: F401
import metrics_bench  # noqa: F401
import render_bench  # noqa: F401
import rewire_bench  # noqa: F401
import train_bench  # noqa: F401

ROOT = Path(__file__).resolve().parents[2]


def options():
    parser = argparse.ArgumentParser(description="Times the program against its peers.")
    parser.add_argument("--rounds", type=int, help="rounds of every benchmark (default: 10, CSV 3)")
    parser.add_argument("--only", action="append", metavar="NAME", help="benchmarks whose name contains NAME; repeatable")
    parser.add_argument("--quick", action="store_true", help="few rounds and a CSV file of 1e6 edges")
    parser.add_argument("--keep", action="store_true", help="keep the CSV file in out/bench")
    parser.add_argument("--program", type=Path, default=ROOT / "build/release/tests/bench/sispde_bench")
    parser.add_argument("--json", type=Path, default=ROOT / "out/bench.json", help="file for the rows")
    chosen = parser.parse_args()
    if chosen.rounds is not None and chosen.rounds < 1:
        parser.error("--rounds must be at least 1")
    return chosen


def data_dirs():
    """Folders searched for data sets, in this order."""
    named = os.environ.get("SISPDE_DATA")
    return ([Path(named)] if named else []) + [ROOT.parent / "shared/datasets"]


def bandwidth(context):
    return context.program.request("probe")["result"]["gb_per_s"]


def main():
    chosen = options()
    if not os.access(chosen.program, os.X_OK):
        print(f"bench: no program at {chosen.program}; run scripts/build first", file=sys.stderr)
        return 2
    scratch = ROOT / "out/bench"
    scratch.mkdir(parents=True, exist_ok=True)
    context = harness.Context(chosen.program.resolve(), data_dirs(), scratch, chosen.quick, chosen.keep)
    benches = [kind(context) for kind in harness.REGISTRY]
    if chosen.only:
        benches = [b for b in benches if any(part in b.name for part in chosen.only)]
    if not benches:
        print("bench: no benchmark of that name; there are:", file=sys.stderr)
        print("\n".join(kind(context).name for kind in harness.REGISTRY), file=sys.stderr)
        context.close()
        return 2
    rows = []
    try:
        before = bandwidth(context)
        for bench in benches:
            print(f"{bench.name} ...", flush=True)
            rows += harness.run(bench, chosen.rounds)
            if context.program.process.poll() is not None:
                context.restart()
        after = bandwidth(context)
    except harness.BenchError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    finally:
        context.close()
    rows.append(harness.Row("memory read bandwidth (GB/s)", max(before, after), None, None, None, "", True, True))
    if min(before, after) < 0.8 * max(before, after):
        print(f"bench: bandwidth moved between {before:.1f} and {after:.1f} GB/s; repeat on a quiet machine")
    print("\nTimes in ms unless the name gives a unit; ratio = peer / ours, for memory ours / peer.")
    print(harness.table(rows))
    harness.write_json(rows, chosen.json)
    return 0 if all(row.ok or row.advisory for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
