#pragma once
// How a cell is really run: its data are rewired and shifted, its detector is trained and scored. What cells have in common (rewired graphs,
// shifted data) is made once, and dropped with the last cell that needs it.

#include "core/experiment/bench.h"
#include "core/experiment/shared_parts.h"
#include "core/noise/sampler_store.h"
#include "core/train/training_request.h"

namespace sispde {

class CellTrainer final : public CellWork {
 public:
  explicit CellTrainer(const Experiment& experiment) : experiment_(experiment) {}

  void expect(const std::vector<const Cell*>& cells) override;
  Result<CellOutcome> run(const Cell& cell, const Progress& progress) override;

 private:
  // What a cell asks of the shared parts.
  struct Needs {
    std::string graph;  // key of the rewired data; empty where the graph is not rewired
    std::string shift;  // key of the shifted data
    ModelConfig config;
    ShiftOptions options;
  };
  Needs needsOf(const Cell& cell) const;
  Result<CellOutcome> train(const Cell& cell, const Needs& needs, const Progress& progress);

  const Experiment& experiment_;
  SharedParts<RewiredData> graphs_;
  SharedParts<ShiftedData> shifts_;
  std::shared_ptr<SamplerStore> samplers_ = std::make_shared<SamplerStore>();
};

}  // namespace sispde
