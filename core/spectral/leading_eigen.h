#pragma once
// The eigenpairs of the smallest eigenvalues of a Laplacian, where kernels have their largest weight, by Lanczos (Spectra). Each
// connected component is treated by itself, so that eigenvalues shared by several components, 0 first of all, are found as often as they
// occur. Lanczos runs on a polynomial filter of Δ that spreads the small eigenvalues; values come from Δ itself.

#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/spectral/laplacian.h"

namespace sispde {

struct LeadingPairs {
  std::vector<double> values;                // ascending
  std::vector<std::vector<double>> vectors;  // of length N, norm 1; the largest entry in size is positive
  double residual = 0;                       // largest ‖Δu − λu‖
};

// `count` is cut to N. An error when Lanczos does not converge to a residual of `tolerance`·λ_max.
Result<LeadingPairs> leadingEigenpairs(const Laplacian& laplacian, int count, double tolerance = 1e-7,
                                       const Progress& progress = {});
// The same, kept in the folder `cacheFolder` for the next time (leading_file.cpp): pairs that were kept are taken where they are of this
// graph, as many, and no worse than `tolerance`. Nothing is kept without a folder, of graphs so large that it would take more than 256 MB,
// or in a folder that cannot be written.
Result<LeadingPairs> leadingEigenpairs(const Laplacian& laplacian, int count, double tolerance,
                                       const std::string& cacheFolder, const Progress& progress = {});

// max ‖Δu − λu‖; less where it is cancelled.
double largestResidual(const LeadingPairs& pairs, const Laplacian& laplacian, const Progress& progress = {});

// One component as a graph of its own: its nodes in ascending order become 0, 1, …
Laplacian restrictTo(const Laplacian& laplacian, const std::vector<NodeId>& nodes);
// The same for many components: `place` has room for every node of the whole, and keeps nothing.
Laplacian restrictTo(const Laplacian& laplacian, const std::vector<NodeId>& nodes,
                     std::vector<NodeId>& place);

}  // namespace sispde
