"""Reading graphs: data set archives and CSV edge lists."""
import numpy as np
import pandas as pd
from scipy import sparse

from harness import Bench, BenchError, Row, meets, register, require_equal


def symmetric_csr(source, target, nodes):
    """0/1 adjacency of the undirected graph, self loops and duplicates dropped."""
    keep = source != target
    source, target = source[keep], target[keep]
    rows, columns = np.concatenate([source, target]), np.concatenate([target, source])
    matrix = sparse.coo_matrix((np.ones(len(rows), dtype=np.int8), (rows, columns)), shape=(nodes, nodes)).tocsr()
    matrix.data[:] = 1
    return matrix


@register
class LoadTolokers(Bench):
    name = "load tolokers"
    peer = "NumPy + SciPy"
    target = ">= 1"

    def prepare(self):
        self.path = self.context.data("tolokers.npz")

    def ours(self):
        return self.context.program.request("load", path=str(self.path))

    def reference(self):
        with np.load(self.path, allow_pickle=False) as archive:
            arrays = {key: archive[key] for key in archive.files}
        edges = arrays["edges"]
        return arrays, symmetric_csr(edges[:, 0], edges[:, 1], len(arrays["labels"]))

    def check(self):
        _, matrix = self.reference()
        first, second = self.ours()["result"], self.ours()["result"]
        require_equal("tolokers", first, {"nodes": matrix.shape[0], "edges": matrix.nnz // 2})
        if first.get("hash") != second.get("hash"):
            raise BenchError(f"two loads differ: hash {first.get('hash')} and {second.get('hash')}")


def digits(values, out):
    """Decimal digits right-aligned in the byte columns of `out`; 0 where a leading zero would be."""
    rest = values.copy()
    for column in range(out.shape[1] - 1, -1, -1):
        out[:, column] = np.where((rest > 0) | (column == out.shape[1] - 1), rest % 10 + ord("0"), 0)
        rest //= 10


def write_csv(path, source, target, width, chunk=1_000_000):
    with open(path, "wb") as file:
        file.write(b"source,target\n")
        for at in range(0, len(source), chunk):
            part = slice(at, at + chunk)
            text = np.zeros((len(source[part]), 2 * width + 2), dtype=np.uint8)
            digits(source[part], text[:, :width])
            text[:, width] = ord(",")
            digits(target[part], text[:, width + 1:-1])
            text[:, -1] = ord("\n")
            file.write(text[text != 0].tobytes())


@register
class Csv(Bench):
    """Random edge list in blocks of 10000 nodes, three quarters of the edges within a block.
    Every node is the source of an edge, so the node count has one meaning."""
    peer = "pandas + SciPy"
    target = ">= 4"
    rounds = 3
    quick_rounds = 2
    block = 10_000

    def __init__(self, context):
        super().__init__(context)
        self.nodes, self.edges = (100_000, 1_000_000) if context.quick else (1_000_000, 10_000_000)
        self.name = "csv 1e6" if context.quick else "csv 1e7"
        self.path = context.scratch / f"{self.name.replace(' ', '_')}.csv"
        self.replies = []

    def prepare(self):
        if self.path.exists():
            return
        rng = np.random.default_rng(23)
        source = rng.integers(0, self.nodes, self.edges, dtype=np.int32)
        source[: self.nodes] = rng.permutation(self.nodes)
        within = source // self.block * self.block + rng.integers(0, self.block, self.edges, dtype=np.int32)
        target = np.where(rng.random(self.edges) < 0.75, within, rng.integers(0, self.nodes, self.edges, dtype=np.int32))
        partial = self.path.with_suffix(".partial")
        write_csv(partial, source, target, len(str(self.nodes - 1)))
        partial.rename(self.path)

    def ours(self):
        with self.context.fresh() as program:
            reply = program.request("csv", path=str(self.path))
        self.replies.append(reply)
        return reply

    def reference(self):
        frame = pd.read_csv(self.path, dtype=np.int32)
        source, target = frame["source"].to_numpy(), frame["target"].to_numpy()
        return symmetric_csr(source, target, int(max(source.max(), target.max())) + 1)

    def check(self):
        matrix = self.reference()
        degree = np.diff(matrix.indptr).astype(np.int64)
        checksum = int(np.sum(degree * (np.arange(len(degree)) % 1000)))
        require_equal(self.name, self.ours()["result"], {"nodes": len(degree), "edges": matrix.nnz // 2, "checksum": checksum})

    def rows(self, best):
        """Adds the memory row: megabytes, ratio = peak / finished graph, smallest peak of all calls."""
        reply = min(self.replies, key=lambda r: r.get("peak_kb", float("inf")))
        graph_kb = reply["result"].get("graph_kb", reply.get("graph_kb"))
        if not reply.get("peak_kb") or not graph_kb:
            raise BenchError("the reply gives no peak_kb or no graph_kb")
        ratio, target = reply["peak_kb"] / graph_kb, "<= 3"
        memory = Row(f"{self.name} memory / finished graph (MB)", reply["peak_kb"] / 1024, "finished graph",
                     graph_kb / 1024, ratio, target, meets(ratio, target), False)
        return super().rows(best) + [memory]

    def cleanup(self):
        if not self.context.keep:
            self.path.unlink(missing_ok=True)
        self.path.with_suffix(".partial").unlink(missing_ok=True)
