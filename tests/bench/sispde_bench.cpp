// One JSON object per line on stdin, {"op": …}; one JSON line back, {"ms": …, "result": {…}, "peak_kb": …} or {"error": …}.

#include <fstream>
#include <iostream>
#include <limits>
#include <map>
#include <numeric>

#include "core/base/file.h"
#include "core/graph/dataset_hash.h"
#include "core/io/npy.h"
#include "core/io/open.h"
#include "core/ood/metrics.h"
#include "core/shift/generators.h"
#include "tests/bench/bench_common.h"

namespace sispde::bench {

Result<NpyArray> loadArray(const std::string& path) {
  SISPDE_TRY(std::string bytes, readFile(path));
  return NpyArray::parse(std::move(bytes), {path});
}

Result<Graph> graphOf(const std::string& data) {
  static std::map<std::string, Graph> kept;
  if (const auto found = kept.find(data); found != kept.end()) return found->second;
  SISPDE_TRY(const Dataset opened, isGeneratorSpec(data) ? generateDataset(data, 1) : openDataset(data));
  return kept.emplace(data, opened.graph).first->second;
}

}  // namespace sispde::bench

namespace {

using namespace sispde;
using namespace sispde::bench;

// VmHWM: the highest resident memory of this process alone (ru_maxrss also counts its parent before exec).
std::int64_t peakKilobytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == "VmHWM:") {
      std::int64_t kilobytes = 0;
      status >> kilobytes;
      return kilobytes;
    }
  return 0;
}

// Arrays stay in memory between requests: loading them is not what is measured.
struct Scores {
  std::vector<double> values;
  std::vector<std::uint8_t> flags;
};

Result<Json> auroc(const Json& request) {
  static std::map<std::string, Scores> cache;
  const std::string file = request.at("file"), labels = request.at("labels");
  if (!cache.contains(file)) {
    Scores scores;
    SISPDE_TRY(const NpyArray values, loadArray(file));
    SISPDE_TRY(const NpyArray flags, loadArray(labels));
    SISPDE_TRY(scores.values, values.toDouble());
    SISPDE_TRY(scores.flags, flags.toMask());
    cache.emplace(file, std::move(scores));
  }
  const Scores& scores = cache.at(file);
  double best = std::numeric_limits<double>::infinity();
  OodMetrics metrics;
  for (int i = 0; i < request.value("repeat", 1); ++i) {
    const auto start = Clock::now();
    SISPDE_TRY(metrics, oodMetrics(scores.values, scores.flags));
    best = std::min(best, millisecondsSince(start));
  }
  return Json{{"ms", best},
              {"result",
               {{"auroc", metrics.auroc},
                {"aupr_in", metrics.auprIn},
                {"aupr_out", metrics.auprOut},
                {"fpr95", metrics.fpr95},
                {"det_acc", metrics.detAcc}}}};
}

Result<Json> load(const Json& request) {
  const auto start = Clock::now();
  SISPDE_TRY(const Dataset data, openDataset(request.at("path")));
  const double ms = millisecondsSince(start);
  return Json{
      {"ms", ms},
      {"result",
       {{"nodes", data.nodeCount()}, {"edges", data.graph.edgeCount()}, {"hash", contentHash(data)}}}};
}

Result<Json> csv(const Json& request) {
  const std::int64_t before = peakKilobytes();
  const auto start = Clock::now();
  SISPDE_TRY(const Dataset data, openDataset(request.at("path")));
  const double ms = millisecondsSince(start);
  const std::int64_t peak = peakKilobytes() - before;
  std::int64_t checksum = 0;
  for (NodeId u = 0; u < data.nodeCount(); ++u) checksum += data.graph.degree(u) * (u % 1000);
  return Json{{"ms", ms},
              {"peak_kb", peak},
              {"result",
               {{"nodes", data.nodeCount()},
                {"edges", data.graph.edgeCount()},
                {"checksum", checksum},
                {"graph_kb", data.graph.bytes() / 1024}}}};
}

// Best of some passes over 256 MB.
Result<Json> probe() {
  const std::vector<std::uint64_t> memory(std::size_t{32} << 20, 1);
  double best = 0;
  std::uint64_t sum = 0;
  const auto begin = Clock::now();
  for (int pass = 0; pass < 5; ++pass) {
    const auto start = Clock::now();
    sum += std::accumulate(memory.begin(), memory.end(), std::uint64_t{0});
    best = std::max(best, static_cast<double>(memory.size() * 8) / 1e6 / millisecondsSince(start));
  }
  return Json{{"ms", millisecondsSince(begin)}, {"result", {{"gb_per_s", best}, {"sum", sum}}}};
}

Result<Json> answer(const Json& request) {
  const std::string op = request.at("op");
  if (op == "auroc") return auroc(request);
  if (op == "load") return load(request);
  if (op == "csv") return csv(request);
  if (op == "probe") return probe();
  if (op == "train") return trainOperation(request);
  if (op == "gemm") return gemmOperation(request);
  if (op == "pause") return pauseOperation(request);
  if (op.starts_with("layout")) return layoutOperation(op, request);
  if (op.starts_with("rewire")) return rewireOperation(op, request);
  if (op == "density") return densityOperation(request);
  return kernelOperation(op, request);
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    Json reply;
    try {
      Result<Json> result = answer(Json::parse(line));
      reply = result ? *result : Json{{"error", result.error().sentence()}};
    } catch (const std::exception& error) {
      reply = {{"error", error.what()}};
    }
    if (!reply.contains("peak_kb")) reply["peak_kb"] = peakKilobytes();
    std::cout << reply.dump() << std::endl;
  }
}
