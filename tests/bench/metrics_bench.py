"""Out-of-distribution metrics against scikit-learn."""
import sys
from pathlib import Path

import numpy as np
from sklearn.metrics import roc_auc_score

from harness import Bench, register, require_equal

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "reference"))
from make_metrics import reference_values  # noqa: E402

KEYS = ("auroc", "aupr_in", "aupr_out", "fpr95", "det_acc")


@register
class Auroc(Bench):
    """The program computes all five metrics in the time the peer has for AUROC alone."""
    name = "auroc 1e6 float64"
    peer = "scikit-learn roc_auc_score"
    target = ">= 15"

    def prepare(self):
        rng = np.random.default_rng(19)
        n = 1_000_000
        self.is_ood = (rng.random(n) < 0.3).astype(np.uint8)
        self.score = rng.standard_normal(n) + self.is_ood
        self.folder = self.context.scratch
        np.save(self.folder / "labels.npy", self.is_ood)
        np.save(self.folder / "scores.npy", self.score)
        np.save(self.folder / "tied.npy", np.round(self.score, 2))

    def ask(self, file):
        return self.context.program.request("auroc", file=str(self.folder / file), labels=str(self.folder / "labels.npy"), repeat=1)

    def ours(self):
        return self.ask("scores.npy")

    def reference(self):
        return roc_auc_score(self.is_ood, self.score)

    def check(self):
        for file, score in (("scores.npy", self.score), ("tied.npy", np.round(self.score, 2))):
            values = reference_values(score, self.is_ood, grid=False)
            require_equal(file, self.ask(file)["result"], {k: values[k] for k in KEYS}, 1e-9)

    def cleanup(self):
        for file in ("labels.npy", "scores.npy", "tied.npy"):
            (self.context.scratch / file).unlink(missing_ok=True)
