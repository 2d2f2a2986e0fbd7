#pragma once
// What the parts of the benchmark program share.

#include <chrono>
#include <string>

#include <nlohmann/json.hpp>

#include "core/base/result.h"
#include "core/io/npy.h"
#include "core/spectral/laplacian.h"

namespace sispde::bench {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

inline double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// The shortest of several runs of work(), which returns Result<void>.
template <class Work>
Result<double> shortest(int repeat, const Work& work) {
  double best = 1e300;
  for (int i = 0; i < repeat; ++i) {
    const auto start = Clock::now();
    SISPDE_CHECK(work());
    best = std::min(best, millisecondsSince(start));
  }
  return best;
}

Result<NpyArray> loadArray(const std::string& path);
// A file or generator; kept in memory between requests.
Result<Graph> graphOf(const std::string& data);

// Kernels: {"op": "apply" | "apply_torch" | "apply_eigen" | "engine" | …}; see kernel_ops.cpp and the peers.
Result<Json> kernelOperation(const std::string& op, const Json& request);
// {"op": "cancel", "data": …, "what": …, "after": [milliseconds, …]}: the longest time that a cancel took.
Result<Json> cancelOperation(const Json& request);

// {"op": "train" | "gemm"}; see train_ops.cpp.
Result<Json> trainOperation(const Json& request);
Result<Json> gemmOperation(const Json& request);
// {"op": "pause"}; see pause_ops.cpp.
Result<Json> pauseOperation(const Json& request);
// {"op": "layout" | "layout_stress" | "layout_iteration" | "layout_error"}; see layout_ops.cpp.
Result<Json> layoutOperation(const std::string& op, const Json& request);
// {"op": "rewire_stream" | "rewire_dense" | "rewire_plan"}; see rewire_ops.cpp.
Result<Json> rewireOperation(const std::string& op, const Json& request);
// {"op": "density"}; see density_ops.cpp.
Result<Json> densityOperation(const Json& request);

// One peer of the Chebyshev apply: T_{k+1} = 2X T_k − T_{k−1} on a node-major float block, X = Δ_sym − I.
struct PeerProblem {
  Graph graph;
  std::vector<double> coefficients;
  std::size_t columns = 0;
  const std::vector<float>* block = nullptr;
};
Result<double> torchApply(const PeerProblem& problem, int threads, int repeat, std::vector<float>& result);
Result<double> eigenApply(const PeerProblem& problem, int threads, int repeat, std::vector<float>& result);
Result<double> torchEigh(const Laplacian& laplacian, int repeat);

// X of PeerProblem as CSR values in the order of the graph.
std::vector<float> peerValues(const Graph& graph);

}  // namespace sispde::bench
