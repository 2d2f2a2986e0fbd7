#include "app/studio/shell/save_path.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include <unistd.h>

#include <fmt/format.h>

#include "app/common/user_folders.h"
#include "app/studio/live/document.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace fs = std::filesystem;
namespace {

bool isThere(const std::string& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

// Moves the window up where its end is below that of the screen.
void keepInside() {
  const ImVec2 at = ImGui::GetWindowPos();
  const ImGuiViewport& screen = *ImGui::GetWindowViewport();
  const float below = at.y + ImGui::GetWindowHeight() - (screen.Pos.y + screen.Size.y);
  if (below > 0) ImGui::SetWindowPos({at.x, std::max(screen.Pos.y, at.y - below)});
}

}  // namespace

void SavePath::suggest(const std::string& path) {
  if (path_[0] != 0 && suggested_ != path_) return;
  suggested_ = path.substr(0, sizeof path_ - 1);
  suggested_.copy(path_, suggested_.size());
  path_[suggested_.size()] = 0;
}

void SavePath::forget() {
  path_[0] = 0;
  close();
}

void SavePath::close() {
  dialog_.close();
  replaced_.clear();
  told_.clear();
}

std::optional<std::string> SavePath::accepted(const std::string& path, bool sure) {
  std::error_code ignored;
  told_.clear();
  if (fs::is_directory(path, ignored)) {
    told_ = "This is a folder: add the name of a file.";
  } else if (!sure && replaced_ != path && isThere(path)) {
    replaced_ = path;
    told_ = fmt::format("{} is there already. Press Replace to write over it, or give another name.",
                        fs::path(path).filename().string());
  } else {
    replaced_.clear();
    return path;
  }
  return std::nullopt;
}

std::optional<std::string> SavePath::draw(const Theme& theme, const char* button, const std::string& ending) {
  if (ImGui::IsWindowAppearing()) {
    close();
    ImGui::SetKeyboardFocusHere();
  }
  const auto whole = [&](const std::string& path) {
    std::error_code ignored;
    const bool named = !path.empty() && !path.ends_with('/') && !fs::is_directory(path, ignored);
    return named && !fs::path(path).has_extension() ? path + ending : path;
  };
  std::optional<std::string> wanted;
  if (const auto chosen = dialog_.take(); chosen && !chosen->empty()) {
    suggested_ = path_;  // gives way
    suggest(whole(*chosen));
    // The desktop has asked itself before it lets a file be replaced.
    wanted = accepted(path_, *chosen == path_);
  }
  const bool native = FileDialog::available();
  if (whole(path_) != replaced_) replaced_.clear();
  const char* words = replaced_.empty() ? button : "Replace";
  ImGui::SetNextItemWidth(-buttonRoom(words) - (native ? buttonRoom("Browse …") : 0));
  const bool entered = ImGui::InputText("##path", path_, sizeof path_, ImGuiInputTextFlags_EnterReturnsTrue);
  if (ImGui::IsItemEdited()) told_.clear();
  tooltip(theme, "The file to write; an existing one is replaced when the new one is whole");
  ImGui::SameLine();
  const bool pressed = primaryButton(theme, words);
  if ((pressed || entered) && path_[0] != 0) wanted = accepted(whole(path_), false);
  if (native) {
    ImGui::SameLine();
    ImGui::BeginDisabled(dialog_.asking());
    if (ImGui::Button("Browse …")) dialog_.askSave(whole(path_));
    ImGui::EndDisabled();
    tooltip(theme, "Asks with the desktop's own window");
  }
  if (!told_.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, theme.palette.warning);
    ImGui::TextWrapped("%s", told_.c_str());
    ImGui::PopStyleColor();
    keepInside();  // it has just grown
  }
  return wanted;
}

std::string suggestedFolder(const std::string& data) {
  std::error_code trouble;
  const fs::path file = fs::absolute(data, trouble);
  if (!data.empty() && !trouble && fs::exists(file, trouble)) {
    const fs::path folder = fs::is_directory(file, trouble) ? file : file.parent_path();
    if (::access(folder.c_str(), W_OK) == 0) return folder.string();
  }
  const std::string documents = documentsFolder();
  return documents.empty() ? fs::current_path(trouble).string() : documents;
}

std::string fileNameOf(const std::string& name) {
  std::string made;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte >= 128 || std::isalnum(byte) != 0 || c == '_' || c == '.';
    if (plain)
      made += c;
    else if (!made.empty() && made.back() != '-')
      made += '-';
  }
  while (made.ends_with('-')) made.pop_back();
  return made.empty() ? "data" : made;
}

std::string suggestedFile(const Document& document, std::string_view ending) {
  const std::string name = fmt::format("{}{}", fileNameOf(document.data.name), ending);
  return (fs::path(suggestedFolder(document.request.data)) / name).string();
}

void setSaveWidth(const Theme& theme) {
  ImGui::SetNextWindowSize({std::min(theme.px(420), ImGui::GetMainViewport()->Size.x - theme.px(20)), 0});
}

}  // namespace sispde::studio
