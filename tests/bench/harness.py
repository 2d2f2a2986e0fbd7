"""Measures the program against its peers: interleaved rounds, minima, table and JSON.

A benchmark is a subclass of Bench in a *_bench.py module, registered by @register, which
bench.py imports. program.py has the process that is measured.
"""
import gc
import json
import operator
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from program import BenchError, Program

REGISTRY = []


class LeftOut(Exception):
    """Raised by prepare() where a benchmark is no part of a quick run."""


COMPARE = {">=": operator.ge, "<=": operator.le}


@dataclass
class Row:
    """A line of out/bench.json. ratio = peer_ms / ours_ms unless the name says otherwise."""
    name: str
    ours_ms: float | None
    peer: str | None
    peer_ms: float | None
    ratio: float | None
    target: str
    ok: bool
    advisory: bool


def meets(value, target):
    """`target` is empty, or a comparison such as ">= 15"."""
    if not target:
        return True
    sign, limit = target.split()
    return value is not None and COMPARE[sign](value, float(limit))


class Context:
    """What a benchmark may use: the running program, folders and options."""

    def __init__(self, program_path, data_dirs, scratch, quick=False, keep=False):
        self.program_path, self.data_dirs, self.scratch = program_path, data_dirs, scratch
        self.quick, self.keep = quick, keep
        self.old_venv, self.old = Path(sys.prefix).parent / "bench-venv-t1", None
        self.program = Program(program_path)

    def restart(self):
        self.program.close()
        self.program = Program(self.program_path)

    def old_scipy(self):
        """SciPy of the version that T1's figures were taken with; scripts/bench installs it beside the newest one."""
        if self.old is None:
            python = self.old_venv / "bin/python"
            if not python.exists():
                raise BenchError(f"no SciPy for T1 at {python}; run scripts/bench")
            self.old = Program(python, Path(__file__).with_name("scipy_peer.py"))
        return self.old

    def close(self):
        self.program.close()
        if self.old is not None:
            self.old.close()

    def fresh(self):
        """A new process for one request whose memory is measured."""
        return Program(self.program_path)

    def data(self, name):
        for folder in self.data_dirs:
            if (folder / name).is_file():
                return folder / name
        raise BenchError(f"{name} not found; set SISPDE_DATA to the folder of the data sets")


class Bench:
    """Subclass, set the attributes, define ours() and reference(); see metrics_bench.py.

    ours() asks the program and returns its reply. reference() does the peer's work and
    returns its result. check() compares the two before anything is timed. `peer` None
    means no peer: the row is advisory. `target` compares the ratio, or with
    `absolute` the milliseconds of ours (advisory as well)."""
    name = ""
    peer = None
    target = ""
    rounds = 10
    quick_rounds = 3
    absolute = False

    def __init__(self, context):
        self.context = context

    def prepare(self):
        """Makes the inputs."""

    def ours(self):
        raise NotImplementedError

    def reference(self):
        raise NotImplementedError

    def check(self):
        """Raises BenchError where the results differ."""

    def cleanup(self):
        """Removes the inputs."""

    def variants(self):
        """Name to function returning milliseconds, in the order of a round."""
        found = {"ours": lambda: self.ours()["ms"]}
        if self.peer:
            found[self.peer] = lambda: timed(self.reference)
        return found

    def rows(self, best):
        ours, peer = best.get("ours"), best.get(self.peer)
        ratio = peer / ours if peer and ours else None
        value = ours if self.absolute else ratio
        return [Row(self.name, ours, self.peer, peer, ratio, self.target, meets(value, self.target),
                    self.absolute or self.peer is None)]


def register(bench):
    REGISTRY.append(bench)
    return bench


def require_equal(what, ours, theirs, tolerance=0.0):
    """Compares the keys of `theirs`; every one must be in `ours`."""
    for key, value in theirs.items():
        if key not in ours:
            raise BenchError(f"{what}: the program gives no {key}")
        if not abs(ours[key] - value) <= tolerance:
            raise BenchError(f"{what}: {key} is {ours[key]!r}, the peer has {value!r}")


def timed(work):
    gc.collect()
    start = time.perf_counter()
    kept = work()
    elapsed = (time.perf_counter() - start) * 1e3
    del kept
    return elapsed


def measure(variants, rounds):
    """Smallest time of each variant; every round runs all of them, starting with another."""
    names = list(variants)
    best = dict.fromkeys(names, float("inf"))
    for turn in range(rounds):
        for offset in range(len(names)):
            name = names[(turn + offset) % len(names)]
            best[name] = min(best[name], variants[name]())
    return best


def run(bench, rounds=None, log=print):
    """All rows of one benchmark; one failed row when it cannot be timed."""
    try:
        bench.prepare()
        bench.check()
        count = rounds or (bench.quick_rounds if bench.context.quick else bench.rounds)
        return bench.rows(measure(bench.variants(), count))
    except LeftOut:
        return []
    except BenchError as error:
        log(f"not timed: {bench.name}: {error}")
        return [Row(bench.name, None, bench.peer, None, None, bench.target, False, False)]
    finally:
        bench.cleanup()


def table(rows):
    def number(x, digits):
        return "-" if x is None else f"{x:.1e}" if 0 < abs(x) < 5e-3 else f"{x:.{digits}f}"

    lines = [("name", "ours", "peer", "peer name", "ratio", "target", "")]
    for r in rows:
        verdict = ("ok" if r.ok else "MISSED") + (" (advisory)" if r.advisory else "")
        lines.append((r.name, number(r.ours_ms, 3), number(r.peer_ms, 3), r.peer or "-", number(r.ratio, 2), r.target or "-", verdict))
    widths = [max(len(line[i]) for line in lines) for i in range(7)]
    right = {1, 2, 4}
    return "\n".join("  ".join(c.rjust(w) if i in right else c.ljust(w) for i, (c, w) in enumerate(zip(line, widths))).rstrip() for line in lines)


def write_json(rows, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([asdict(r) for r in rows], indent=1) + "\n")
