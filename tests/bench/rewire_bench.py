"""Rewiring: the most correlated 1 % of all pairs by streaming columns, against the dense route of LibTorch
(eigh, product, cut) in the same run, and the plan of a frame."""
from harness import Bench, BenchError, Row, meets, register

# The kernel of the rewiring experiments, and one of longer reach (that of the apply benchmarks: 42 steps instead of 9, and float64 where
# float32 is not good to 1e-6). The dense route takes the same time for every kernel.
KERNEL = {"nu": 1.0, "kappa": 1.0, "share": 0.01}
FAR = {"nu": 1.5, "kappa": 5.0, "share": 0.01}


class Strongest(Bench):
    """The sets are compared before the times: the peer checks ours against its own matrix."""
    peer = "LibTorch eigh, GEMM, cut"
    rounds = quick_rounds = 1
    file = data = None
    repeat, peer_kernels = 3, (KERNEL,)

    def prepare(self):
        self.fields = {**KERNEL, "data": str(self.context.data(self.file)) if self.file else self.data}

    def check(self):
        self.peer_ms = float("inf")
        for kernel in self.peer_kernels:
            reply = self.context.program.request("rewire_dense", **{**self.fields, **kernel})
            got = reply["result"]
            if got["wrong"] or got["missing"] or got["worst"] > 1e-6:
                raise BenchError(f"{self.name}: not the dense set: {got}")
            self.peer_ms = min(self.peer_ms, reply["ms"])

    def variants(self):
        def stream(kernel):
            return self.context.program.request("rewire_stream", repeat=self.repeat, **{**self.fields, **kernel})["ms"]

        return {"ours": lambda: stream(KERNEL), "far": lambda: stream(FAR), self.peer: lambda: self.peer_ms}

    def rows(self, best):
        far = self.peer_ms / best["far"]
        return super().rows(best) + [Row(f"{self.name}, ν 1.5 κ 5", best["far"], self.peer, self.peer_ms, far, "", True, True)]


@register
class StrongestCora(Strongest):
    name, file, target = "strongest 1 % of pairs, cora", "cora.npz", ">= 30"
    repeat, peer_kernels = 10, (KERNEL, FAR, KERNEL)


@register
class StrongestMinesweeper(Strongest):
    """The dense route takes a minute or more and 4 GB; the quick run does it on a quarter of the nodes, without a target."""
    name, target = "strongest 1 % of pairs, minesweeper", ">= 80"

    def prepare(self):
        if self.context.quick:
            self.name, self.target, self.data = "strongest 1 % of pairs, minesweeper:50x50", "", "minesweeper:50x50"
        else:
            self.file = "minesweeper.npz"
        super().prepare()


@register
class StrongestMemory(Bench):
    """Memory of a process beyond one that keeps no pairs, which has the graph and the blocks of columns too, over the bound: twice the
    wanted pairs, of 12 bytes each. The answer takes the place of the weaker half."""
    name = "strongest 1 % of pairs, minesweeper, memory"
    rounds = quick_rounds = 1

    def variants(self):
        return {"ours": self.memory}

    def peak(self, share):
        """KB of a fresh process at its height: the least of five, for what is laid out by chance differs by a page of 2 MB."""
        fields = {**KERNEL, "data": str(self.context.data("minesweeper.npz")), "share": share}
        peaks = []
        for _ in range(5):
            fresh = self.context.fresh()
            try:
                reply = fresh.request("rewire_stream", **fields)
            finally:
                fresh.close()
            peaks.append(reply["peak_kb"])
        self.bound = 2 * 12 * reply["result"]["wanted"] / 1024
        return min(peaks)

    def memory(self):
        before = self.peak(0.0)
        return self.peak(KERNEL["share"]) - before

    def rows(self, best):
        ratio = best["ours"] / self.bound
        return [Row("strongest 1 % of pairs, minesweeper, KB beyond the columns", best["ours"], "2 × 12 bytes a pair", self.bound,
                    ratio, "<= 1.1", meets(ratio, "<= 1.1"), True)]


@register
class StrongestTolokers(Bench):
    """All pairs of Tolokers within 8 s, under the kernel of the experiments (ν 1, κ 1)."""
    name, target, absolute, rounds, quick_rounds = "strongest 1 % of pairs, tolokers, ν 1 κ 1", "<= 8000", True, 2, 1

    def ours(self):
        return self.context.program.request("rewire_stream", data=str(self.context.data("tolokers.npz")), nu=1.0, kappa=1.0, share=0.01)


@register
class PlanFrame(Bench):
    """A plan when a slider has moved: 2e5 candidates of Minesweeper within 3 hops."""
    name, target, absolute, rounds, quick_rounds = "rewiring plan of a frame, minesweeper within 3 hops", "<= 4", True, 3, 2

    def ours(self):
        return self.context.program.request("rewire_plan", data=str(self.context.data("minesweeper.npz")), repeat=50)
