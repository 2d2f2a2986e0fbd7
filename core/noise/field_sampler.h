#pragma once
// A FieldSampler draws fields R z of one kernel on one graph again and again, as a model in training does: what does not depend on z
// (the scaling, the matrix, the coefficients) is made once. Polynomials alone; sampleFields (fields.h) is the door for
// one use, with all methods and its bound.

#include "core/noise/fields.h"
#include "core/spectral/recurrence.h"

namespace sispde {

struct SamplerRequest {
  KernelSpec spec;
  double power = 0.5;       // 1: φ(Δ)z, whose covariance is K², as the paper's text can be read
  double tolerance = 1e-3;  // 2-norm error of a field, relative to its expected norm
  int order = 0;            // degree of the polynomial; 0: from the tolerance
  std::size_t maxBytes = std::size_t{8} << 30;
};

// Where fields go: the number of node u in field i is data[rows[u]·stride + first + i].
struct FieldsAt {
  float* data = nullptr;
  std::size_t stride = 0, first = 0;
  std::span<const NodeId> rows;  // empty: row u is node u
  float* at(std::size_t node) const {
    return data + (rows.empty() ? node : static_cast<std::size_t>(rows[node])) * stride + first;
  }
};

class FieldSampler {
 public:
  static Result<FieldSampler> make(std::shared_ptr<const Laplacian> laplacian, const SamplerRequest& request,
                                   const Progress& progress = {});

  const Laplacian& laplacian() const { return *laplacian_; }
  const KernelSpec& spec() const { return request_.spec; }
  // σ = 0, or noise below float32.
  bool isZero() const { return static_cast<float>(factor_) == 0; }
  // Of the polynomial in Chebyshev form on [0, λ_max]; none for the laplacian kernel.
  std::span<const double> coefficients() const { return coefficients_; }
  int degree() const { return static_cast<int>(coefficients_.size()) - 1; }

  // Field i comes from the normal numbers at places[i]; its item is the node, or the edge for the laplacian kernel.
  Result<void> draw(std::span<const NormalPlace> places, const FieldsAt& block,
                    const Progress& progress = {}) const;

 private:
  std::shared_ptr<const Laplacian> laplacian_;
  SamplerRequest request_;
  double factor_ = 1;
  std::vector<double> coefficients_;
  template <class T>
  Result<void> drawWith(const RecurrenceMatrix<T>& matrix, std::span<const NormalPlace> places,
                        const FieldsAt& block, const Progress& progress) const;

  // One of them: float64 where the rounding of float32 would exceed the tolerance.
  std::shared_ptr<const RecurrenceMatrix<float>> matrix_;
  std::shared_ptr<const RecurrenceMatrix<double>> wideMatrix_;
};

}  // namespace sispde
