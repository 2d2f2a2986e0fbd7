"""Training: a step of SISPDE against the same model in plain LibTorch operations, memory of whole runs, growth in edges."""
import json
import subprocess
import threading
import time

from harness import Bench, BenchError, Row, meets, register


class Step(Bench):
    """Forward, backward and Adam; the peer has its features sparse or dense, whichever is faster."""
    kernel, threads, hidden, steps = "white", (1, 2), 64, 4
    targets = {}
    rounds, quick_rounds, repeat = 5, 2, 5

    def prepare(self):
        self.data = str(self.context.data("cora.npz"))

    def request(self, **fields):
        fields = {"data": self.data, "kernel": self.kernel, "hidden": self.hidden, "steps": self.steps, "repeat": self.repeat, **fields}
        return self.context.program.request("train", **fields)

    def check(self):
        """Without noise both have the same loss."""
        ours, theirs = self.request(noise=False, repeat=1)["result"]["loss"], self.request(noise=False, peer="sparse", repeat=1)["result"]["loss"]
        if abs(ours - theirs) > 1e-5:
            raise BenchError(f"the losses are {ours} and {theirs}")

    def variants(self):
        found = {}
        for t in self.threads:
            for peer in ("", "sparse", "dense"):
                found[(t, peer)] = lambda t=t, p=peer: self.request(threads=t, peer=p)["ms"]
            found[(t, "white")] = lambda t=t: self.request(threads=t, kernel="white")["ms"]
        found["gemm"] = lambda: self.context.program.request("gemm", threads=2)["ms"]
        return found

    def rows(self, best):
        rows = []
        for t in self.threads:
            ours, theirs = best[(t, "")], min(best[(t, "sparse")], best[(t, "dense")])
            target = self.targets.get(t, "")
            rows.append(Row(f"{self.name}, {t} threads (ratio ours / peer)", ours, "LibTorch", theirs, ours / theirs, target,
                            meets(ours / theirs, target), False))
        return rows


@register
class White(Step):
    name, targets = "training step, white noise, cora 64/4/3", {1: "<= 0.5", 2: "<= 0.4"}


@register
class Matern(Step):
    name, kernel, targets = "training step, Matern noise, cora 64/4/3", "matern", {1: "<= 0.35", 2: "<= 0.35"}

    def rows(self, best):
        rows = super().rows(best)
        for t in self.threads:
            share = best[(t, "")] / best[(t, "white")]
            rows.append(Row(f"training step, Matern against white noise, {t} threads (ratio)", best[(t, "")], "white noise", best[(t, "white")],
                            share, "<= 1.15", meets(share, "<= 1.15"), False))
        return rows


@register
class Wide(Step):
    name, hidden, steps, threads, targets = "training step, white noise, cora 256/8/3", 256, 8, (2,), {2: "<= 0.4"}
    rounds, quick_rounds, repeat = 3, 1, 2

    def rows(self, best):
        rows = super().rows(best)
        work = self.request(threads=2, repeat=1)["result"]["gflop"]
        rate, top = work / best[(2, "")] * 1e3, 2 * 8192 * 256 * 512 / best["gemm"] / 1e6
        rows.append(Row("training step, cora 256/8/3, share of the rate of dense products", best[(2, "")], "LibTorch mm GFLOP/s", top, rate / top,
                        ">= 0.7", meets(rate / top, ">= 0.7"), False))
        return rows


@register
class Edges(Bench):
    """Time per edge of a training step on graphs of one family."""
    name = "training step grows linearly in edges"
    rounds, quick_rounds = 2, 1

    def prepare(self):
        self.sizes = (1_000, 10_000, 100_000)

    def variants(self):
        self.edges = {}

        def step(n):
            reply = self.context.program.request("train", data=f"sbm:{n},degree=20", samples=1, repeat=2)
            self.edges[n] = reply["result"]["edges"]
            return reply["ms"]
        return {n: (lambda n=n: step(n)) for n in self.sizes}

    def rows(self, best):
        return [Row(f"training step, {self.edges[n]:.0e} edges (ns per edge)", best[n] * 1e6 / self.edges[n], None, None, None, "", True, True) for n in self.sizes]


@register
class Memory(Bench):
    """Highest memory of whole runs by the command line."""
    name = "memory of training"
    rounds = quick_rounds = 1
    sets = ("cora", "tolokers", "pubmed")

    def variants(self):
        self.peak = {}

        def run(name):
            program = self.context.program_path.parents[2] / "sispde"
            child = subprocess.Popen([program, "train", str(self.context.data(f"{name}.npz")), "--set", "epochs=5", "--json", "-"], stdout=subprocess.PIPE)
            with child.stdout:
                watch = threading.Thread(target=self.watch, args=(name, child))
                watch.start()
                text = child.stdout.read()
            status = child.wait()
            watch.join()
            if status != 0:
                raise BenchError(f"training on {name} failed")
            reply = json.loads(text)
            return reply["seconds"] * 1e3
        return {name: (lambda n=name: run(n)) for name in self.sets}

    def watch(self, name, child):
        """VmHWM is the child's alone; what the system tells after its end counts the memory of this process too, from which it was forked."""
        while child.poll() is None:
            try:
                with open(f"/proc/{child.pid}/status") as file:
                    found = [line for line in file if line.startswith("VmHWM")]
            except OSError:
                return
            if found:
                self.peak[name] = max(self.peak.get(name, 0), int(found[0].split()[1]) / 1024)
            time.sleep(0.01)

    def rows(self, best):
        return [Row(f"memory of training on {name} (MB)", self.peak[name], None, None, None, "<= 1500", self.peak[name] <= 1500, True) for name in self.sets]


@register
class Pause(Bench):
    """The longest time from a pause to its answer, over many moments of a run."""
    name = "pause of training"
    rounds = quick_rounds = 1

    def prepare(self):
        found = lambda name: str(self.context.data(f"{name}.npz"))
        self.runs = {"pubmed, label": {"data": found("pubmed")}, "tolokers, feature": {"data": found("tolokers"), "shift": "feature"},
                     "1e6 edges": {"data": "sbm:100000,degree=20"}, "cora, 256 hidden": {"data": found("cora"), "hidden": 256}}

    def variants(self):
        times = 10 if self.context.quick else 30
        return {name: (lambda f=fields: self.context.program.request("pause", times=times, within=2500, **f)["ms"]) for name, fields in self.runs.items()}

    def rows(self, best):
        return [Row(f"pause of training, {name}", best[name], None, None, None, "<= 100", best[name] <= 100, True) for name in self.runs]
