#include "app/cli/detect_table.h"

namespace sispde::cli {
namespace {

// Scores have any size; six digits tell them apart.
std::string shownScore(const std::optional<double>& score) {
  return score ? fmt::format("{:.6g}", *score) : "–";
}

std::string percent(const std::optional<double>& share) {
  return share ? fmt::format("{:.1f} %", 100 * *share) : "–";
}

Json distanceJson(const Distance& distance) {
  return {{"ks", distance.statistic}, {"p", distance.pValue}};
}

}  // namespace

Table detectionTable(const TaskDetection& found) {
  const Detection& detection = found.detection;
  Table table{{},
              {{"tested nodes", grouped(detection.tested)},
               {"calibration nodes", grouped(detection.calibration)},
               {"smallest p-value", fmt::format("{:.2g}", detection.smallestP)},
               {"flagged", grouped(detection.flaggedCount)},
               {"flagged above the score", shownScore(detection.threshold)},
               {fmt::format("threshold for {:g} % false alarms", 100 * detection.options.alpha),
                shownScore(detection.alarmThreshold)},
               {"tested nodes above that", grouped(detection.alarms)}}};
  if (!found.achieved) return table;
  table.rows.push_back({"OOD nodes among the tested", grouped(found.achieved->ood)});
  table.rows.push_back({"flagged nodes that are in distribution",
                        detection.flaggedCount > 0 ? percent(found.achieved->falseDiscoveryShare) : "–"});
  table.rows.push_back({"OOD nodes that are flagged", percent(found.achieved->power)});
  table.rows.push_back({"nodes in distribution that are flagged", percent(found.achieved->falseAlarmRate)});
  return table;
}

Json detectionJson(const TaskDetection& found) {
  const Detection& detection = found.detection;
  Json checks = {{"held_out", nullptr}, {"degrees", distanceJson(found.degrees.degrees)}};
  checks["degrees"]["differ"] = found.degrees.differ;
  if (const HeldOutCheck& check = found.heldOut; !check.sentence.empty())
    checks["held_out"] = {
        {"nodes", check.nodes},         {"alarms", check.alarms},
        {"rate", check.rate},           {"interval", {check.interval.low, check.interval.high}},
        {"alarms_p", check.alarmsTail}, {"scores", distanceJson(check.scores)},
        {"passes", check.passes()}};
  Json json = {
      {"flagged", detection.flaggedCount},
      {"threshold", orNull(detection.threshold)},
      {"alpha", detection.options.alpha},
      {"control", controlName(detection.options.control)},
      {"tested", detection.tested},
      {"calibration", detection.calibration},
      {"least_calibration", detection.leastCalibration},
      {"enough_calibration", detection.enough},
      {"smallest_p", detection.smallestP},
      {"least_flagged", detection.leastFlagged},
      {"false_alarm", {{"threshold", orNull(detection.alarmThreshold)}, {"flagged", detection.alarms}}},
      {"checks", checks},
      {"truth", nullptr}};
  if (found.achieved)
    json["truth"] = {{"n_ood", found.achieved->ood},
                     {"false_discoveries", found.achieved->falseDiscoveries},
                     {"fdp", found.achieved->falseDiscoveryShare},
                     {"power", orNull(found.achieved->power)},
                     {"false_alarm_rate", orNull(found.achieved->falseAlarmRate)}};
  return json;
}

}  // namespace sispde::cli
