#include <algorithm>
#include <array>

#include "app/studio/panels/panel.h"
#include "app/studio/shell/widgets.h"
#include "core/kernel/kernel_function.h"

namespace sispde::studio {
namespace {

constexpr std::array<const char*, 4> kinds{"Matérn", "heat", "Laplacian", "white"};
constexpr std::array<const char*, 2> laplacians{"combinatorial", "symmetric"};
constexpr std::array<const char*, 2> normalisations{"mean variance σ²", "none"};

constexpr SliderSpec nuSlider{
    "ν",
    "smoothness",
    "ν: how smooth the noise is on the graph, a number without a unit. Matérn kernel φ(λ) = (2ν/κ² + λ)^−ν.\n"
    "Range of the slider 0.1 to 50. Larger: neighbours are more alike, and the covariance reaches further.",
    0.1,
    50,
    smallestParameter,
    largestParameter,
    1};
constexpr SliderSpec kappaSlider{"κ",
                                 "length",
                                 "κ: the length scale, in units of √λ⁻¹. Range of the slider 0.25 to 20.\n"
                                 "Larger: the covariance reaches further along the edges.",
                                 0.25,
                                 20,
                                 smallestParameter,
                                 largestParameter,
                                 1};
constexpr SliderSpec sigmaSlider{
    "σ",
    "strength",
    "σ: standard deviation of the noise, averaged over the nodes, in the unit of the noise. Range of the "
    "slider 0.1 to 10.\n"
    "Larger: covariance and noise grow, correlations stay.",
    0.1,
    10,
    1e-6,
    largestParameter,
    1};

struct Preset {
  const char *name, *help;
  KernelKind kind;
  double nu, kappa;
};
constexpr std::array presets{
    Preset{"rough", "Matérn, ν 0.3, κ 4: nearly independent nodes", KernelKind::Matern, 0.3, 4},
    Preset{"Matérn ½", "Matérn, ν 0.5, κ 4: the exponential kernel's relative", KernelKind::Matern, 0.5, 4},
    Preset{"smooth", "Matérn, ν 5, κ 4", KernelKind::Matern, 5, 4},
    Preset{"heat", "heat kernel, κ 2: the limit of large ν", KernelKind::Heat, 1, 2},
    Preset{"independent", "white noise: every node for itself", KernelKind::White, 1, 1}};

class KernelPanel final : public Panel {
 public:
  const char* title() const override { return "Kernel"; }
  const char* help() const override {
    return "The covariance of the noise on the graph: kind, Laplacian, smoothness ν, length κ and strength "
           "σ. Every view follows while "
           "a slider is dragged. A and B are two kernels to compare.";
  }

  void draw(Studio& studio) override {
    const Theme& theme = studio.theme;
    sides(studio);
    const KernelSpec spec = studio.workspace().kernel();
    if (const auto kind = choice(
            theme, "Kind", static_cast<int>(spec.kind), kinds,
            "The spectral density φ(λ): Matérn (2ν/κ² + λ)^−ν, heat exp(−κ²λ/2), Laplacian λ, white 1"))
      edit(studio, fmt::format("Kernel kind: {}", kinds[*kind]),
           [&](KernelSpec& k) { k.kind = static_cast<KernelKind>(*kind); });
    if (const auto kind = choice(theme, "Laplacian", static_cast<int>(spec.laplacian), laplacians,
                                 "symmetric: I − D^−½ A D^−½, eigenvalues 0 to 2.  combinatorial: D − A, "
                                 "hubs have the largest eigenvalues"))
      edit(studio, fmt::format("Laplacian: {}", laplacians[*kind]),
           [&](KernelSpec& k) { k.laplacian = static_cast<LaplacianKind>(*kind); });
    ImGui::BeginDisabled(spec.kind != KernelKind::Matern);
    slider(studio, nuSlider, &KernelSpec::nu);
    ImGui::EndDisabled();
    ImGui::BeginDisabled(spec.kind != KernelKind::Matern && spec.kind != KernelKind::Heat);
    slider(studio, kappaSlider, &KernelSpec::kappa);
    ImGui::EndDisabled();
    sparkline(studio, spec);
    slider(studio, sigmaSlider, &KernelSpec::sigma);
    chips(studio);
    if (const auto way = choice(
            theme, "Normalise", static_cast<int>(spec.normalisation), normalisations,
            "mean variance σ²: kernels of all ν and κ are equally strong.  none: K = σ² φ(Δ) as it is"))
      edit(studio, fmt::format("Normalisation: {}", normalisations[*way]),
           [&](KernelSpec& k) { k.normalisation = static_cast<Normalisation>(*way); });
    notes(studio, spec);
  }

 private:
  template <class Change>
  static void edit(Studio& studio, const std::string& words, const Change& change,
                   const std::string& key = {}) {
    studio.history.edit(
        words, [&](Workspace& w) { change(w.kernel()); }, key);
  }

  void slider(Studio& studio, const SliderSpec& spec, double KernelSpec::*field) {
    const double before = studio.workspace().kernel().*field;
    const SliderChange change = logSlider(studio.theme, spec, before);
    if (change.value || !change.refused.empty()) studio.typed(change.refused, title());
    // What the first click of a double click did was not meant.
    if (change.reset && clicked_ > 0 && clicked_ == studio.history.doneCount()) studio.history.undo();
    if (change.value) {
      if (dragged_ != &spec) {
        from_ = studio.workspace().kernel().*field;
        entries_ = studio.history.doneCount();
      }
      dragged_ = &spec;
      edit(
          studio, fmt::format("{} {} → {}", spec.symbol, significant(from_), significant(*change.value)),
          [&](KernelSpec& k) { k.*field = *change.value; }, fmt::format("slider {}", spec.name));
    }
    if (change.ended) {
      studio.history.endGesture();
      const bool click = ImGui::GetIO().MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] < 9;
      const bool entered = studio.history.doneCount() > entries_;
      clicked_ = click && entered && dragged_ == &spec && !change.reset ? studio.history.doneCount() : 0;
      dragged_ = nullptr;
    }
  }

  // In the head, where there is room.
  static void sides(Studio& studio) {
    const Theme& theme = studio.theme;
    const float width = theme.px(160);
    if (ImGui::GetWindowWidth() > width + theme.px(90)) ImGui::SameLine(rightEdge() - width);
    for (int i = 0; i < 2; ++i)
      if (chip(theme, i == 0 ? "A" : "B", studio.workspace().active == i, i == 0))
        studio.history.edit(fmt::format("Showed kernel {}", i == 0 ? 'A' : 'B'),
                            [&](Workspace& w) { w.active = i; });
      else
        tooltip(theme, studio.withKey(fmt::format("Shows kernel {} in every view", i == 0 ? 'A' : 'B'),
                                      "Switch between A and B"));
    const int other = 1 - studio.workspace().active;
    if (chip(theme, other == 1 ? "copy A to B" : "copy B to A", false, false))
      studio.history.edit(other == 1 ? "Copied kernel A to B" : "Copied kernel B to A",
                          [&](Workspace& w) { w.kernels[other] = w.kernel(); });
    tooltip(theme, "Gives the other kernel the values of the one that is shown");
  }

  // φ(λ) from 0 to the largest λ, thin.
  static void sparkline(const Studio& studio, const KernelSpec& spec) {
    const Theme& theme = studio.theme;
    const double most = studio.kernel.lambdaMax() > 0 ? studio.kernel.lambdaMax() : 2;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = theme.px(20);
    ImGui::Dummy({width, height});
    tooltip(theme, fmt::format("φ(λ), the weight of each eigenvalue λ, from 0 to {}", significant(most)));
    const KernelFunction shape(spec, 1, most);
    constexpr int points = 64;
    std::array<ImVec2, points> line;
    for (int i = 0; i < points; ++i) {
      const float part = static_cast<float>(i) / (points - 1);
      const auto value = static_cast<float>(std::clamp(shape(most * part), 0.0, 1.0));
      line[static_cast<std::size_t>(i)] = {at.x + part * width,
                                           at.y + height - value * (height - theme.px(2))};
    }
    ImGui::GetWindowDrawList()->AddPolyline(line.data(), points, packed(theme.palette.quiet), theme.px(1.2f),
                                            0);
  }

  // Kernels that the user keeps under a name, and the chip that keeps one.
  void ownChips(Studio& studio) {
    const Theme& theme = studio.theme;
    std::string gone;
    for (const KernelPreset& preset : studio.settings.presets) {
      if (chip(theme, preset.name.c_str(), studio.workspace().kernel() == preset.kernel, false))
        edit(studio, fmt::format("Preset {}", preset.name), [&](KernelSpec& k) { k = preset.kernel; });
      tooltip(theme, "A kernel of your own; right-click to remove it");
      if (ImGui::BeginPopupContextItem(preset.name.c_str())) {
        if (ImGui::MenuItem("Remove")) gone = preset.name;
        tooltip(theme, "Forgets this kernel; the sliders stay where they are");
        ImGui::EndPopup();
      }
    }
    if (!gone.empty())
      std::erase_if(studio.settings.presets, [&](const KernelPreset& each) { return each.name == gone; });
    if (chip(theme, "+", false, false)) ImGui::OpenPopup("keep kernel");
    tooltip(theme, "Keep this kernel under a name");
    if (!ImGui::BeginPopup("keep kernel")) return;
    if (ImGui::IsWindowAppearing()) {
      name_[0] = 0;
      ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(theme.px(160));
    const bool entered =
        ImGui::InputTextWithHint("##name", "name", name_, sizeof name_, ImGuiInputTextFlags_EnterReturnsTrue);
    tooltip(theme, "What the chip will be called; a name that is there already gets this kernel");
    ImGui::SameLine();
    const bool pressed = primaryButton(theme, "Keep");
    tooltip(theme, "Adds a chip that sets kind, Laplacian, ν, κ, σ and normalisation as they are now");
    if (pressed || entered) {
      if (keepPreset(studio.settings, {name_, studio.workspace().kernel()}))
        ImGui::CloseCurrentPopup();
      else if (name_[0] != 0)
        studio.log.trouble(fmt::format("At most {} kernels can be kept, with names of at most {} bytes.",
                                       Settings::mostPresets, Settings::largestName),
                           {"Kernel", ""});
    }
    ImGui::EndPopup();
  }

  void chips(Studio& studio) {
    const KernelSpec& spec = studio.workspace().kernel();
    bool first = true;
    for (const Preset& preset : presets) {
      const bool chosen = spec.kind == preset.kind &&
                          (preset.kind != KernelKind::Matern || spec.nu == preset.nu) &&
                          (preset.kind == KernelKind::White || spec.kappa == preset.kappa);
      if (chip(studio.theme, preset.name, chosen, std::exchange(first, false)))
        edit(studio, fmt::format("Preset {}", preset.name), [&](KernelSpec& k) {
          k.kind = preset.kind;
          k.nu = preset.nu;
          k.kappa = preset.kappa;
        });
      tooltip(studio.theme, preset.help);
    }
    ownChips(studio);
  }

  // What will happen with a value outside its slider's range.
  static std::string outsideWords(const KernelSpec& spec) {
    const auto outside = [](const SliderSpec& slider, double value) {
      return value < slider.low || value > slider.high;
    };
    const bool matern = spec.kind == KernelKind::Matern, heat = spec.kind == KernelKind::Heat;
    if ((matern && outside(nuSlider, spec.nu)) || ((matern || heat) && outside(kappaSlider, spec.kappa)))
      return "Outside the slider's range the live basis may not hold the kernel: rows become Chebyshev sums, "
             "which "
             "are slower, and each view says the bound that it has.";
    if (outside(sigmaSlider, spec.sigma))
      return "A σ outside the slider's range scales covariance and noise alone; a training may diverge with "
             "it.";
    return {};
  }

  static void notes(const Studio& studio, const KernelSpec& spec) {
    if (const std::string words = outsideWords(spec); !words.empty()) caption(studio.theme, words);
    const std::vector<double>& means = studio.kernel.hopMeans();
    const NodeId node = studio.kernel.correlationNode();
    if (means.empty() || node < 0 || !studio.document) return;
    // While the mouse rests on a node of the graph they are that one's.
    const std::string whose =
        node == studio.workspace().picked ? "the picked node" : "node " + studio.document->nodeName(node);
    std::string text = fmt::format("mean correlation of {} at 1, 2, 3 hops: ", whose);
    for (std::size_t i = 0; i < std::min<std::size_t>(means.size(), 3); ++i)
      text += (i > 0 ? ", " : "") + fixed(means[i], 2);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    caption(studio.theme, text);
    if (studio.kernel.isStale(KernelPart::Correlation))
      dim(studio.theme, corner, {corner.x + width, ImGui::GetCursorScreenPos().y});
  }

  char name_[Settings::largestName + 1] = {};  // of a kernel to keep
  const SliderSpec* dragged_ = nullptr;        // whose value is being changed
  double from_ = 0;                            // where the drag began, for the history's words
  std::size_t entries_ = 0;                    // of the history, before it was changed
  std::size_t clicked_ = 0;                    // the entry that a click on a slider made; 0: none
};

}  // namespace

std::unique_ptr<Panel> makeKernelPanel() {
  return std::make_unique<KernelPanel>();
}

}  // namespace sispde::studio
