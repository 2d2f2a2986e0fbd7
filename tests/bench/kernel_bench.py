"""Kernels: the apply against SciPy, LibTorch and Eigen, slider ticks of the engine, exact pairs."""
import numpy as np
import scipy

from harness import Bench, BenchError, LeftOut, Row, meets, register, timed
from scipy_peer import chebyshev, shifted_laplacian

# T1 was set with figures of SciPy 1.10; a later one is shown beside it.
T1_SCIPY, SCIPY = "1.10", ".".join(scipy.__version__.split(".")[:2])
NU, KAPPA, ORDER, COLUMNS = 1.5, 5.0, 50, 64


def series():
    """Chebyshev coefficients of phi^(1/2), symmetric Laplacian: by the cosine sum over 4096 Chebyshev points."""
    points = 4096
    theta = np.pi * (np.arange(points) + 0.5) / points
    values = (1 + KAPPA**2 / (2 * NU) * (np.cos(theta) + 1)) ** (-NU / 2)
    c = np.array([2 / points * np.sum(values * np.cos(k * theta)) for k in range(ORDER + 1)])
    c[0] /= 2
    return c


class Apply(Bench):
    """Order 50 on 64 vectors, two threads, against all three peers in one run."""
    data = label = ""
    targets = {}
    file = None
    rounds, quick_rounds, repeat = 6, 2, 3
    against_eigen = {}  # ratio by label, of all graphs of this run

    def prepare(self):
        scratch, program = self.context.scratch, self.context.program
        self.source = str(self.context.data(self.file)) if self.file else self.data
        self.paths = {name: str(scratch / f"kernel_{name}.npy") for name in ("edges", "block", "result")}
        reply = program.request("edges", data=self.source, out=self.paths["edges"])["result"]
        self.nodes, self.edges = reply["nodes"], reply["edges"]
        self.block = np.random.default_rng(5).standard_normal((self.nodes, COLUMNS)).astype(np.float32)
        self.paths["block"] = str(scratch / f"kernel_block_{self.nodes}.npy")
        np.save(self.paths["block"], self.block)
        self.list = np.load(self.paths["edges"])
        self.matrix = shifted_laplacian(self.list, self.nodes, np.float32)
        self.coefficients = series()

    def request(self, op, **fields):
        return self.context.program.request(op, data=self.source, block=self.paths["block"], **fields)

    def check(self):
        """Against float64: at most 5e-7 (float32) and 5e-4 (fp16), and the peers do the same work."""
        part = slice(0, 8)
        exact = chebyshev(self.matrix.astype(np.float64), self.block[:, part].astype(np.float64), self.coefficients)
        self.errors = {}
        for name, op, extra in (("ours", "apply", {}), ("half", "apply", {"half": True}), ("torch", "apply_torch", {}),
                                ("eigen", "apply_eigen", {})):
            self.request(op, out=self.paths["result"], **extra)
            got = np.load(self.paths["result"])[:, part]
            linked = np.bincount(self.list.ravel(), minlength=self.nodes) > 0  # the C++ peers leave isolated nodes out
            self.errors[name] = float(np.linalg.norm((got - exact)[linked]) / np.linalg.norm(exact[linked]))
            if self.errors[name] > (1e-3 if name == "half" else 1e-5):
                raise BenchError(f"{self.label}: {name} differs from float64 by {self.errors[name]:.1e}")
        version = self.context.old_scipy().request("version")["result"]["version"]
        if not version.startswith(T1_SCIPY + "."):
            raise BenchError(f"the peer of T1 is SciPy {version}, not {T1_SCIPY}")
        mine = float(np.linalg.norm(chebyshev(self.matrix, self.block, self.coefficients)))
        theirs = self.old_scipy("chebyshev")["result"]["norm"]
        if abs(theirs / mine - 1) > 1e-4:
            raise BenchError(f"{self.label}: the two versions of SciPy differ, {mine} and {theirs}")

    def variants(self):
        found = {"ours": lambda: self.request("apply", repeat=self.repeat)["ms"],
                 "half": lambda: self.request("apply", repeat=self.repeat, half=True)["ms"],
                 f"SciPy {SCIPY}": lambda: timed(lambda: chebyshev(self.matrix, self.block, self.coefficients)),
                 f"SciPy {T1_SCIPY}": lambda: self.old_scipy("chebyshev")["ms"]}
        for threads in (1, 2):
            found[f"LibTorch {threads}"] = lambda t=threads: self.request("apply_torch", threads=t, repeat=self.repeat)["ms"]
            found[f"Eigen {threads}"] = lambda t=threads: self.request("apply_eigen", threads=t, repeat=self.repeat)["ms"]
        found["limit"] = self.limit
        return found

    def old_scipy(self, op):
        return self.context.old_scipy().request(op, edges=self.paths["edges"], nodes=self.nodes, block=self.paths["block"],
                                                coefficients=[float(c) for c in self.coefficients])

    def limit(self):
        """The time if every line came as fast as this machine's caches and memory give it: a random line for each neighbour out of
        the vector of 16 columns, and in sequence the vector before, read and written, and a third of the time the sum and the row itself."""
        lines = ORDER * COLUMNS // 16
        vector = self.nodes * 64
        random = self.context.program.request("limits", bytes=vector)["result"]["ns_per_line"]
        sequence = self.context.program.request("limits", bytes=3 * vector)["result"]["gb_per_s"]
        return lines * (2 * self.edges * random / 2 + 3 * vector / sequence) / 1e6

    def rows(self, best):
        peers = {f"SciPy {v}": best[f"SciPy {v}"] for v in (T1_SCIPY, SCIPY)} | {"LibTorch CSR": min(best["LibTorch 1"], best["LibTorch 2"]),
                 "Eigen": min(best["Eigen 1"], best["Eigen 2"])}
        rows = []
        share = best["limit"] / best["ours"]
        for peer, time in peers.items():
            target = self.targets.get(peer, "")
            ratio = time / best["ours"]
            rows.append(Row(f"apply {self.label}, against {peer}", best["ours"], peer, time, ratio, target, meets(ratio, target), False))
        rows.append(Row(f"apply {self.label}, share of the machine's limit", best["ours"], "lines at best", best["limit"], share,
                        ">= 0.75", meets(share, ">= 0.75"), True))
        ratio = peers["LibTorch CSR"] / best["half"]
        rows.append(Row(f"apply {self.label}, fp16 storage", best["half"], "LibTorch CSR", peers["LibTorch CSR"], ratio, "", True, True))
        Apply.against_eigen[self.label] = peers["Eigen"] / best["ours"]
        if len(Apply.against_eigen) == 5:  # T3 asks for 4 on three of the five graphs
            several = sum(ratio >= 4 for ratio in Apply.against_eigen.values())
            rows.append(Row("apply, graphs of the five with 4 x Eigen or more", None, "Eigen", None, several, ">= 3", meets(several, ">= 3"), False))
        for name, target in (("ours", "<= 5e-7"), ("half", "<= 5e-4")):
            rows.append(Row(f"apply {self.label}, error of {name} against float64", None, "float64", None, self.errors[name],
                            target, meets(self.errors[name], target), False))
        return rows


def apply_bench(label, data=None, file=None, torch="", eigen=">= 2.3", rounds=6, repeat=3, large=False):
    wanted = {f"SciPy {T1_SCIPY}": ">= 18", "LibTorch CSR": torch, "Eigen": eigen}
    kind = type(f"Apply_{label}", (Apply,), {"name": f"apply {label}", "label": label, "data": data, "file": file,
                                             "targets": {k: v for k, v in wanted.items() if v}, "rounds": rounds,
                                             "quick_rounds": 1 if large else 2, "repeat": repeat})
    return register(kind)


apply_bench("cora", file="cora.npz", torch=">= 4", rounds=12, repeat=8)
apply_bench("minesweeper", file="minesweeper.npz", torch=">= 2.3", rounds=10, repeat=4)
apply_bench("tolokers", file="tolokers.npz", torch=">= 1.4", rounds=4, repeat=2)
apply_bench("sbm1e5", data="sbm:20000,degree=10", rounds=16, repeat=3)
apply_bench("sbm1e6", data="sbm:100000,degree=20", rounds=6, repeat=1, large=True)


class Tick(Bench):
    """A slider tick through KernelEngine, every repeat another kernel; the target is in milliseconds."""
    absolute = True
    rounds, quick_rounds = 3, 2
    fields = {}
    file = None

    def prepare(self):
        if self.file:
            self.fields = {**self.fields, "data": str(self.context.data(self.file))}

    def ours(self):
        return self.context.program.request(self.op, **self.fields)


def tick_bench(label, target, op="tick", file=None, **fields):
    register(type(f"Tick_{label}", (Tick,), {"name": label, "target": target, "fields": fields, "op": op, "file": file}))


tick_bench("tick, row of cora", "<= 1", file="cora.npz", what="row", repeat=200)
tick_bench("tick, row of 1e5 nodes", "<= 1", data="grid:316x316,diagonal=1", what="row", repeat=100)
tick_bench("tick, row of 1e6 nodes", "<= 4", data="grid:1000x1000,diagonal=1", what="row", repeat=50)
tick_bench("tick, heatmap 512x512 of cora", "<= 1", file="cora.npz", what="image", repeat=100)
tick_bench("tick, heatmap 512x512 of minesweeper", "<= 1", file="minesweeper.npz", what="image", repeat=100)
tick_bench("tick, 64 fields of minesweeper", "<= 4", file="minesweeper.npz", what="fields", repeat=50)
tick_bench("pick, row of order 50, cora", "<= 1", op="pick", file="cora.npz", repeat=50)
tick_bench("pick, row of order 50, minesweeper", "<= 5", op="pick", file="minesweeper.npz", repeat=20)
tick_bench("pick, row of order 50, tolokers", "<= 25", op="pick", file="tolokers.npz", repeat=10)
tick_bench("pick, row of order 50, 1e5 nodes", "<= 60", op="pick", data="grid:316x316,diagonal=1", repeat=10)
tick_bench("load to live heatmap, minesweeper", "<= 500", op="heatmap", file="minesweeper.npz", repeat=2)
tick_bench("load to first row, cora", "<= 50", op="first row", file="cora.npz", repeat=5)
tick_bench("first partial sum of a row, 1e6 nodes", "<= 100", op="partial", data="grid:1000x1000,diagonal=1", repeat=5)
tick_bench("first partial sum of a row, 1e7 edges", "<= 100", op="partial", data="sbm:1000000,degree=20", repeat=5)


# A row as the verb `kernel` asks for it, nothing prepared: series, matrix and recurrence in float64 to --tol 1e-6, of degree 49.
for label, source, target in (("cora", {"file": "cora.npz"}, "<= 1"), ("minesweeper", {"file": "minesweeper.npz"}, "<= 5"),
                              ("tolokers", {"file": "tolokers.npz"}, "<= 25"), ("1e5 nodes", {"data": "grid:316x316,diagonal=1"}, "<= 60")):
    tick_bench(f"row as the verb asks, order 49, {label}", target, op="verb row", repeat=10, **source)


class LargeTick(Tick):
    """Millions of nodes, with the tolerance that Studio takes for graphs of that size; the bound that the row shows stands beside it. Some minutes
    of preparation, so not in a quick run."""
    target = "<= 16"
    op = "tick"
    bytes_per_node = 0

    def prepare(self):
        if self.context.quick:
            raise LeftOut

    def rows(self, best):
        reply = self.ours()["result"]
        # The basis once, and the row, whose lines are fetched before they are written.
        moved = reply["nodes"] * (reply["rank"] * self.bytes_per_node + 8) / 1e6
        limit = self.context.program.request("limits")["result"]["gb_per_s"]
        return [Row(self.name, best["ours"], "memory read", moved / limit, moved / best["ours"] / limit, self.target, best["ours"] <= 16, True),
                Row(f"{self.name}, largest error shown, rank {reply['rank']}", None, None, None, reply["bound"], "", True, True)]


@register
class FloatTick(LargeTick):
    name = "tick, row of 5e6 nodes"
    fields = {"data": "grid:2236x2236,diagonal=1", "what": "row", "repeat": 20, "tolerance": 1e-3}
    bytes_per_node = 4


@register
class HalfTick(LargeTick):
    name = "tick, row of 1e7 nodes, fp16"
    fields = {"data": "grid:3162x3162,diagonal=1", "what": "row", "repeat": 20, "half": True, "tolerance": 1e-3}
    bytes_per_node = 2


@register
class Exact(Bench):
    """All eigenpairs, component by component, against LibTorch's eigh of the whole matrix on two threads."""
    name = "all eigenpairs of cora"
    peer = "LibTorch eigh"
    target = ">= 0.91"
    rounds, quick_rounds = 2, 1

    def prepare(self):
        self.data = str(self.context.data("cora.npz"))

    def ours(self):
        return self.context.program.request("eigh", data=self.data)

    def check(self):
        trace = self.ours()["result"]["trace"]
        if abs(trace - 2708) > 1e-6:
            raise BenchError(f"the eigenvalues sum to {trace}, the trace is 2708")

    def variants(self):
        return {"ours": lambda: self.ours()["ms"],
                self.peer: lambda: self.context.program.request("eigh_torch", data=self.data)["ms"]}


@register
class Limits(Bench):
    """How near the apply comes to the machine: bytes that must move on a grid, random lines on a random graph. What the memory of a shared
    machine gives changes from second to second, so each apply is compared with what was measured right before and after it; the row is
    the median of the rounds."""
    name = "apply against the machine's limits"
    rounds, quick_rounds = 5, 1

    def prepare(self):
        self.columns = 32
        self.sizes, self.seen = {}, {}
        graphs = {"king1000": "grid:1000x1000,diagonal=1"}
        if not self.context.quick:
            graphs["sbm1e7"] = "sbm:1000000,degree=20"
        self.graphs = graphs
        for name, data in graphs.items():
            reply = self.context.program.request("edges", data=data, out=str(self.context.scratch / "kernel_edges.npy"))["result"]
            self.sizes[name] = (reply["nodes"], reply["edges"])
            self.seen[name] = []
        self.path = str(self.context.scratch / "kernel_block_limits.npy")
        np.save(self.path, np.random.default_rng(5).standard_normal((1_000_000, self.columns)).astype(np.float32))

    def variants(self):
        return {name: (lambda n=name: self.paired(n)) for name in self.graphs}

    def paired(self, name):
        request = self.context.program.request
        # Random lines out of a vector of 16 columns on 1e6 nodes; in sequence out of more than the caches hold.
        table = {"bytes": 64_000_000} if name == "sbm1e7" else {}
        before = request("limits", **table)["result"]
        ms = request("apply", data=self.graphs[name], block=self.path)["ms"]
        after = request("limits", **table)["result"]
        self.seen[name].append((ms, (before["gb_per_s"] + after["gb_per_s"]) / 2, (before["ns_per_line"] + after["ns_per_line"]) / 2))
        return ms

    def rows(self, best):
        def median(measured):  # by the ratio, which is last
            return sorted(measured, key=lambda each: each[-1])[len(measured) // 2]

        nodes, edges = self.sizes["king1000"]
        tiles, width = self.columns // 32, 32  # as the apply takes graphs of near neighbours beyond the caches
        # Per step and tile: ids 4 bytes an entry, 4 bytes a node, 44/3 a number (current, previous twice, the sum twice every third time).
        moved = tiles * ORDER * (8 * edges + 4 * nodes + 44 / 3 * nodes * width) / 1e6
        ms, gb, ratio = median([(ms, gb, moved / ms / gb) for ms, gb, _ in self.seen["king1000"]])
        rows = [Row("apply king1000, GB/s moved against memory read", ms, "memory read GB/s", gb, ratio, ">= 0.73", meets(ratio, ">= 0.73"), False)]
        if "sbm1e7" in best:
            nodes, edges = self.sizes["sbm1e7"]
            lines = ORDER * 2 * edges * self.columns * 4 / 64
            each, ns, ratio = median([(ms * 1e6 / lines * 2, ns, ns / (ms * 1e6 / lines * 2)) for ms, _, ns in self.seen["sbm1e7"]])
            rows.append(Row("apply sbm1e7, ns per random line and thread", each, "random line ns", ns, ratio, ">= 0.75", meets(ratio, ">= 0.75"), False))
        return rows


@register
class Linear(Bench):
    """Time per edge and step from 1e4 to 1e7 edges of one family: it grows with the caches that are left, not with the size."""
    name = "apply grows linearly in edges"
    rounds, quick_rounds = 3, 1

    def prepare(self):
        sides = (50, 158, 500) if self.context.quick else (50, 158, 500, 1581)
        self.graphs = {side: f"grid:{side}x{side},diagonal=1" for side in sides}
        self.paths, self.edges = {}, {}
        for side, data in self.graphs.items():
            self.paths[side] = str(self.context.scratch / f"kernel_block_linear_{side}.npy")
            np.save(self.paths[side], np.random.default_rng(5).standard_normal((side * side, 32)).astype(np.float32))
            self.edges[side] = self.context.program.request("edges", data=data, out=str(self.context.scratch / "kernel_edges.npy"))["result"]["edges"]

    def variants(self):
        return {side: (lambda s=side: self.context.program.request("apply", data=self.graphs[s], block=self.paths[s])["ms"])
                for side in self.graphs}

    def rows(self, best):
        each = {s: best[s] * 1e6 / self.edges[s] / ORDER for s in self.graphs}
        grown = max(each.values()) / min(each.values())  # in the caches at first, out of memory at last; quadratic would be 1000
        return [Row(f"apply, {self.edges[s]:.1e} edges (ns per edge and step)", each[s], None, None, None, "", True, True) for s in self.graphs] + [
            Row("apply, time per edge, largest against smallest", None, None, None, grown, "<= 4", grown <= 4, False)]


@register
class Cancel(Bench):
    """The longest time from a cancel to its answer, over several moments in the work."""
    name = "cancel"
    rounds = quick_rounds = 1
    works = ("make", "chebyshev", "lanczos", "cholesky", "degree order", "community order", "spectral order", "prepare rows", "prepare variances",
             "prepare pairs", "prepare fields", "prepare picture", "sample", "sample laplacian")

    def prepare(self):
        self.data = "sbm:100000,degree=20" if self.context.quick else "sbm:1000000,degree=20"
        self.cases = [(work, self.data) for work in self.works]
        # A grid's factor is sparse: its order, pattern, factor and solves are reached one after the other. That of a ring is nearly
        # nothing but its nodes.
        small = self.context.quick
        self.cases += [("cholesky", "grid:300x300,diagonal=1" if small else "grid:1000x1000,diagonal=1"),
                       ("cholesky", "ring:300000" if small else "ring:5000000")]

    def variants(self):
        def longest(work, data):
            after = [3, 30, 100, 170, 250, 400, 700, 1100, 2500, 5000] + ([1700, 3500, 7000, 9500] if work == "cholesky" else [])
            return self.context.program.request("cancel", data=data, what=work, after=after)["ms"]
        return {case: (lambda c=case: longest(*c)) for case in self.cases}

    def rows(self, best):
        return [Row(f"cancel, {work}, {data}", best[work, data], None, None, None, "<= 100", best[work, data] <= 100, True) for work, data in self.cases]
