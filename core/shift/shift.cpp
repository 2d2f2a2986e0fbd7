#include "core/shift/shift.h"

#include "core/base/text.h"
#include "core/shift/shift_parts.h"

namespace sispde {
namespace {

// The comparisons are written so that "not a number" fails.
Result<void> checkOptions(const ShiftOptions& options) {
  if (options.randomSplit) {
    const auto [train, validation] = *options.randomSplit;
    if (!(train >= 0 && validation >= 0 && train + validation <= 1))
      return usageError(
          "The shares {} and {} of training and validation must be at least 0 and at most 1 together", train,
          validation);
    if (options.split) return usageError("A stored split and a random split cannot be asked for together");
  }
  if (!(options.gaussianFraction > 0 && options.gaussianFraction <= 1))
    return usageError("The share of nodes with noise is {}; it must be above 0 and at most 1",
                      options.gaussianFraction);
  if (!(options.gaussianSigma > 0 && options.gaussianSigma <= 1e6))
    return usageError("The noise is {} standard deviations; it must be above 0 and at most 1e6",
                      options.gaussianSigma);
  if (options.share && !(*options.share > 0 && *options.share < 1))
    return usageError("The share of perturbed nodes is {}; it must be between 0 and 1", *options.share);
  if (options.ballRadius < 0 || options.ballRadius > 1000)
    return usageError("The radius of the balls is {}; it must be from 0 to 1000", options.ballRadius);
  return {};
}

Result<ShiftedData> dispatch(const Dataset& data, const ShiftOptions& options) {
  switch (options.kind) {
    case ShiftKind::Label: return shiftLabels(data, options);
    case ShiftKind::Structure: return shiftStructure(data, options);
    case ShiftKind::Feature: return shiftFeatures(data, options);
    case ShiftKind::Local: return shiftLocally(data, options);
    case ShiftKind::Given: return shiftAsGiven(data, options);
    case ShiftKind::None: return shiftNothing(data, options);
  }
  return usageError("There is no such shift");
}

}  // namespace

std::string_view shiftName(ShiftKind kind) {
  switch (kind) {
    case ShiftKind::Label: return "label";
    case ShiftKind::Structure: return "structure";
    case ShiftKind::Feature: return "feature";
    case ShiftKind::Local: return "local";
    case ShiftKind::Given: return "given";
    case ShiftKind::None: return "none";
  }
  return "";
}

Result<ShiftKind> parseShiftKind(std::string_view name) {
  for (const ShiftKind kind : allShiftKinds)
    if (name == shiftName(kind)) return kind;
  return usageError("There is no shift {}; there are label, structure, feature, local, given and none",
                    inQuotes(name));
}

Result<ShiftedData> applyShift(const Dataset& data, const ShiftOptions& options) {
  SISPDE_CHECK(checkOptions(options));
  SISPDE_TRY(ShiftedData shifted, dispatch(data, options));
  if (options.kind != ShiftKind::None && count(shifted.oodTest) == 0)
    return usageError("The {} shift leaves no OOD node to score", shiftName(options.kind));
  shifted.options = options;
  return shifted;
}

Dataset oodDataset(const ShiftedData& shifted) {
  Dataset data = shifted.test;
  data.ood = shifted.oodTest;
  data.notes.insert(data.notes.end(), shifted.notes.begin(), shifted.notes.end());
  return data;
}

}  // namespace sispde
