#pragma once
// Energies smoothed by a kernel (matern_energy.h) at slider speed: S = φ(I − D^{-1}A) E with φ scaled to φ(0) = 1. The functions of the
// reduced basis are applied to D^{1/2}E once, in the background; from then on S under any kernel of the family is a short linear
// combination in one pass over memory.
//
// The mean m of E is taken out before: φ(I − D^{-1}A) leaves constants as they are, so S = m + φ(I − D^{-1}A)(E − m) where a node has
// neighbours, and float32 storage rounds the spread of the energies alone.

#include <memory>
#include <span>
#include <vector>

#include "core/kernel/basis_block.h"
#include "core/kernel/reduced_basis.h"
#include "core/ood/energy_propagation.h"

namespace sispde {

class EnergySmoother {
 public:
  // One smoother for several columns of energies on the same graph; all values finite, one per node.
  static Result<EnergySmoother> make(const Graph& graph, std::vector<std::vector<double>> columns,
                                     const Progress& progress = {});

  std::size_t columns() const { return columns_.size(); }
  std::size_t nodes() const { return roots_.size(); }

  // S of one column; `isolated` as in MaternEnergyOptions. Returns a bound of ‖D^{1/2}(S − exact)‖ / ‖D^{1/2}(E − m)‖. An error for a
  // kernel that does not smooth: `laplacian` has φ(0) = 0.
  Result<double> smooth(const KernelSpec& spec, std::size_t column, std::span<double> out,
                        IsolatedNodes isolated = IsolatedNodes::Shrink) const;

 private:
  EnergySmoother() = default;

  std::shared_ptr<const ReducedBasis> basis_;
  BasisBlock block_;
  std::size_t stride_ = 0;                    // entries of a column in the block
  std::vector<std::vector<double>> columns_;  // as given, for nodes without neighbours
  std::vector<double> means_, roots_;         // √degree
};

}  // namespace sispde
