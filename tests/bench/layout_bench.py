"""Layout: one iteration, the error of its forces, and complete layouts against OGDF's multipole embedder and graphviz's sfdp."""
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from harness import Bench, BenchError, Row, meets, register

OGDF, SFDP = "OGDF FMME", "graphviz sfdp"
PATIENCE = 300  # seconds for one layout of a peer


def require_drawing(what, shape):
    """All places are numbers, and hardly any two nodes lie in one place (peers write few digits)."""
    if not shape["finite"]:
        raise BenchError(f"{what}: places that are no numbers")
    if shape["distinct"] < 0.99:
        raise BenchError(f"{what}: the drawing has collapsed, {shape['distinct']:.3f} of the places are distinct")


def run_peer(*command):
    """What a peer writes to its output."""
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired as error:
        raise BenchError(f"{Path(command[0]).name} takes more than {PATIENCE} s") from error
    if run.returncode != 0:
        raise BenchError(f"{Path(command[0]).name} ended with code {run.returncode}: {run.stderr[:300]}")
    return run.stdout


class Iteration(Bench):
    """On the graph itself, near its finished drawing, with two threads."""
    absolute = True
    rounds, quick_rounds, repeat = 5, 2, 40
    data = ""

    def ours(self):
        return self.context.program.request("layout_iteration", data=self.data, repeat=self.repeat)

    def check(self):
        shape = self.ours()["result"]
        require_drawing(self.name, shape)
        if not 0.9 <= shape["edge_length"] <= 1.1:
            raise BenchError(f"the mean edge length is {shape['edge_length']}, not 1")
        self.error = 100 * self.context.program.request("layout_error", data=self.data)["result"]["error"]

    def rows(self, best):
        return super().rows(best) + [Row(f"{self.name}, error of the forces (%)", self.error, None, None, None, "<= 1.5",
                                         meets(self.error, "<= 1.5"), False)]


def iteration_bench(label, data, target, repeat):
    register(type(f"Iteration_{label}", (Iteration,), {"name": f"layout iteration, {label}", "data": data, "target": target, "repeat": repeat}))


iteration_bench("1e4 nodes (king100)", "grid:100x100,diagonal=1", "<= 0.8", 1000)
iteration_bench("1e5 nodes (king316)", "grid:316x316,diagonal=1", "<= 11", 30)
iteration_bench("1e5 nodes, 1e6 edges (sbm)", "sbm:100000,degree=20", "<= 11", 20)
iteration_bench("1e6 nodes (king1000)", "grid:1000x1000,diagonal=1", "<= 100", 8)


def ogdf_program(scratch):
    """ogdf_peer.cpp, compiled against the wheel of this Python environment: OGDF is under the GPL and never part of our programs."""
    source, prefix = Path(__file__).with_name("ogdf_peer.cpp"), Path(sys.prefix)
    library, program = prefix / "lib/libOGDF.so", scratch / "ogdf_peer"
    if not library.is_file():
        raise BenchError("ogdf-wheel is not installed in this Python environment")
    newest = max(source.stat().st_mtime, library.stat().st_mtime)
    if not program.is_file() or program.stat().st_mtime < newest:
        run_peer("g++", "-std=c++17", "-O3", "-I", prefix / "include", "-I", prefix / "include/ogdf-release", source, "-o", program,
                 "-L", library.parent, "-lOGDF", "-lCOIN", f"-Wl,-rpath,{library.parent}")
    return program


class Complete(Bench):
    """Every run has another seed. Times are minima, stresses means over the runs; one function gives the stress of all drawings.
    Grids are laid out by forces here, as the peers do; a row without a target shows what the program does with them."""
    label, data, file = "", None, None
    sfdp, grid = False, False
    rounds, quick_rounds = 5, 2

    def prepare(self):
        scratch, program = self.context.scratch, self.context.program
        self.peer_program = ogdf_program(scratch)
        if self.sfdp and not shutil.which("sfdp"):
            raise BenchError("sfdp is not installed; it is in Debian's graphviz")
        self.source = str(self.context.data(self.file)) if self.file else self.data
        self.paths = {name: scratch / f"layout_{name}" for name in ("edges.npy", "edges.bin", "places.bin", "places.npy", "graph.dot")}
        self.nodes = program.request("edges", data=self.source, out=str(self.paths["edges.npy"]))["result"]["nodes"]
        edges = np.load(self.paths["edges.npy"]).astype(np.int32)
        edges.tofile(self.paths["edges.bin"])
        if self.sfdp:
            lines = [f"{u};" for u in range(self.nodes)] + [f"{u}--{v};" for u, v in edges]
            self.paths["graph.dot"].write_text("graph{\n" + "\n".join(lines) + "\n}\n")
        self.stress = {}

    def judge(self, who, places=None):
        if places is not None:
            np.save(self.paths["places.npy"], places.astype(np.float32))
        shape = self.context.program.request("layout_stress", data=self.source, places=str(self.paths["places.npy"]))["result"]
        require_drawing(f"{self.label}, {who}", shape)
        if not shape["stress"] < 0.5:  # random places have some 0.7
            raise BenchError(f"{self.label}, {who}: a stress of {shape['stress']:.3f} is no drawing")
        self.stress.setdefault(who, []).append(shape["stress"])

    def seed(self, who):
        return len(self.stress.get(who, [])) + 1

    def run_ours(self, who, grid):
        reply = self.context.program.request("layout", data=self.source, seed=self.seed(who), grid=grid, out=str(self.paths["places.npy"]))
        self.judge(who)
        return reply["ms"]

    def run_ogdf(self, threads):
        who = f"{OGDF} {threads}"
        ms = run_peer(self.peer_program, str(self.nodes), self.paths["edges.bin"], str(threads), str(self.seed(who)), self.paths["places.bin"])
        self.judge(who, np.fromfile(self.paths["places.bin"], np.float32).reshape(-1, 2))
        return float(ms)

    def run_sfdp(self):
        """The whole process, with reading and writing its files, but without lines and shapes to draw."""
        start = time.perf_counter()
        plain = run_peer("sfdp", f"-Gstart={self.seed(SFDP)}", "-Goverlap=true", "-Gsplines=none", "-Nshape=point", "-Tplain",
                         self.paths["graph.dot"])
        elapsed = (time.perf_counter() - start) * 1e3
        places = np.full((self.nodes, 2), np.nan)
        for line in plain.splitlines():
            if line.startswith("node "):
                words = line.split()
                places[int(words[1])] = float(words[2]), float(words[3])
        self.judge(SFDP, places)
        return elapsed

    def variants(self):
        found = {"ours": lambda: self.run_ours("ours", False)}
        for threads in (1, 2):
            found[f"{OGDF} {threads}"] = lambda t=threads: self.run_ogdf(t)
        if self.sfdp:
            found[SFDP] = self.run_sfdp
        if self.grid:
            found["grid"] = lambda: self.run_ours("grid", True)
        return found

    def check(self):
        """A drawing of each that is one, before any of them is timed."""
        for run in self.variants().values():
            run()

    def rows(self, best):
        stress = {who: float(np.mean(values)) for who, values in self.stress.items()}
        faster = min((f"{OGDF} {t}" for t in (1, 2)), key=best.get)
        rows = []

        def add(what, ours, who, theirs, ratio, target, advisory=False):
            rows.append(Row(f"layout {self.label}, {what}", ours, who, theirs, ratio, target, meets(ratio, target), advisory))
        add("time (ratio ours / peer)", best["ours"], OGDF, best[faster], best["ours"] / best[faster], "<= 1.5")
        add("stress (ratio ours / peer)", stress["ours"], OGDF, stress[faster], stress["ours"] / stress[faster], "<= 1.1")
        if self.sfdp:
            add("time", best["ours"], SFDP, best[SFDP], best[SFDP] / best["ours"], ">= 5")
            add("stress (ratio ours / peer)", stress["ours"], SFDP, stress[SFDP], stress["ours"] / stress[SFDP], "<= 1")
        if self.grid:
            add("time, the grid recognised", best["grid"], OGDF, best[faster], best[faster] / best["grid"], "", True)
            add("stress, the grid recognised (ratio ours / peer)", stress["grid"], OGDF, stress[faster], stress["grid"] / stress[faster], "", True)
        return rows

    def cleanup(self):
        for path in getattr(self, "paths", {}).values():
            path.unlink(missing_ok=True)


def complete_bench(label, **fields):
    register(type(f"Complete_{label}", (Complete,), {"name": f"layout {label}", "label": label, **fields}))


complete_bench("cora", file="cora.npz", sfdp=True)
complete_bench("minesweeper", file="minesweeper.npz", sfdp=True, grid=True)
complete_bench("sbm1e5", data="sbm:20000,degree=10", sfdp=True, rounds=3, quick_rounds=1)
complete_bench("king316", data="grid:316x316,diagonal=1", grid=True, rounds=3, quick_rounds=1)
