#pragma once
// A ScoreCurve is what a threshold t does with OOD scores S, higher = more OOD: nodes with S ≥ t are flagged. Here OOD is the positive
// class: TPR is the share of OOD nodes that are flagged, FPR that of ID nodes, precision the share of OOD among the flagged. (FPR95 of
// metrics.h has ID as its positive class.)

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"

namespace sispde {

struct OperatingPoint {
  double threshold = 0;
  double tpr = 0, fpr = 0;
  double precision = 1;  // 1 where nothing is flagged
  double detAcc = 0.5;   // ½ (TPR + 1 − FPR), the detection accuracy of this threshold
  std::int64_t flaggedId = 0, flaggedOod = 0;
};

class ScoreCurve {
 public:
  // A NaN or an infinite score is an error; either list may be empty, and its share is then 0.
  static Result<ScoreCurve> make(std::span<const double> idScores, std::span<const double> oodScores);

  std::int64_t idCount() const { return std::ssize(id_); }
  std::int64_t oodCount() const { return std::ssize(ood_); }
  double least() const { return least_; }
  double most() const { return most_; }
  OperatingPoint at(double threshold) const;
  // The threshold with the largest DET-ACC, the highest of equals; where one list is empty, the middle of the range.
  double bestThreshold() const;
  // At most about `points` of the curve from the strictest threshold (nothing flagged) to the mildest (all), in steps of equal numbers
  // of nodes.
  std::vector<OperatingPoint> points(int points) const;
  // How many ID and OOD scores lie in equal parts of [least, most].
  struct Histogram {
    std::vector<double> id, ood;  // shares of their own list
    double low = 0, high = 1;
  };
  Histogram histogram(int bins, double low, double high) const;

 private:
  ScoreCurve() = default;
  OperatingPoint pointOf(double threshold, std::int64_t flaggedId, std::int64_t flaggedOod) const;

  std::vector<double> id_, ood_;  // ascending
  double least_ = 0, most_ = 0;
};

}  // namespace sispde
