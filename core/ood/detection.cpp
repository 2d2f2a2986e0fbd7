#include "core/ood/detection.h"

#include <algorithm>

namespace sispde {
namespace {

void flagByAlarm(Detection& detection) {
  detection.threshold = detection.alarmThreshold;
  for (std::size_t i = 0; i < detection.p.size(); ++i)
    detection.flagged[i] = isWithin(detection.p[i], detection.options.alpha) ? 1 : 0;
  detection.flaggedCount = detection.alarms;
}

void say(Detection& detection) {
  const double alpha = detection.options.alpha;
  std::vector<std::string>& notes = detection.notes;
  if (!detection.enough)
    notes.push_back(tooFewForLevel(detection.calibration, alpha) + "; nothing is flagged.");
  else if (detection.options.control == Control::FalseAlarm)
    notes.push_back(fmt::format("Of the tested nodes in distribution at most {:g} % are flagged on average.",
                                100 * alpha));
  else
    notes.push_back(
        fmt::format("Of the flagged nodes at most {:g} % are in distribution on average.", 100 * alpha));
  if (detection.enough && detection.options.control == Control::FalseDiscovery && detection.leastFlagged > 1)
    notes.push_back(
        fmt::format("With {} calibration nodes no p-value is below {:.2g}: of {} tested nodes none is "
                    "flagged, or at least {}.",
                    detection.calibration, detection.smallestP, detection.tested, detection.leastFlagged));
  notes.emplace_back(exchangeabilityAssumption);
}

}  // namespace

std::string_view controlName(Control control) {
  return control == Control::FalseDiscovery ? "fdr" : "false-alarm";
}

Result<Detection> detectNodes(std::span<const double> calibration, std::span<const double> tested,
                              const DetectionOptions& options) {
  SISPDE_CHECK(checkLevel(options.alpha));
  Detection detection;
  detection.options = options;
  detection.calibration = static_cast<std::int64_t>(calibration.size());
  detection.tested = static_cast<std::int64_t>(tested.size());
  detection.leastCalibration = leastCalibration(options.alpha);
  detection.enough = detection.calibration >= detection.leastCalibration;
  detection.smallestP = 1 / static_cast<double>(detection.calibration + 1);
  detection.leastFlagged = leastDiscoveries(detection.calibration, detection.tested, options.alpha);
  const std::vector<std::uint32_t> ranks = conformalRanks(calibration, tested);
  detection.p.resize(ranks.size());
  for (std::size_t i = 0; i < ranks.size(); ++i)
    detection.p[i] = ranks[i] / static_cast<double>(detection.calibration + 1);
  Discoveries found = benjaminiHochberg(ranks, detection.calibration, options.alpha);
  detection.q = std::move(found.q);
  detection.flagged.assign(tested.size(), 0);
  if (detection.enough) {
    SISPDE_TRY(detection.alarmThreshold, falseAlarmThreshold(calibration, options.alpha));
    detection.alarms = std::count_if(detection.p.begin(), detection.p.end(),
                                     [&](double p) { return isWithin(p, options.alpha); });
    if (options.control == Control::FalseAlarm) {
      flagByAlarm(detection);
    } else if (found.count > 0) {
      detection.flagged = std::move(found.flagged);
      detection.flaggedCount = found.count;
      detection.threshold = thresholdOfCut(calibration, found.cut);
    }
  }
  say(detection);
  return detection;
}

Achieved achievedBy(std::span<const std::uint8_t> flagged, std::span<const std::uint8_t> isOod) {
  Achieved achieved;
  for (std::size_t i = 0; i < std::min(flagged.size(), isOod.size()); ++i) {
    achieved.ood += isOod[i] != 0;
    if (flagged[i] != 0) ++(isOod[i] != 0 ? achieved.discoveries : achieved.falseDiscoveries);
  }
  const std::int64_t all = achieved.discoveries + achieved.falseDiscoveries;
  const auto id = static_cast<std::int64_t>(isOod.size()) - achieved.ood;
  const auto share = [](std::int64_t part, std::int64_t whole) {
    return static_cast<double>(part) / static_cast<double>(whole);
  };
  if (all > 0) achieved.falseDiscoveryShare = share(achieved.falseDiscoveries, all);
  if (achieved.ood > 0) achieved.power = share(achieved.discoveries, achieved.ood);
  if (id > 0) achieved.falseAlarmRate = share(achieved.falseDiscoveries, id);
  return achieved;
}

}  // namespace sispde
