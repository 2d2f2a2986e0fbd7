// Networks inside their detectors against the formulas in dense double loops, on a graph of 12 nodes: logits, reports,
// gradients (through Adam's first moments), running statistics, and whose kernel the noise of the OOD graph has.

#include <cmath>
#include <functional>
#include <map>

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/graph/graph_builder.h"
#include "core/model/noise_supply.h"
#include "tests/unit/small_training.h"

namespace sispde {
namespace {

using testing::detectorOf;
using testing::quickOptions;
using testing::scoreOf;

constexpr std::size_t nodes = 12, columns = 5, classes = 3;
constexpr std::uint64_t seed = 5;

struct Dense {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;
  Dense() = default;
  Dense(std::size_t r, std::size_t c) : rows(r), columns(c), values(r * c, 0) {}
  double& at(std::size_t i, std::size_t j) { return values[i * columns + j]; }
  double at(std::size_t i, std::size_t j) const { return values[i * columns + j]; }
};

Dense operator*(const Dense& a, const Dense& b) {
  Dense c(a.rows, b.columns);
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < b.columns; ++j)
      for (std::size_t k = 0; k < a.columns; ++k) c.at(i, j) += a.at(i, k) * b.at(k, j);
  return c;
}

Dense addRow(Dense a, const Dense& row) {
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < a.columns; ++j) a.at(i, j) += row.values[j];
  return a;
}

Dense combined(const Dense& a, double factor, const Dense& b) {
  Dense c = a;
  for (std::size_t i = 0; i < c.values.size(); ++i) c.values[i] += factor * b.values[i];
  return c;
}

// (D + I)^{-1/2} (A + I) (D + I)^{-1/2}
Dense convolutionOf(const Graph& graph) {
  Dense a(nodes, nodes);
  for (NodeId u = 0; u < graph.nodeCount(); ++u)
    for (NodeId v = 0; v < graph.nodeCount(); ++v)
      if (u == v || graph.hasEdge(u, v))
        a.at(u, v) = 1 / std::sqrt((static_cast<double>(graph.degree(u)) + 1) *
                                   (static_cast<double>(graph.degree(v)) + 1));
  return a;
}

Dense denseOf(const Features& features, bool rowL1) {
  Dense x(nodes, columns);
  for (std::size_t u = 0; u < nodes; ++u) {
    double sum = 0;
    features.forEachNonZero(static_cast<std::int64_t>(u), [&](std::int32_t j, float value) {
      x.at(u, j) = value;
      sum += std::abs(static_cast<double>(value));
    });
    for (std::size_t j = 0; j < columns && rowL1; ++j) x.at(u, j) /= sum;
  }
  return x;
}

using Parameters = std::map<std::string, Dense>;
Parameters parametersOf(const ModelState& state) {
  Parameters found;
  for (const NamedArray& array : state) {
    const auto last = static_cast<std::size_t>(array.shape.back());
    Dense& dense = found[array.name] = Dense(array.values.size() / last, last);
    std::copy(array.values.begin(), array.values.end(), dense.values.begin());
  }
  return found;
}

// ξ of a step for one sample, nodes × hidden; empty: none.
using Noise = std::function<Dense(int step, std::size_t sample)>;

// Two graph convolutions, logits = Â relu(BN(Â X W_1 + b_1)) W_2 + b_2; or the SPDE from H(0) = BN(Â X W_e + b_e) along
// Ψ(H, ξ) = Â (tanh(H W_F + b_F) + tanh(H W_G + b_G) ⊙ ξ) W_P + b_P to H(T) W_o + b_o.
struct Judge {
  DetectorOptions options;
  bool spde = false;
  Dense convolution, features;

  // Before BatchNorm.
  Dense encoded(const Parameters& p) const {
    const std::string first = spde ? "encoder" : "first";
    return addRow(convolution * (features * p.at(first + ".weight")), p.at(first + ".bias"));
  }
  static Dense meanOf(const Dense& h) {
    Dense mean(1, h.columns);
    for (std::size_t i = 0; i < h.rows; ++i)
      for (std::size_t j = 0; j < h.columns; ++j) mean.values[j] += h.at(i, j) / static_cast<double>(h.rows);
    return mean;
  }
  // Divided by rows − missing.
  static Dense varianceOf(const Dense& h, std::size_t missing) {
    const Dense mean = meanOf(h);
    Dense variance(1, h.columns);
    for (std::size_t i = 0; i < h.rows; ++i)
      for (std::size_t j = 0; j < h.columns; ++j)
        variance.values[j] +=
            std::pow(h.at(i, j) - mean.values[j], 2) / static_cast<double>(h.rows - missing);
    return variance;
  }
  Dense normalised(const Parameters& p, bool training) const {
    Dense h = encoded(p);
    if (!options.batchNorm) return h;
    const Dense mean = training ? meanOf(h) : p.at("norm.mean");
    const Dense variance = training ? varianceOf(h, 0) : p.at("norm.variance");
    for (std::size_t i = 0; i < h.rows; ++i)
      for (std::size_t j = 0; j < h.columns; ++j)
        h.at(i, j) = (h.at(i, j) - mean.values[j]) / std::sqrt(variance.values[j] + 1e-5) *
                         p.at("norm.weight").values[j] +
                     p.at("norm.bias").values[j];
    return h;
  }
  Dense psi(const Parameters& p, const Dense& h, const Dense& xi) const {
    const Dense pre = addRow(h * p.at("field.weight"), p.at("field.bias"));
    Dense mixed(h.rows, h.columns);
    for (std::size_t i = 0; i < h.rows; ++i)
      for (std::size_t j = 0; j < h.columns; ++j) {
        mixed.at(i, j) = std::tanh(pre.at(i, j));
        if (!xi.values.empty()) mixed.at(i, j) += std::tanh(pre.at(i, h.columns + j)) * xi.at(i, j);
      }
    return addRow(convolution * (mixed * p.at("convolution.weight")), p.at("convolution.bias"));
  }
  Dense logits(const Parameters& p, bool training, const Noise& noise, std::size_t sample) const {
    Dense h = normalised(p, training);
    if (!spde) {
      for (double& x : h.values) x = std::max(x, 0.0);
      return addRow(convolution * (h * p.at("second.weight")), p.at("second.bias"));
    }
    const double dt = options.time / options.steps;
    for (int k = 0; k < options.steps; ++k) {
      const Dense xi = noise ? noise(k, sample) : Dense();
      const Dense one = psi(p, h, xi);
      if (options.solver == Solver::Euler) {
        h = combined(h, dt, one);
        continue;
      }
      const Dense two = psi(p, combined(h, dt / 2, one), xi), three = psi(p, combined(h, dt / 2, two), xi),
                  four = psi(p, combined(h, dt, three), xi);
      h = combined(combined(combined(combined(h, dt / 6, one), dt / 3, two), dt / 3, three), dt / 6, four);
    }
    return addRow(h * p.at("decoder.weight"), p.at("decoder.bias"));
  }
};

double logSumExp(const Dense& logits, std::size_t u) {
  double largest = -HUGE_VAL, sum = 0;
  for (std::size_t c = 0; c < logits.columns; ++c) largest = std::max(largest, logits.at(u, c));
  for (std::size_t c = 0; c < logits.columns; ++c) sum += std::exp(logits.at(u, c) - largest);
  return largest + std::log(sum);
}

// Twelve nodes, the last without neighbours; the OOD set has another graph.
struct Case {
  DetectorOptions options;
  bool spde = false;
  ShiftedData data;
  Judge onTraining, onTest;
  std::unique_ptr<Detector> detector;

  Case(const std::string& name, const DetectorOptions& chosen) : options(chosen), spde(name == "sispde") {
    Random random(12);
    const auto graph = [&](std::size_t edges) {
      std::vector<Edge> list;
      for (std::size_t i = 0; i < edges; ++i)
        list.push_back({static_cast<NodeId>(random.below(11)), static_cast<NodeId>(random.below(11))});
      return buildGraph(nodes, list).graph;
    };
    std::vector<float> values;
    for (std::size_t i = 0; i < nodes * columns; ++i)
      values.push_back(random.chance(0.2) ? 0.0f : static_cast<float>(random.normal()));
    Dataset& training = data.training;
    training.graph = graph(16);
    training.features = Features::dense(nodes, columns, values);
    Split split{Mask(nodes, 0), Mask(nodes, 0), Mask(nodes, 0)};
    for (std::size_t u = 0; u < nodes; ++u) {
      training.labels.push_back(static_cast<std::int32_t>(u * u % classes));
      (u % 3 == 0 ? split.train : u % 3 == 1 ? split.validation : split.test)[u] = 1;
    }
    training.labels[11] = 2;
    training.splits = {split};
    data.idTest = split.test;
    data.test = training;
    data.test.graph = graph(30);
    data.oodTest = Mask(nodes, 1);
    data.wholeGraph = true;
    const bool rowL1 = options.featureScaling == FeatureScaling::RowL1;
    onTraining = {options, spde, convolutionOf(training.graph), denseOf(training.features, rowL1)};
    training.features = data.test.features = scaledFeatures(training.features, options.featureScaling);
    onTest = onTraining;
    onTest.convolution = convolutionOf(data.test.graph);
    detector = detectorOf(name, options, data, seed);
  }
  std::vector<NodeId> trainNodes() const { return members(data.training.splits[0].train); }
  std::vector<NodeId> validationNodes() const { return members(data.training.splits[0].validation); }
  Parameters parameters() const { return parametersOf(detector->weights()); }

  SpdeShape shape(int samples) const {
    return {.hidden = static_cast<std::size_t>(options.hidden),
            .samples = static_cast<std::size_t>(samples),
            .steps = options.steps,
            .time = options.time,
            .solver = options.solver};
  }
  std::unique_ptr<NoiseSupply> supply(const Graph& graph) const {
    SupplyOptions wanted;
    wanted.mode = options.noiseMode;
    wanted.tolerance = options.noiseTolerance;
    wanted.bankEpochs = options.noiseBank;
    wanted.renewed = options.noiseRefresh;
    wanted.seed = seed;
    auto found = std::make_unique<NoiseSupply>(graph, wanted, shape(options.trainSamples),
                                               shape(options.validationSamples));
    EXPECT_TRUE(found->setKernel(kernelSpecOf(options, nodes), {}).has_value());
    return found;
  }
  Noise readOf(const NoiseRows& rows, int samples) const {
    const auto width = static_cast<std::size_t>(samples * options.hidden);
    std::vector<std::vector<float>> steps;
    for (int k = 0; k < options.steps; ++k) {
      std::vector<float> xi(nodes * width);
      rows(k, 0, nodes, k > 0 ? steps.back().data() : nullptr, xi.data());
      steps.push_back(std::move(xi));
    }
    const auto hidden = static_cast<std::size_t>(options.hidden);
    return [steps, width, hidden](int step, std::size_t sample) {
      Dense xi(nodes, hidden);
      for (std::size_t u = 0; u < nodes; ++u)
        for (std::size_t c = 0; c < hidden; ++c)
          xi.at(u, c) = steps[static_cast<std::size_t>(step)][u * width + sample * hidden + c];
      return xi;
    };
  }
  Noise testNoise(const Graph& graph) const {
    if (!spde || !options.noise) return {};
    const auto drawn = supply(graph)->test(shape(options.testSamples), 0, {});
    return readOf((*drawn)->rows, options.testSamples);
  }
  // In epoch 1.
  Noise trainingNoise(bool validation) const {
    if (!spde || !options.noise) return {};
    const auto drawn = supply(data.training.graph);
    EXPECT_TRUE(drawn->advance(1, {}).has_value());
    std::vector<NodeId> order;
    for (std::size_t u = 0; u < nodes; ++u) order.push_back(static_cast<NodeId>(u));
    return readOf(validation ? drawn->validation(1, order) : drawn->training(1, order),
                  validation ? options.validationSamples : options.trainSamples);
  }
};

// The energies that a judge gives with this noise.
std::vector<double> energiesOf(const Case& task, const Judge& judge, const Noise& noise) {
  const int samples = noise ? task.options.testSamples : 1;
  std::vector<double> energies(nodes, 0);
  for (int s = 0; s < samples; ++s) {
    const Dense logits = judge.logits(task.parameters(), false, noise, static_cast<std::size_t>(s));
    for (std::size_t u = 0; u < nodes; ++u) energies[u] -= logSumExp(logits, u) / samples;
  }
  return energies;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, std::abs(a[i] - b[i]) / std::max(1.0, std::abs(b[i])));
  return largest;
}

void expectJudgesScores(Case& task) {
  testing::trained(*task.detector, 1, 3);
  const Evaluation evaluation = task.detector->evaluate({}, {}).value();
  const Noise noise = task.testNoise(task.data.training.graph);
  const std::vector<double> energies = energiesOf(task, task.onTraining, noise);
  EXPECT_LT(distance(scoreOf(evaluation, "energy")->id, energies), 1e-5);
  EXPECT_LT(distance(scoreOf(evaluation, "energy")->ood,
                     energiesOf(task, task.onTest, task.testNoise(task.data.test.graph))),
            1e-5);
  // Energies leave one number per node open; the probabilities fix it.
  const int samples = noise ? task.options.testSamples : 1;
  std::vector<double> probabilities(nodes * classes, 0);
  for (int s = 0; s < samples; ++s) {
    const Dense logits = task.onTraining.logits(task.parameters(), false, noise, static_cast<std::size_t>(s));
    for (std::size_t u = 0; u < nodes; ++u)
      for (std::size_t c = 0; c < classes; ++c)
        probabilities[u * classes + c] += std::exp(logits.at(u, c) - logSumExp(logits, u)) / samples;
  }
  EXPECT_LT(distance({evaluation.probabilities.begin(), evaluation.probabilities.end()}, probabilities),
            1e-5);
}

DetectorOptions denseOptions(const std::string& name) {
  DetectorOptions options = quickOptions(name);
  options.dropout = 0;
  options.hidden = 6;
  options.learningRate = 0.05;
  options.noiseTolerance = 1e-6;
  options.featureScaling = FeatureScaling::Raw;
  return options;
}

TEST(DetectorDenseTorch, LogitsOfTheGcnAreThoseOfTheFormula) {
  for (const bool batchNorm : {false, true})
    for (const FeatureScaling scaling : {FeatureScaling::Raw, FeatureScaling::RowL1}) {
      DetectorOptions options = denseOptions("gcn");
      options.batchNorm = batchNorm;
      options.featureScaling = scaling;
      Case task("gcn", options);
      expectJudgesScores(task);
    }
}

TEST(DetectorDenseTorch, LogitsOfTheSpdeWithoutNoiseAreThoseOfTheFormula) {
  for (const Solver solver : {Solver::Euler, Solver::Rk4})
    for (const bool batchNorm : {true, false}) {
      DetectorOptions options = denseOptions("sispde");
      options.noise = false;
      options.solver = solver;
      options.batchNorm = batchNorm;
      options.steps = 3;
      options.time = 1.7;
      Case task("sispde", options);
      expectJudgesScores(task);
    }
}

TEST(DetectorDenseTorch, LogitsOfTheSpdeWithNoiseAreThoseOfTheFormula) {
  for (const NoiseMode mode :
       {NoiseMode::Increments, NoiseMode::Path, NoiseMode::Literal, NoiseMode::Stationary})
    for (const Solver solver : {Solver::Euler, Solver::Rk4}) {
      DetectorOptions options = denseOptions("sispde");
      options.noiseMode = mode;
      options.solver = solver;
      Case task("sispde", options);
      expectJudgesScores(task);
    }
}

TEST(DetectorDenseTorch, TheNoiseOfTheOodGraphComesFromItsOwnKernel) {
  for (const KernelKind kernel : {KernelKind::Matern, KernelKind::Heat, KernelKind::Laplacian}) {
    DetectorOptions options = denseOptions("sispde");
    options.kernel = kernel;
    Case task("sispde", options);
    expectJudgesScores(task);
    // With the noise of the training graph the scores of the OOD graph would be others.
    const Evaluation evaluation = task.detector->evaluate({}, {}).value();
    const std::vector<double> wrong = energiesOf(task, task.onTest, task.testNoise(task.data.training.graph));
    EXPECT_GT(distance(scoreOf(evaluation, "energy")->ood, wrong), 1e-2);
  }
}

// Mean NLL and accuracy of the mean probability over the samples, at some nodes.
struct Fitted {
  double nll = 0, accuracy = 0;
};
Fitted fitted(const Case& task, const Parameters& p, bool training, const std::vector<NodeId>& at,
              const Noise& noise, int samples) {
  std::vector<Dense> logits;
  for (int s = 0; s < samples; ++s)
    logits.push_back(task.onTraining.logits(p, training, noise, static_cast<std::size_t>(s)));
  Fitted fit;
  for (const NodeId u : at) {
    std::vector<double> mean(classes, 0);
    for (const Dense& each : logits)
      for (std::size_t c = 0; c < classes; ++c)
        mean[c] += std::exp(each.at(u, c) - logSumExp(each, u)) / samples;
    const auto label = static_cast<std::size_t>(task.data.training.labels[u]);
    fit.nll -= std::log(mean[label]) / static_cast<double>(at.size());
    if (std::max_element(mean.begin(), mean.end()) - mean.begin() == static_cast<std::ptrdiff_t>(label))
      fit.accuracy += 1 / static_cast<double>(at.size());
  }
  return fit;
}

struct Trained {
  const char* name;
  bool noise, batchNorm;
};
constexpr Trained trainedOnes[] = {{"gcn", false, false},   {"gcn", false, true},    {"sispde", false, false},
                                   {"sispde", false, true}, {"sispde", true, false}, {"sispde", true, true}};

Case trainedCase(const Trained& kind) {
  DetectorOptions options = denseOptions(kind.name);
  options.noise = kind.noise;
  options.batchNorm = kind.batchNorm;
  options.trainSamples = 2;
  options.validationSamples = 3;
  options.weightDecay = 0.02;
  return {kind.name, options};
}

TEST(DetectorDenseTorch, ReportsOfAnEpochAreThoseOfTheFormula) {
  for (const Trained& kind : trainedOnes) {
    SCOPED_TRACE(::testing::Message() << kind.name << " noise " << kind.noise << " BN " << kind.batchNorm);
    Case task = trainedCase(kind);
    const bool noisy = kind.noise;
    const Fitted train =
        fitted(task, task.parameters(), true, task.trainNodes(), task.trainingNoise(false), noisy ? 2 : 1);
    const EpochReport report = task.detector->epoch(1, {}).value();
    const Fitted validation = fitted(task, task.parameters(), false, task.validationNodes(),
                                     task.trainingNoise(true), noisy ? 3 : 1);
    EXPECT_NEAR(report.trainNll, train.nll, 1e-5);
    EXPECT_NEAR(report.trainAccuracy, train.accuracy, 1e-9);
    EXPECT_NEAR(report.validationNll, validation.nll, 1e-5);
    EXPECT_NEAR(report.validationAccuracy, validation.accuracy, 1e-9);
  }
}

TEST(DetectorDenseTorch, AnEpochIsOneStepOfAdamAlongTheGradientOfTheMeanCrossEntropyWithDecay) {
  for (const Trained& kind : trainedOnes) {
    SCOPED_TRACE(::testing::Message() << kind.name << " noise " << kind.noise << " BN " << kind.batchNorm);
    Case task = trainedCase(kind);
    const Parameters before = task.parameters();
    const Noise noise = task.trainingNoise(false);
    const int samples = kind.noise ? 2 : 1;
    // The mean over the samples of the cross-entropy of each.
    const auto loss = [&](const Parameters& p) {
      double sum = 0;
      for (int s = 0; s < samples; ++s) {
        const Dense logits = task.onTraining.logits(p, true, noise, static_cast<std::size_t>(s));
        for (const NodeId u : task.trainNodes())
          sum += logSumExp(logits, u) - logits.at(u, static_cast<std::size_t>(task.data.training.labels[u]));
      }
      return sum / samples / static_cast<double>(task.trainNodes().size());
    };
    ASSERT_TRUE(task.detector->epoch(1, {}).has_value());
    const Parameters after = task.parameters(), moments = parametersOf(task.detector->optimiser());
    for (const auto& [name, start] : before) {
      if (name == "norm.mean" || name == "norm.variance") continue;
      SCOPED_TRACE(name);
      EXPECT_EQ(moments.at(name + ".steps").values, std::vector<double>{1});
      for (std::size_t i = 0; i < start.values.size(); ++i) {
        Parameters moved = before;
        const double step = 1e-5;
        moved[name].values[i] = start.values[i] + step;
        const double above = loss(moved);
        moved[name].values[i] = start.values[i] - step;
        const double gradient = (above - loss(moved)) / (2 * step) + 0.02 * start.values[i];
        const double first = moments.at(name + ".first").values[i] / 0.1,
                     second = moments.at(name + ".second").values[i] / 0.001;
        ASSERT_NEAR(first, gradient, 2e-5 + 1e-4 * std::abs(gradient)) << i;
        ASSERT_NEAR(second, first * first, 1e-5 * first * first + 1e-12) << i;
        ASSERT_NEAR(after.at(name).values[i], start.values[i] - 0.05 * first / (std::sqrt(second) + 1e-8),
                    2e-5)
            << i;
      }
    }
  }
}

TEST(DetectorDenseTorch, RunningStatisticsMoveATenthOfTheWay) {
  for (const Trained& kind : trainedOnes) {
    if (!kind.batchNorm) continue;
    Case task = trainedCase(kind);
    Parameters expected = task.parameters();
    for (int epoch = 1; epoch <= 3; ++epoch) {
      const Dense h = task.onTraining.encoded(task.parameters());
      const Dense mean = Judge::meanOf(h), variance = Judge::varianceOf(h, 1);
      for (std::size_t j = 0; j < 6; ++j) {
        expected["norm.mean"].values[j] = 0.9 * expected["norm.mean"].values[j] + 0.1 * mean.values[j];
        expected["norm.variance"].values[j] =
            0.9 * expected["norm.variance"].values[j] + 0.1 * variance.values[j];
      }
      ASSERT_TRUE(task.detector->epoch(epoch, {}).has_value());
      const Parameters found = task.parameters();
      EXPECT_LT(distance(found.at("norm.mean").values, expected["norm.mean"].values), 1e-5);
      EXPECT_LT(distance(found.at("norm.variance").values, expected["norm.variance"].values), 1e-5);
    }
  }
}

}  // namespace
}  // namespace sispde
