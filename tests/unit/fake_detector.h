#pragma once
// A Detector for tests of Run: a few numbers of arithmetic instead of a model. Like a real one it is a
// function of epoch and kernel alone, works in small slices, looks at the stop token before each, and changes
// nothing when it is interrupted.

#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

#include "core/train/run.h"

namespace sispde::testing {

// What it does; set before the run starts. Shared by the test and the detector, which the run owns.
struct FakePlan {
  int epochs = 6;
  int slices = 4;  // of an epoch, of the preparation, of a change of kernel and of an evaluation
  int sliceMicroseconds = 0;
  bool takesLast = false;
  bool hasKernel = true;
  double refusedNu = -1;                      // setKernel fails for it
  int failAt = 0, throwAt = 0, giveUpAt = 0;  // epochs; giveUpAt: Cancelled without being asked
  bool failPreparation = false, failEvaluation = false, throwNumber = false;
  std::vector<double> validationNll;       // of epoch 1, 2, …; empty: from the weights
  std::vector<double> validationAccuracy;  // the same; where given, epochs are selected by it
  int doneAfter = 0;                       // epochs after which the detector has enough; 0: never
  // Called before every slice of the kind of work: 'p'repare, 'e'poch, 'k'ernel, 's'core.
  std::function<void(char work, int epoch, int slice)> onSlice;

  std::atomic<long> sliceCount{0}, prepareCount{0}, evaluationCount{0};
};
using SharedPlan = std::shared_ptr<FakePlan>;
inline SharedPlan plan() {
  return std::make_shared<FakePlan>();
}

inline constexpr std::size_t fakeNodes = 8;

// In [−1, 1), by place.
inline float fakeNoise(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  std::uint64_t x = a * 0x9E3779B97F4A7C15u + b * 0xBF58476D1CE4E5B9u + c * 0x94D049BB133111EBu + 1;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return static_cast<float>((x ^ x >> 31) >> 40) / 8388608.0f - 1;
}

class FakeDetector : public Detector {
 public:
  explicit FakeDetector(SharedPlan plan) : plan_(std::move(plan)) {}

  int epochCount() const override { return plan_->epochs; }
  bool takesLastEpoch() const override { return plan_->takesLast; }

  double selectionValue(const EpochReport& report) const override {
    return plan_->validationAccuracy.empty() ? report.validationNll : -report.validationAccuracy;
  }
  bool isDone(const std::vector<EpochReport>& epochs) const override {
    return plan_->doneAfter > 0 && std::ssize(epochs) >= plan_->doneAfter;
  }

  Result<void> prepare(const Progress& progress) override {
    for (int s = 0; s < plan_->slices; ++s) SISPDE_CHECK(slice('p', s, progress));
    if (plan_->failPreparation) return failure({}, "The preparation went wrong");
    ++plan_->prepareCount;
    return {};
  }

  Result<EpochReport> epoch(int number, const Progress& progress) override {
    epoch_ = number;
    std::vector<float> weights = weights_, moments = moments_;
    for (int s = 0; s < plan_->slices; ++s) {
      SISPDE_CHECK(slice('e', s, progress));
      for (std::size_t i = 0; i < weights.size(); ++i) {
        const float noise = fakeNoise(number, s, i) * static_cast<float>(kernel_.nu);
        moments[i] = 0.9f * moments[i] + 0.1f * (noise + weights[i]);
        weights[i] -= 0.05f * moments[i];
      }
      if (number == plan_->failAt && s > 0) return failure({}, "The loss of epoch {} is not finite", number);
      if (number == plan_->giveUpAt) return cancelled();
      if (number == plan_->throwAt && s > 0) {
        weights_ = weights;  // a detector that breaks its promise
        if (plan_->throwNumber) throw 7;
        throw std::runtime_error("out of luck");
      }
    }
    weights_ = weights;
    moments_ = moments;
    double norm = 0;
    for (const float w : weights) norm += w * w;
    const auto place = static_cast<std::size_t>(number) - 1;
    times_.forward += 1;
    return EpochReport{
        norm, 1 / (1 + norm),
        plan_->validationNll.empty() ? std::sin(100 * norm) : plan_->validationNll[place],
        plan_->validationAccuracy.empty() ? std::exp(-norm) : plan_->validationAccuracy[place]};
  }

  Result<Evaluation> evaluate(const std::vector<NodeId>& watched, const Progress& progress) override {
    for (int s = 0; s < plan_->slices; ++s) SISPDE_CHECK(slice('s', s, progress));
    if (plan_->failEvaluation) return failure({}, "The scores are not finite");
    ++plan_->evaluationCount;
    times_.evaluation += 1;
    Evaluation evaluation;
    evaluation.primary = "energy";
    std::vector<double> energy(fakeNodes);
    for (std::size_t i = 0; i < fakeNodes; ++i)
      energy[i] = weights_[i % weights_.size()] * fakeNoise(0, 1, i) + kernel_.nu;
    evaluation.scores = {{"energy", energy, energy},
                         {"undefined", std::vector<double>(fakeNodes, std::nan("")), energy}};
    for (const NodeId node : watched) evaluation.watched.push_back({.node = node});
    return evaluation;
  }

  ModelState weights() const override { return {{"layer/w", {5}, weights_}, {"b", {}, {weights_[0]}}}; }
  ModelState optimiser() const override { return {{"m", {1, 5}, moments_}}; }
  Result<void> setWeights(const ModelState& state) override {
    if (state.size() != 2 || state[0].shape != std::vector<std::int64_t>{5})
      return inputError({}, "The weights do not fit");
    weights_ = state[0].values;
    return {};
  }
  Result<void> setOptimiser(const ModelState& state) override {
    if (state.size() != 1 || state[0].values.size() != 5) return inputError({}, "The moments do not fit");
    moments_ = state[0].values;
    return {};
  }

  std::optional<KernelSpec> kernel() const override {
    return plan_->hasKernel ? std::optional(kernel_) : std::nullopt;
  }
  Result<void> setKernel(const KernelSpec& spec, const Progress& progress) override {
    for (int s = 0; s < plan_->slices; ++s) SISPDE_CHECK(slice('k', s, progress));
    if (spec.nu == plan_->refusedNu) return failure({}, "No memory for this kernel");
    kernel_ = spec;
    return {};
  }

  PhaseTimes takeTimes() override { return std::exchange(times_, {}); }

 private:
  Result<void> slice(char work, int s, const Progress& progress) {
    if (progress.stopped()) return cancelled();
    ++plan_->sliceCount;
    if (plan_->onSlice) plan_->onSlice(work, epoch_, s);
    progress.report(s / 10.0, "Working");
    if (plan_->sliceMicroseconds > 0)
      std::this_thread::sleep_for(std::chrono::microseconds(plan_->sliceMicroseconds));
    return {};
  }

  SharedPlan plan_;
  int epoch_ = 0;  // that is, or was last, under way
  std::vector<float> weights_{0.5f, -0.25f, 1, 2, -1}, moments_ = std::vector<float>(5, 0);
  KernelSpec kernel_;
  PhaseTimes times_;
};

// Half of the nodes ID, half OOD.
inline RunOptions fakeOptions() {
  RunOptions options;
  options.idTest = {1, 1, 1, 1, 0, 0, 0, 0};
  options.oodTest = {0, 0, 0, 0, 1, 1, 1, 1};
  options.identity = R"({"seed": 1, "data": "abc"})";
  return options;
}

// Inside a test, Run is a member of GoogleTest's class.
using RunUnderTest = sispde::Run;
using RunPointer = std::unique_ptr<RunUnderTest>;

inline RunPointer fakeRun(const SharedPlan& plan, RunOptions options = fakeOptions()) {
  return std::make_unique<Run>(std::make_unique<FakeDetector>(plan), std::move(options));
}

// A run that writes down the states it shows, each change once.
struct Recorded {
  explicit Recorded(const SharedPlan& from, RunOptions options = fakeOptions()) {
    options.listener = [this](const Snapshot& snapshot) {
      if (states.empty() || states.back() != snapshot.state) states.push_back(snapshot.state);
      epochs.push_back(snapshot.epoch);
    };
    run = fakeRun(from, std::move(options));
  }
  std::vector<RunState> states;
  std::vector<int> epochs;
  RunPointer run;  // last: it ends before what it writes to
};

// Starts and goes on after every pause and stop until nothing is left.
inline void finish(RunUnderTest& run) {
  do run.wait();
  while (run.start() || run.resume());
}

// The detector driven by hand, with the kernels of the forks: what a Run must give, whatever was asked of it
// on the way.
struct Alone {
  ModelState weights, optimiser;
  std::vector<EpochReport> reports;
};
inline Alone trainAlone(int epochs, const std::vector<Fork>& forks = {}) {
  const auto plan = std::make_shared<FakePlan>();
  plan->epochs = epochs;
  FakeDetector detector(plan);
  Alone alone;
  for (int e = 1; e <= epochs; ++e) {
    for (const Fork& fork : forks)
      if (fork.epoch == e - 1) EXPECT_TRUE(detector.setKernel(fork.after, {}).has_value());
    alone.reports.push_back(detector.epoch(e, {}).value());
  }
  alone.weights = detector.weights();
  alone.optimiser = detector.optimiser();
  return alone;
}

inline void expectSameScoring(const Scoring& a, const Scoring& b) {
  EXPECT_EQ(a.epoch, b.epoch);
  ASSERT_EQ(a.evaluation.scores.size(), b.evaluation.scores.size());
  EXPECT_EQ(a.evaluation.scores[0].id, b.evaluation.scores[0].id);
  EXPECT_EQ(a.metrics[0].metrics.auroc, b.metrics[0].metrics.auroc);
}

// Two finished runs with the same numbers, bit for bit.
inline void expectSameRun(const Run& a, const Run& b) {
  const Checkpoint x = a.checkpoint().value(), y = b.checkpoint().value();
  EXPECT_EQ(x.epoch, y.epoch);
  EXPECT_EQ(x.weights, y.weights);
  EXPECT_EQ(x.optimiser, y.optimiser);
  EXPECT_EQ(x.best, y.best);
  EXPECT_EQ(x.bestEpoch, y.bestEpoch);
  EXPECT_EQ(x.bestNll, y.bestNll);
  EXPECT_EQ(x.history.epochs, y.history.epochs);
  EXPECT_EQ(x.history.forks, y.history.forks);
  EXPECT_EQ(x.kernel, y.kernel);
  ASSERT_TRUE(a.snapshot()->scoring && b.snapshot()->scoring);
  expectSameScoring(*a.snapshot()->scoring, *b.snapshot()->scoring);
}

}  // namespace sispde::testing
