#include "core/detect/named_scores.h"

#include "core/ood/matern_energy.h"

namespace sispde {

static IsolatedNodes isolatedNodes(const DetectorOptions& options) {
  return options.isolatedKeep ? IsolatedNodes::Keep : IsolatedNodes::Shrink;
}

PropagationOptions gnnsafePropagation(const DetectorOptions& options) {
  return {options.gnnsafeSteps, options.gnnsafeKeep, false, isolatedNodes(options)};
}

Result<GraphScores> graphScores(const Logits& logits, const Graph& graph, const DetectorOptions& options,
                                std::uint64_t seed, const Progress& progress) {
  GraphScores scores;
  scores.basic = sampleScores(logits);
  const SampleScores& basic = scores.basic;
  const auto add = [&](const char* name, std::vector<double> values) {
    scores.all.emplace_back(name, std::move(values));
  };
  add("total", basic.total);
  if (logits.samples > 1) {
    add("aleatoric", basic.aleatoric);
    add("epistemic", basic.epistemic);
  }
  add("msp", basic.msp);
  add("energy", basic.energy);
  const std::vector<double> shuffled = shuffledOverNodes(basic.energy, seed);
  const IsolatedNodes isolated = isolatedNodes(options);
  const PropagationOptions chosen{options.propagationSteps, options.propagationKeep, options.propSelfLoops,
                                  isolated};
  const PropagationOptions gnnsafe = gnnsafePropagation(options);
  add("energy-prop", propagateEnergy(basic.energy, graph, chosen));
  add("energy-prop-shuffled", propagateEnergy(shuffled, graph, chosen));
  if (options.propSelfLoops) {
    PropagationOptions plain = chosen;
    plain.selfLoops = false;
    add("energy-prop-plain", propagateEnergy(basic.energy, graph, plain));
    add("energy-prop-plain-shuffled", propagateEnergy(shuffled, graph, plain));
  }
  add("gnnsafe", propagateEnergy(basic.energy, graph, gnnsafe));
  add("gnnsafe-shuffled", propagateEnergy(shuffled, graph, gnnsafe));
  const MaternEnergyOptions matern{options.maternNu, options.maternKappa, isolated};
  SISPDE_TRY(auto smooth, maternEnergy(basic.energy, graph, matern, progress));
  add("matern-energy", std::move(smooth));
  SISPDE_TRY(auto control, maternEnergy(shuffled, graph, matern, progress));
  add("matern-energy-shuffled", std::move(control));
  return scores;
}

}  // namespace sispde
