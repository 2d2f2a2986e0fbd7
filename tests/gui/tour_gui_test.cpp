// The program in ten pictures, for docs/tour.md: scripts/tour runs this and takes them over. Otherwise those that are there must look like
// the new ones.

#include <cstdlib>
#include <filesystem>

#include <png.h>

#include "tests/gui/training_steps.h"

namespace sispde::studio {
namespace {

void open(ImGuiTestContext* context, const char* window, bool shown) {
  for (const Action& action : appOf(context).actions())
    if (action.words == std::string("Window: ") + window && action.checked() != shown) {
      action.run();
      break;
    }
  context->Yield(3);
}

void edit(ImGuiTestContext* context, const std::function<void(Workspace&)>& change) {
  studioOf(context).history.edit("Tour", change);
  settle(context);
}

// Red, green and blue of every pixel; empty where the file is no picture.
std::vector<unsigned char> pixelsOf(const std::string& path) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  std::vector<unsigned char> pixels;
  if (png_image_begin_read_from_file(&image, path.c_str()) == 0) return pixels;
  image.format = PNG_FORMAT_RGB;
  pixels.resize(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr) == 0) pixels.clear();
  return pixels;
}

// Share of the numbers that differ by more than an eye would pass over; 1 where the sizes differ.
double differingShare(const std::vector<unsigned char>& a, const std::vector<unsigned char>& b) {
  if (a.size() != b.size() || a.empty()) return 1;
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += std::abs(a[i] - b[i]) > 24;
  return static_cast<double>(count) / static_cast<double>(a.size());
}

// Times on the screen, and on other processors the last digits of a training, make 1 % differ; another window makes far more.
void checkThatTheTourIsNotStale(ImGuiTestContext* context) {
  constexpr double most = 0.08;
  int pictures = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SISPDE_TOUR)) {
    const std::string name = entry.path().filename().string();
    const double share =
        differingShare(pixelsOf(entry.path().string()), pixelsOf(SISPDE_SCREENSHOTS "/" + name));
    IM_CHECK_LT(share, most);
    context->LogInfo("%s differs in %.2f %%", name.c_str(), 100 * share);
    ++pictures;
  }
  IM_CHECK_EQ(pictures, 10);
}

void theProgramInTenPictures(ImGuiTestContext* context) {
  appOf(context).runAction("Reset the arrangement");
  openData(context, "citation:600");
  Studio& studio = studioOf(context);
  while (!studio.training.runs().empty()) studio.training.remove(studio.training.runs().back().get());
  edit(context, [](Workspace& w) {
    w.kernels = {KernelSpec{.nu = 1.5, .kappa = 4}, KernelSpec{.nu = 0.5, .kappa = 2}};
    w.active = 0;
    w.training = {};
    w.training.set = {{"epochs", "60"}};
    w.score = {};
    w.rewire = {};
    w.order = NodeOrder::Class;
    w.quantity = HeatmapQuantity::Correlation;
  });
  screenshot(context, "tour-01-start");

  edit(context, [](Workspace& w) { w.kernel().kappa = 14; });
  screenshot(context, "tour-02-kappa");

  edit(context, [](Workspace& w) {
    w.kernel().kappa = 4;
    w.colourBy = ColourBy::Field;
    w.compared = true;
  });
  screenshot(context, "tour-03-noise");

  edit(context, [](Workspace& w) {
    w.colourBy = ColourBy::Correlation;
    w.compared = false;
  });
  studio.startTraining();
  const auto epoch = [&] {
    const TrainedRun* run = studio.training.shown();
    return run != nullptr && run->snapshot ? run->snapshot->epoch : 0;
  };
  until(context, [&] { return epoch() >= 25; });
  studio.training.pause();
  until(context, [&] { return studio.training.shown()->state() == RunState::Paused; });
  screenshot(context, "tour-04-training");

  studio.history.edit("Kernel", [](Workspace& w) { w.kernel().nu = 0.4; });
  until(context, [&] { return !studio.training.kernelPending(); });
  studio.training.resume();
  settle(context);
  IM_CHECK_EQ(studio.training.shown()->snapshot->history->forks.size(), 1u);
  edit(context, [](Workspace& w) { w.colourBy = ColourBy::Score; });
  screenshot(context, "tour-05-scores");

  edit(context, [](Workspace& w) {
    w.score.shuffled = true;
    w.colourBy = ColourBy::Flagged;
  });
  screenshot(context, "tour-06-control");

  edit(context, [](Workspace& w) { w.score.shuffled = false; });
  // An OOD node that is flagged, to be explained.
  for (NodeId u = 0; u < studio.document->data.nodeCount(); ++u)
    if (studio.isOodNode(u) && studio.isFlagged(u)) {
      studio.pick(u);
      break;
    }
  open(context, "Node", true);
  settle(context);
  detach(context, "//Node", {270, 64}, {340, 700});
  screenshot(context, "tour-07-node");
  open(context, "Node", false);

  open(context, "Flagged", true);
  edit(context, [](Workspace& w) {
    w.score.byAlpha = true;
    w.score.alpha = 0.1;
  });
  detach(context, "//Flagged", {270, 64}, {360, 480});
  screenshot(context, "tour-08-flagged");
  open(context, "Flagged", false);
  appOf(context).runAction("Reset the arrangement");

  edit(context, [](Workspace& w) {
    w.score.byAlpha = false;
    w.training.shift = ShiftKind::Structure;
    w.colourBy = ColourBy::Score;
  });
  studio.startTraining();
  settle(context);
  open(context, "Second graph", true);
  settle(context);
  screenshot(context, "tour-09-shifted");
  open(context, "Second graph", false);

  edit(context, [](Workspace& w) { w.colourBy = ColourBy::Class; });
  open(context, "Rewiring", true);
  settle(context);
  screenshot(context, "tour-10-rewiring");
  open(context, "Rewiring", false);
  settle(context);
  if (std::getenv("SISPDE_RENEW_TOUR") == nullptr) checkThatTheTourIsNotStale(context);
}

}  // namespace

void registerTourTests(ImGuiTestEngine* engine, App& app) {
  ImGuiTest* made = IM_REGISTER_TEST(engine, "tour", "the program in ten pictures");
  made->UserData = &app;
  made->TestFunc = theProgramInTenPictures;
}

}  // namespace sispde::studio
