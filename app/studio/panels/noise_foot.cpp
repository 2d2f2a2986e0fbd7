#include "app/studio/panels/noise_foot.h"

#include <algorithm>
#include <cmath>

#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

constexpr double mostSeed = 4294967295;  // that can be typed; a workspace may hold a larger one

void typedFields(Studio& studio) {
  const Theme& theme = studio.theme;
  const Workspace& w = studio.workspace();
  const auto name = [&](const char* words) {
    ImGui::TextColored(theme.palette.quiet, "%s", words);
    ImGui::SameLine(0, 0);
  };
  name("t");
  const SliderChange time =
      typedNumber(theme, {"##t", 0, 1, "The time t of the line: click and type one from 0 to 1, then Enter"},
                  fixed(w.time, 2));
  if (time.value || !time.refused.empty()) studio.typed(time.refused, "Noise");
  if (time.value) {
    setNoiseTime(studio, *time.value);
    studio.history.endGesture();
  }
  ImGui::SameLine(0, theme.px(6));
  name("seed");
  const SliderChange seed = typedNumber(theme,
                                        {"##seed", 0, mostSeed,
                                         "Which Gaussian numbers: click and type a whole number from 0, then "
                                         "Enter; equal seeds give equal noise",
                                         true},
                                        fmt::format("{}", w.seed));
  if (seed.value || !seed.refused.empty()) studio.typed(seed.refused, "Noise");
  if (seed.value) studio.setSeed(static_cast<std::uint64_t>(*seed.value));
}

// One kernel, or A and B in one plot or two.
void kernels(Studio& studio) {
  const Theme& theme = studio.theme;
  const bool compared = studio.workspace().compared;
  if (chip(theme, "A, B ▾###both", compared, false)) ImGui::OpenPopup("both");
  tooltip(theme, "The same Gaussian numbers through both kernels: in one plot, or side by side");
  if (!ImGui::BeginPopup("both")) return;
  const auto choose = [&](const char* words, bool both, bool apart, const char* help) {
    if (ImGui::MenuItem(words, nullptr, compared == both && (!both || studio.view.noiseApart == apart))) {
      studio.history.edit(both ? "Compared the noise of A and B" : "Showed the noise of one kernel",
                          [&](Workspace& w) { w.compared = both; });
      studio.view.noiseApart = apart;
    }
    tooltip(theme, help);
  };
  choose("One kernel", false, studio.view.noiseApart, "The kernel that all views show, alone");
  choose("A and B in one plot", true, false, "The other kernel's trajectories are dashed, its band is grey");
  choose("A and B side by side", true, true, "A on the left, B on the right, with the same axes");
  ImGui::EndPopup();
}

std::vector<std::string> truthOf(const Studio& studio, bool both) {
  const Answer& noise = studio.kernel.noise();
  if (both && studio.kernel.stepsOf(studio.kernel.otherNoise()) != studio.kernel.steps())
    return {"other numbers: the two Laplacians have different step counts here"};
  const std::string time = fmt::format("{:.1f} ms", noise.milliseconds);
  if (noise.info.terms == 0) return {"by the incidence matrix, exact", time};
  return {(noise.info.ready ? "basis of " : "") + basisWords(noise.info), errorWords(noise.info), time};
}

}  // namespace

void setNoiseTime(Studio& studio, double time) {
  const double wanted = std::clamp(time, 0.0, 1.0);
  studio.history.edit(
      fmt::format("Time t = {:.2f}", wanted), [&](Workspace& w) { w.time = wanted; }, "time");
}

void drawNoiseFoot(Studio& studio, bool both) {
  const Theme& theme = studio.theme;
  if (chip(theme, studio.view.playing ? "Stop###play" : "Play###play", studio.view.playing, true))
    studio.view.playing = !studio.view.playing;
  tooltip(theme, "Lets the time run; colour the graph by the noise field to see it move");
  if (chip(theme, "New noise", false, false)) studio.newNoise();
  tooltip(theme, studio.withKey(fmt::format("Other Gaussian numbers: seed {}", studio.workspace().seed + 1),
                                "New noise"));
  if (chip(theme, "Field", studio.workspace().colourBy == ColourBy::Field, false)) studio.toggleField();
  tooltip(theme, "Colours the graph by the field W(t) at the time of the line, or as it was coloured before");
  kernels(studio);
  ImGui::PushFont(nullptr, theme.captionSize());
  typedFields(studio);
  ImGui::SameLine(0, theme.px(10));
  const std::vector<std::string> pieces = truthOf(studio, both);
  ImGui::TextColored(theme.palette.quiet, "%s",
                     asManyAsFit(pieces, ImGui::GetContentRegionAvail().x).c_str());
  tooltip(theme,
          fmt::format("{}. What the trajectories rest on: functions of the reduced basis, largest error "
                      "relative to a field, time of the last update.",
                      fmt::join(pieces, " · ")));
  ImGui::PopFont();
}

}  // namespace sispde::studio
