#pragma once
// A Panel is one window: its title, a summary at the right of its head, help, and what it draws. The shell opens the window around it.

#include <memory>
#include <string>
#include <vector>

#include "app/studio/shell/studio.h"

namespace sispde::studio {

class Panel {
 public:
  virtual ~Panel() = default;
  virtual const char* title() const = 0;
  virtual const char* help() const = 0;                            // what it shows and what can be done in it
  virtual std::string summary(const Studio&) const { return {}; }  // quiet, at the right of the title
  virtual bool hasMenu() const { return false; }                   // the summary opens one
  virtual void menu(Studio&) {}
  virtual void draw(Studio& studio) = 0;
  virtual bool needsData() const { return false; }  // is not drawn before something is open
  virtual bool openAtFirst() const { return true; }
  virtual bool fillsWindow() const { return false; }  // draws to the window's edge
  bool open = true;
  bool frontWanted = false;  // with the next frame it is before the other tabs of its place
};

std::unique_ptr<Panel> makeKernelPanel();
std::unique_ptr<Panel> makeDataPanel();
std::unique_ptr<Panel> makeGraphPanel();
std::unique_ptr<Panel> makeSecondGraphPanel();
std::unique_ptr<Panel> makeCovariancePanel();
std::unique_ptr<Panel> makeNoisePanel();
std::unique_ptr<Panel> makeSpectrumPanel();
std::unique_ptr<Panel> makeTrainingPanel();
std::unique_ptr<Panel> makeMetricsPanel();
std::unique_ptr<Panel> makeScoresPanel();
std::unique_ptr<Panel> makeFlaggedPanel();
std::unique_ptr<Panel> makeRewiringPanel();
std::unique_ptr<Panel> makeRunsPanel();
std::unique_ptr<Panel> makeNodePanel();
std::unique_ptr<Panel> makeComparePanel();
std::unique_ptr<Panel> makeHistoryPanel();
std::unique_ptr<Panel> makeLessonsPanel();
std::unique_ptr<Panel> makeLogPanel();

}  // namespace sispde::studio
