#include "core/detect/detector_options.h"

#include <cmath>

#include "core/base/option_table.h"

namespace sispde {
namespace {

using Options = DetectorOptions;
using Fields = std::vector<OptionField<Options>>;

constexpr RealRange parameterRange{smallestParameter, largestParameter};

Fields trainingFields() {
  return {
      leading(
          integerOption("epochs", "", "Number of full-batch steps of Adam", &Options::epochs, {1, 100'000})),
      leading(realOption("lr", "", "Learning rate of Adam", &Options::learningRate, {0, 1, true})),
      realOption("weight_decay", "", "Factor of the L2 term on all parameters, added to the gradient",
                 &Options::weightDecay, {0, 10}),
      realOption("dropout", "", "Share of entries set to 0 in training", &Options::dropout, {0, 0.95}),
      leading(integerOption("hidden", "h", "Width of the hidden layer and of the SPDE's state",
                            &Options::hidden, {1, 4096})),
      flagOption("batch_norm", "", "BatchNorm after the first graph convolution", &Options::batchNorm),
      choiceOption(
          "select", "",
          "Whose weights are scored: the epoch with the least validation NLL, with the highest "
          "validation accuracy, or the last; auto is min-val-nll, and where there is one ID class it "
          "and max-val-accuracy are last-epoch",
          &Options::selection,
          {{"auto", Selection::Auto},
           {"min-val-nll", Selection::MinValidationNll},
           {"max-val-accuracy", Selection::MaxValidationAccuracy},
           {"last-epoch", Selection::LastEpoch}}),
      integerOption("patience", "",
                    "Epochs without a fall of the validation NLL by min_delta after which training ends; 0 "
                    "trains all epochs",
                    &Options::patience, {0, 100'000}),
      realOption("min_delta", "", "How far the validation NLL must fall for patience to begin anew",
                 &Options::minDelta, {0, 1}),
      integerOption("validation_samples", "", "Paths whose mean probability gives the validation NLL",
                    &Options::validationSamples, {1, 64}),
      choiceOption(
          "features", "",
          "Features divided by the sum of absolute values of their row, or as stored; auto is row-l1 for "
          "non-negative features that are stored sparse (bags of words), raw for others",
          &Options::featureScaling,
          {{"auto", FeatureScaling::Auto}, {"row-l1", FeatureScaling::RowL1}, {"raw", FeatureScaling::Raw}}),
  };
}

Fields noiseFields() {
  return {
      leading(flagOption("noise", "ξ", "Noise in the SPDE; off leaves the deterministic graph ODE",
                         &Options::noise)),
      choiceOption("kernel", "φ", "Spectral density of the noise", &Options::kernel,
                   {{"matern", KernelKind::Matern},
                    {"heat", KernelKind::Heat},
                    {"laplacian", KernelKind::Laplacian},
                    {"white", KernelKind::White}}),
      realOption("nu", "ν", "Smoothness of the matern kernel", &Options::nu, parameterRange),
      realOption("kappa", "κ", "Length scale of the matern and heat kernels", &Options::kappa,
                 parameterRange),
      flagOption("kappa_auto", "", "κ = √(2ν) in place of kappa: matern is then (1 + λ)^−ν, heat e^{−νλ}",
                 &Options::kappaAuto),
      realOption("sigma", "σ", "Standard deviation of the noise", &Options::sigma, {0, 1000}),
      choiceOption("laplacian", "Δ",
                   "Combinatorial D − A or symmetric Laplacian; auto is comb up to 4000 nodes, sym above",
                   &Options::laplacian,
                   {{"auto", LaplacianChoice::Auto},
                    {"comb", LaplacianChoice::Combinatorial},
                    {"sym", LaplacianChoice::Symmetric}}),
      choiceOption("normalise", "", "Mean variance σ² over the nodes, or the kernel as its formula has it",
                   &Options::normalisation, {{"trace", Normalisation::Trace}, {"none", Normalisation::None}}),
      choiceOption("noise_mode", "",
                   "What the field sees in a step: increments of the Wiener process over dt, its path, "
                   "independent N(0, tK) as the paper's text reads, or independent N(0, K)",
                   &Options::noiseMode,
                   {{"increments", NoiseMode::Increments},
                    {"path", NoiseMode::Path},
                    {"literal", NoiseMode::Literal},
                    {"stationary", NoiseMode::Stationary}}),
      choiceOption("root", "R",
                   "R with R Rᵀ = K on every graph, or above 4000 nodes the paper's expansion of φ "
                   "itself, whose covariance is K²",
                   &Options::root, {{"exact", NoiseRoot::Exact}, {"literal", NoiseRoot::Literal}}),
      realOption("noise_tolerance", "", "2-norm error of a noise column in training, relative to its norm",
                 &Options::noiseTolerance, {1e-6, 0.1}),
      integerOption("order", "m",
                    "Chebyshev order of R; 0 takes what noise_tolerance needs. A small order changes the "
                    "variance of the noise too",
                    &Options::order, {0, 1000}),
      integerOption("noise_bank", "",
                    "Epochs whose noise columns are kept for reuse; 0 draws all anew in every epoch",
                    &Options::noiseBank, {0, 64}),
      realOption("noise_refresh", "", "Share of an epoch's noise columns that is redrawn per epoch",
                 &Options::noiseRefresh, {0, 1}),
  };
}

Fields timeFields() {
  return {
      choiceOption("solver", "", "Time stepping; rk4 freezes the noise inside a step", &Options::solver,
                   {{"euler", Solver::Euler}, {"rk4", Solver::Rk4}}),
      integerOption("steps", "N", "Number of time steps", &Options::steps, {1, 1000}),
      realOption("time", "T", "Time at which the state is decoded", &Options::time, {0, 100, true}),
      integerOption("train_samples", "S_tr", "Noise paths per epoch", &Options::trainSamples, {1, 64}),
      integerOption("test_samples", "S_te", "Noise paths per scoring", &Options::testSamples, {1, 1000}),
  };
}

Fields scoreFields() {
  return {
      leading(textOption("primary", "",
                         "The score that the detector stands for; all that it has are computed",
                         &Options::primary,
                         {"total", "aleatoric", "epistemic", "energy", "energy-prop", "gnnsafe", "msp",
                          "matern-energy", "gebm", "gold", "mahalanobis", "oe", "odin"})),
      integerOption("prop_steps", "K", "Propagation steps of energy-prop", &Options::propagationSteps,
                    {0, 1000}),
      realOption("prop_keep", "a", "A node's own share in a propagation step of energy-prop",
                 &Options::propagationKeep, {0, 1}),
      flagOption("prop_self_loops", "", "Propagation with self loops, as in the GNSD code",
                 &Options::propSelfLoops),
      withAlias(choiceOption("isolated", "",
                             "What smoothing does to the energy of a node without neighbours: shrink it, "
                             "as the GNNSafe code does, or keep it",
                             &Options::isolatedKeep, {{"shrink", false}, {"self", true}}),
                "gnnsafe.isolated"),
      integerOption("gnnsafe.steps", "K", "Propagation steps of the score gnnsafe, of gnnsafe++ and of gold",
                    &Options::gnnsafeSteps, {0, 1000}),
      realOption("gnnsafe.keep", "a", "A node's own share in these steps", &Options::gnnsafeKeep, {0, 1}),
      realOption("matern_nu", "ν",
                 "Smoothness of matern-energy; the default was chosen after seeing OOD results",
                 &Options::maternNu, parameterRange),
      realOption("matern_kappa", "κ",
                 "Length scale of matern-energy; the default was chosen after seeing OOD results",
                 &Options::maternKappa, parameterRange),
      integerOption("det_grid", "", "Equally spaced thresholds of DET-ACC; 0 takes all distinct scores",
                    &Options::detAccGrid, {0, 1'000'000}),
      integerOption("score_every", "", "Epochs between scorings while training; 0 scores at the end alone",
                    &Options::scoreEvery, {0, 100'000}),
  };
}

Fields dataFields() {
  return {
      choiceOption("ood_classes", "",
                   "OOD classes of the label shift: without the class that outlier exposure trains on, "
                   "or as the paper lists them",
                   &Options::labelClasses,
                   {{"reference", LabelClasses::Reference}, {"paper", LabelClasses::Paper}}),
      choiceOption(
          "feature_shift", "",
          "The feature shift: every node between two random ones, or Gaussian noise on a part of the "
          "nodes",
          &Options::featureShift,
          {{"interpolation", FeatureMode::Interpolation}, {"gaussian", FeatureMode::Gaussian}}),
  };
}

OptionTable<Options> makeTable() {
  OptionTable<Options> table{"detector", {}};
  const auto add = [&](const char* group, Fields fields) {
    for (OptionField<Options>& field : fields) {
      field.info.group = group;
      table.fields.push_back(std::move(field));
    }
  };
  add("training", trainingFields());
  add("noise", noiseFields());
  add("time", timeFields());
  add("scores", scoreFields());
  add("data", dataFields());
  add("gebm", partOptions(&Options::gebm, gebmFields()));
  add("gnnsafe++", partOptions(&Options::gnnsafePlus, gnnsafePlusFields()));
  add("gnsd", partOptions(&Options::gnsd, gnsdFields()));
  add("gold", partOptions(&Options::gold, goldFields()));
  add("mahalanobis", partOptions(&Options::mahalanobis, mahalanobisFields()));
  add("oe", partOptions(&Options::oe, exposureFields()));
  add("odin", partOptions(&Options::odin, odinFields()));
  return table;
}

}  // namespace

const OptionTable<DetectorOptions>& detectorOptionTable() {
  static const OptionTable<DetectorOptions> table = makeTable();
  return table;
}

Result<void> checkOptions(const DetectorOptions& options) {
  return checkOptions(options, detectorOptionTable());
}

KernelSpec kernelSpecOf(const DetectorOptions& options, NodeId nodes) {
  const bool combinatorial = options.laplacian == LaplacianChoice::Combinatorial ||
                             (options.laplacian == LaplacianChoice::Auto && nodes <= exactNodes);
  return {.kind = options.kernel,
          .nu = options.nu,
          .kappa = options.kappaAuto ? std::sqrt(2 * options.nu) : options.kappa,
          .sigma = options.sigma,
          .laplacian = combinatorial ? LaplacianKind::Combinatorial : LaplacianKind::Symmetric,
          .normalisation = options.normalisation};
}

}  // namespace sispde
