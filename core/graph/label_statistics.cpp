#include "core/graph/label_statistics.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace sispde {
namespace {

constexpr NodeId nodesPerLook = 8192;  // some milliseconds, even where they have very many neighbours

// Class pairs with their weights: a full table for few classes, a hash table for many.
class PairTable {
 public:
  explicit PairTable(std::int32_t classes) : classes_(classes) {
    if (classes <= 1024) full_.assign(static_cast<std::size_t>(classes) * classes, 0.0);
  }
  void add(std::int32_t a, std::int32_t b, double weight) {
    const std::uint64_t key = static_cast<std::uint64_t>(a) * classes_ + b;
    if (full_.empty())
      sparse_[key] += weight;
    else
      full_[key] += weight;
  }
  template <class Visit>
  void forEach(Visit&& visit) const {
    for (std::size_t key = 0; key < full_.size(); ++key)
      if (full_[key] > 0) visit(static_cast<std::int32_t>(key % classes_), full_[key]);
    for (const auto& [key, weight] : sparse_) visit(static_cast<std::int32_t>(key % classes_), weight);
  }

 private:
  std::uint64_t classes_;
  std::vector<double> full_;
  std::unordered_map<std::uint64_t, double> sparse_;
};

double plogp(double p) {
  return p > 0 ? p * std::log(p) : 0;
}

}  // namespace

LabelStatistics labelStatistics(const Graph& graph, std::span<const std::int32_t> labels,
                                const Progress& progress) {
  LabelStatistics result;
  if (labels.empty()) return result;
  const std::int32_t classes = *std::max_element(labels.begin(), labels.end()) + 1;
  if (classes <= 0) return result;

  PairTable edgePairs(classes), nodePairs(classes);
  std::vector<double> degreeSum(classes, 0), sameSum(classes, 0), nodeShare(classes, 0), nodes(classes, 0);
  double labelled = 0, connected = 0, directed = 0, same = 0, shareSum = 0;
  for (NodeId u = 0; u < graph.nodeCount(); ++u) {
    if (u % nodesPerLook == 0 && progress.stopped()) return {};
    const std::int32_t a = labels[u];
    if (a < 0) continue;
    labelled += 1;
    nodes[a] += 1;
    const auto row = graph.neighbours(u);
    const auto degree =
        static_cast<double>(std::count_if(row.begin(), row.end(), [&](NodeId v) { return labels[v] >= 0; }));
    if (degree == 0) continue;
    double sameHere = 0;
    for (const NodeId v : row) {
      const std::int32_t b = labels[v];
      if (b < 0) continue;
      sameHere += a == b;
      edgePairs.add(a, b, 1);
      nodePairs.add(a, b, 1 / degree);
    }
    connected += 1;
    nodeShare[a] += 1;
    directed += degree;
    degreeSum[a] += degree;
    same += sameHere;
    sameSum[a] += sameHere;
    shareSum += sameHere / degree;
  }
  if (directed == 0) return result;

  const double edge = same / directed;
  result.edgeHomophily = edge;
  result.nodeHomophily = shareSum / connected;
  if (classes >= 2) {
    double sum = 0;
    for (std::int32_t k = 0; k < classes; ++k)
      if (degreeSum[k] > 0) sum += std::max(0.0, sameSum[k] / degreeSum[k] - nodes[k] / labelled);
    result.classHomophily = sum / (classes - 1);
  }
  double squares = 0, entropyQ = 0, entropyNode = 0;
  for (std::int32_t k = 0; k < classes; ++k) {
    squares += degreeSum[k] / directed * (degreeSum[k] / directed);
    entropyQ += plogp(degreeSum[k] / directed);
    entropyNode += plogp(nodeShare[k] / connected);
  }
  if (entropyQ == 0) return result;  // one class alone has edges
  result.adjustedHomophily = (edge - squares) / (1 - squares);
  double edgeSum = 0, nodeSum = 0;
  edgePairs.forEach([&](std::int32_t, double weight) { edgeSum += plogp(weight / directed); });
  nodePairs.forEach([&](std::int32_t b, double weight) {
    const double p = weight / connected;
    nodeSum += p * std::log(p / (degreeSum[b] / directed));
  });
  result.edgeInformativeness = 2 - edgeSum / entropyQ;
  result.nodeInformativeness = 1 - nodeSum / entropyNode;
  return result;
}

}  // namespace sispde
