#include "core/experiment/grid_rewire.h"

#include <cmath>

#include "core/base/option_table.h"
#include "core/graph/label_statistics.h"
#include "core/rewire/apply_rewiring.h"
#include "core/rewire/random_rewiring.h"
#include "core/rewire/rewire.h"

namespace sispde {
namespace {

Result<Rewiring> planOf(const Graph& graph, const GridRewire& wanted, std::uint64_t seed,
                        const Progress& progress) {
  if (wanted.random) {
    const auto edges = static_cast<double>(graph.edgeCount());
    return randomRewiring(graph, std::llround(wanted.drop * edges), std::llround(wanted.add * edges), seed);
  }
  RewireRequest request;
  request.spec.nu = wanted.nu;
  request.spec.kappa = wanted.kappa;
  request.spec.laplacian = wanted.laplacian;
  request.options.dropShare = wanted.drop;
  request.options.addShare = wanted.add;
  request.hops = wanted.scope == "all" ? 0 : static_cast<int>(parseInteger(wanted.scope).value_or(3));
  const Laplacian laplacian(graph, wanted.laplacian, progress);
  SISPDE_TRY(PlannedRewiring planned, rewireByKernel(laplacian, request, progress));
  return std::move(planned.rewiring);
}

}  // namespace

const OptionTable<GridRewire>& rewireOptionTable() {
  using Options = GridRewire;
  constexpr RealRange parameter{smallestParameter, largestParameter};
  static const OptionTable<Options> table{
      "rewire",
      {realOption("drop", "", "Edges to drop, as a share of the edges", &Options::drop, {0, 1}),
       realOption("add", "", "Pairs to add, as a share of the edges", &Options::add, {0, 1}),
       textOption("scope", "", "Hops between the nodes of a candidate to add", &Options::scope,
                  {"2", "3", "4", "5", "6", "7", "8", "all"}),
       realOption("nu", "ν", "Smoothness of the kernel", &Options::nu, parameter),
       realOption("kappa", "κ", "Length scale of the kernel", &Options::kappa, parameter),
       choiceOption("laplacian", "Δ", "Laplacian of the kernel", &Options::laplacian,
                    {{"sym", LaplacianKind::Symmetric}, {"comb", LaplacianKind::Combinatorial}}),
       flagOption("random", "", "By lot instead of by correlation", &Options::random)}};
  return table;
}

nlohmann::ordered_json rewireJson(const GridRewire& rewire) {
  nlohmann::ordered_json json = optionsToJson(rewire, rewireOptionTable()).value_or(nullptr);
  if (rewire.random)  // a lot knows no kernel
    for (const char* key : {"scope", "nu", "kappa", "laplacian"}) json.erase(key);
  return json;
}

Result<RewiredData> rewireData(const Dataset& data, const GridRewire& rewire, std::uint64_t seed,
                               const Progress& progress) {
  progress.report(-1, "rewiring");
  SISPDE_TRY(const Rewiring rewiring, planOf(data.graph, rewire, seed, progress));
  RewiredData made;
  SISPDE_TRY(made.data, rewired(data, rewiring));
  made.dropped = static_cast<std::int64_t>(rewiring.dropped.size());
  made.added = static_cast<std::int64_t>(rewiring.added.size());
  made.kept = static_cast<std::int64_t>(rewiring.kept.size());
  made.informativenessAfter = labelStatistics(made.data.graph, data.labels).edgeInformativeness;
  return made;
}

}  // namespace sispde
