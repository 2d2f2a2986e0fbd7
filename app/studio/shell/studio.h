#pragma once
// Studio is the one context that every window reads and changes: the document, the workspace with its history, what is live, and the
// state of the view that is no edit (camera, hover, tools). No state hides in widgets.

#include <array>
#include <optional>

#include "app/studio/live/block_live.h"
#include "app/studio/live/density_live.h"
#include "app/studio/live/kernel_live.h"
#include "app/studio/live/layout_live.h"
#include "app/studio/render/camera.h"
#include "app/studio/render/colour_map.h"
#include "app/studio/shell/log.h"
#include "app/studio/shell/theme.h"
#include "app/studio/workspace/history.h"
#include "app/studio/workspace/settings.h"
#include "app/studio/workspace/workspace_file.h"

namespace sispde::studio {

enum class Tool { Pick, Rectangle, Lasso, Pin };

// Where the user looks; not undone.
struct ViewState {
  Camera camera;
  bool fitWanted = true;     // with the next frame that knows positions
  bool followLayout = true;  // keep the whole graph in view until the user moves the camera
  Tool tool = Tool::Pick;
  NodeId hovered = -1;
  std::array<NodeId, 2> hoveredCell{-1, -1};  // nodes of the heatmap's cell under the cursor
  DoublePoint graphAt;                        // upper left corner of the graph's view on the screen
  ViewSize graphSize{640, 700};
  HeatmapView heatmap;
  bool playing = false;           // the noise's time runs
  bool density = false;           // draws by density, however small the graph is
  NodeId menuNode = -1;           // that the open menu speaks of
  std::string arrangementWanted;  // of the windows, to be restored before the next frame
};

// Values of the nodes that are shown as colours.
struct Shown {
  std::vector<float> values;  // empty: classes or components
  ColourMap map = ColourMap::Viridis;
  double low = 0, high = 1;
  std::string name;
  std::string missing;  // why there are none yet
};

struct Studio {
  explicit Studio(std::function<void()> wake);

  Theme theme;
  Settings
      settings;  // whoever changes them need not tell: the program looks once per frame, applies and keeps them
  Log log;
  History history{Workspace{}};
  ViewState view;
  std::shared_ptr<const Document> document;  // null before the first is open
  Jobs jobs;
  KernelLive kernel;
  BlockLive block;
  LayoutLive layout;
  DensityLive density;
  std::function<void()> wake;
  double frameMilliseconds = 0;  // of the UI thread, smoothed
  bool headless = false;
  bool reducedMotion() const { return settings.reduceMotion || headless; }

  const Workspace& workspace() const { return history.workspace(); }

  // Opens a data set in the background, with a workspace where one was saved; what is shown stays until it is there.
  void open(const DataRequest& request, std::optional<SavedWorkspace> saved = {});
  void close();  // cancels all work
  // Once per frame, before anything is drawn.
  void update(double seconds);

  // Edits, each one entry of the history.
  void pick(NodeId node);
  void select(std::vector<NodeId> nodes, const std::string& words);
  void watch(NodeId node, bool watched);
  void newNoise();
  void colourBy(ColourBy by);
  void sizeBy(SizeBy by);
  void layOutAnew();  // from where the nodes are; no edit

  // The kernel before the last edit that changed it; nothing where there was none.
  std::optional<KernelSpec> previousKernel() const;

  // Whether a node is drawn and can be pointed at.
  bool isShown(NodeId node) const;
  bool drawsDensity() const { return document && (view.density || DensityLive::wanted(*document)); }

  // Whose covariance with all others is shown: the node on which the mouse rests, where the colours say that, otherwise the picked one.
  NodeId focus() const { return focus_; }
  bool hoverPending() const;  // the mouse has just come to rest on a node

  // What colours the nodes now; computed anew by update() where something changed.
  const Shown& shown() const { return shown_; }
  std::string shownTruth()
      const;  // what these values rest on: rank or degree, bound, time; empty for what the data say
  const std::vector<Colour>& nodeColours() const { return colours_; }
  std::uint64_t coloursRevision() const { return coloursRevision_; }

 private:
  void show(std::shared_ptr<const Document> opened, const std::optional<SavedWorkspace>& saved);

  // All that the colours depend on.
  struct ColourKey {
    const Document* document = nullptr;
    ColourBy by{};
    int eigenvector = 0;
    bool locked = false, dark = false;
    ColourRange range;
    NodeId focus = -1;
    double time = 0;
    std::uint64_t revision = 0;
    bool spectrum = false;
    friend bool operator==(const ColourKey&, const ColourKey&) = default;
  };
  ColourKey colourKey() const;
  Shown computeShown() const;
  std::vector<Colour> computeColours(const Shown& shown) const;

  void updateFocus(double seconds);

  NodeId focus_ = -1, resting_ = -1;
  double rested_ = 0;  // seconds on that node
  ColourKey key_;
  Shown shown_;
  std::vector<Colour> colours_;
  std::uint64_t coloursRevision_ = 0;
};

}  // namespace sispde::studio
