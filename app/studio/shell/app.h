#pragma once
// The program: window, frame loop and what stands around the panels.

#include "app/studio/panels/panel.h"
#include "app/studio/shell/actions.h"
#include "app/studio/shell/options.h"
#include "app/studio/shell/window.h"

namespace sispde::studio {

class App {
 public:
  static Result<std::unique_ptr<App>> make(const Options& options);
  ~App();

  // Until the user closes the window, or the frames that the options ask for are drawn.
  Result<void> run();
  // One frame; for tests.
  void frame();
  Studio& studio() { return studio_; }
  void resize(int width, int height);
  // The next frame is kept as a picture.
  void wantPicture() {
    picture_.reset();
    pictureWanted_ = true;
  }
  const std::optional<Picture>& picture() const { return picture_; }
  // Whether all that the first view needs is there: data, layout, kernel.
  bool complete() const;

 private:
  App(const Options& options, std::unique_ptr<Window> window);
  void makeActions();
  void drawMenuBar();
  void drawSearch();
  void drawBanner();
  void drawPanels();
  void drawStatusBar();
  void drawAbout();
  void drawOpen();
  void drawSave();
  void drawExport();
  void exportTo(const std::string& path);
  void arrange(unsigned dockspace);  // the default places of the windows
  void open(const std::string& data);
  void stepKernel(double KernelSpec::*field, const char* symbol, double factor);
  bool moving() const;

  Options options_;
  std::unique_ptr<Window> window_;
  Studio studio_;  // after the window, whose context its textures need
  std::vector<std::unique_ptr<Panel>> panels_;
  std::vector<Action> actions_;
  CommandPalette palette_;
  std::vector<double> frameTimes_;  // ms of UI-thread work
  bool arrangeWanted_ = true, keysOpen_ = false, aboutOpen_ = false, openOpen_ = false, saveOpen_ = false,
       exportOpen_ = false, searchWanted_ = false;
  char search_[64] = {}, path_[1024] = {}, savePath_[1024] = "workspace.json",
       exportPath_[1024] = "figure.png";
  int exported_ = 0, exportScale_ = 2;
  std::optional<Picture> picture_;
  bool pictureWanted_ = false;
  double lastTime_ = 0;
  int redraws_ = 3;  // frames still to be drawn after the last event
};

}  // namespace sispde::studio
