#pragma once
// f(λ) ≈ Σ_j w_j p_j/(λ + p_j) on [0, b] with fixed real poles −p_j, spaced evenly in log λ over the range where f varies. f(Δ)v is
// then a sum of sparse solves, whatever the degree a polynomial would need.

#include <functional>
#include <vector>

namespace sispde {

struct RationalFit {
  std::vector<double> poles;    // p_j > 0, ascending
  std::vector<double> weights;  // w_j
  double error = 0;             // largest |f − fit| seen on a fine grid of [0, b], times 1.2
  double at(double lambda) const;
};

// Adds poles, up to `maxPoles`, until the error is at most `tolerance`, and returns the best fit it saw. `scale` is the λ at which f
// begins to fall: 2ν/κ² for Matérn, 2/κ² for heat.
RationalFit fitRational(const std::function<double(double)>& f, double upper, double scale, double tolerance,
                        int maxPoles = 48);

}  // namespace sispde
