#include <cmath>
#include <utility>

#include "core/kernel/rows.h"
#include "tests/gui/gui_test.h"

namespace sispde::studio {
namespace {

// Drags the knob of a slider from where it is to a share of its track.
void dragSlider(ImGuiTestContext* context, const char* name, float share) {
  context->SetRef("Kernel");
  const std::string path = fmt::format("{}/##track", name);
  const ImRect track = context->ItemInfo(path.c_str()).RectFull;
  context->MouseMove(path.c_str());
  context->MouseDown();
  for (int i = 1; i <= 5; ++i) {
    context->MouseMoveToPos(
        {track.Min.x + track.GetWidth() * share, track.GetCenter().y - static_cast<float>(i % 2)});
    context->Yield();
  }
  context->MouseUp();
  context->Yield(2);
}

// Greatest difference between the row on the screen and the exact one, relative to the largest entry.
double rowError(const Studio& studio) {
  RowsRequest request;
  request.spec = studio.workspace().kernel();
  request.tolerance = 1e-6;
  const Laplacian laplacian(studio.document->data.graph, request.spec.laplacian);
  const NodeId node = studio.workspace().picked;
  const auto exact = kernelRows(laplacian, std::span(&node, 1), request);
  if (!exact || studio.kernel.row().values.size() != static_cast<std::size_t>(laplacian.nodeCount()))
    return 1e9;
  double most = 0, error = 0;
  for (std::size_t v = 0; v < studio.kernel.row().values.size(); ++v) {
    most = std::max(most, std::abs(static_cast<double>(exact->values[v])));
    error = std::max(error, std::abs(static_cast<double>(exact->values[v]) - studio.kernel.row().values[v]));
  }
  return error / most;
}

void draggingNuMovesTheRow(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  const std::vector<float> before = studio.kernel.row().values;
  const std::size_t edits = studio.history.entries().size();
  const double nu = studio.workspace().kernel().nu;
  dragSlider(context, "smoothness", 0.8f);
  const KernelSpec after = studio.workspace().kernel();
  IM_CHECK_GT(after.nu, 10.0);
  IM_CHECK_NE(before == studio.kernel.row().values, true);
  IM_CHECK_LT(rowError(studio), 1e-4);
  // One drag is one entry, and is taken back as one.
  IM_CHECK_EQ(studio.history.entries().size(), edits + 1);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
  context->Yield(2);
  IM_CHECK_EQ(studio.workspace().kernel().nu, nu);
  IM_CHECK_EQ(before == studio.kernel.row().values, true);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z);
  context->Yield(2);
  IM_CHECK_EQ(studio.workspace().kernel().nu, after.nu);
}

void draggingKappaMovesTheRow(ImGuiTestContext* context) {
  openData(context, "karate");
  resetKernels(context);
  Studio& studio = studioOf(context);
  const std::vector<float> before = studio.kernel.row().values;
  const std::size_t edits = studio.history.entries().size();
  const KernelSpec spec = studio.workspace().kernel();
  dragSlider(context, "length", 0.3f);
  const KernelSpec after = studio.workspace().kernel();
  IM_CHECK_LT(after.kappa, 2.0);
  IM_CHECK_EQ(after.nu, spec.nu);
  IM_CHECK_NE(before == studio.kernel.row().values, true);
  IM_CHECK_LT(rowError(studio), 1e-4);
  IM_CHECK_EQ(studio.history.entries().size(), edits + 1);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
  context->Yield(2);
  IM_CHECK_EQ(studio.workspace().kernel().kappa, spec.kappa);
  IM_CHECK_EQ(before == studio.kernel.row().values, true);
}

void keysMoveASliderAndADoubleClickResetsIt(ImGuiTestContext* context) {
  openData(context, "karate");
  resetKernels(context);
  Studio& studio = studioOf(context);
  context->SetRef("Kernel");
  context->ItemClick("smoothness/##track");
  context->MouseMoveToPos({2, 400});  // the mouse is elsewhere
  const double before = studio.workspace().kernel().nu;
  const std::size_t edits = studio.history.doneCount();
  context->KeyPress(ImGuiKey_RightArrow, 3);
  context->Yield(2);
  // One per cent of the value each.
  IM_CHECK_LT(std::abs(std::log(studio.workspace().kernel().nu / before) - 3 * std::log(1.01)), 1e-9);
  IM_CHECK_GT(studio.history.doneCount(), edits);
  context->KeyDown(ImGuiMod_Shift);
  context->KeyPress(ImGuiKey_LeftArrow);
  context->KeyUp(ImGuiMod_Shift);
  context->Yield(2);
  IM_CHECK_LT(
      std::abs(std::log(studio.workspace().kernel().nu / before) - 3 * std::log(1.01) + std::log(1.1)), 1e-9);
  // A double click is one entry, whatever its first click did.
  const double moved = studio.workspace().kernel().nu;
  const std::size_t entries = studio.history.doneCount();
  context->ItemDoubleClick("smoothness/##track");
  context->Yield(2);
  IM_CHECK_EQ(studio.history.doneCount(), entries + 1);
  IM_CHECK_NE(studio.workspace().kernel().nu, moved);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
  context->Yield(2);
  IM_CHECK_EQ(studio.workspace().kernel().nu, moved);
}

void typedValuesAreTaken(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  context->SetRef("Kernel");
  context->ItemInput("length/##value");
  context->KeyCharsReplaceEnter("2.5");
  context->Yield(2);
  IM_CHECK_EQ(studio.workspace().kernel().kappa, 2.5);
  IM_CHECK_LT(rowError(studio), 1e-4);
  context->ItemInput("length/##value");
  context->KeyCharsReplaceEnter("nonsense");
  context->Yield(2);
  IM_CHECK_EQ(studio.workspace().kernel().kappa, 2.5);
  context->ItemInput("length/##value");
  context->KeyCharsReplaceEnter("1e9");
  context->Yield(2);
  IM_CHECK_EQ(studio.workspace().kernel().kappa, largestParameter);
  // On a busy machine a frame may take longer than a double click.
  const float before = std::exchange(ImGui::GetIO().MouseDoubleClickTime, 10.0f);
  context->ItemDoubleClick("length/##track");
  context->Yield(2);
  ImGui::GetIO().MouseDoubleClickTime = before;
  IM_CHECK_EQ(studio.workspace().kernel().kappa, 1.0);
}

void presetsAndSidesAreChosen(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  context->SetRef("Kernel");
  context->ItemClick("heat");
  IM_CHECK(studio.workspace().kernel().kind == KernelKind::Heat);
  const KernelSpec a = studio.workspace().kernels[0];
  context->ItemClick("B");
  IM_CHECK_EQ(studio.workspace().active, 1);
  IM_CHECK(studio.workspace().kernel() != a);
  context->ItemClick("copy B to A");
  IM_CHECK(studio.workspace().kernels[0] == studio.workspace().kernels[1]);
  context->ItemClick("independent");
  settle(context);
  // Independent nodes: nothing but the node itself.
  const NodeId picked = studio.workspace().picked;
  for (std::size_t v = 0; v < studio.kernel.row().values.size(); ++v)
    if (static_cast<NodeId>(v) != picked) IM_CHECK_LT(std::abs(studio.kernel.row().values[v]), 1e-5f);
}

void newNoiseIsOtherNoise(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  const std::vector<float> before = studio.kernel.noise().values;
  const std::uint64_t seed = studio.workspace().seed;
  IM_CHECK(!before.empty());
  context->SetRef("Noise");
  context->ItemClick("New noise");
  settle(context);
  IM_CHECK_EQ(studio.workspace().seed, seed + 1);
  IM_CHECK(before != studio.kernel.noise().values);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
  settle(context);
  IM_CHECK(before == studio.kernel.noise().values);
}

// The band of the picked node is there to be seen: the accent over the panel's ground, at the opacity that was asked for.
void theBandOfTheNoiseIsSeen(ImGuiTestContext* context) {
  openData(context, "karate");
  screenshot(context, "noise-band");
  const Palette& p = studioOf(context).theme.palette;
  const Picture& picture = *appOf(context).picture();
  const auto mixed = [](float ground, float colour) { return 255 * (ground + 0.12f * (colour - ground)); };
  const float wanted[] = {mixed(p.panel.x, p.accent.x), mixed(p.panel.y, p.accent.y),
                          mixed(p.panel.z, p.accent.z)};
  int found = 0;
  for (std::size_t i = 0; i + 3 < picture.pixels.size(); i += 4) {
    bool same = true;
    for (std::size_t k = 0; k < 3; ++k)
      same = same && std::abs(static_cast<float>(picture.pixels[i + k]) - wanted[k]) <= 1.5f;
    found += same;
  }
  IM_CHECK_GT(found, 2000);
}

void aDragOnTheSpectrumBendsTheCurve(ImGuiTestContext* context) {
  openData(context, "karate");
  resetKernels(context);
  Studio& studio = studioOf(context);
  const std::size_t edits = studio.history.entries().size();
  const KernelSpec before = studio.workspace().kernel();
  context->SetRef("Spectrum");
  const ImRect plot = context->ItemInfo("##density").RectFull;
  const auto at = [&](float x, float y) {
    return ImVec2(plot.Min.x + x * plot.GetWidth(), plot.Min.y + y * plot.GetHeight());
  };
  context->MouseMoveToPos(at(0.4f, 0.5f));
  context->MouseDown();
  context->Yield();
  context->MouseMoveToPos(at(0.3f, 0.3f));
  context->MouseMoveToPos(at(0.2f, 0.2f));
  context->MouseUp();
  context->Yield(2);
  const KernelSpec after = studio.workspace().kernel();
  IM_CHECK_LT(after.kappa, before.kappa);  // the curve was lifted
  IM_CHECK_EQ(after.nu, before.nu);
  IM_CHECK_EQ(studio.history.entries().size(), edits + 1);
  IM_CHECK(studio.previousKernel() == before);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
  context->Yield(2);
  IM_CHECK(studio.workspace().kernel() == before);
}

void aKernelIsKeptUnderAName(ImGuiTestContext* context) {
  openData(context, "karate");
  resetKernels(context);
  Studio& studio = studioOf(context);
  studio.history.edit("ν", [](Workspace& w) { w.kernel().nu = 7.5; });
  const KernelSpec kept = studio.workspace().kernel();
  context->SetRef("Kernel");
  context->ItemClick("+");
  context->Yield(2);
  context->KeyChars("far and smooth");
  context->KeyPress(ImGuiKey_Enter);
  context->Yield(2);
  IM_CHECK_EQ(studio.settings.presets.size(), 1u);
  IM_CHECK(studio.settings.presets[0] == (KernelPreset{"far and smooth", kept}));
  context->ItemClick("heat");
  IM_CHECK(studio.workspace().kernel() != kept);
  context->ItemClick("far and smooth");
  IM_CHECK(studio.workspace().kernel() == kept);
  context->ItemClick("far and smooth", ImGuiMouseButton_Right);
  context->Yield(2);
  context->ItemClick("//$FOCUSED/Remove");
  context->Yield(2);
  IM_CHECK(studio.settings.presets.empty());
}

void bothKernelsShowTheSameNumbers(ImGuiTestContext* context) {
  openData(context, "karate");
  resetKernels(context);
  Studio& studio = studioOf(context);
  IM_CHECK(!studio.kernel.otherNoise().valid());
  context->SetRef("Noise");
  context->ItemClick("###both");
  context->Yield(2);
  context->ItemClick("//$FOCUSED/A and B side by side");
  settle(context);
  IM_CHECK(studio.workspace().compared);
  IM_CHECK_EQ(studio.kernel.otherNoise().values.size(), studio.kernel.noise().values.size());
  const std::vector<float> a = studio.kernel.noise().values, b = studio.kernel.otherNoise().values;
  IM_CHECK(a != b);
  context->KeyPress(ImGuiKey_A);  // each is what the other was
  settle(context);
  IM_CHECK(studio.kernel.noise().values == b);
  IM_CHECK(studio.kernel.otherNoise().values == a);
  // Another Laplacian has an engine of its own.
  studio.history.edit("Laplacian",
                      [](Workspace& w) { w.kernels[0].laplacian = LaplacianKind::Combinatorial; });
  settle(context);
  IM_CHECK(studio.kernel.otherNoise().values != a);
  IM_CHECK_EQ(studio.kernel.otherNoise().values.size(), b.size());
  context->SetRef("Noise");
  context->ItemClick("###both");
  context->Yield(2);
  context->ItemClick("//$FOCUSED/One kernel");
  context->Yield(2);
  studio.view.noiseApart = false;
  IM_CHECK(!studio.kernel.otherNoise().valid());
}

}  // namespace

void registerKernelTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, void (*test)(ImGuiTestContext*)) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "kernel", name);
    made->TestFunc = test;
    made->UserData = &app;
  };
  add("dragging ν moves the row as the engine says, as one edit", draggingNuMovesTheRow);
  add("dragging κ moves the row as the engine says, as one edit", draggingKappaMovesTheRow);
  add("keys move a slider and a double click resets it", keysMoveASliderAndADoubleClickResetsIt);
  add("typed values are taken, nonsense is not", typedValuesAreTaken);
  add("presets and sides are chosen", presetsAndSidesAreChosen);
  add("new noise is other noise, and comes back with undo", newNoiseIsOtherNoise);
  add("the band of the noise is seen", theBandOfTheNoiseIsSeen);
  add("a drag on the spectrum bends the curve, as one edit", aDragOnTheSpectrumBendsTheCurve);
  add("a kernel is kept under a name and removed", aKernelIsKeptUnderAName);
  add("both kernels show the same numbers side by side", bothKernelsShowTheSameNumbers);
}

}  // namespace sispde::studio
