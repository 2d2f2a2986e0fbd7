#pragma once
// All eigenpairs of a dense symmetric matrix, in float64. LibTorch does the work behind this one file; it always runs on
// two threads, so that the result does not depend on how many the rest of the program may use. It cannot be interrupted.

#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/spectral/spectrum.h"

namespace sispde {

struct DenseEigen {
  std::vector<double> values;   // ascending
  std::vector<double> vectors;  // row-major n × n; column k belongs to values[k]
};

// `matrix` is row-major n × n; its lower triangle is read.
Result<DenseEigen> symmetricEigen(std::span<const double> matrix, std::int64_t n);

std::string torchVersion();  // of the LibTorch that the program was built with

// All eigenpairs of a Laplacian with at most exactNodes nodes, component by component. With a folder given they are read from
// there where they were kept, and kept there when they had to be computed; a folder that cannot be written is no error.
Result<Spectrum> computeSpectrum(const Laplacian& laplacian, const std::string& cacheFolder = {},
                                 const Progress& progress = {});

}  // namespace sispde
