#pragma once
// A denoising diffusion of vectors (diffusion_schedule.h): a multilayer perceptron learns to tell the noise in x_t from x_t and t, and
// drawing goes back from noise step by step. The time t enters each hidden layer as an embedding, a small network of sines and
// cosines of t. Since that depends on t alone, it is computed once for each of the T times and its rows are handed out, not once for
// each vector. All randomness is by place: the seed, and the update or the round and the time.

#include "core/base/result.h"
#include "core/model/diffusion_schedule.h"
#include "core/model/mlp.h"

namespace sispde {

struct DiffusionShape {
  std::int64_t width = 64;    // of the vectors
  std::int64_t hidden = 512;  // of the denoiser and of the time embedding
  int layers = 2;             // linear maps of the denoiser
  int steps = 600;            // T
};

class LatentDiffusion {
 public:
  LatentDiffusion(const DiffusionShape& shape, std::uint64_t seed);
  std::vector<NamedTensor> parameters() const;
  std::vector<NamedTensor> buffers() const { return denoiser_.buffers(); }

  // Mean smooth-L1 error of the predicted noise, in training mode: every row of `latents` (rows × width) at a random time of its own.
  // keep() takes the running statistics over. A progress that is stopped leaves numbers of no use.
  at::Tensor loss(const at::Tensor& latents, int update, const Progress& progress = {});
  void keep() { denoiser_.keep(); }

  // x_T of a round: white noise, rows × width.
  at::Tensor start(std::int64_t rows, int round) const;
  // Reverse steps first … first + count − 1 of a round, of T in all: step i goes from time T − 1 − i to the one before.
  Result<at::Tensor> drawn(const at::Tensor& from, int round, int first, int count,
                           const Progress& progress = {}) const;

 private:
  LatentDiffusion(const DiffusionShape& shape, std::uint64_t seed, Random random);
  at::Tensor embeddings(const Progress& progress) const;  // T × hidden

  DiffusionShape shape_;
  std::uint64_t seed_;
  std::vector<DiffusionLevel> levels_;
  at::Tensor waves_;  // T × hidden: sin(t ω_i), then cos(t ω_i)
  LinearLayer timeFirst_, timeSecond_;
  Mlp denoiser_;
};

}  // namespace sispde
