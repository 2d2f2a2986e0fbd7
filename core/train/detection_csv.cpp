#include "core/train/detection_csv.h"

#include <algorithm>
#include <numeric>

#include "core/io/csv.h"

namespace sispde {

std::string detectionCsv(const DetectionTask& task, const TaskDetection& found, const ShiftedData& data,
                         const std::vector<std::int32_t>& prediction) {
  std::vector<std::size_t> order(task.testedCount());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return found.scores[a] > found.scores[b]; });
  std::string text = "node,name,score,p,q,flagged,degree,prediction,ood,graph\n";
  for (const std::size_t i : order) {
    const bool here = i < task.tested.size();
    const NodeId u = here ? task.tested[i] : task.elsewhere[i - task.tested.size()];
    const Dataset& of = here ? data.training : data.test;
    text += fmt::format(
        "{},{},{},{},{},{},{},{},{},{}\n", u, of.nodeNames.empty() ? "" : csvCell(of.nodeNames[u]),
        found.scores[i], found.detection.p[i], found.detection.q[i], found.detection.flagged[i],
        of.graph.degree(u), here && !prediction.empty() ? fmt::format("{}", prediction[u]) : "",
        task.truth.empty() || task.truth[i] < 0 ? "" : fmt::format("{}", task.truth[i]),
        here ? "training" : "test");
  }
  return text;
}

}  // namespace sispde
