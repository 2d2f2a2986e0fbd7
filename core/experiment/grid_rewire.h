#pragma once
// A system of a grid may train on a rewired graph: which rewiring, and the data set that it makes (core/rewire).

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/base/progress.h"
#include "core/graph/dataset.h"
#include "core/kernel/kernel_spec.h"

namespace sispde {

template <class S>
struct OptionTable;

struct GridRewire {
  double drop = 0.1, add = 0.1;  // shares of the number of edges, 0 … 1
  std::string scope = "3";       // candidates to add: pairs at most so many hops apart, or all
  double nu = 1, kappa = 1;      // of the Matérn kernel whose correlations decide
  LaplacianKind laplacian = LaplacianKind::Symmetric;
  bool random = false;  // the control: as many by lot, drawn anew for every seed
  friend bool operator==(const GridRewire&, const GridRewire&) = default;
};

const OptionTable<GridRewire>& rewireOptionTable();
nlohmann::ordered_json rewireJson(const GridRewire& rewire);

struct RewiredData {
  Dataset data;
  std::int64_t dropped = 0, added = 0,
               kept = 0;                       // kept: not dropped, since a component would have been split
  std::optional<double> informativenessAfter;  // edge label informativeness of the new graph
};
// `seed` is that of the cell; it decides where `random` does.
Result<RewiredData> rewireData(const Dataset& data, const GridRewire& rewire, std::uint64_t seed,
                               const Progress& progress = {});

}  // namespace sispde
