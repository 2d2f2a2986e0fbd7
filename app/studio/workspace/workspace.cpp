#include "app/studio/workspace/workspace.h"

namespace sispde::studio {

const char* colourByName(ColourBy by) {
  switch (by) {
    case ColourBy::Class: return "class";
    case ColourBy::Degree: return "degree";
    case ColourBy::Component: return "component";
    case ColourBy::Correlation: return "correlation";
    case ColourBy::Covariance: return "covariance";
    case ColourBy::Variance: return "variance";
    case ColourBy::Field: return "noise field";
    case ColourBy::Eigenvector: return "eigenvector";
    case ColourBy::Score: return "score";
    case ColourBy::Prediction: return "prediction";
    case ColourBy::Error: return "error";
    case ColourBy::Flagged: break;
  }
  return "flagged";
}

const char* sizeByName(SizeBy by) {
  switch (by) {
    case SizeBy::Nothing: return "nothing";
    case SizeBy::Degree: return "degree";
    case SizeBy::Value: break;
  }
  return "value";
}

const char* heatmapQuantityName(HeatmapQuantity quantity) {
  switch (quantity) {
    case HeatmapQuantity::Covariance: return "covariance";
    case HeatmapQuantity::Correlation: return "correlation";
    case HeatmapQuantity::CovarianceChange: return "covariance change";
    case HeatmapQuantity::CorrelationChange: break;
  }
  return "correlation change";
}

}  // namespace sispde::studio
