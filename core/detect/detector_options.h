#pragma once
// DetectorOptions is all that can be chosen about a detector but its name and its seed. One struct serves all
// of them: what a detector has no use for it leaves alone. Its table (core/base/option_table.h) gives every
// field a key, a range and a sentence; the command line, the panel and the JSON are made from that. Defaults
// by detector and presets: presets.h.

#include <string>

#include "core/base/result.h"
#include "core/detect/exposure_options.h"
#include "core/detect/gebm_options.h"
#include "core/detect/gnsd_options.h"
#include "core/detect/gold_options.h"
#include "core/detect/mahalanobis_options.h"
#include "core/detect/odin_options.h"
#include "core/kernel/kernel_spec.h"
#include "core/model/spde_shape.h"
#include "core/noise/noise.h"
#include "core/shift/shift.h"

namespace sispde {

template <class S>
struct OptionTable;

// Auto: RowL1 for features that are stored sparse and have no negative value (bags of words), Raw for others.
// RowL1: x_i / Σ_j |x_ij|. Raw: as stored.
enum class FeatureScaling { Auto, RowL1, Raw };

// Whose weights are scored, of equal epochs the first. Auto: MinValidationNll, but LastEpoch where there is one
// ID class, whose validation NLL says nothing. MaxValidationAccuracy gives way to LastEpoch there too.
enum class Selection { MinValidationNll, MaxValidationAccuracy, LastEpoch, Auto };

// Auto: combinatorial up to exactNodes (4000) nodes, symmetric above.
enum class LaplacianChoice { Auto, Combinatorial, Symmetric };

// Exact: R Rᵀ = K on graphs of every size. Literal: above exactNodes nodes the paper's Chebyshev expansion of
// φ in place of φ^{1/2}, which has covariance K².
enum class NoiseRoot { Exact, Literal };

// The initialiser is the default. Ranges include their ends unless they are said to be open.
struct DetectorOptions {
  // Training.
  int epochs = 200;                       // full-batch steps of Adam, 1 … 100 000
  double learningRate = 0.01;             // of Adam, 0 … 1, open at 0
  double weightDecay = 1e-3;              // factor of the L2 term on all parameters, 0 … 10
  double dropout = 0;                     // share of entries set to 0 in training, 0 … 0.95
  int hidden = 64;                        // h, width of the hidden layer and of H(t), 1 … 4096
  bool batchNorm = true;                  // after the first graph convolution
  Selection selection = Selection::Auto;  // whose weights are scored
  // Epochs without a fall of the validation NLL by minDelta below its least value so far after which training ends, 0 … 100 000;
  // 0: never.
  int patience = 0;
  double minDelta = 1e-3;     // 0 … 1; not used without patience
  int validationSamples = 2;  // paths whose mean probability gives the validation NLL, 1 … 64
  FeatureScaling featureScaling = FeatureScaling::Auto;  // of the input

  // Noise: its kernel K (kernel_spec.h) and how it is drawn (noise.h).
  bool noise = true;                       // off: the deterministic graph ODE
  KernelKind kernel = KernelKind::Matern;  // spectral density φ
  double nu = 1;                           // ν, smallestParameter … largestParameter (0.01 … 1000)
  double kappa = 1;                        // κ, the same range; not used with kappaAuto
  bool kappaAuto = false;                  // κ = √(2ν): matern is then (1 + λ)^−ν, heat e^{−νλ}
  double sigma = 1;                        // σ, 0 … 1000
  LaplacianChoice laplacian = LaplacianChoice::Auto;
  Normalisation normalisation = Normalisation::Trace;
  NoiseMode noiseMode = NoiseMode::Increments;
  NoiseRoot root = NoiseRoot::Exact;
  // 2-norm error of a noise column in training, relative to its norm, 1e-6 … 0.1.
  double noiseTolerance = 1e-3;
  // m, Chebyshev order of R, 0 … 1000; 0: what noiseTolerance needs. The paper searches 30 … 100.
  int order = 0;
  // How many epochs' worth of noise columns are kept for reuse, 0 … 64; 0: every epoch draws all anew.
  int noiseBank = 8;
  // Share of an epoch's columns that is redrawn per epoch, 0 … 1; not used without a bank.
  double noiseRefresh = 0.0625;

  // The SPDE in time, and its samples.
  Solver solver = Solver::Euler;
  int steps = 4;         // N, 1 … 1000; dt = T/N
  double time = 1;       // T, 0 … 100, open at 0
  int trainSamples = 1;  // S_tr, paths per epoch, 1 … 64
  int testSamples = 10;  // S_te, paths per scoring, 1 … 1000

  // Scores.
  std::string primary = "total";  // the score that the detector stands for; the table lists the names
  int propagationSteps = 4;       // K of energy-prop, 0 … 1000
  double propagationKeep = 0.3;   // a of energy-prop, the node's own share in a step, 0 … 1
  bool propSelfLoops = false;     // (D + I)^{-1}(A + I) in place of D^{-1}A, as in the GNSD code
  // Whether smoothing leaves the energy of a node without neighbours as it is; otherwise it shrinks
  // towards 0, as in the GNNSafe code.
  bool isolatedKeep = false;
  int gnnsafeSteps = 2;      // K of gnnsafe, gnnsafe++ and gold, 0 … 1000
  double gnnsafeKeep = 0.5;  // a of the same, 0 … 1
  // ν and κ of matern-energy, 0.01 … 1000 each. The defaults were chosen after seeing OOD results;
  // whatever shows the score with them says so.
  double maternNu = 5;
  double maternKappa = 4;
  int detAccGrid = 0;  // equally spaced thresholds of DET-ACC, 0 … 1 000 000; 0: all distinct scores
  int scoreEvery = 0;  // epochs between scorings while training, 0 … 100 000; 0: at the end alone

  // How the data are shifted (shift.h).
  LabelClasses labelClasses = LabelClasses::Reference;
  FeatureMode featureShift = FeatureMode::Interpolation;

  // What one system alone has.
  GebmOptions gebm{};
  GnnsafePlusOptions gnnsafePlus{};
  GnsdOptions gnsd{};
  GoldOptions gold{};
  MahalanobisOptions mahalanobis{};
  ExposureOptions oe{};
  OdinOptions odin{};

  friend bool operator==(const DetectorOptions&, const DetectorOptions&) = default;
};

// Every field, in the order of the struct. Whoever uses it includes core/base/option_table.h.
const OptionTable<DetectorOptions>& detectorOptionTable();

// Every field within its range; a usage error that names the first which is not.
Result<void> checkOptions(const DetectorOptions& options);

// The kernel of the noise on a graph of so many nodes: the automatic Laplacian and κ resolved. `noise` is not
// looked at.
KernelSpec kernelSpecOf(const DetectorOptions& options, NodeId nodes);

}  // namespace sispde
