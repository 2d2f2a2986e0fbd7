// The window that says what this program is made of, for bug reports.

#include <GLFW/glfw3.h>
#include <implot.h>
#include <sispde_commit.h>

#include "app/studio/shell/app.h"
#include "app/studio/shell/system_words.h"
#include "app/studio/shell/widgets.h"
#include "core/spectral/dense_eigen.h"

namespace sispde::studio {

void App::drawAbout() {
  if (!aboutOpen_) return;
  const Theme& theme = studio_.theme;
  const FloatingLook look(theme);
  if (beginDialog(theme, "About", aboutOpen_)) {
    if (ImGui::IsWindowAppearing()) system_ = systemWords();
    const ImVec2 size = ImGui::GetMainViewport()->Size;
    const std::string text = fmt::format(
        "SISPDE Studio {}, commit {}\nDear ImGui {}\nImPlot {}\nGLFW {}\nLibTorch {}\nOpenGL {}\n{}\nWindow "
        "{:.0f} × "
        "{:.0f}, scale {:.2f}",
        SISPDE_VERSION, sispdeCommit, IMGUI_VERSION, IMPLOT_VERSION, glfwGetVersionString(), torchVersion(),
        window_->rendererName(), system_, size.x, size.y, theme.scale);
    ImGui::TextWrapped("%s", text.c_str());
    if (ImGui::Button("Copy for a bug report")) ImGui::SetClipboardText(text.c_str());
    tooltip(theme, "Puts these lines on the clipboard");
  }
  ImGui::End();
}

}  // namespace sispde::studio
