#include "app/cli/score_table.h"

#include <algorithm>

#include "core/detect/presets.h"

namespace sispde::cli {

// The propagated energy is GNSD's own score; for others it was chosen with its figures at hand.
static bool isChosenByResults(const std::string& detector, const std::string& primary) {
  const Result<DetectorOptions> usual = defaultsOf(detector);
  return primary == "energy-prop" && !(usual && usual->primary == primary);
}

ShownScores showScores(const Scoring& scoring, const std::string& detector, const DetectorOptions& options) {
  ShownScores shown;
  shown.json = Json::object();
  shown.table.header = {"score", "AUROC", "AUPR-in", "AUPR-out", "FPR95", "DET-ACC"};
  // Without OOD nodes every score has the same trouble, which is said once.
  const auto& all = scoring.metrics;
  const bool same = !all.empty() && std::all_of(all.begin(), all.end(), [&](const ScoreMetrics& each) {
    return !each.error.empty() && each.error == all.front().error;
  });
  if (same) shown.notes.push_back(all.front().error);
  for (const ScoreMetrics& each : all) {
    const bool primary = each.name == scoring.evaluation.primary;
    const std::string label = each.name + (primary ? " *" : "");
    if (!each.error.empty()) {
      shown.json[each.name] = {{"error", each.error}};
      shown.table.rows.push_back({label, "–", "–", "–", "–", "–"});
      if (!same) shown.notes.push_back(fmt::format("{}: {}", each.name, each.error));
      continue;
    }
    const OodMetrics& m = each.metrics;
    shown.json[each.name] = {{"auroc", m.auroc},
                             {"aupr_in", m.auprIn},
                             {"aupr_out", m.auprOut},
                             {"fpr95", m.fpr95},
                             {"det_acc", m.detAcc}};
    shown.table.rows.push_back(
        {label, fixed(m.auroc), fixed(m.auprIn), fixed(m.auprOut), fixed(m.fpr95), fixed(m.detAcc)});
  }
  shown.notes.push_back(
      fmt::format("* is the primary score{}.",
                  isChosenByResults(detector, options.primary)
                      ? "; that it is the propagated energy was decided after seeing OOD results"
                      : ""));
  shown.notes.push_back(
      fmt::format("nu = {:g} and kappa = {:g} of matern-energy{}.", options.maternNu, options.maternKappa,
                  options.maternNu == 5 && options.maternKappa == 4 ? " were chosen after seeing OOD results"
                                                                    : " are the user's"));
  shown.notes.emplace_back(
      "A -shuffled score smooths energies that were shuffled over the nodes first: what it gains is "
      "averaging, not the graph.");
  return shown;
}

}  // namespace sispde::cli
