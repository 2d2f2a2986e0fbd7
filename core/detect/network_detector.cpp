#include "core/detect/network_detector.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>

#include <ATen/core/grad_mode.h>

#include "core/detect/detector_tensors.h"
#include "core/detect/named_scores.h"
#include "core/detect/tensor_logits.h"
#include "core/model/functions.h"
#include "core/model/gemm.h"

namespace sispde {

NetworkDetector::NetworkDetector(std::unique_ptr<Network> network,
                                 std::shared_ptr<const NetworkGraph> training,
                                 std::shared_ptr<const NetworkGraph> test, DetectionNodes nodes,
                                 const DetectorOptions& options, std::uint64_t seed, NetworkHooks hooks)
    : network_(std::move(network)),
      hooks_(std::move(hooks)),
      training_(std::move(training)),
      test_(std::move(test)),
      nodes_(std::move(nodes)),
      options_(options),
      seed_(seed),
      adam_(network_->parameters(), options.learningRate, options.weightDecay),
      trainLabels_(labelsAt(nodes_.labels, nodes_.train)),
      validationLabels_(labelsAt(nodes_.labels, nodes_.validation)) {
  trainTargets_ = indexOf(trainLabels_);
  const std::set<std::int32_t> classes(trainLabels_.begin(), trainLabels_.end());
  lastEpoch_ = options.selection == Selection::LastEpoch ||
               (options.selection != Selection::MinValidationNll && classes.size() == 1);
}

double NetworkDetector::selectionValue(const EpochReport& report) const {
  return options_.selection == Selection::MaxValidationAccuracy ? -report.validationAccuracy
                                                                : report.validationNll;
}

bool NetworkDetector::isDone(const std::vector<EpochReport>& epochs) const {
  if (options_.patience == 0) return false;
  double least = std::numeric_limits<double>::infinity();
  int since = 0;
  for (const EpochReport& report : epochs) {
    const bool better = report.validationNll < least - options_.minDelta;
    if (better) least = report.validationNll;
    since = better ? 0 : since + 1;
  }
  return since >= options_.patience;
}

Result<void> NetworkDetector::prepare(const Progress& progress) {
  holdTorchAtOneThread();
  return guarded([&] { return network_->prepare(progress); });
}

Result<EpochReport> NetworkDetector::epoch(int number, const Progress& progress) {
  holdTorchAtOneThread();
  // What the epoch changes, to be put back where it does not come to its end.
  std::vector<at::Tensor> before;
  for (const NamedTensor& each : weightTensors()) before.push_back(each.tensor.detach().clone());
  std::vector<NamedTensor> moments = adam_.state();
  for (NamedTensor& each : moments) each.tensor = each.tensor.clone();
  Result<EpochReport> report = guarded([&] { return trainAndValidate(number, progress); });
  if (report) return report;
  const at::NoGradGuard none;
  const std::vector<NamedTensor> tensors = weightTensors();
  for (std::size_t i = 0; i < tensors.size(); ++i) tensors[i].tensor.detach().copy_(before[i]);
  adam_.setState(moments);
  return report;
}

Result<EpochReport> NetworkDetector::trainAndValidate(int number, const Progress& progress) {
  const auto diverged = [&](const std::string& what) {
    return failure(
        {}, "{} of epoch {} is not finite; try a smaller learning rate (lr is {:g}){}", what, number,
        options_.learningRate,
        network_->kernel() ? fmt::format(" or weaker noise (sigma is {:g})", network_->kernel()->sigma) : "");
  };
  times_.noise += network_->takeNoiseSeconds();  // of preparations and of epochs that were given up
  EpochReport report;
  double start = now();
  const auto lap = [&] { return now() - std::exchange(start, now()); };
  const std::vector<NamedTensor> parameters = network_->parameters();
  for (const NamedTensor& each : parameters) each.tensor.mutable_grad() = at::Tensor();
  at::Tensor loss, logits;
  {
    const at::AutoGradMode grad(true);
    SISPDE_TRY(logits, network_->trainingLogits(number, progress));
    const at::Tensor logProbabilities = at::log_softmax(logits, 2).flatten(0, 1);
    loss = at::nll_loss(logProbabilities, trainTargets_.repeat({logits.size(0)}));
    if (hooks_.term) {
      SISPDE_TRY(const at::Tensor term, hooks_.term->loss(number, progress));
      loss = loss + term;
    }
  }
  if (!allFinite(logits)) return diverged("A logit");
  const double value = loss.item<double>();
  if (!std::isfinite(value)) return diverged("The training loss");
  const Fit train = fitAll(logits.detach().contiguous(), trainLabels_);
  report.trainNll = train.nll;
  report.trainAccuracy = train.accuracy;
  const double noise = network_->takeNoiseSeconds();
  times_.noise += noise;
  times_.forward += lap() - noise;
  loss.backward();
  if (progress.stopped()) return cancelled();
  for (const NamedTensor& each : parameters)
    if (each.tensor.grad().defined() && !allFinite(each.tensor.grad()))
      return diverged(fmt::format("The gradient of {}", each.name));
  adam_.step();
  network_->keep();
  const at::NoGradGuard none;
  for (const std::vector<NamedTensor>& tensors : {weightTensors(), adam_.state()})
    for (const NamedTensor& each : tensors)
      if (!allFinite(each.tensor)) return diverged(each.name);
  times_.backward += lap();
  if (hooks_.postHoc) {
    SISPDE_CHECK(hooks_.postHoc->fit(progress));
    for (const NamedTensor& each : hooks_.postHoc->state())
      if (!allFinite(each.tensor)) return diverged(each.name);
  }
  SISPDE_TRY(const at::Tensor seen, network_->validationLogits(number, progress));
  const Fit validation = fitAll(seen.contiguous(), validationLabels_);
  if (!std::isfinite(validation.nll)) return diverged("The validation NLL");
  report.validationNll = validation.nll;
  report.validationAccuracy = validation.accuracy;
  times_.validation += lap();
  return report;
}

Result<Evaluation> NetworkDetector::evaluate(const std::vector<NodeId>& watched, const Progress& progress) {
  holdTorchAtOneThread();
  for (const NodeId u : watched)
    if (u < 0 || u >= training_->graph.nodeCount())
      return usageError("There is no node {} to watch: the graph has {} nodes", u,
                        training_->graph.nodeCount());
  return guarded([&] { return evaluateAll(watched, progress); });
}

Result<Evaluation> NetworkDetector::evaluateAll(const std::vector<NodeId>& watched,
                                                const Progress& progress) {
  const at::NoGradGuard none;
  times_.noise += network_->takeNoiseSeconds();
  const double start = now();
  Evaluation evaluation;
  evaluation.primary = options_.primary;
  for (const NodeId u : watched) evaluation.watched.push_back({u});
  SISPDE_TRY(const at::Tensor logits, network_->testLogits(*training_, &evaluation.watched, progress));
  const auto diverged = [] {
    return failure({}, "A logit of the test is not finite; try a smaller learning rate");
  };
  if (!allFinite(logits)) return diverged();
  const at::Tensor packed = logits.contiguous();
  SISPDE_TRY(GraphScores id, graphScores(logitsOf(packed), training_->graph, options_, seed_, progress));
  std::optional<GraphScores> ood;
  if (test_) {
    SISPDE_TRY(const at::Tensor other, network_->testLogits(*test_, nullptr, progress));
    if (!allFinite(other)) return diverged();
    const at::Tensor otherPacked = other.contiguous();
    SISPDE_TRY(ood, graphScores(logitsOf(otherPacked), test_->graph, options_, seed_, progress));
  }
  for (std::size_t i = 0; i < id.all.size(); ++i) {
    auto& [name, values] = id.all[i];
    NamedScore score{name, values, ood ? std::move(ood->all[i].second) : values};
    evaluation.scores.push_back(std::move(score));
  }
  if (hooks_.postHoc) {
    const PostHocTask task{training_.get(), test_.get(), &nodes_.idAsked, &nodes_.oodAsked};
    SISPDE_TRY(std::vector<NamedScore> more, postHocScores(*hooks_.postHoc, task, progress));
    std::move(more.begin(), more.end(), std::back_inserter(evaluation.scores));
  }
  evaluation.prediction = std::move(id.basic.prediction);
  evaluation.probabilities = std::move(id.basic.probabilities);
  const auto right = std::count_if(nodes_.idTest.begin(), nodes_.idTest.end(),
                                   [&](NodeId u) { return evaluation.prediction[u] == nodes_.labels[u]; });
  evaluation.idAccuracy =
      static_cast<double>(right) / std::max<double>(1, static_cast<double>(nodes_.idTest.size()));
  const double noise = network_->takeNoiseSeconds();
  times_.noise += noise;
  times_.evaluation += now() - start - noise;
  return evaluation;
}

std::vector<NamedTensor> NetworkDetector::weightTensors() const {
  std::vector<NamedTensor> all = network_->parameters();
  for (NamedTensor& each : network_->buffers()) all.push_back(std::move(each));
  if (hooks_.postHoc)
    for (NamedTensor& each : hooks_.postHoc->state()) all.push_back(std::move(each));
  return all;
}

ModelState NetworkDetector::weights() const {
  return stateOf(weightTensors());
}

ModelState NetworkDetector::optimiser() const {
  return stateOf(adam_.state());
}

Result<void> NetworkDetector::setWeights(const ModelState& state) {
  const std::vector<NamedTensor> tensors = weightTensors();
  SISPDE_CHECK(checkFits(state, tensors));
  fill(tensors, state);
  return {};
}

Result<void> NetworkDetector::setOptimiser(const ModelState& state) {
  std::vector<NamedTensor> tensors = adam_.state();
  SISPDE_CHECK(checkFits(state, tensors));
  for (std::size_t i = 0; i < tensors.size(); ++i) tensors[i].tensor = tensorOf(state[i]);
  adam_.setState(tensors);
  return {};
}

Result<void> NetworkDetector::setKernel(const KernelSpec& spec, const Progress& progress) {
  return guarded([&] { return network_->setKernel(spec, progress); });
}

PhaseTimes NetworkDetector::takeTimes() {
  return std::exchange(times_, {});
}

}  // namespace sispde
