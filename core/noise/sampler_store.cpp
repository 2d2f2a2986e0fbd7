#include "core/noise/sampler_store.h"

#include <algorithm>

#include "core/base/hash.h"

namespace sispde {
namespace {

// Everything that a sampler depends on.
std::string keyOf(const Graph& graph, const SamplerRequest& request) {
  const KernelSpec& spec = request.spec;
  return Digest()
      .values(graph.offsets())
      .values(graph.targets())
      .value(static_cast<int>(spec.kind))
      .value(spec.nu)
      .value(spec.kappa)
      .value(spec.sigma)
      .value(static_cast<int>(spec.laplacian))
      .value(static_cast<int>(spec.normalisation))
      .value(request.power)
      .value(request.tolerance)
      .value(request.order)
      .value(request.maxBytes)
      .hex();
}

Result<std::shared_ptr<const FieldSampler>> makeSampler(const Graph& graph, const SamplerRequest& request,
                                                        const Progress& progress) {
  const auto laplacian = std::make_shared<const Laplacian>(graph, request.spec.laplacian, progress);
  if (progress.stopped()) return cancelled();
  SISPDE_TRY(FieldSampler sampler, FieldSampler::make(laplacian, request, progress));
  return std::make_shared<const FieldSampler>(std::move(sampler));
}

}  // namespace

Result<std::shared_ptr<const FieldSampler>> SamplerStore::get(const Graph& graph,
                                                              const SamplerRequest& request,
                                                              const Progress& progress) {
  const std::string key = keyOf(graph, request);
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(kept_, key, &Entry::key);
    if (found != kept_.end()) {
      kept_.splice(kept_.begin(), kept_, found);
      return kept_.front().sampler;
    }
  }
  // Without the lock: another thread that wants the same may make it too; the first is kept, and both are equal.
  SISPDE_TRY(auto sampler, makeSampler(graph, request, progress));
  const std::lock_guard lock(mutex_);
  if (const auto found = std::ranges::find(kept_, key, &Entry::key); found != kept_.end())
    return found->sampler;
  ++made_;
  kept_.push_front({key, sampler});
  if (kept_.size() > most_) kept_.pop_back();
  return sampler;
}

std::size_t SamplerStore::made() const {
  const std::lock_guard lock(mutex_);
  return made_;
}

}  // namespace sispde
