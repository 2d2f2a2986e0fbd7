#include "app/studio/shell/app.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <GLFW/glfw3.h>
#include <imgui_internal.h>
#include <nlohmann/json.hpp>

#include "app/studio/figure/png_text.h"
#include "app/studio/panels/graph_overlay.h"
#include "app/studio/shell/chord.h"
#include "app/studio/shell/saving.h"
#include "app/studio/shell/widgets.h"
#include "core/base/atomic_file.h"
#include "core/base/parallel.h"

namespace sispde::studio {
namespace {

constexpr const char* firstExample = examples[0].data;

// In the main window, as of the frame before.
bool isDocked(const char* title) {
  const ImGuiWindow* window = ImGui::FindWindowByName(title);
  return window != nullptr && window->DockNode != nullptr &&
         ImGui::DockNodeGetRootNode(window->DockNode)->IsDockSpace();
}

// A floating window has a bar with its title, and tabs have one each.
bool showsTitle() {
  const ImGuiWindow* window = ImGui::GetCurrentWindow();
  return !window->DockIsActive || window->DockNode == nullptr || !window->DockNode->IsHiddenTabBar();
}

}  // namespace

Result<std::unique_ptr<App>> App::make(const Options& options) {
  LoadedSettings loaded = studio::loadSettings(settingsPath(options));
  WindowOptions wanted{.headless = options.headless};
  const bool given = options.width > 0 && options.height > 0;
  if (given)
    wanted.state = {options.width, options.height};
  else if (!options.headless)
    wanted.state = loaded.settings.window;
  wanted.fits = !given && !options.headless;
  SISPDE_TRY(std::unique_ptr<Window> window, Window::open(wanted));
  return std::unique_ptr<App>(new App(options, std::move(window), std::move(loaded)));
}

App::App(const Options& options, std::unique_ptr<Window> window, LoadedSettings loaded)
    : options_(options), window_(std::move(window)), studio_([] { Window::wake(); }) {
  studio_.headless = options.headless;
  studio_.emulated = isEmulated();
  const auto named = [this](std::string_view words) {
    return std::find_if(actions_.begin(), actions_.end(),
                        [&](const Action& action) { return action.words == words; });
  };
  studio_.keyOf = [this, named](std::string_view words) {
    const auto found = named(words);
    return found == actions_.end() ? std::string() : chordText(found->chord);
  };
  studio_.inForce = [this, named](std::string_view words) {
    const auto found = named(words);
    return found != actions_.end() && found->checked();
  };
  studio_.bringAbout = [this, named](std::string_view words) {
    const auto found = named(words);
    if (found == actions_.end() || !found->enabled()) return false;
    if (!found->checked()) found->run();
    return true;
  };
  studio_.leave = [this](std::function<void()> then) {
    leave({unsaved_.lostByOpening(studio_), "Open without saving", then,
           [this, then] { studio_.leave(then); }});
  };
  studio_.openChosen = [this](const std::string& data) { openByUser(data); };
  studio_.leaveRun = [this](int id, std::function<void()> then) {
    leave({UnsavedWork::lostByDeleting(studio_, id), "Delete without saving", std::move(then),
           [this, id] { studio_.deleteRun(id); }});
  };
  studio_.theme.fonts = loadFonts();
  for (auto make : {makeKernelPanel, makeTrainingPanel, makeDataPanel, makeGraphPanel, makeSecondGraphPanel,
                    makeMetricsPanel, makeScoresPanel, makeCovariancePanel, makeNoisePanel, makeSpectrumPanel,
                    makeFlaggedPanel, makeRewiringPanel, makeNodePanel, makeComparePanel, makeRunsPanel,
                    makeHistoryPanel, makeLessonsPanel, makeLogPanel}) {
    panels_.push_back(make());
    panels_.back()->open = panels_.back()->openAtFirst();
  }
  useSettings(std::move(loaded));
  if (options.allWindows) arrangeWanted_ = sideBySideWanted_ = true;
  findRecovery();
  loadLessons();
  makeActions();
  trainWanted_ = options.train;
  if (!options.folders.state.empty()) studio_.training.keepIn(runsFolder(options.folders.state));
  if (!options.lesson.empty())
    beginLesson(studio_.lessons.find(options.lesson));
  else
    open(options.data.empty() ? firstExample : options.data);
}

App::~App() {
  // A size that was asked for is that of this time alone.
  if (!options_.headless && options_.width == 0)
    studio_.settings.window = window_->state(studio_.settings.window);
  keepSettings();
  ImGui::GetIO().WantSaveIniSettings = true;
  keepArrangement();
  studio_.close();
  keepUnfinished();
  panels_.clear();
}

void App::open(const std::string& data) {
  opening_ = data;
  openAnything(studio_, {data, {}, options_.dataDir, 1});
}

bool App::viewComplete() const {
  return studio_.jobs.idle() && !studio_.layout.running() && !studio_.secondLayout.running() &&
         !studio_.view.refining;
}

bool App::complete() const {
  return viewComplete() && studio_.training.active() == nullptr && studio_.training.waiting() == 0 &&
         !studio_.training.bringingBack();
}

void App::resize(int width, int height) {
  glfwSetWindowSize(window_->handle(), width, height);
  arrangeWanted_ = true;
}

bool App::moving() const {
  return studio_.layout.running() || studio_.secondLayout.running() || studio_.layout.gliding() ||
         studio_.secondLayout.gliding() || studio_.overlayPhase < 1 || studio_.view.playing ||
         studio_.training.kernelPending() || studio_.lessons.gliding() ||
         (rewiringOpen_ && studio_.rewiring.resting()) || studio_.hoverPending() || studio_.isLagging() ||
         studio_.writing() || fontScaleWanted_ ||
         (studio_.document && studio_.view.followLayout && isSeen("Graph")) || studio_.view.refining;
}

Result<void> App::run(const std::stop_token& stop) {
  int left = options_.frames;
  while (!ending() && !stop.stop_requested()) {
    if (left > 0) redraws_ = 3;  // every pass is a frame that counts
    // Without a display nothing holds the frames back, and a training would have to share its processor with them.
    const bool waits = options_.headless ? !complete() : redraws_ == 0 && !moving();
    const bool typing = ImGui::GetIO().WantTextInput;  // its cursor blinks
    window_->events(waits ? (options_.headless ? (options_.sweep || options_.pan ? 0.008 : 0.03)
                             : typing          ? 0.3
                                               : 1)
                          : 0);
    const double awake = glfwGetTime();
    if (window_->takeInput())
      redraws_ = 3;
    else if (typing)
      redraws_ = std::max(redraws_, 1);
    const int delivered = studio_.jobs.deliver();
    if (delivered > 0) redraws_ = 3;
    if (studio_.training.takeNews()) redraws_ = std::max(redraws_, 2);
    if (const bool tells = studio_.log.told() != nullptr; tells != std::exchange(telling_, tells))
      redraws_ = std::max(redraws_, 1);
    if (trainWanted_ && studio_.document) {
      trainWanted_ = false;
      studio_.startTraining();
    }
    const bool training = studio_.training.active() != nullptr;
    if (options_.sweep && (viewComplete() || training)) sweep(training);
    countEpochs();
    // A camera that moves leaves the view incomplete: from then on all frames count.
    panning_ = panning_ || (options_.pan && complete());
    if (panning_) pan();
    betweenFrames_ += glfwGetTime() - awake;
    if (redraws_ > 0 || moving() || options_.headless || !studio_.jobs.idle()) {
      frame();
      if (redraws_ > 0) --redraws_;
    }
    const double drawn = glfwGetTime();
    keepAutosave();
    betweenFrames_ += glfwGetTime() - drawn;
    if (options_.frames > 0 && (panning_ || complete()) && !trainWanted_ && --left <= 0) break;
  }
  if (!options_.screenshot.empty()) {
    wantPicture();
    frame();
    SISPDE_CHECK(writePng({picture_->width, picture_->height, picture_->pixels}, {}, options_.screenshot));
  }
  if (!options_.perf.empty()) {
    nlohmann::ordered_json json = times_.summary();  // of all frames
    json["complete"] = completeTimes_.summary();     // of those that were counted, the view complete
    json["training"] = trainingTimes_.summary();     // while a run trained
    if (const TrainedRun* run = studio_.training.shown(); run != nullptr && run->snapshot)
      json["epoch_ms"] = 1e3 * run->snapshot->secondsPerEpoch;  // of recent epochs alone
    // From the first epoch to the last, with scorings and changes of the kernel.
    if (epochsTo_.seconds > epochsFrom_.seconds)
      json["epochs_per_s"] =
          (epochsTo_.epoch - epochsFrom_.epoch) / (epochsTo_.seconds - epochsFrom_.seconds);
    json["kernel_changes"] = kernelChanges_;
    json["first_frame_unix_ms"] = firstFrame_;
    SISPDE_CHECK(writeFile(options_.perf, json.dump(2) + "\n"));
  }
  return {};
}

// A run takes a kernel once its slider rests: in a training it does so now and then, as under a hand.
void App::sweep(bool training) {
  constexpr double cycle = 2, rest = 0.4;  // seconds
  static_assert(rest > TrainingLive::kernelRest);
  redraws_ = 3;
  const double now = glfwGetTime();
  if (sweepBegun_ == 0) sweepBegun_ = now;
  if (training && std::fmod(now - sweepBegun_, cycle) >= cycle - rest) return;
  const double phase = static_cast<double>(swept_++ % 200) / 200;
  studio_.history.adjust([&](Workspace& w) { w.kernel().nu = 0.2 * std::pow(50, std::abs(2 * phase - 1)); });
}

void App::countEpochs() {
  const TrainedRun* run = studio_.training.active();
  if (run == nullptr || !run->snapshot || run->snapshot->epoch == 0) return;
  const EpochAt now{glfwGetTime(), run->snapshot->epoch};
  if (run->id != std::exchange(countedRun_, run->id)) epochsFrom_ = epochsTo_ = now;
  if (now.epoch != epochsTo_.epoch) epochsTo_ = now;
  kernelChanges_ = static_cast<int>(run->snapshot->history->forks.size());
}

void App::pan() {
  redraws_ = 3;
  const double step = panned_++ % 200 < 100 ? 3 : -3;  // pixels
  studio_.view.camera = studio_.view.camera.pan(step, 0.5 * step);
  studio_.view.followLayout = false;
}

void App::frame() {
  const RunAlone alone;  // the background has the other processors
  const double start = glfwGetTime(), begun = start - std::exchange(betweenFrames_, 0.0);
  if (window_->contentScale() != contentScale_) applyScale();  // it was moved to another monitor
  for (const std::string& path : window_->takeDropped()) openByUser(path);
  studio_.update(lastTime_ > 0 ? std::min(start - lastTime_, 0.1) : 0);
  keepRecent();
  noticeOpened();
  if (quitWanted_ && saving_.expired()) quit();
  keepSettings();
  keepArrangement();
  useSavedTheme();
  dropRecovered();
  lastTime_ = start;
  window_->beginFrame();
  drawMenuBar();
  drawRecovery();
  drawBanner();
  drawStatusBar();
  drawPanels();
  drawAbout();
  if (const auto wanted = openDialog_.draw(studio_.theme, studio_.settings.recent, options_.dataDir))
    openByUser(*wanted);
  drawSave();
  drawExport();
  drawSettings();
  drawSearchWindow();
  drawHits();
  drawLeaving();
  const bool asking = keys_.asking();
  keys_.draw(studio_.theme, actions_, studio_.settings.keys);
  palette_.draw(studio_.theme, actions_);
  shortcuts_.run(actions_, asking || leaving_);
  endStep();
  const double work = 1e3 * (glfwGetTime() - begun);
  studio_.frameMilliseconds += 0.1 * (work - studio_.frameMilliseconds);
  const ImVec4& g = studio_.theme.palette.panel;
  const float ground[4] = {g.x, g.y, g.z, 1};
  const bool kept = std::exchange(pictureWanted_, false);
  if (kept) window_->keepNextFrame();
  window_->endFrame(ground);
  if (kept) picture_ = window_->picture();
  const double whole = 1e3 * (glfwGetTime() - begun);
  if (firstFrame_ == 0)
    firstFrame_ = std::chrono::duration_cast<std::chrono::milliseconds>(
                      std::chrono::system_clock::now().time_since_epoch())
                      .count();
  times_.add(work, whole);
  if (panning_ || complete()) completeTimes_.add(work, whole);
  if (studio_.training.active() != nullptr) trainingTimes_.add(work, whole);
}

void App::drawMenuBar() {
  const Theme& theme = studio_.theme;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(theme.px(8), theme.px(7)));
  if (ImGui::BeginMainMenuBar()) {
    ImGui::PushFont(theme.fonts.bold, 0);
    ImGui::TextUnformatted("SISPDE Studio");
    ImGui::PopFont();
    drawMenus(theme, actions_);
    if (studio_.document) {
      ImGui::SameLine(0, theme.px(40));
      const std::string text =
          fmt::format("{} · {} shift · seed {}", studio_.document->data.name,
                      shiftName(studio_.workspace().training.shift), studio_.workspace().training.seed);
      ImGui::TextColored(theme.palette.quiet, "%s", text.c_str());
    }
    drawSearch();
    ImGui::EndMainMenuBar();
  }
  ImGui::PopStyleVar();
}

void App::arrange(unsigned dockspace) {
  const Theme& theme = studio_.theme;
  const bool atFirst = std::exchange(openAtFirstWanted_, false),
             sideBySide = std::exchange(sideBySideWanted_, false);
  for (const auto& panel : panels_)
    if (atFirst || sideBySide) panel->open = sideBySide || panel->openAtFirst();
  untouched_.reset();
  if (sideBySide) return arrangeSideBySide(dockspace, panels_);
  untouched_ = isWide(theme);
  arrangeByDefault(dockspace, theme);
}

void App::drawPanels() {
  const Theme& theme = studio_.theme;
  // Every pixel is painted once where that can be, for renderers without a GPU: the frame is cleared to the panels' colour, so that
  // neither the dockspace nor a docked window has to fill its ground.
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImVec4(0, 0, 0, 0));
  const ImGuiID dockspace = ImGui::DockSpaceOverViewport(ImGui::GetID("dockspace"), ImGui::GetMainViewport(),
                                                         ImGuiDockNodeFlags_AutoHideTabBar);
  ImGui::PopStyleColor();
  if (isBeingArranged(dockspace)) untouched_.reset();
  if (untouched_ && *untouched_ != isWide(theme))
    arrangeWanted_ = true;  // the window was made larger, or smaller
  if (std::exchange(arrangeWanted_, false)) arrange(dockspace);
  followRewiring();
  if (std::exchange(studio_.view.second.openWanted, false)) openPanel("Second graph");
  if (studio_.view.followLayout &&
      !isOpen("Graph")) {  // nobody looks; all of it is shown when it opens again
    studio_.view.followLayout = false;
    studio_.view.fitWanted = true;
  }
  for (const auto& panel : panels_) {
    if (!panel->open) continue;
    ImGui::SetNextWindowSize({theme.px(360), theme.px(420)}, ImGuiCond_FirstUseEver);
    std::optional<FloatingLook> look;
    if (isDocked(panel->title()))
      ImGui::SetNextWindowBgAlpha(0);
    else
      look.emplace(theme);
    if (std::exchange(panel->frontWanted, false)) ImGui::SetNextWindowFocus();
    if (panel->fillsWindow()) ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    const bool visible = ImGui::Begin(panel->title(), &panel->open, ImGuiWindowFlags_NoCollapse);
    if (panel->fillsWindow()) ImGui::PopStyleVar();
    if (ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) &&
        ImGui::IsMouseReleased(ImGuiMouseButton_Left))
      inUse_ = panel->title();
    if (visible) {
      if (panel->fillsWindow()) ImGui::SetCursorPos({theme.px(12), ImGui::GetCursorPosY() + theme.px(8)});
      drawTitle(*panel);
      drawSummary(*panel);
      drawBannerOf(*panel);
      if (panel->fillsWindow()) ImGui::SetCursorPosY(ImGui::GetCursorPosY() + theme.px(2));
      if (panel->needsData() && !studio_.document)
        caption(theme, studio_.jobs.idle()
                           ? "Nothing is open. Drop a graph file on the window, or choose an example in Data."
                           : "Opening …");
      else
        panel->draw(studio_);
    }
    ImGui::End();
  }
}

// At the left of the head, with the help; where a bar or a tab says it already, the head keeps its line for what else stands there.
void App::drawTitle(const Panel& panel) {
  const Theme& theme = studio_.theme;
  ImGui::PushFont(theme.fonts.bold, 0);
  if (showsTitle())
    ImGui::TextColored(theme.palette.quiet, "?");
  else
    ImGui::TextUnformatted(panel.title());
  ImGui::PopFont();
  tooltip(theme, panel.help());
}

void App::openPanel(std::string_view title) {
  for (const auto& panel : panels_)
    if (title == panel->title()) panel->open = panel->frontWanted = true;
}

void App::closePanel(std::string_view title) {
  for (const auto& panel : panels_)
    if (title == panel->title()) panel->open = false;
}

void App::togglePanel(Panel& panel) {
  if (panel.open && isSeen(panel.title()))
    panel.open = false;
  else
    openPanel(panel.title());
}

// The plan follows the sliders as long as its window is open, also behind another tab: it lies over the graph. With the window the
// graph that it would make comes beside the first, and goes with it.
void App::followRewiring() {
  // A graph is made for every plan; of more edges where the user wishes it.
  constexpr std::size_t mostEdges = 100'000;
  ViewState& view = studio_.view;
  const bool open = isOpen("Rewiring"), second = isOpen("Second graph");
  view.rewiringWanted = open;
  if (open && !rewiringOpen_) {
    const bool few = !studio_.document || studio_.document->edges.size() <= mostEdges;
    view.second.openWanted =
        !second && few && static_cast<float>(view.graphSize.width) >= studio_.theme.px(480);
    view.planBeside = view.second.openWanted;  // where it is open already it shows what was asked for
  }
  if (view.planBeside && !second) {
    secondOpened_ = view.second.openWanted;
    view.planBeside = secondOpened_;  // otherwise the user closed it
  }
  if (!open && rewiringOpen_) view.planBeside = false;
  if (!view.planBeside && std::exchange(secondOpened_, false)) closePanel("Second graph");
  rewiringOpen_ = open;
  planBeside_.update(studio_);
}

bool App::isOpen(std::string_view title) const {
  return std::any_of(panels_.begin(), panels_.end(),
                     [&](const auto& panel) { return title == panel->title() && panel->open; });
}

void App::loadLessons() {
  for (const std::string& trouble : studio_.lessons.load()) studio_.log.trouble(trouble, {"Lessons", ""});
}

void App::beginLesson(int lesson) {
  openPanel("Lessons");
  studio_.lessons.begin(studio_, lesson);
}

void App::drawSummary(Panel& panel) {
  const Theme& theme = studio_.theme;
  const std::string summary = panel.summary(studio_);
  if (summary.empty() || !studio_.document) return;
  ImGui::PushFont(nullptr, theme.captionSize() + 0.5f);
  const float room = ImGui::GetWindowWidth() - (panel.fillsWindow() ? theme.px(12) : 0);
  std::string shown = panel.hasMenu() ? summary + " ▾" : summary;
  float width = ImGui::CalcTextSize(shown.c_str()).x, beside = theme.px(90);
  if (panel.hasMenu() &&
      room <= width + beside) {  // the words have no room: their menu is still to be reached
    shown = "▾";
    width = ImGui::CalcTextSize(shown.c_str()).x;
    beside = theme.px(60);
  }
  if (room > width + beside) {
    if (panel.fillsWindow()) width += theme.px(12);
    ImGui::SameLine(rightEdge() - width);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (panel.hasMenu() && ImGui::InvisibleButton("##summary", {width, ImGui::GetTextLineHeight()}))
      ImGui::OpenPopup("##head");
    const bool lit = panel.hasMenu() && ImGui::IsItemHovered();
    if (panel.hasMenu()) tooltip(theme, fmt::format("{}. Click to choose what this window shows", summary));
    if (!panel.hasMenu()) ImGui::Dummy({width, ImGui::GetTextLineHeight()});
    ImGui::GetWindowDrawList()->AddText(at, packed(lit ? theme.palette.text : theme.palette.quiet),
                                        shown.c_str());
  }
  ImGui::PopFont();
  if (ImGui::BeginPopup("##head")) {
    panel.menu(studio_);
    ImGui::EndPopup();
  }
}

}  // namespace sispde::studio
