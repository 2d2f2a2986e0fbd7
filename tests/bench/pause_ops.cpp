// How long a pause of a training takes to be answered, asked for at many moments of the preparation, of epochs and of scorings.
// {"op": "pause", "data": …, "shift": "label", "hidden": h, "times": n, "within": ms}

#include <thread>

#include "core/detect/make_detector.h"
#include "core/detect/network_features.h"
#include "core/detect/presets.h"
#include "core/io/open.h"
#include "core/shift/generators.h"
#include "core/train/run.h"
#include "tests/bench/bench_common.h"

namespace sispde::bench {

Result<Json> pauseOperation(const Json& request) {
  const std::string name = request.at("data");
  SISPDE_TRY(const Dataset data, isGeneratorSpec(name) ? generateDataset(name, 1) : openDataset(name));
  DetectorRequest detector{"sispde", {}, 0};
  SISPDE_TRY(detector.options, defaultsOf(detector.name));
  detector.options.hidden = request.value("hidden", 64);
  ShiftOptions shift;
  SISPDE_TRY(shift.kind, parseShiftKind(request.value("shift", "label")));
  SISPDE_TRY(const ShiftedData shifted, shiftScaled(data, detector.options.featureScaling, shift));
  std::vector<std::string> notes;
  SISPDE_TRY(std::unique_ptr<Detector> made, makeDetector(detector, shifted, notes));
  RunOptions options;
  options.idTest = shifted.idTest;
  options.oodTest = shifted.oodTest;
  options.scoreEvery = 2;
  Run run(std::move(made), options);
  run.start();
  double longest = 0;
  std::string state;
  Random random(7);
  for (int i = 0; i < request.value("times", 40); ++i) {
    std::this_thread::sleep_for(
        std::chrono::duration<double, std::milli>(random.uniform() * request.value("within", 700.0)));
    const Snapshot before = *run.snapshot();
    const Clock::time_point asked = Clock::now();
    if (!run.pause()) break;
    run.wait();
    const double ms = std::chrono::duration<double, std::milli>(Clock::now() - asked).count();
    if (ms > longest) {
      longest = ms;
      state = fmt::format("epoch {}, {}", before.epoch, before.message);
    }
    run.resume();
  }
  const std::shared_ptr<const Snapshot> last = run.snapshot();
  if (const auto error = run.error()) return Unexpected(*error);
  return Json{{"ms", longest}, {"result", {{"epochs", last->epoch}, {"at", state}}}};
}

}  // namespace sispde::bench
