#pragma once
// A SamplerStore keeps the samplers of the graphs and kernels that were asked for last, so that trainings on the same graph share what a
// kernel's preparation costs: the Laplacian, the trace, the matrix. Safe to be asked by several threads.

#include <list>
#include <mutex>

#include "core/noise/field_sampler.h"

namespace sispde {

class SamplerStore {
 public:
  explicit SamplerStore(std::size_t most = 8) : most_(most) {}

  Result<std::shared_ptr<const FieldSampler>> get(const Graph& graph, const SamplerRequest& request,
                                                  const Progress& progress = {});
  std::size_t made() const;  // how many had to be made so far

 private:
  struct Entry {
    std::string key;
    std::shared_ptr<const FieldSampler> sampler;
  };
  std::size_t most_;
  mutable std::mutex mutex_;
  std::list<Entry> kept_;  // the one that was asked for last first
  std::size_t made_ = 0;
};

}  // namespace sispde
