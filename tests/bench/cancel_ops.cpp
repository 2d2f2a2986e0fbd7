// How long a cancel takes to be answered: the work runs in a thread, is stopped after some milliseconds, and the time until it returns
// is what counts.

#include <thread>

#include "core/graph/louvain.h"
#include "core/kernel/kernel_engine.h"
#include "core/kernel/node_order.h"
#include "core/noise/fields.h"
#include "tests/bench/bench_common.h"

namespace sispde::bench {
namespace {

using Work = std::function<Result<void>(const Progress&)>;

template <class T>
Result<void> withoutValue(const Result<T>& result) {
  if (!result) return Unexpected(result.error());
  return {};
}

Result<Work> workOf(const std::string& what, const Laplacian& laplacian,
                    std::shared_ptr<KernelEngine> engine) {
  const NodeId n = laplacian.nodeCount();
  const auto rows = [=](Method method, double kappa,
                        Normalisation normalisation = Normalisation::Trace) -> Work {
    return [=](const Progress& progress) {
      RowsRequest request;
      request.spec.normalisation = normalisation;
      request.spec.kappa = kappa;
      request.method = method;
      const std::vector<NodeId> nodes{0, n / 2, n - 1};
      return withoutValue(kernelRows(laplacian, nodes, request, progress));
    };
  };
  const auto order = [=](NodeOrder kind) -> Work {
    return
        [=](const Progress& progress) { return withoutValue(orderNodes(laplacian, {}, kind, 1, progress)); };
  };
  if (what == "chebyshev") return rows(Method::Chebyshev, 20);
  // Without normalisation: the method itself is what is stopped, not the trace before it.
  if (what == "lanczos") return rows(Method::Lanczos, 20, Normalisation::None);
  if (what == "cholesky") return rows(Method::Cholesky, 20, Normalisation::None);
  if (what == "degree order") return order(NodeOrder::Degree);
  if (what == "community order") return order(NodeOrder::Community);
  if (what == "spectral order") return order(NodeOrder::Spectral);
  if (what == "make")
    return
        [=](const Progress& progress) { return withoutValue(KernelEngine::make(laplacian, {}, progress)); };
  if (what == "prepare rows")
    return [=](const Progress& progress) {
      const std::vector<NodeId> nodes{0, n / 2, n - 1, 7};
      return engine->prepareRows(nodes, progress);
    };
  if (what == "prepare variances")
    return [=](const Progress& progress) { return engine->prepareDiagonal(progress); };
  if (what == "prepare pairs")
    return [=, pairs = std::make_shared<const std::vector<Edge>>(laplacian.graph().edges())](
               const Progress& progress) { return engine->preparePairs(*pairs, progress); };
  if (what == "prepare fields")
    return [=](const Progress& progress) { return engine->prepareFields(1, 8, progress); };
  if (what == "prepare picture")
    return [=](const Progress& progress) -> Result<void> {
      SISPDE_TRY(const auto places, orderNodes(laplacian, {}, NodeOrder::File));
      return engine->prepareImage(places, 512, progress);
    };
  if (what == "sample")
    return [=](const Progress& progress) {
      FieldsRequest request;
      request.columns = 16;
      return withoutValue(sampleFields(laplacian, request, progress));
    };
  if (what == "sample laplacian")
    return [=](const Progress& progress) {
      FieldsRequest request;
      request.spec.kind = KernelKind::Laplacian;
      request.columns = 4;
      return withoutValue(sampleFields(laplacian, request, progress));
    };
  return usageError("There is nothing called {} to cancel", what);
}

}  // namespace

Result<Json> cancelOperation(const Json& request) {
  SISPDE_TRY(const Graph graph, graphOf(request.at("data")));
  static std::map<std::string, std::shared_ptr<KernelEngine>> kept;
  std::shared_ptr<KernelEngine>& engine = kept[request.at("data")];
  if (!engine) {
    SISPDE_TRY(engine, KernelEngine::make(Laplacian(graph, LaplacianKind::Symmetric),
                                          {.maxBytes = std::size_t{12} << 30}));
  }
  SISPDE_TRY(const Work work, workOf(request.at("what"), engine->laplacian(), engine));
  double longest = 0;
  int cancels = 0;
  for (const double after : request.at("after").get<std::vector<double>>()) {
    std::stop_source source;
    Clock::time_point asked = Clock::now(), answered;
    Result<void> result;
    std::jthread worker([&] {
      result = work({source.get_token(), {}});
      answered = Clock::now();
    });
    std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(after));
    asked = Clock::now();
    source.request_stop();
    worker.join();
    if (result || result.error().kind != ErrorKind::Cancelled) continue;  // it was faster, or refused
    longest = std::max(longest, std::chrono::duration<double, std::milli>(answered - asked).count());
    ++cancels;
  }
  if (cancels == 0)
    return usageError("{} ended before it could be cancelled", request.at("what").get<std::string>());
  return Json{{"ms", longest}, {"result", {{"cancels", cancels}}}};
}

}  // namespace sispde::bench
