#pragma once
// shape(Δ)·B by the method that suits: a front door to the exact pairs, Chebyshev, Lanczos and sparse Cholesky. `Auto` chooses
// and says why; every method can be forced. Errors are 2-norms relative to the norm of each result column.

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "core/base/progress.h"
#include "core/kernel/kernel_function.h"
#include "core/spectral/spectrum.h"

namespace sispde {

enum class Method { Auto, Eigen, Chebyshev, Lanczos, Cholesky, Basis, Incidence };
const char* methodName(Method method);

// Results are stored as float32; no tolerance below this can be promised.
inline constexpr double smallestTolerance = 5e-7;

struct ApplyRequest {
  std::size_t columns = 0;
  // Writes column c of B. Called from several threads.
  std::function<void(std::size_t c, std::span<double> out)> source;
  // Takes column c of the result.
  std::function<void(std::size_t c, std::span<const double> values)> sink;
  // Columns whose result is known to be 0 exactly; may be left out.
  std::function<bool(std::size_t c)> isZero;
  // A guess of the least ‖shape(Δ)b‖/‖b‖ over the columns, from below; the degree is chosen by it, the bound is not.
  double leastGain = 1;
  Method method = Method::Auto;
  double tolerance = 1e-6;
  std::size_t maxBytes = std::size_t{8} << 30;
  std::shared_ptr<const Spectrum> spectrum;  // needed by Eigen; used by Auto where it is there
};

struct ApplyReport {
  Method method = Method::Auto;
  int degree = 0;       // polynomial degree, Lanczos steps, or poles; 0 for Eigen
  double bound = 0;     // largest relative error of a column, bounded
  bool single = false;  // computed in float32
  std::string why;      // why this method, a sentence
  double seconds = 0;
};

// An error where `what` would take more bytes than the cap.
Result<void> checkMemory(std::string_view what, double bytes, std::size_t cap);

// An error for eigenpairs of a graph of another size.
Result<void> checkSpectrum(const Laplacian& laplacian, const Spectrum* spectrum);

Result<ApplyReport> applyShape(const Laplacian& laplacian, const KernelFunction& shape,
                               const ApplyRequest& request, const Progress& progress = {});

}  // namespace sispde
