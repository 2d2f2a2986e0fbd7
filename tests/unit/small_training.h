#pragma once
// Detectors on small data, for tests of the training.

#include <gtest/gtest.h>

#include "core/detect/make_detector.h"
#include "core/detect/network_features.h"
#include "core/detect/presets.h"
#include "core/shift/generators.h"

namespace sispde::testing {

inline constexpr const char* allDetectors[] = {"gcn",  "msp",     "odin",      "mahalanobis",
                                               "oe",   "gnnsafe", "gnnsafe++", "gebm",
                                               "gnsd", "gold",    "sispde",    "sispde-rbf"};
// One of each network, without hooks: gnnsafe is that of msp, sispde-rbf that of sispde.
inline constexpr const char* trainedDetectors[] = {"gcn", "msp", "gnsd", "sispde"};

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// `generator` as generators.h has it, always of the same seed; `seed` is that of the shift.
inline ShiftedData shiftedData(const std::string& generator, ShiftKind kind, std::uint64_t seed = 1,
                               FeatureScaling scaling = FeatureScaling::Raw) {
  return shiftScaled(generateDataset(generator, 3).value(), scaling, {.kind = kind, .seed = seed}).value();
}

// The detector's defaults, but narrow and with few paths.
inline DetectorOptions quickOptions(const std::string& detector) {
  DetectorOptions options = defaultsOf(detector).value();
  options.epochs = 10;
  options.hidden = 8;
  options.testSamples = 3;
  return options;
}

// Made and prepared; null, and the test failed, where that is an error.
inline std::unique_ptr<Detector> detectorOf(const std::string& name, const DetectorOptions& options,
                                            const ShiftedData& data, std::uint64_t seed = 5) {
  std::vector<std::string> notes;
  auto detector = makeDetector({name, options, seed}, data, notes);
  if (!detector) {
    ADD_FAILURE() << detector.error().sentence();
    return nullptr;
  }
  const auto prepared = (*detector)->prepare({});
  EXPECT_TRUE(prepared.has_value()) << prepared.error().sentence();
  return std::move(*detector);
}

// Epochs first … last.
inline std::vector<EpochReport> trained(Detector& detector, int first, int last) {
  std::vector<EpochReport> reports;
  for (int epoch = first; epoch <= last; ++epoch) {
    const auto report = detector.epoch(epoch, {});
    EXPECT_TRUE(report.has_value()) << report.error().sentence();
    if (report) reports.push_back(*report);
  }
  return reports;
}

// Null where there is no such score.
inline const NamedScore* scoreOf(const Evaluation& evaluation, const std::string& name) {
  for (const NamedScore& score : evaluation.scores)
    if (score.name == name) return &score;
  return nullptr;
}

inline bool sameScores(const Evaluation& a, const Evaluation& b) {
  return a.probabilities == b.probabilities && a.prediction == b.prediction && a.idAccuracy == b.idAccuracy &&
         std::equal(a.scores.begin(), a.scores.end(), b.scores.begin(), b.scores.end(),
                    [](const NamedScore& x, const NamedScore& y) {
                      return x.name == y.name && x.id == y.id && x.ood == y.ood;
                    });
}

}  // namespace sispde::testing
