#include "app/studio/workspace/training_json.h"

#include <algorithm>

#include "app/studio/workspace/node_text.h"

namespace sispde::studio {
namespace {

Result<void> readMarks(const JsonFields& fields, TrainingChoice& choice) {
  if (const Json* classes = fields.find("ood_classes"); classes != nullptr) {
    constexpr const char* must = "a list of class numbers";
    if (!classes->is_array() || classes->size() > TrainingChoice::mostClasses)
      return fields.refuse("ood_classes", must);
    choice.oodClasses.clear();
    for (const Json& entry : *classes) {
      if (!entry.is_number_integer() || entry.get<double>() < 0 || entry.get<double>() >= maxClasses)
        return fields.refuse("ood_classes", must);
      choice.oodClasses.push_back(entry.get<std::int32_t>());
    }
  }
  std::string text = nodesText(*choice.oodNodes);
  SISPDE_CHECK(fields.read("ood_nodes", text, 33'554'432));
  auto nodes = nodesOf(text, TrainingChoice::mostNodes);
  if (!nodes || !std::is_sorted(nodes->begin(), nodes->end()) ||
      std::adjacent_find(nodes->begin(), nodes->end()) != nodes->end())
    return fields.refuse("ood_nodes", "a text of ascending node numbers such as \"3 5-9 12\"");
  choice.oodNodes = std::move(*nodes);
  return {};
}

}  // namespace

Json trainingJson(const TrainingChoice& choice) {
  Json set = Json::object();
  for (const auto& [key, value] : choice.set) set[key] = value;
  return {{"detector", choice.detector},
          {"preset", choice.preset},
          {"shift", shiftName(choice.shift)},
          {"seed", choice.seed},
          {"repeats", choice.repeats},
          {"follow_kernel", choice.followKernel},
          {"calibrate", choice.calibrate},
          {"calibration_alpha", choice.calibrationAlpha},
          {"ood_classes", choice.oodClasses},
          {"ood_nodes", nodesText(*choice.oodNodes)},
          {"set", set}};
}

Result<void> readTraining(const JsonFields& fields, TrainingChoice& choice) {
  TrainingChoice read = choice;
  std::string shift(shiftName(read.shift));
  SISPDE_CHECK(fields.read("detector", read.detector, TrainingChoice::largestValue));
  SISPDE_CHECK(fields.read("preset", read.preset, TrainingChoice::largestValue));
  SISPDE_CHECK(fields.read("shift", shift, TrainingChoice::largestValue));
  SISPDE_CHECK(fields.read("seed", read.seed));
  SISPDE_CHECK(fields.read("repeats", read.repeats, IntegerRange{1, TrainingChoice::mostRepeats}));
  SISPDE_CHECK(fields.read("follow_kernel", read.followKernel));
  SISPDE_CHECK(fields.read("calibrate", read.calibrate));
  SISPDE_CHECK(fields.read("calibration_alpha", read.calibrationAlpha,
                           RealRange{0, TrainingChoice::mostCalibrationAlpha, true, false}));
  SISPDE_CHECK(readMarks(fields, read));
  const Result<ShiftKind> kind = parseShiftKind(shift);
  if (!kind) return inputError(fields.place("shift"), "{}", kind.error().message);
  read.shift = *kind;
  if (const Json* set = fields.find("set"); set != nullptr) {
    if (!set->is_object() || set->size() > TrainingChoice::mostOptions)
      return fields.refuse("set", "an object of options and their values as texts");
    read.set.clear();
    for (const auto& [key, value] : set->items()) {
      if (!value.is_string() || value.get_ref<const std::string&>().size() > TrainingChoice::largestValue)
        return fields.refuse("set", "an object of options and their values as texts");
      read.set[key] = value.get<std::string>();
    }
  }
  if (const Result<DetectorOptions> options = optionsOf(read); !options)
    return inputError(fields.place("detector"), "{}", options.error().message);
  choice = std::move(read);
  return {};
}

}  // namespace sispde::studio
