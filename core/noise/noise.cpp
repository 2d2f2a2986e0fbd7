#include "core/noise/noise.h"

#include <cmath>

#include "core/base/parallel.h"

namespace sispde {
namespace {

// R Z_k at chosen nodes: rows of R against Z. R is symmetric.
Result<Noise> chosenNodes(const Laplacian& laplacian, const NoiseRequest& request, const Progress& progress) {
  RowsRequest root;
  root.spec = request.spec;
  root.power = 0.5;
  root.tolerance = request.tolerance;
  root.spectrum = request.spectrum;
  SISPDE_TRY(const KernelRows rows, kernelRows(laplacian, request.nodes, root, progress));
  const auto n = static_cast<std::size_t>(laplacian.nodeCount());
  Noise noise{{}, request.nodes.size(), rows.report};
  const std::size_t count = std::size_t{request.steps} * request.columns;
  noise.values.resize(count * noise.nodes);
  SISPDE_TRY(const double scale, trueScale(rows.scaling));
  parallelBlocks(count, 1, [&](std::size_t i, std::size_t) {
    if (progress.stopped()) return;
    Buffer<float> z(n);
    normals({request.seed, static_cast<std::uint32_t>(i / request.columns),
             static_cast<std::uint32_t>(i % request.columns), NormalSet::Nodes},
            0, z);
    for (std::size_t r = 0; r < noise.nodes; ++r) {
      double sum = 0;
      for (std::size_t u = 0; u < n; ++u)
        sum += static_cast<double>(rows.values[r * n + u]) * static_cast<double>(z[u]);
      noise.values[i * noise.nodes + r] = static_cast<float>(sum * scale);
    }
  });
  if (progress.stopped()) return cancelled();
  return noise;
}

Result<Noise> allNodes(const Laplacian& laplacian, const NoiseRequest& request, const Progress& progress) {
  FieldsRequest fields;
  fields.spec = request.spec;
  fields.seed = request.seed;
  fields.steps = request.steps;
  fields.columns = request.columns;
  fields.tolerance = request.tolerance;
  fields.spectrum = request.spectrum;
  SISPDE_TRY(Fields drawn, sampleFields(laplacian, fields, progress));
  SISPDE_TRY(const double scale, trueScale(drawn.scaling));
  if (scale != 1)
    for (float& value : drawn.values) value = static_cast<float>(static_cast<double>(value) * scale);
  return Noise{std::move(drawn.values), static_cast<std::size_t>(laplacian.nodeCount()), drawn.report};
}

// From R Z_k to ξ_k.
void shapeInTime(Noise& noise, const NoiseRequest& request) {
  const double dt = request.time / request.steps;
  const std::size_t perStep = request.columns * noise.nodes;
  for (std::uint32_t k = 0; k < request.steps; ++k) {
    float* now = noise.values.data() + k * perStep;
    const double factor = timeFactor(request.mode, static_cast<int>(k), dt);
    for (std::size_t i = 0; i < perStep; ++i) now[i] *= static_cast<float>(factor);
    if (request.mode == NoiseMode::Path && k > 0)
      for (std::size_t i = 0; i < perStep; ++i) now[i] += *(now + i - perStep);
  }
}

}  // namespace

double timeFactor(NoiseMode mode, int step, double dt) {
  switch (mode) {
    case NoiseMode::Increments: return 1 / std::sqrt(dt);
    case NoiseMode::Path: return std::sqrt(dt);
    case NoiseMode::Literal: return std::sqrt(step * dt);
    case NoiseMode::Stationary: break;
  }
  return 1;
}

Result<Noise> sampleNoise(const Laplacian& laplacian, const NoiseRequest& request, const Progress& progress) {
  if (request.steps == 0 || !(request.time > 0) || !std::isfinite(request.time))
    return usageError("Noise needs at least one step and a positive time");
  // The square root of the laplacian kernel has no rows without all eigenpairs; its fields are cheap.
  const bool incidence = request.spec.kind == KernelKind::Laplacian;
  const bool chosen = !request.nodes.empty() && !incidence;
  for (const NodeId u : request.nodes)
    if (u < 0 || u >= laplacian.nodeCount())
      return usageError("There is no node {}: the graph has nodes 0 to {}", u, laplacian.nodeCount() - 1);
  SISPDE_TRY(Noise noise,
             chosen ? chosenNodes(laplacian, request, progress) : allNodes(laplacian, request, progress));
  if (incidence && !request.nodes.empty()) {
    Noise picked{{}, request.nodes.size(), noise.report};
    for (std::size_t at = 0; at < noise.values.size(); at += noise.nodes)
      for (const NodeId u : request.nodes) picked.values.push_back(noise.values[at + u]);
    noise = std::move(picked);
  }
  shapeInTime(noise, request);
  return noise;
}

}  // namespace sispde
