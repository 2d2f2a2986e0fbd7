#include "app/studio/lessons/player.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/studio/lessons/shipped.h"
#include "app/studio/lessons/workspace_patch.h"
#include "app/studio/shell/studio.h"

namespace sispde::studio {
namespace {

constexpr const char* gesture = "lesson";

Seen seenOf(const Studio& studio, const Workspace& began) {
  Seen seen{.now = &studio.workspace(), .began = &began};
  seen.byHops = studio.view.spectrumByHops;
  seen.trained = studio.training.shown() != nullptr;
  seen.scores = studio.scores.valid() && studio.scores.curve() != nullptr;
  if (const TrainedRun* run = studio.scoredRun(); run != nullptr && seen.scores)
    seen.shift = shiftName(run->choice.shift);
  const auto rewired = [&](const auto& run) {
    return run->graph == "rewired" && run->base == studio.opened->hash && run->state() == RunState::Done;
  };
  seen.bothTrained = studio.training.active() == nullptr && studio.training.waiting() == 0 &&
                     std::ranges::any_of(studio.training.runs(), rewired);
  seen.isOpen = [&studio](const std::string& title) { return studio.inForce("Window: " + title); };
  return seen;
}

}  // namespace

std::vector<std::string> LessonPlayer::load() {
  std::vector<std::string> troubles;
  lessons_.clear();
  for (const LessonFile& file : lessonFiles()) {
    Result<Lesson> lesson = readLesson(file.text, fmt::format("assets/lessons/{}.json", file.name));
    if (lesson)
      lessons_.push_back(std::move(*lesson));
    else
      troubles.push_back(lesson.error().sentence());
  }
  taken_.assign(lessons_.size(), false);
  return troubles;
}

int LessonPlayer::find(std::string_view name) const {
  const auto found = std::find_if(lessons_.begin(), lessons_.end(),
                                  [&](const Lesson& lesson) { return lesson.name == name; });
  return found == lessons_.end() ? -1 : static_cast<int>(found - lessons_.begin());
}

void LessonPlayer::begin(Studio& studio, int lesson) {
  if (lesson < 0) return;
  current_ = lesson;
  step_ = 0;
  ticks_.assign(current()->steps.size(), false);
  seen_.reset();
  glide_.reset();
  go(studio, 0);
  settingsWanted_ = hasItsData(studio);
  if (!settingsWanted_) openItsData(studio);
}

void LessonPlayer::go(const Studio& studio, int step) {
  if (step > step_ && now().until.empty()) ticks_[static_cast<std::size_t>(step_)] = true;
  step_ = std::clamp(step, 0, static_cast<int>(std::ssize(current()->steps)) - 1);
  began_ = studio.workspace();
  holds_ = false;
  trouble_.clear();
}

void LessonPlayer::next(const Studio& studio) {
  if (!isLast()) return go(studio, step_ + 1);
  taken_[static_cast<std::size_t>(current_)] = true;
  end();
}

bool LessonPlayer::hasItsData(const Studio& studio) const {
  return studio.opened != nullptr && studio.opened->request.data == current()->data;
}

void LessonPlayer::openItsData(Studio& studio) {
  studio.leave([this, &studio, data = current()->data] {
    settingsWanted_ = true;
    studio.open({data, {}, {}, 1});
  });
}

// The settings that the texts speak of, where the lesson itself began or opened its data.
void LessonPlayer::prepare(Studio& studio) {
  if (seen_.lock() == studio.opened) return;
  seen_ = studio.opened;
  // A saved workspace, known by its theme in this frame, may have come in the place of what was asked for.
  if (std::exchange(settingsWanted_, false) && !studio.view.darkWanted) {
    Workspace wanted = patched(studio.workspace(), current()->settings);
    wanted.edits = nullptr;
    wanted.selection = nullptr;
    studio.history.edit(fmt::format("Lesson “{}”", current()->title), [&](Workspace& w) { w = wanted; });
    studio.view.spectrumByHops = studio.view.noiseApart = false;
  }
  began_ = studio.workspace();
}

void LessonPlayer::showMe(Studio& studio) {
  if (!hasItsData(studio)) return;
  const ShowMe show = now().show;  // an action may end the lesson
  if (Workspace wanted = patched(studio.workspace(), show.settings); wanted != studio.workspace()) {
    studio.view.playing = false;
    studio.history.endGesture();
    glide_ = Glide{.from = studio.workspace(), .to = std::move(wanted), .made = studio.workspace()};
    glide_->words = fmt::format("Lesson: {}", now().heading);
    // An action may rest on the settings, or edit the workspace too.
    advance(studio, studio.reducedMotion() || !show.actions.empty() ? glideSeconds : 0);
  }
  trouble_.clear();
  for (const std::string& action : show.actions)
    if (!studio.bringAbout(action))
      trouble_ = fmt::format("“{}” cannot be done now; a step before this one may be needed.", action);
}

void LessonPlayer::advance(Studio& studio, double seconds) {
  if (!glide_) return;
  const bool interrupted = !(studio.workspace() == glide_->made);
  if (!interrupted) {
    glide_->phase = std::min(1.0, glide_->phase + seconds / glideSeconds);
    const double share = glide_->phase * glide_->phase * (3 - 2 * glide_->phase);
    Workspace made = glide_->to;
    if (share < 1) {
      for (std::size_t i = 0; i < made.kernels.size(); ++i) {
        const KernelSpec &from = glide_->from.kernels[i], &to = glide_->to.kernels[i];
        made.kernels[i].nu = from.nu * std::pow(to.nu / from.nu, share);
        made.kernels[i].kappa = from.kappa * std::pow(to.kappa / from.kappa, share);
      }
      made.time = glide_->from.time + share * (glide_->to.time - glide_->from.time);
    }
    studio.history.edit(
        glide_->words, [&](Workspace& w) { w = made; }, gesture);
    glide_->made = studio.workspace();
  }
  if (!interrupted && glide_->phase < 1) return;
  studio.history.endGesture();
  glide_.reset();
}

void LessonPlayer::update(Studio& studio, double seconds) {
  if (current() == nullptr || !hasItsData(studio)) {
    glide_.reset();
    if (studio.jobs.idle()) settingsWanted_ = false;  // its data could not be opened, or were not wanted
    return;
  }
  prepare(studio);
  advance(studio, seconds);
  holds_ = !now().until.empty() && allHold(now().until, seenOf(studio, began_));
  if (holds_) ticks_[static_cast<std::size_t>(step_)] = true;
}

}  // namespace sispde::studio
