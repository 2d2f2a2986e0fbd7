// Memory while everything goes on at once, for as long as is wanted.
//
// All windows are open and none behind another, a run trains, and round after round ν and the shares of a rewiring are dragged, an earlier
// epoch is looked at, a node is picked, and a plan is applied and taken back. Between rounds the run is paused and all work is done: what the
// allocator has given out by then, after a first part that fills all that is kept for a while, must stay. SISPDE_SOAK_SECONDS=3600 makes it
// an hour (docs/training.md).

#include <cstdlib>
#include <fstream>

#include <malloc.h>
#include <unistd.h>

#include "app/studio/live/answer.h"
#include "tests/gui/training_steps.h"

namespace sispde::studio {
namespace {

constexpr int mostEpochs = 100'000;  // of one run
#ifdef SISPDE_SANITIZED
constexpr int firstEpochs = 30, countedEpochs = 30, leakedEpochs = 0;
constexpr ImVec2 windowSize{1280, 800};
#else
constexpr int firstEpochs = 400, countedEpochs = 600, leakedEpochs = 200;
constexpr ImVec2 windowSize{2560, 1440};
#endif

std::size_t residentBytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

// What the allocator has given out and not got back. A sanitizer has an allocator of its own, which does not say.
std::size_t bytesInUse() {
#ifdef SISPDE_SANITIZED
  return residentBytes();
#else
  const auto info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
#endif
}

// What may come: some noise, and what is kept of each epoch. A snapshot with its scoring and its copy of the curves is some hundred KB.
std::size_t allowedGrowth(int epochs) {
#ifdef SISPDE_SANITIZED
  return (std::size_t{96} << 20) + 1024 * static_cast<std::size_t>(epochs);
#else
  return (std::size_t{4} << 20) + 8192 * static_cast<std::size_t>(epochs);
#endif
}

void drag(ImGuiTestContext* context, const char* words, double from, double to,
          const std::function<void(Workspace&, double)>& set) {
  History& history = studioOf(context).history;
  for (int i = 0; i <= 8; ++i) {
    history.edit(
        words, [&](Workspace& w) { set(w, from + (to - from) * i / 8); }, words);
    context->Yield();
  }
  history.endGesture();
}

// What a user may do while a run trains; in the end all is as it was but for the run.
void aRoundOfEverything(ImGuiTestContext* context, int round) {
  Studio& studio = studioOf(context);
  const KernelSpec kernel = studio.workspace().kernel();
  const RewireChoice rewire = studio.workspace().rewire;
  drag(context, "ν", kernel.nu, 0.3 + round % 5, [](Workspace& w, double nu) { w.kernel().nu = nu; });
  until(context, [&] { return !studio.training.kernelPending(); });  // the run takes it: a fork
  drag(context, "drop", rewire.drop, 0.05 + 0.02 * (round % 7),
       [](Workspace& w, double x) { w.rewire.drop = x; });
  drag(context, "add", rewire.add, 0.05 + 0.02 * (round % 5),
       [](Workspace& w, double x) { w.rewire.add = x; });
  const int epoch = studio.training.shown()->snapshot->epoch;
  for (int i = 1; i < 8; ++i) {
    studio.view.epoch = epoch * i / 8;
    context->Yield();
  }
  studio.view.epoch.reset();
  studio.pick(round % studio.document->data.nodeCount());
  context->Yield(2);
  until(context,
        [&] { return studio.rewiring.current(studio.workspace().kernel(), studio.workspace().rewire); });
  studio.applyRewiring();
  until(context, [&] { return studio.document != studio.opened && studio.scoredRun() != nullptr; });
  context->Yield(5);
  studio.history.edit("As before", [&](Workspace& w) {
    w.edits = nullptr;
    w.kernel() = kernel;
    w.rewire = rewire;
  });
  until(context, [&] { return !studio.editsPending() && !studio.training.kernelPending(); });
}

struct Memory {
  std::size_t inUse = 0, resident = 0;
  int epoch = 0;
};

// With the run at rest, all work done, and no steps to undo: of those five hundred are kept.
Memory measured(ImGuiTestContext* context) {
  Studio& studio = studioOf(context);
  TrainedRun& run = *studio.training.shown();
  studio.pick(0);
  run.run->pause();
  until(context, [&] { return run.state() == RunState::Paused; });
  settle(context);
  studio.history.reset(Workspace(studio.workspace()));
  context->Yield(3);
  const Memory memory{bytesInUse(), residentBytes(), run.snapshot->epoch};
  run.run->resume();
  return memory;
}

void openEverything(ImGuiTestContext* context) {
  App& app = appOf(context);
  Studio& studio = app.studio();
  openForTraining(context, mostEpochs);
  studio.history.edit("Shift", [](Workspace& w) {
    w.training.shift = ShiftKind::Structure;  // the second graph is another one
    w.training.set["score_every"] = "10";
    w.rewire = {};
  });
  app.resize(static_cast<int>(windowSize.x), static_cast<int>(windowSize.y));
  context->Yield(3);
  IM_CHECK(app.runAction("All windows side by side"));
  context->Yield(3);
  for (const Action& action : app.actions())
    if (action.words.starts_with("Window: ")) IM_CHECK(action.checked());
}

// Some rounds, until the shown run has done so many epochs.
void roundsUntil(ImGuiTestContext* context, int epoch, int& round) {
  const int least = round + 5;
  Studio& studio = studioOf(context);
  while (studio.training.active() != nullptr &&
         (studio.training.shown()->snapshot->epoch < epoch || round < least))
    aRoundOfEverything(context, round++);
}

void startAnew(ImGuiTestContext* context, int& round) {
  Studio& studio = studioOf(context);
  while (!studio.training.runs().empty()) studio.training.remove(studio.training.runs().back().get());
  studio.startTraining();
  until(context, [&] { return studio.scores.valid(); });
  roundsUntil(context, firstEpochs, round);
}

void memoryDoesNotGrowWhileItTrainsWithAllWindowsOpen(ImGuiTestContext* context) {
  openEverything(context);
  Studio& studio = studioOf(context);
  const std::size_t usual = std::exchange(studio.training.scoringBytes, std::size_t{256} << 10);
  int round = 0;
  startAnew(context, round);
  const Memory first = measured(context);
  const auto check = [&]() -> Memory {
    const Memory now = measured(context);
    fmt::print(stderr, "soak: round {}, epoch {}: {} KB in use, {} MB resident (epoch {}: {} KB, {} MB)\n",
               round, now.epoch, now.inUse >> 10, now.resident >> 20, first.epoch, first.inUse >> 10,
               first.resident >> 20);
    IM_CHECK_NO_RET(now.inUse < first.inUse + allowedGrowth(std::max(0, now.epoch - first.epoch)));
    IM_CHECK_NO_RET(now.resident < first.resident + (std::size_t{96} << 20));
    return now;
  };

  roundsUntil(context, first.epoch + countedEpochs, round);
  const char* wanted = std::getenv("SISPDE_SOAK_SECONDS");
  const double seconds = wanted != nullptr ? std::atof(wanted) : 0, start = millisecondsNow();
  int minutes = 0;
  while (millisecondsNow() - start < 1e3 * seconds) {
    aRoundOfEverything(context, round++);
    const bool nearEnd = studio.training.shown()->snapshot->epoch > mostEpochs * 9 / 10;
    if (nearEnd || millisecondsNow() - start > 60e3 * (minutes + 1)) {
      ++minutes;
      check();
    }
    if (nearEnd) startAnew(context, round);
  }
  const TrainedRun& run = *studio.training.shown();
  const Memory end = check();
  IM_CHECK_STR_EQ(run.trouble.c_str(), "");
  IM_CHECK_GE(run.snapshot->epoch, firstEpochs);
  IM_CHECK_GT(run.snapshot->history->forks.size(), 1u);

  // What a leak of one snapshot per epoch would do is beyond that.
  std::vector<std::shared_ptr<const Snapshot>> leaked;
  while (run.active() && std::ssize(leaked) < leakedEpochs) {
    if (leaked.empty() || run.snapshot->epoch > leaked.back()->epoch) leaked.push_back(run.snapshot);
    context->Yield();
  }
  const Memory after = measured(context);
  fmt::print(stderr, "soak: {} snapshots kept make {} KB\n", leaked.size(), (after.inUse - end.inUse) >> 10);
  if (leakedEpochs > 0) IM_CHECK_GT(after.inUse, end.inUse + allowedGrowth(leakedEpochs));

  studio.training.stop();
  settle(context);
  studio.training.scoringBytes = usual;
  appOf(context).resize(1280, 800);
  appOf(context).runAction("Reset the arrangement");
  settle(context);
}

}  // namespace

void registerSoakTests(ImGuiTestEngine* engine, App& app) {
  ImGuiTest* made =
      IM_REGISTER_TEST(engine, "soak", "memory does not grow while it trains with all windows open");
  made->UserData = &app;
  made->TestFunc = memoryDoesNotGrowWhileItTrainsWithAllWindowsOpen;
}

}  // namespace sispde::studio
