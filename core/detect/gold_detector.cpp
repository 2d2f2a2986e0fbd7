#include "core/detect/gold_detector.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <ATen/core/grad_mode.h>

#include "core/detect/detector_tensors.h"
#include "core/detect/energy_margins.h"
#include "core/detect/gold_losses.h"
#include "core/detect/named_scores.h"
#include "core/model/functions.h"
#include "core/model/gemm.h"

namespace sispde {
namespace {

NetworkHooks scoredBy(std::unique_ptr<GoldScore> score) {
  NetworkHooks hooks;
  hooks.postHoc = std::move(score);
  return hooks;
}

DiffusionShape diffusionShape(const DetectorOptions& options) {
  return {options.hidden, options.gold.denoiserHidden, options.gold.denoiserLayers, options.gold.steps};
}

// The network's parameters have moments of two optimisers, so the second ones need other names.
std::vector<NamedTensor> jointly(std::vector<NamedTensor> parameters) {
  for (NamedTensor& each : parameters) each.name = "joint." + each.name;
  return parameters;
}

}  // namespace

GoldDetector::GoldDetector(GoldParts parts)
    : parts_(std::move(parts)),
      network_(*parts_.network),
      detector_(parts_.score->detector()),
      classifier_(std::move(parts_.network), parts_.training, parts_.test, parts_.nodes, parts_.options,
                  parts_.seed, scoredBy(std::move(parts_.score))),
      schedule_(goldSchedule(parts_.options.gold)),
      diffusion_(diffusionShape(parts_.options), parts_.seed),
      propagation_(gnnsafePropagation(parts_.options)),
      neighbourMean_(neighbourMean(parts_.training->graph, propagation_.isolated)),
      jointAdam_(jointly(network_.parameters()), parts_.options.learningRate, parts_.options.weightDecay),
      detectorAdam_(detector_.parameters(), parts_.options.gold.detectorRate, 0),
      denoiserAdam_(diffusion_.parameters(), parts_.options.gold.denoiserRate, 0),
      latents_(at::zeros({parts_.training->graph.nodeCount(), parts_.options.hidden})),
      trainNodes_(indexOf(parts_.nodes.train)),
      trainLabels_(labelsAt(parts_.nodes.labels, parts_.nodes.train)),
      validationLabels_(labelsAt(parts_.nodes.labels, parts_.nodes.validation)) {
  trainTargets_ = indexOf(trainLabels_);
}

Result<EpochReport> GoldDetector::epoch(int number, const Progress& progress) {
  holdTorchAtOneThread();
  if (number < 1 || number > epochCount())
    return usageError("There is no epoch {}: this schedule has {}", number, epochCount());
  const GoldEpoch& epoch = schedule_[static_cast<std::size_t>(number) - 1];
  if (epoch.kind == GoldEpoch::Kind::WarmUp) return classifier_.epoch(number, progress);
  // What the epoch changes, to be put back where it does not come to its end.
  const ModelState weightsBefore = weights(), optimiserBefore = optimiser();
  Result<EpochReport> report = guarded([&] { return advanced(epoch, number, progress); });
  if (report) return report;
  SISPDE_CHECK(setWeights(weightsBefore));
  SISPDE_CHECK(setOptimiser(optimiserBefore));
  return report;
}

Result<EpochReport> GoldDetector::advanced(const GoldEpoch& epoch, int number, const Progress& progress) {
  switch (epoch.kind) {
    case GoldEpoch::Kind::Denoising: SISPDE_CHECK(denoise(epoch, number, progress)); break;
    case GoldEpoch::Kind::Sampling: SISPDE_CHECK(draw(epoch, number, progress)); break;
    default: SISPDE_CHECK(jointStep(epoch, number, progress)); break;
  }
  return fitNow(number, progress);
}

Unexpected GoldDetector::diverged(const std::string& what, int number) const {
  const DetectorOptions& options = parts_.options;
  return failure(
      {},
      "{} of epoch {} is not finite; try a smaller learning rate (lr is {:g}, gold.detector_lr {:g}, "
      "gold.denoiser_lr {:g})",
      what, number, options.learningRate, options.gold.detectorRate, options.gold.denoiserRate);
}

Result<void> GoldDetector::differentiate(const at::Tensor& loss, const std::vector<NamedTensor>& parameters,
                                         int number, const Progress& progress) {
  if (progress.stopped()) return cancelled();
  if (!std::isfinite(loss.item<double>())) return diverged("The training loss", number);
  for (const NamedTensor& each : parameters) each.tensor.mutable_grad() = at::Tensor();
  const double start = now();
  loss.backward();
  times_.backward += now() - start;
  if (progress.stopped()) return cancelled();
  for (const NamedTensor& each : parameters)
    if (each.tensor.grad().defined() && !allFinite(each.tensor.grad()))
      return diverged("The gradient of " + each.name, number);
  return {};
}

Result<void> GoldDetector::denoise(const GoldEpoch& epoch, int number, const Progress& progress) {
  at::Tensor real;
  {
    const at::NoGradGuard none;
    real = network_.pass(*parts_.training, {}, progress).hidden;
  }
  const std::vector<NamedTensor> parameters = diffusion_.parameters();
  for (int i = epoch.first; i < epoch.first + epoch.count; ++i) {
    if (progress.stopped()) return cancelled();
    const double start = now();
    const at::AutoGradMode grad(true);
    const at::Tensor loss =
        diffusion_.loss(real, epoch.round * parts_.options.gold.denoiserUpdates + i, progress);
    times_.forward += now() - start;
    SISPDE_CHECK(differentiate(loss, parameters, number, progress));
    denoiserAdam_.step();
    diffusion_.keep();
  }
  return {};
}

Result<void> GoldDetector::draw(const GoldEpoch& epoch, int number, const Progress& progress) {
  const double start = now();
  const at::Tensor from = epoch.first == 0 ? diffusion_.start(latents_.size(0), epoch.round) : latents_;
  SISPDE_TRY(const at::Tensor drawn, diffusion_.drawn(from, epoch.round, epoch.first, epoch.count, progress));
  if (!allFinite(drawn)) return diverged("An activation that was drawn", number);
  latents_.copy_(drawn);
  times_.forward += now() - start;
  return {};
}

at::Tensor GoldDetector::jointLoss(int trainingEpoch, const Progress& progress) {
  const NetworkGraph& graph = *parts_.training;
  const GoldOptions& gold = parts_.options.gold;
  const std::int64_t nodes = graph.graph.nodeCount();
  const auto smooth = [&](const at::Tensor& logits) {
    return propagated(energyOf(logits), neighbourMean_, propagation_, progress);
  };
  const auto atTraining = [&](const EnergyPair& pair) {
    return EnergyPair{pair.id.index_select(0, trainNodes_), pair.drawn.index_select(0, trainNodes_)};
  };
  const auto column = [](const EnergyPair& pair) { return at::cat({pair.id, pair.drawn}).unsqueeze(1); };
  GcnPassOptions mode;
  mode.epoch = trainingEpoch;
  const at::Tensor logits = network_.pass(graph, mode, progress).logits;
  const EnergyPair all{smooth(logits), smooth(network_.lastLayer(graph, latents_, progress))};
  const at::Tensor judged = detector_.train(column(all), {}, false, progress);
  const EnergyPair ofDetector{smooth(judged.narrow(0, 0, nodes)), smooth(judged.narrow(0, nodes, nodes))};
  const EnergyPair energies = atTraining(all);
  // Once more for the training nodes alone, whose batch statistics are others.
  const at::Tensor told = detector_.train(column(energies), {}, true, progress);
  const at::Tensor classes =
      at::nll_loss(at::log_softmax(logits.index_select(0, trainNodes_), 1), trainTargets_);
  const GnnsafePlusOptions margins{
      .weight = gold.weightReg, .marginIn = gold.marginIn, .marginOut = gold.marginOut};
  return classes + marginLoss(energies.id, energies.drawn, margins) +
         gold.weightDetector * detectorLoss(told) +
         gold.weightGap * gapLoss(energies, atTraining(ofDetector));
}

Result<void> GoldDetector::jointStep(const GoldEpoch& epoch, int number, const Progress& progress) {
  const bool training = epoch.first == 0;
  std::vector<NamedTensor> parameters = network_.parameters();
  for (NamedTensor& each : detector_.parameters()) parameters.push_back(std::move(each));
  const double start = now();
  at::Tensor loss;
  {
    const at::AutoGradMode grad(true);
    loss = jointLoss(training ? number : 0, progress);
  }
  times_.forward += now() - start;
  SISPDE_CHECK(differentiate(loss, parameters, number, progress));
  jointAdam_.step();
  detectorAdam_.step();
  if (training) network_.keep();
  detector_.keep();
  return {};
}

Result<EpochReport> GoldDetector::fitNow(int number, const Progress& progress) {
  for (const ModelState& state : {weights(), optimiser()})
    for (const NamedArray& each : state)
      if (!allFinite(tensorOf(each))) return diverged(each.name, number);
  const double start = now();
  const at::NoGradGuard none;
  const at::Tensor logits = network_.pass(*parts_.training, {}, progress).logits;
  if (progress.stopped()) return cancelled();
  const auto fitOfNodes = [&](const std::vector<NodeId>& nodes, const std::vector<std::int32_t>& labels) {
    return fitAll(logits.index_select(0, indexOf(nodes)).unsqueeze(0), labels);
  };
  const Fit train = fitOfNodes(parts_.nodes.train, trainLabels_);
  const Fit validation = fitOfNodes(parts_.nodes.validation, validationLabels_);
  if (!std::isfinite(validation.nll)) return diverged("The validation NLL", number);
  times_.validation += now() - start;
  return EpochReport{train.nll, train.accuracy, validation.nll, validation.accuracy};
}

std::vector<NamedTensor> GoldDetector::keptTensors() const {
  std::vector<NamedTensor> all = diffusion_.parameters();
  for (NamedTensor& each : diffusion_.buffers()) all.push_back(std::move(each));
  all.push_back({"latents", latents_});
  return all;
}

ModelState GoldDetector::optimiser() const {
  ModelState state = classifier_.optimiser();
  for (const auto& tensors :
       {jointAdam_.state(), detectorAdam_.state(), denoiserAdam_.state(), keptTensors()}) {
    ModelState more = stateOf(tensors);
    std::move(more.begin(), more.end(), std::back_inserter(state));
  }
  return state;
}

Result<void> GoldDetector::setOptimiser(const ModelState& state) {
  // Ours is all behind the classifier's own, which is the first to be told what does not fit.
  const std::size_t first = std::min(classifier_.optimiser().size(), state.size());
  const std::span<const NamedArray> ours = std::span(state).subspan(first);
  std::vector<NamedTensor> expected;
  std::vector<std::vector<NamedTensor>> moments;
  const std::array adams{&jointAdam_, &detectorAdam_, &denoiserAdam_};
  for (const Adam* adam : adams) {
    moments.push_back(adam->state());
    expected.insert(expected.end(), moments.back().begin(), moments.back().end());
  }
  const std::vector<NamedTensor> kept = keptTensors();
  expected.insert(expected.end(), kept.begin(), kept.end());
  SISPDE_CHECK(checkFits(ours, expected));
  SISPDE_CHECK(classifier_.setOptimiser(ModelState(state.begin(), state.end() - std::ssize(ours))));
  std::size_t at = 0;
  for (std::size_t i = 0; i < adams.size(); ++i) {
    for (NamedTensor& each : moments[i]) each.tensor = tensorOf(ours[at++]);
    adams[i]->setState(moments[i]);
  }
  fill(kept, ours.subspan(at));
  return {};
}

PhaseTimes GoldDetector::takeTimes() {
  PhaseTimes times = classifier_.takeTimes();
  times.forward += times_.forward;
  times.backward += times_.backward;
  times.validation += times_.validation;
  times_ = {};
  return times;
}

}  // namespace sispde
