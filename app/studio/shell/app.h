#pragma once
// The program: window, frame loop and what stands around the panels.

#include <map>
#include <mutex>
#include <set>

#include "app/studio/live/node_search.h"
#include "app/studio/shell/actions.h"
#include "app/studio/shell/arrangement.h"
#include "app/studio/shell/frame_times.h"
#include "app/studio/shell/keys_window.h"
#include "app/studio/shell/open_dialog.h"
#include "app/studio/shell/options.h"
#include "app/studio/shell/plan_beside.h"
#include "app/studio/shell/save_path.h"
#include "app/studio/shell/unsaved.h"
#include "app/studio/shell/window.h"

namespace sispde::studio {

class App {
 public:
  static Result<std::unique_ptr<App>> make(const Options& options);
  ~App();

  // Until the user closes the window or a stop is asked for, or the frames that the options ask for are drawn.
  Result<void> run(const std::stop_token& stop = {});
  // One frame; for tests.
  void frame();
  Studio& studio() { return studio_; }
  const std::vector<Action>& actions() const { return actions_; }
  // Runs the action of that name, as the palette does; false where there is none or it is not enabled.
  bool runAction(const std::string& words);
  void beginLesson(int lesson);  // and opens its window
  void resize(int width, int height);
  void drop(const std::string& path) { window_->drop(path); }  // as the desktop does
  // The next frame is kept as a picture.
  void wantPicture() {
    picture_.reset();
    pictureWanted_ = true;
  }
  const std::optional<Picture>& picture() const { return picture_; }
  SavedWorkspace saved() const;        // all that brings the present state back
  void keepNow();                      // the autosave, in the background
  void save(const std::string& path);  // the workspace with its runs, in the background
  const std::optional<Recovery>& recovery() const { return recovery_; }
  void bringBack();  // what the recovery holds
  bool closing() const { return window_->closing(); }
  // Whether all that the first view needs is there: data, layout, kernel.
  bool viewComplete() const;
  // And nothing trains.
  bool complete() const;
  // Something that is seen moves, or soon will: frames are drawn without being asked for.
  bool moving() const;

 private:
  App(const Options& options, std::unique_ptr<Window> window, LoadedSettings loaded);
  void makeActions();
  void loadLessons();
  void drawMenuBar();
  void drawSearch();        // in the menu bar
  void drawSearchWindow();  // where that has no room for it
  void searchLine(float width);
  void drawHits();
  void goTo(const SearchHit& hit);  // picks the node or selects the class, and moves there
  bool isOpen(std::string_view title) const;
  void drawBanner();                      // of the program
  void drawBannerOf(const Panel& panel);  // of a window, in it
  std::string remedyWords(const Log::Line& line) const;
  void bannerButtons(const Log::Line& line);
  void arrange(unsigned dockspace);
  void drawPanels();
  void openPanel(std::string_view title);  // and brings it to the front
  void closePanel(std::string_view title);
  void togglePanel(Panel& panel);  // one behind another tab comes to the front
  void followRewiring();
  void drawTitle(const Panel& panel);
  void drawSummary(Panel& panel);  // at the right of its head
  void drawStatusBar();            // see status_bar.cpp
  void drawAbout();                // see app_about.cpp
  void drawSave();
  void saveWorkspace();  // to its file, or asks for one
  void openExport();     // of the window in use
  void drawExport();
  void exportTo(const std::string& path);
  // Settings, arrangement and autosave: see app_settings.cpp and app_recovery.cpp.
  static std::string settingsPath(const Options& options);
  void useSettings(LoadedSettings loaded);
  void setDark(bool dark);  // the user's choice, to be kept
  void useSavedTheme();     // of a workspace that was opened; no choice of the user's
  void applyScale();
  void keepSettings();
  void keepEigenpairs();  // where the settings say so
  void arrangeAs(const std::string& text,
                 const std::string& source);  // source: for the words, when it is damaged
  void keepArrangement();
  void keepRecent();
  void drawSettings();
  void findRecovery();
  void drawRecovery();
  void throwAway();
  bool showsRecovered() const;
  void dropRecovered();
  bool keepsOpened() const;
  void removeRecovered();
  void keepUnfinished();
  int freePart();
  std::map<int, SavedWorkspace> wantedAutosaves();
  void keepAutosave();  // every few seconds, also while nothing is drawn
  void open(const std::string& data);
  // What takes the place of unsaved work asks first: see app_leaving.cpp.
  struct Leaving {
    std::string lost;    // in words; empty: nothing, it is done at once
    const char* anyway;  // the button's words
    std::function<void()> then;
    std::function<void()> again;  // asks anew after a save: it may not have held all
  };
  void leave(Leaving leaving);
  void openByUser(const std::string& data);
  void quit();
  bool ending();
  void noticeOpened();
  void drawLeaving();
  void stepKernel(double KernelSpec::*field, const char* symbol, double factor);
  void endStep();  // once no key is held
  void sweep(bool training);
  void countEpochs();
  void pan();

  Options options_;
  std::unique_ptr<Window> window_;
  Studio studio_;  // after the window, whose context its textures need
  Panels panels_;
  PlanBeside planBeside_;
  bool rewiringOpen_ = false;  // as of the frame before
  bool secondOpened_ = false;  // the second graph's window, for the plan
  std::vector<Action> actions_;
  CommandPalette palette_;
  Shortcuts shortcuts_;
  std::string stepped_;  // what a held key moves; empty: no key does
  double steppedFrom_ = 0;
  FrameTimes times_, completeTimes_, trainingTimes_;
  double betweenFrames_ = 0;     // seconds of the UI thread since the last frame: they delay the next one
  std::int64_t firstFrame_ = 0;  // when it was drawn, milliseconds of the system's clock
  bool trainWanted_ = false;     // as soon as data are open
  int swept_ = 0;                // frames of the sweep
  double sweepBegun_ = 0;        // seconds of the window's clock; 0: not yet
  struct EpochAt {
    double seconds = 0;  // of the window's clock
    int epoch = 0;
  };
  EpochAt epochsFrom_, epochsTo_;  // of the run that trained last, for --perf
  int countedRun_ = 0, kernelChanges_ = 0;
  int panned_ = 0;        // frames in which the camera was moved
  bool panning_ = false;  // it moves now, and all frames count
  KeysWindow keys_;
  OpenDialog openDialog_;
  std::optional<double> fontScaleWanted_;  // while its slider is held, and a moment more
  double fontScaleTime_ = 0;               // of the slider's last change
  Settings kept_;                          // the settings as they are applied and in the file
  std::string settingsPath_, arrangementPath_;
  std::string system_;              // in words, as the About window found it
  std::string opening_;             // what was asked for last, for the list of recent ones
  const Document* seen_ = nullptr;  // the document that was noticed last
  UnsavedWork unsaved_;
  const Document* noticed_ = nullptr;           // as it was opened
  std::optional<Leaving> leaving_;              // a question that is not answered yet
  std::function<void()> afterSave_;             // what waits for a file to be written
  bool quitting_ = false, quitWanted_ = false;  // as soon as what is being saved is written
  std::weak_ptr<const int> saving_;             // held by the job that saves
  std::set<std::string> checkpoints_;           // that were saved, or opened
  std::optional<Recovery> recovery_;
  std::string recovered_, recoveredHash_;       // the file that is being brought back, and of which data
  std::set<std::string> recoveredCheckpoints_;  // that it names
  bool recoveredIsBack_ = false;  // all of it is shown; the file may wait for this program's own
  int recoveredOpening_ = 0;      // as Studio numbers it
  // Autosaves are parts: see app_recovery.cpp.
  struct OtherAutosave {
    int part;
    SavedWorkspace saved;
  };
  std::map<std::string, OtherAutosave> otherAutosaves_;  // of data that are not open, by their hash
  std::map<int, SavedWorkspace> autosaved_;              // what is known to be in the files
  std::set<int> parts_;                                  // but for the first, that may have a file
  std::weak_ptr<const int> keeping_;                     // held by the job that writes them
  // Held while a file of them is written; the job may outlive what stands here.
  std::shared_ptr<std::mutex> autosaving_ = std::make_shared<std::mutex>();
  std::string autosaveTrouble_;  // why the last autosave was not written; empty: it was
  double autosavedAt_ = 0;
  float contentScale_ = 1;  // of the monitor, as it is applied
  // The arrangement is the default that nobody changed: for large windows, or for others.
  std::optional<bool> untouched_;
  bool openAtFirstWanted_ = false;  // with the arrangement: which windows are open
  bool sideBySideWanted_ = false;   // with the arrangement: all of them, none behind another
  bool arrangeWanted_ = true, aboutOpen_ = false, saveOpen_ = false, exportOpen_ = false,
       settingsOpen_ = false, searchWanted_ = false, searchOpen_ = false;
  char search_[64] = {};
  // What the search found for those words in those data, and where its list is drawn.
  struct Hits {
    std::shared_ptr<const Document> of;
    std::string words;
    std::vector<SearchHit> list;
    int chosen = 0, frame = 0;
    bool shown = false, hovered = false;
    ImVec2 at;
    float width = 0;
  } hits_;
  SavePath savePath_, exportPath_;
  std::string inUse_;  // title of the window that was clicked or typed into last
  int exported_ = 0, suggestedFor_ = 0, exportScale_ = 2;
  std::optional<Picture> picture_;
  bool pictureWanted_ = false;
  double lastTime_ = 0;
  bool telling_ = false;  // the status bar says what was just done
  int redraws_ = 3;       // frames still to be drawn after the last event
};

}  // namespace sispde::studio
