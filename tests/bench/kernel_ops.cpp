// Our side of the kernel benchmarks.

#include <array>
#include <cmath>
#include <map>

#include "core/base/atomic_file.h"
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/io/open.h"
#include "core/kernel/kernel_engine.h"
#include "core/kernel/node_order.h"
#include "core/spectral/chebyshev_apply.h"
#include "core/spectral/chebyshev_series.h"
#include "core/spectral/dense_eigen.h"
#include "tests/bench/bench_common.h"

namespace sispde::bench {
namespace {

// φ^{1/2} of order 50, ν 1.5, κ 5, symmetric: the polynomial of the apply benchmarks.
std::vector<double> orderFifty() {
  const KernelSpec spec{.nu = 1.5, .kappa = 5};
  const KernelFunction shape(spec, 0.5, 2);
  const ChebyshevSeries series([&](double lambda) { return shape(lambda); }, 2);
  std::vector<double> coefficients(series.coefficients().begin(), series.coefficients().end());
  coefficients.resize(51, 0);
  return coefficients;
}

Result<const std::vector<float>*> blockOf(const std::string& file) {
  static std::map<std::string, std::vector<float>> kept;
  if (!kept.contains(file)) {
    SISPDE_TRY(const NpyArray array, loadArray(file));
    SISPDE_TRY(kept[file], array.toFloat());
  }
  return &kept[file];
}

Result<void> save(const Json& request, std::span<const float> values, std::int64_t rows) {
  if (!request.contains("out")) return {};
  return writeFile(request.at("out"),
                   npyBytes(values, {rows, static_cast<std::int64_t>(values.size()) / rows}));
}

Result<Json> apply(const std::string& op, const Json& request) {
  SISPDE_TRY(const Graph graph, graphOf(request.at("data")));
  SISPDE_TRY(const std::vector<float>* block, blockOf(request.at("block")));
  const auto n = static_cast<std::size_t>(graph.nodeCount());
  const std::size_t columns = block->size() / n;
  const int threads = request.value("threads", 2), repeat = request.value("repeat", 1);
  const PeerProblem problem{graph, orderFifty(), columns, block};
  std::vector<float> result(block->size());
  double ms = 0;
  if (op == "apply_torch") {
    SISPDE_TRY(ms, torchApply(problem, threads, repeat, result));
  } else if (op == "apply_eigen") {
    SISPDE_TRY(ms, eigenApply(problem, threads, repeat, result));
  } else {
    const ThreadLimit limit(threads);
    const Laplacian laplacian(graph, LaplacianKind::Symmetric);
    const RecurrenceMatrix<float> matrix(laplacian, 2);
    SISPDE_TRY(ms, shortest(repeat, [&] {
                 return chebyshevApply(
                     matrix, problem.coefficients, *block, columns, result,
                     {.half = request.value("half", false), .width = request.value("width", 0)});
               }));
  }
  SISPDE_CHECK(save(request, result, graph.nodeCount()));
  return Json{{"ms", ms}, {"result", {{"nodes", n}, {"edges", graph.edgeCount()}}}};
}

Result<Json> edges(const Json& request) {
  SISPDE_TRY(const Graph graph, graphOf(request.at("data")));
  const std::vector<Edge> list = graph.edges();
  static_assert(sizeof(Edge) == 8);
  const std::span<const std::int32_t> flat(&list.data()->u, 2 * list.size());
  SISPDE_CHECK(writeFile(request.at("out"), npyBytes(flat, {static_cast<std::int64_t>(list.size()), 2})));
  return Json{{"ms", 0}, {"result", {{"nodes", graph.nodeCount()}, {"edges", list.size()}}}};
}

// Random kernels of the slider range: every tick is another one.
KernelSpec sliderSpec(Random& random) {
  KernelSpec spec;
  spec.nu = 0.1 * std::pow(500, random.uniform());
  spec.kappa = 0.25 * std::pow(80, random.uniform());
  return spec;
}

// Engines stay prepared between requests.
struct Prepared {
  std::shared_ptr<KernelEngine> engine;
  double ms = 0;
};

Result<Prepared> prepared(const Json& request) {
  static std::map<std::string, Prepared> kept;
  const std::string key = request.at("data").get<std::string>() + request.at("what").get<std::string>();
  if (const auto found = kept.find(key); found != kept.end()) return found->second;
  kept.clear();  // one at a time: they are large
  SISPDE_TRY(const Graph graph, graphOf(request.at("data")));
  const auto start = Clock::now();
  Prepared made;
  SISPDE_TRY(made.engine, KernelEngine::make(Laplacian(graph, LaplacianKind::Symmetric),
                                             {.tolerance = request.value("tolerance", 1e-6),
                                              .maxBytes = std::size_t{12} << 30,
                                              .half = request.value("half", false)}));
  const std::string what = request.at("what");
  if (what == "row") {
    const NodeId node = graph.nodeCount() / 2;
    SISPDE_CHECK(made.engine->prepareRows({&node, 1}));
  } else if (what == "fields") {
    SISPDE_CHECK(made.engine->prepareFields(1, 64));
  } else {
    SISPDE_TRY(const std::vector<NodeId> order, orderNodes(made.engine->laplacian(), {}, NodeOrder::File));
    SISPDE_CHECK(made.engine->prepareImage(order, 512));
  }
  made.ms = millisecondsSince(start);
  kept.emplace(key, made);
  return made;
}

// A slider tick through KernelEngine: the shortest of `repeat`, each for another kernel.
Result<Json> tick(const Json& request) {
  SISPDE_TRY(const Prepared made, prepared(request));
  const KernelEngine& engine = *made.engine;
  const std::string what = request.at("what");
  const auto n = static_cast<std::size_t>(engine.laplacian().nodeCount());
  const std::size_t bins = static_cast<std::size_t>(engine.imageBins());
  std::vector<float> out(what == "row" ? n : what == "fields" ? 64 * n : bins * bins);
  Random random(request.value("seed", 1));
  double bound = 0;
  SISPDE_TRY(const double ms, shortest(request.value("repeat", 20), [&]() -> Result<void> {
               const KernelSpec spec = sliderSpec(random);
               Result<LiveInfo> info = what == "row"      ? engine.row(static_cast<NodeId>(n / 2), spec, out)
                                       : what == "fields" ? engine.fields(spec, out)
                                                          : engine.image(spec, false, out);
               if (!info) return Unexpected(info.error());
               bound = std::max(bound, info->bound);
               return {};
             }));
  return Json{
      {"ms", ms},
      {"result", {{"prepare_ms", made.ms}, {"rank", engine.basis().rank()}, {"bound", bound}, {"nodes", n}}}};
}

// From a file to a live picture of 512 × 512.
Result<Json> heatmap(const Json& request) {
  std::vector<float> out(512 * 512);
  SISPDE_TRY(const double ms, shortest(request.value("repeat", 1), [&]() -> Result<void> {
               SISPDE_TRY(const Dataset data, openDataset(request.at("data")));
               SISPDE_TRY(
                   const auto engine,
                   KernelEngine::make(Laplacian(data.graph, LaplacianKind::Symmetric), {.tolerance = 1e-3}));
               SISPDE_TRY(const auto order, orderNodes(engine->laplacian(), {}, NodeOrder::File));
               SISPDE_CHECK(engine->prepareImage(order, 512));
               SISPDE_TRY([[maybe_unused]] const LiveInfo info, engine->image({}, false, out));
               return {};
             }));
  return Json{{"ms", ms}, {"result", Json::object()}};
}

// From a file to the first row of an engine that has prepared nothing.
Result<Json> firstRow(const Json& request) {
  double bound = 0;
  SISPDE_TRY(const double ms, shortest(request.value("repeat", 1), [&]() -> Result<void> {
               SISPDE_TRY(const Dataset data, openDataset(request.at("data")));
               SISPDE_TRY(
                   const auto engine,
                   KernelEngine::make(Laplacian(data.graph, LaplacianKind::Symmetric), {.tolerance = 1e-3}));
               std::vector<float> out(static_cast<std::size_t>(data.nodeCount()));
               SISPDE_TRY(const LiveInfo info, engine->row(data.nodeCount() / 2, {}, out));
               bound = info.bound;
               return {};
             }));
  return Json{{"ms", ms}, {"result", {{"bound", bound}}}};
}

// The partial sum that an engine gives for a node it has not prepared.
Result<Json> partial(const Json& request) {
  SISPDE_TRY(const Graph graph, graphOf(request.at("data")));
  SISPDE_TRY(const auto engine,
             KernelEngine::make(Laplacian(graph, LaplacianKind::Symmetric), {.tolerance = 1e-3}));
  std::vector<float> out(static_cast<std::size_t>(graph.nodeCount()));
  LiveInfo info;
  const auto row = [&]() -> Result<void> {
    SISPDE_TRY(info, engine->row(graph.nodeCount() / 2, {.kappa = 5}, out));
    return {};
  };
  SISPDE_CHECK(row());  // the matrix is made with the first one
  SISPDE_TRY(const double ms, shortest(request.value("repeat", 1), row));
  return Json{{"ms", ms}, {"result", {{"bound", info.bound}, {"terms", info.terms}}}};
}

// What the verb `kernel` does for one row without normalisation.
Result<Json> verbRow(const Json& request) {
  SISPDE_TRY(const Graph graph, graphOf(request.at("data")));
  const Laplacian laplacian(graph, LaplacianKind::Symmetric);
  const RowsRequest rows{
      {.nu = 1.5, .kappa = 7.4, .normalisation = Normalisation::None}, 0.5, Method::Chebyshev, 1e-6};
  const NodeId node = graph.nodeCount() / 2;
  ApplyReport report;
  SISPDE_TRY(const double ms, shortest(request.value("repeat", 1), [&]() -> Result<void> {
               SISPDE_TRY(const KernelRows made, kernelRows(laplacian, {&node, 1}, rows));
               report = made.report;
               return {};
             }));
  return Json{{"ms", ms}, {"result", {{"degree", report.degree}, {"bound", report.bound}}}};
}

// One row of order 50 where nothing is prepared.
Result<Json> pick(const Json& request) {
  SISPDE_TRY(const Graph graph, graphOf(request.at("data")));
  const RecurrenceMatrix<float> matrix(Laplacian(graph, LaplacianKind::Symmetric), 2);
  const std::vector<double> coefficients = orderFifty();
  std::vector<float> row(static_cast<std::size_t>(graph.nodeCount()));
  BlockTask<float> task;
  task.columns = static_cast<std::size_t>(request.value("columns", 1));
  task.fill = [&](const Tile<float>& tile) {
    for (int j = 0; j < tile.used; ++j) tile.row(tile.nodes / 2 + static_cast<std::size_t>(j))[j] = 1;
  };
  task.drain = [&](const Tile<const float>& tile) {
    for (std::size_t u = 0; u < tile.nodes; ++u) row[u] = tile.row(u)[0];
  };
  SISPDE_TRY(const double ms, shortest(request.value("repeat", 1),
                                       [&] { return chebyshevApply(matrix, coefficients, task); }));
  return Json{{"ms", ms}, {"result", {{"norm", row[row.size() / 2]}}}};
}

Result<Json> eigenpairs(const std::string& op, const Json& request) {
  SISPDE_TRY(const Graph graph, graphOf(request.at("data")));
  const Laplacian laplacian(graph, LaplacianKind::Symmetric);
  if (op == "eigh_torch") {
    SISPDE_TRY(const double peer, torchEigh(laplacian, 1));
    return Json{{"ms", peer}, {"result", Json::object()}};
  }
  double sum = 0;
  SISPDE_TRY(const double ms, shortest(1, [&]() -> Result<void> {
               SISPDE_TRY(const Spectrum spectrum, computeSpectrum(laplacian));
               sum = spectrum.trace([](double lambda) { return lambda; });
               return {};
             }));
  return Json{{"ms", ms}, {"result", {{"trace", sum}}}};
}

using Line = std::array<float, 16>;

__attribute__((target_clones("avx512f", "avx2", "default"))) float addLines(
    const Line* table, std::span<const std::uint32_t> ids) {
  Line sum{}, other{};
  for (std::size_t i = 0; i + 1 < ids.size(); i += 2)
    for (std::size_t l = 0; l < 16; ++l) {
      sum[l] += table[ids[i]][l];
      other[l] += table[ids[i + 1]][l];
    }
  return sum[0] + other[15];
}

__attribute__((target_clones("avx512f", "avx2", "default"))) float addInSequence(
    std::span<const Line> lines) {
  Line sum{};
  for (const Line& line : lines)
    for (std::size_t l = 0; l < 16; ++l) sum[l] += line[l];
  return sum[0] + sum[15];
}

// What the machine can do at best, on two threads and large pages, each with a table of `bytes` of its own: reading it in sequence, and
// adding up random lines of 64 bytes, several under way at a time.
Result<Json> limits(const Json& request) {
  const std::size_t table = std::max<std::size_t>(request.value("bytes", std::size_t{256} << 20) / 64, 64);
  constexpr std::size_t count = std::size_t{1} << 22;
  const std::size_t rounds = std::max<std::size_t>(1, count / table);
  Buffer<Line> memory = hugeBuffer<Line>(2 * table);
  std::fill(memory.begin(), memory.end(), Line{});
  Buffer<std::uint32_t> ids = hugeBuffer<std::uint32_t>(count);
  Random random(1);
  for (std::uint32_t& id : ids) id = static_cast<std::uint32_t>(random.below(table));
  std::array<float, 2> sums{};
  double read = 1e300, lines = 1e300;
  for (int pass = 0; pass < 6; ++pass) {
    const auto start = Clock::now();
    parallelBlocks(2, 1, [&](std::size_t b, std::size_t) {
      for (std::size_t r = 0; r < rounds; ++r)
        sums[b] += addInSequence(std::span<const Line>(memory).subspan(b * table, table));
    });
    read = std::min(read, millisecondsSince(start));
    const auto jump = Clock::now();
    parallelBlocks(2, 1,
                   [&](std::size_t b, std::size_t) { sums[b] += addLines(memory.data() + b * table, ids); });
    lines = std::min(lines, millisecondsSince(jump) * 1e6 / static_cast<double>(count));
  }
  return Json{{"ms", read},
              {"result",
               {{"gb_per_s", static_cast<double>(2 * table * rounds) * 64 / read / 1e6},
                {"ns_per_line", lines},
                {"sum", sums[0] + sums[1]}}}};
}

}  // namespace

std::vector<float> peerValues(const Graph& graph) {
  std::vector<float> values;
  values.reserve(graph.targets().size());
  for (NodeId u = 0; u < graph.nodeCount(); ++u)
    for (const NodeId v : graph.neighbours(u))
      values.push_back(static_cast<float>(
          -1 / std::sqrt(static_cast<double>(graph.degree(u)) * static_cast<double>(graph.degree(v)))));
  return values;
}

Result<Json> kernelOperation(const std::string& op, const Json& request) {
  const ThreadLimit two(2);
  if (op.starts_with("apply")) return apply(op, request);
  if (op == "edges") return edges(request);
  if (op == "tick") return tick(request);
  if (op == "heatmap") return heatmap(request);
  if (op == "first row") return firstRow(request);
  if (op == "partial") return partial(request);
  if (op == "verb row") return verbRow(request);
  if (op == "pick") return pick(request);
  if (op.starts_with("eigh")) return eigenpairs(op, request);
  if (op == "cancel") return cancelOperation(request);
  if (op == "limits") return limits(request);
  return usageError("There is no benchmark called {}", op);
}

}  // namespace sispde::bench
