#include <algorithm>

#include "app/studio/panels/panel.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

class LessonsPanel final : public Panel {
 public:
  const char* title() const override { return "Lessons"; }
  const char* help() const override {
    return "Short guided lessons, each on data of its own. A step is ticked when you have done it; “Show me” "
           "does it for you, and undo takes that back. Every step can be skipped, and every window used "
           "meanwhile.";
  }
  bool openAtFirst() const override { return false; }
  std::string summary(const Studio& studio) const override {
    const LessonPlayer& player = studio.lessons;
    if (player.current() == nullptr) return fmt::format("{} lessons", player.lessons().size());
    return fmt::format("{} · {} of {}", player.current()->title, player.step() + 1,
                       player.current()->steps.size());
  }

  void draw(Studio& studio) override {
    if (studio.lessons.current() == nullptr) {
      overview(studio);
      return;
    }
    const Theme& theme = studio.theme;
    const float foot = (footIsOneLine(studio) ? 1.0f : 2.0f) * ImGui::GetFrameHeightWithSpacing();
    const float height = std::max(theme.px(20), ImGui::GetContentRegionAvail().y - foot - theme.px(2));
    if (ImGui::BeginChild("##step", {0, height})) {
      if (shown_ != &studio.lessons.now()) ImGui::SetScrollY(0);
      shown_ = &studio.lessons.now();
      step(studio);
    }
    ImGui::EndChild();
    footLine(studio);
  }

 private:
  // All of them, each a line; where there is room for it with whom it is for.
  static void overview(Studio& studio) {
    const Theme& theme = studio.theme;
    const LessonPlayer& player = studio.lessons;
    const bool wide = ImGui::GetContentRegionAvail().x > theme.px(440);
    for (int i = 0; i < std::ssize(player.lessons()); ++i) {
      const Lesson& lesson = player.lessons()[static_cast<std::size_t>(i)];
      ImGui::PushID(i);
      tick(theme, player.wasTaken(i));
      if (ImGui::Selectable(lesson.title.c_str())) studio.bringAbout(lessonAction(lesson));
      tooltip(theme, fmt::format("{}. Opens {}, made by a generator.", lesson.audience, lesson.data));
      if (wide) {
        ImGui::PushFont(nullptr, theme.captionSize());
        ImGui::SameLine(rightEdge() - ImGui::CalcTextSize(lesson.audience.c_str()).x);
        ImGui::TextColored(theme.palette.quiet, "%s", lesson.audience.c_str());
        ImGui::PopFont();
      } else {
        ImGui::Indent(theme.px(20));
        caption(theme, lesson.audience);
        ImGui::Unindent(theme.px(20));
      }
      ImGui::PopID();
    }
    caption(theme,
            "Each opens data of its own, asks first where work is in no file, and can be left at any step.");
  }

  // A circle that is filled and ticked when it is done, and what follows beside it.
  static void tick(const Theme& theme, bool done) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight(), r = theme.px(5.5f);
    const ImVec2 c(at.x + theme.px(6), at.y + height / 2);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    if (done) {
      draw.AddCircleFilled(c, r, packed(theme.palette.good), 24);
      const ImVec2 mark[] = {
          {c.x - 0.5f * r, c.y}, {c.x - 0.1f * r, c.y + 0.45f * r}, {c.x + 0.55f * r, c.y - 0.4f * r}};
      draw.AddPolyline(mark, 3, packed(theme.palette.onAccent), theme.px(1.5f), 0);
    } else {
      draw.AddCircle(c, r, packed(theme.palette.quiet), 24, theme.px(1.2f));
    }
    ImGui::Dummy({theme.px(12), height});
    ImGui::SameLine(0, theme.px(8));
  }

  static void step(Studio& studio) {
    const Theme& theme = studio.theme;
    const LessonPlayer& player = studio.lessons;
    const LessonStep& now = player.now();
    if (!now.until.empty()) {
      tick(theme, player.ticked(player.step()));
      tooltip(theme, player.ticked(player.step()) ? "Done"
                                                  : "Ticked as soon as you have done what the step asks for");
    }
    ImGui::PushFont(theme.fonts.bold, 0);
    ImGui::TextUnformatted(now.heading.c_str());
    ImGui::PopFont();
    if (!player.hasItsData(studio))
      caption(theme, studio.jobs.idle() ? fmt::format("The lesson speaks of {}; other data are open.",
                                                      player.current()->data)
                                        : fmt::format("Opening {} …", player.current()->data));
    std::string text;
    for (const std::string& sentence : now.sentences) text += (text.empty() ? "" : " ") + sentence;
    // Lines that are longer than this are hard to read.
    const float room = std::min(ImGui::GetContentRegionAvail().x, theme.px(640));
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + room);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    if (!player.trouble().empty() && !player.holds()) caption(theme, player.trouble());
  }

  static float dotsRoom(const Studio& studio) {
    return studio.theme.px(16) * static_cast<float>(studio.lessons.current()->steps.size());
  }
  static float buttonsRoom(const Studio& studio) {
    float room = buttonRoom("Back") + buttonRoom(nextWords(studio));
    if (!studio.lessons.hasItsData(studio))
      room += buttonRoom("Open its data");
    else if (!studio.lessons.now().show.empty())
      room += buttonRoom("Show me");
    return room;
  }
  static const char* nextWords(const Studio& studio) { return studio.lessons.isLast() ? "End" : "Next"; }
  static bool footIsOneLine(const Studio& studio) {
    return ImGui::GetContentRegionAvail().x >
           buttonRoom("All lessons") + dotsRoom(studio) + buttonsRoom(studio) + studio.theme.px(12);
  }

  static void footLine(Studio& studio) {
    const Theme& theme = studio.theme;
    LessonPlayer& player = studio.lessons;
    const bool oneLine = footIsOneLine(studio);
    const float right = rightEdge();
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + theme.px(2));
    std::optional<int> wanted;
    bool leaves = ImGui::Button("All lessons");
    tooltip(theme, "Leaves this lesson; what was done stays");
    ImGui::SameLine(0, theme.px(12));
    dots(studio, wanted);
    if (oneLine) ImGui::SameLine(right - buttonsRoom(studio) + ImGui::GetStyle().ItemSpacing.x);
    ImGui::BeginDisabled(player.step() == 0);
    if (ImGui::Button("Back")) wanted = player.step() - 1;
    ImGui::EndDisabled();
    tooltip(theme, "The step before");
    if (!player.hasItsData(studio)) {
      ImGui::SameLine();
      ImGui::BeginDisabled(!studio.jobs.idle());
      if (ImGui::Button("Open its data")) player.openItsData(studio);
      ImGui::EndDisabled();
      tooltip(theme, "Opens them as at the beginning of the lesson; asks first where work is in no file");
    } else if (!player.now().show.empty()) {
      ImGui::SameLine();
      ImGui::BeginDisabled(player.holds() || player.gliding());
      if (ImGui::Button("Show me")) player.showMe(studio);
      ImGui::EndDisabled();
      tooltip(theme, studio.withKey("Does this step for you; undo takes edits back", "Undo"));
    }
    ImGui::SameLine();
    const bool ready = player.now().until.empty() || player.ticked(player.step());
    const bool next = ready ? primaryButton(theme, nextWords(studio)) : ImGui::Button(nextWords(studio));
    tooltip(theme, player.isLast() ? "Ends the lesson; what was done stays"
                   : ready         ? "The next step"
                                   : "The next step; this one can be left undone");
    if (next)
      player.next(studio);
    else if (wanted)
      player.go(studio, *wanted);
    else if (leaves)
      player.end();
  }

  // One for each step, filled where it is ticked, a ring around the present one; a click goes there.
  static void dots(const Studio& studio, std::optional<int>& wanted) {
    const Theme& theme = studio.theme;
    const LessonPlayer& player = studio.lessons;
    const Palette& p = theme.palette;
    for (int i = 0; i < std::ssize(player.current()->steps); ++i) {
      const LessonStep& step = player.current()->steps[static_cast<std::size_t>(i)];
      const ImVec2 at = ImGui::GetCursorScreenPos(), size(theme.px(16), ImGui::GetFrameHeight());
      ImGui::PushID(i);
      if (ImGui::InvisibleButton("##dot", size)) wanted = i;
      const bool lit = ImGui::IsItemHovered();
      ImGui::PopID();
      tooltip(theme, fmt::format("{}. {}{}", i + 1, step.heading, player.ticked(i) ? " (done)" : ""));
      const ImVec2 c(at.x + size.x / 2, at.y + size.y / 2);
      ImDrawList& draw = *ImGui::GetWindowDrawList();
      draw.AddCircleFilled(c, theme.px(lit ? 4.0f : 3.2f), packed(player.ticked(i) ? p.good : p.line), 16);
      if (i == player.step()) draw.AddCircle(c, theme.px(6), packed(p.accent), 24, theme.px(1.5f));
      if (i + 1 < std::ssize(player.current()->steps)) ImGui::SameLine(0, 0);
    }
  }

  const LessonStep* shown_ = nullptr;  // by the last frame: another one begins at its top
};

}  // namespace

std::unique_ptr<Panel> makeLessonsPanel() {
  return std::make_unique<LessonsPanel>();
}

}  // namespace sispde::studio
