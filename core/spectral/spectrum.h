#pragma once
// The Spectrum of a Laplacian: all eigenpairs Δ = U Λ Uᵀ in float64. Δ falls apart into the connected components, and so does U:
// pairs are kept per component, which is exact, takes less memory and less time.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/spectral/laplacian.h"

namespace sispde {

// Above this many nodes all eigenpairs take minutes.
inline constexpr NodeId exactNodes = 4000;

struct Spectrum {
  struct Block {
    std::vector<NodeId> nodes;    // of one component, ascending
    std::vector<double> values;   // ascending, the first is 0
    std::vector<double> vectors;  // row-major n × n; row i belongs to nodes[i], column k to values[k]
  };
  std::vector<Block> blocks;          // by the smallest node
  std::vector<std::int32_t> blockOf;  // per node
  std::vector<std::int32_t> placeOf;  // per node: its row in the block

  NodeId nodeCount() const { return static_cast<NodeId>(blockOf.size()); }
  std::size_t bytes() const;
  std::vector<double> values() const;  // of all blocks, ascending

  // (f(Δ))_{uv} for all v, f(λ) given per block and eigenvalue by `weigh`.
  template <class F>
  std::vector<double> row(NodeId u, const F& f) const;
  template <class F>
  std::vector<double> diagonal(const F& f) const;
  template <class F>
  double trace(const F& f) const;
};

// Components of the graph with nothing computed yet; `vectors` have their size.
Spectrum emptySpectrum(const Graph& graph);
std::size_t spectrumBytes(const Graph& graph);

// All pairs on disk, in the folder `folder`, named by Laplacian::hash(). Written whole or not at all; a file that is cut short,
// of another graph or not finite is an error, as are pairs that fail a test of the residual.
std::string spectrumFile(const std::string& folder, const Laplacian& laplacian);
Result<void> writeSpectrum(const Spectrum& spectrum, const Laplacian& laplacian, const std::string& folder,
                           const Progress& progress = {});
Result<Spectrum> readSpectrum(const Laplacian& laplacian, const std::string& folder,
                              const Progress& progress = {});

template <class F>
std::vector<double> Spectrum::row(NodeId u, const F& f) const {
  std::vector<double> result(blockOf.size(), 0);
  const Block& block = blocks[blockOf[u]];
  const std::size_t n = block.nodes.size();
  std::vector<double> weights(n);
  for (std::size_t k = 0; k < n; ++k) weights[k] = f(block.values[k]) * block.vectors[placeOf[u] * n + k];
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < n; ++k) sum += block.vectors[i * n + k] * weights[k];
    result[block.nodes[i]] = sum;
  }
  return result;
}

template <class F>
std::vector<double> Spectrum::diagonal(const F& f) const {
  std::vector<double> result(blockOf.size(), 0);
  for (const Block& block : blocks) {
    const std::size_t n = block.nodes.size();
    std::vector<double> weights(n);
    for (std::size_t k = 0; k < n; ++k) weights[k] = f(block.values[k]);
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (std::size_t k = 0; k < n; ++k) {
        const double x = block.vectors[i * n + k];
        sum += x * x * weights[k];
      }
      result[block.nodes[i]] = sum;
    }
  }
  return result;
}

template <class F>
double Spectrum::trace(const F& f) const {
  double sum = 0;
  for (const Block& block : blocks)
    for (const double value : block.values) sum += f(value);
  return sum;
}

}  // namespace sispde
