#pragma once
// Studio is the one context that every window reads and changes: the document, the workspace with its history, what is live, and the
// state of the view that is no edit (camera, hover, tools). No state hides in widgets.

#include <array>
#include <atomic>
#include <optional>

#include "app/studio/figure/figure.h"
#include "app/studio/lessons/player.h"
#include "app/studio/live/block_live.h"
#include "app/studio/live/density_live.h"
#include "app/studio/live/edit_reasons.h"
#include "app/studio/live/kernel_live.h"
#include "app/studio/live/layout_live.h"
#include "app/studio/live/rescore_live.h"
#include "app/studio/live/rewire_live.h"
#include "app/studio/live/scores_live.h"
#include "app/studio/live/second_scene.h"
#include "app/studio/live/training_live.h"
#include "app/studio/live/watch_colours.h"
#include "app/studio/render/camera.h"
#include "app/studio/render/colour_map.h"
#include "app/studio/shell/log.h"
#include "app/studio/shell/theme.h"
#include "app/studio/workspace/history.h"
#include "app/studio/workspace/settings.h"
#include "app/studio/workspace/workspace_file.h"

namespace sispde::studio {

// Words of actions that windows name.
inline constexpr const char *startAction = "Start, pause or go on", *stepAction = "Step",
                            *prepareAction = "Prepare again", *remedyAction = "Train again with a remedy";

enum class Tool { Pick, Rectangle, Lasso, Pin };

// Which curves of a run are drawn, and how.
struct MetricsView {
  bool auroc = true, auprIn = false, auprOut = false, fpr95 = false, detAcc = false, accuracy = true,
       loss = false;
  bool logarithmic = false;
  float smoothing = 0;  // share of the value before in each, 0 … 0.95
};

// Of the second graph's window.
struct SecondView {
  Camera camera;  // where it is not linked to the first graph's
  bool fitWanted = true, followLayout = true;
  bool wanted = false;      // by the frame before: the window is open, what it shows must be there
  bool openWanted = false;  // before the next frame
  DoublePoint at;
  ViewSize size{640, 700};
};

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
  bool playing = false;                           // the noise's time runs
  bool noiseApart = false;                        // A and B are compared in two plots, not in one
  ColourBy colourBefore = ColourBy::Correlation;  // the noise field was chosen
  bool density = false;                           // draws by density, however small the graph is
  bool refining =
      false;  // by this frame: a picture shows a sample of its edges, the next frames add the others
  NodeId menuNode = -1;         // that the open menu speaks of
  bool spectrumByHops = false;  // the Spectrum window shows correlation against hops
  MetricsView metrics;
  bool precisionInset = false;  // the inset of the scores shows precision against recall, not the ROC curve
  bool rewiringWanted = false;  // by the frame before: its window is open
  bool noiseWanted = false;     // the same
  bool planShown = true;        // over the graph
  bool planBeside = false;      // in the second graph's window
  SecondView second;
  std::optional<int> epoch;        // the run is looked at as it was then; none: as it is now
  std::optional<bool> darkWanted;  // the theme that was saved, before the next frame
  std::string arrangementWanted;   // of the windows, to be restored before the next frame
};

// Values of the nodes that are shown as colours.
struct Shown {
  std::vector<float> values;  // empty: classes or components
  ColourMap map = ColourMap::Viridis;
  double low = 0, high = 1;
  bool logarithmic = false;  // the colours follow log(1 + value − low)
  bool centred = false;      // on zero: low is −high
  std::string name;
  std::string missing;  // why there are none yet
  int eigenvector = 0;  // that the values are; 0: of something else
  bool former = false;  // the values stayed from before while the new ones are computed
  ColourScale scale() const { return {map, low, high, false, logarithmic}; }
};

struct Studio {
  explicit Studio(std::function<void()> wake);

  Theme theme;
  Settings
      settings;  // whoever changes them need not tell: the program looks once per frame, applies and keeps them
  Log log;
  History history{Workspace{}};
  ViewState view;
  std::shared_ptr<const Document>
      document;  // null before the first is open; with the workspace's edits of the graph
  std::shared_ptr<const Document> opened;  // the same as it was opened
  Jobs jobs;
  KernelLive kernel;
  BlockLive block;
  LayoutLive layout, secondLayout;
  DensityLive density, secondDensity;
  TrainingLive training;
  ScoresLive scores;
  RewireLive rewiring;
  RescoreLive rescore;
  RescoreLive whatIf;  // the shown run's model on the edited graph
  LessonPlayer lessons;
  std::function<void()> wake;
  // The key that an action has now, as text, by the action's words; empty: none. Set by whoever has the table of actions.
  std::function<std::string(std::string_view action)> keyOf = [](std::string_view) { return std::string(); };
  // Whether an action's menu entry has a tick now; and runs the action where it has none. False where there is no such action, or it
  // cannot be run now. Set as keyOf is.
  std::function<bool(std::string_view action)> inForce = [](std::string_view) { return false; };
  std::function<bool(std::string_view action)> bringAbout = [](std::string_view) { return false; };
  // A tooltip with the key behind it: "Show the whole graph (F)".
  std::string withKey(const std::string& text, std::string_view action) const;
  // What an empty window says before the first run; `what` is trained.
  std::string noRunYet(const std::string& what = {}) const;
  double frameMilliseconds = 0;  // of the UI thread, smoothed
  bool headless = false;
  bool emulated = false;  // the processor does OpenGL's work
  bool reducedMotion() const { return settings.reduceMotion || headless; }

  const Workspace& workspace() const { return history.workspace(); }
  std::string workspaceFile;  // that holds what is shown, to be saved to again; empty: none yet

  // Asks before other data take the place of unsaved work, and then does it; whoever draws the question sets it.
  std::function<void(std::function<void()>)> leave = [](const std::function<void()>& then) { then(); };

  // Opens what the user chose, as a path or by its name, and keeps it among the recent ones; set by the same.
  std::function<void(const std::string& data)> openChosen = [this](const std::string& data) {
    open({data, {}, {}, 1});
  };
  // Asks before a run whose epochs are in no file is deleted, and then does it; set by the same.
  std::function<void(int run, std::function<void()>)> leaveRun = [](int, const std::function<void()>& then) {
    then();
  };

  // Opens a data set in the background, with a workspace where one was saved; what is shown stays until it is there.
  // `file`: where that was. Returns the number of this opening.
  int open(const DataRequest& request, std::optional<SavedWorkspace> saved = {},
           const std::string& file = {});
  int opening() const { return opening_; }  // the number of the one that is shown; 0: none yet
  void close();                             // cancels all work
  // A cancel or a failure left something undone that the views would show; askAgain() begins it anew.
  bool wasStopped() const {
    return kernel.wasStopped() || block.wasStopped() || scores.wasStopped() || whatIf.givenUp();
  }
  void askAgain();
  // Once per frame, before anything is drawn.
  void update(double seconds);

  // Edits, each one entry of the history.
  void pick(NodeId node);
  void select(std::vector<NodeId> nodes, const std::string& words);
  void watch(NodeId node, bool watched);
  // Of its trajectory and of its ring: it stays while the node is watched.
  Colour watchColour(NodeId node) const { return classColour(watchColours_.of(node), theme.dark()); }
  void newNoise();                   // the next seed
  void setSeed(std::uint64_t seed);  // of the noise
  void colourBy(ColourBy by);
  void toggleField();  // the noise field, or what the colours were before it
  void sizeBy(SizeBy by);
  void pin(NodeId node, bool pinned);
  // The user lets a node go that was dragged from a place; `pinned` nails it down where it is now.
  void letGo(NodeId node, Point before, bool pinned);
  void layOutAnew();  // from where the nodes are; no edit
  void chooseScore(const std::string& name, bool coloured);

  // Edits of the graph: each one entry of the history, and the views follow. Refused in words while an earlier one is under way.
  void editGraph(const std::string& words, const std::vector<Edge>& dropped, const std::vector<Edge>& added);
  void toggleEdge(NodeId u, NodeId v);  // what if this link were not there, or were there?
  void applyRewiring();                 // the plan that is shown
  // Why each edge of the workspace's graph differs from the opened one.
  EditReasons editReasons() const { return reasons_.of(workspace().edits); }
  // The plan of the Rewiring window is of the present graph, kernel and choice. What lags behind is shown, but neither applied nor written.
  bool planIsCurrent() const;
  bool planSettled();  // the same; where it is not, the user is told
  // Writes a file in the background; the log says when it is there, with the note, or that it was cancelled, a banner why it is not.
  void write(const std::string& path, std::function<Result<void>(const Progress&)> how,
             std::function<void()> then = {}, const std::string& note = {});
  bool writing() const { return !writings_.empty(); }  // a file of which the user has yet to be told
  // Runs of the choice on the graph as it was opened and on the planned or edited one, with the same seeds: as many as the choice has,
  // and no fewer than `fewestPairs`, for one pair has no spread and two hardly any.
  void trainOnBoth();
  static constexpr int fewestPairs = 3;
  // The graph that the workspace asks for is still being made.
  bool editsPending() const { return workspace().edits != documentEdits_; }

  // Trains what the workspace chose, on the open data.
  void startTraining(bool oneEpoch = false);
  // What was typed into a window was not taken, or not as it stood: a banner in that window, until something else is set there.
  // `refused` is empty where all is well.
  void typed(const std::string& refused, const std::string& window);
  // What the space bar does: start, pause or go on.
  void toggleTraining();
  bool canToggleTraining() const;
  // One epoch of the shown run, or of a new one where none is shown.
  void stepTraining();
  bool canStepTraining() const;
  // Shows a run, and its data where another set is open.
  void showRun(TrainedRun* run);
  // Deletes a run; one whose epochs are in no file is asked for first.
  void deleteRun(int id);
  // The run whose scores belong to the open data; null: none.
  const TrainedRun* scoredRun() const;
  // While the scores of an edited graph are shown: the epoch of those of the unedited one, where that is another epoch, so that the two
  // cannot be compared. Epochs that are looked back at have no weights any more, and in a training the scoring lags behind.
  std::optional<int> otherGraphEpoch() const;
  std::string noScores() const;  // why there are none, in a sentence

  // The kernel before the last edit that changed it; nothing where there was none.
  std::optional<KernelSpec> previousKernel() const;

  // Of the nodes that the shown run tests: scored beyond the threshold; and in the OOD set, where that is in this graph.
  bool isFlagged(NodeId node) const;
  bool isOodNode(NodeId node) const;

  // Shapes tell ID and OOD nodes apart and ring the flagged ones; while the colours are the model's.
  bool showsShapes() const { return scores.valid() && isOfModel(workspace().colourBy); }
  const std::vector<NodeShape>& nodeShapes() const { return shapes_; }  // empty: discs
  std::uint64_t shapesRevision() const { return shapesRevision_; }

  // Edges drawn over the first graph, such as those that a plan adds and drops. The phase runs from 0 to 1 while they come; without
  // motion, or for very many edges, it is 1 at once. Without edges nothing is drawn.
  void showOverlay(std::vector<Edge> added, std::vector<Edge> dropped);
  std::vector<Edge> overlayAdded, overlayDropped;
  std::uint64_t overlayRevision = 0;
  double overlayPhase = 1;
  // The edges over the graph are of a plan that lags behind; stale: for so long that they are paler.
  bool overlayIsFormer() const { return drawnPlan_ != 0 && !planIsCurrent(); }
  bool overlayIsStale() const { return drawnPlan_ != 0 && rewiring.isStale(); }

  // What the second window shows: what someone wants compared, otherwise the shifted graph of the shown run, or nothing.
  void compareWith(std::shared_ptr<const SecondScene> scene);  // null: ends it
  const SecondScene* second() const { return second_.get(); }
  bool secondIsStale() const;    // it is of before, and has been for so long that the view says so
  bool secondIsCurrent() const;  // it is what its window would show now; nobody may have looked for long
  std::uint64_t secondRevision() const { return secondRevision_; }  // grows with every scene
  const LayoutLive& layoutOfSecond() const {
    return second_ && !second_->linkedCamera ? secondLayout : layout;
  }

  // Whether a node is drawn and can be pointed at.
  bool isShown(NodeId node) const;
  bool drawsDensity() const { return document && (view.density || isLarge(document->data.graph)); }
  bool isLarge(const Graph& graph) const {
    return DensityLive::wanted(graph, emulated);
  }  // always drawn by density

  // Whose covariance with all others is shown: the node on which the mouse rests, where the colours say that, otherwise the picked one.
  NodeId focus() const { return focus_; }
  // Whose covariance the colours show: of a large graph that lags behind the focus. −1 where they show no node's.
  NodeId shownNode() const;
  bool hoverPending() const;  // the mouse has just come to rest on a node

  // What colours the nodes now; computed anew by update() where something changed.
  const Shown& shown() const { return shown_; }
  // It is of another graph, kernel or node than is asked for, and the new is being computed; stale: for so long that the view says so.
  bool shownIsFormer() const;
  bool shownIsStale() const;
  // A view will have to be dimmed: frames are needed until then.
  bool isLagging() const;
  std::string shownTruth()
      const;  // what these values rest on: rank or degree, bound, time; empty for what the data say
  const std::vector<Colour>& nodeColours() const { return colours_; }
  std::uint64_t coloursRevision() const { return coloursRevision_; }

 private:
  void show(std::shared_ptr<const Document> made, const std::optional<SavedWorkspace>& saved,
            const std::string& file = {});
  void bringBack(const SavedRun& run);  // as it was kept, paused
  int openings_ = 0, opening_ = 0;

  // All that the colours depend on.
  struct ColourKey {
    const Document* document = nullptr;
    ColourBy by{};
    int eigenvector = 0;
    bool locked = false, dark = false;
    ColourRange range;
    bool stopped = false;  // the user cancelled what the values rest on
    NodeId focus = -1;
    double time = 0;
    std::uint64_t revision = 0;
    std::string eigenvectors;  // what they rest on
    std::uint64_t scores = 0, point = 0;
    const Scoring* scoring = nullptr;
    friend bool operator==(const ColourKey&, const ColourKey&) = default;
  };
  ColourKey colourKey() const;
  Shown computeShown() const;
  std::vector<Colour> computeColours(const Shown& shown) const;

  enum class WritingStage { Waits, Works, Written, NotWritten };
  struct Writing {
    std::string path, note;
    std::function<void()> then;
    std::shared_ptr<const std::atomic<WritingStage>> stage;
    std::weak_ptr<const int> ticket;  // held by the job: gone when it was delivered or cancelled
  };
  void tellWritten(const Writing& writing);
  void updateWritings();

  void hold(const std::string& words, NodeId node, const HeldNode& before, const HeldNode& after);
  void updateHeld();
  void updateEdits();
  void editBy(const std::string& words, const Rewiring& step);  // fits the document; its reasons are kept
  bool graphSettled();  // no edit of the graph is under way; where one is, the user is told
  void updateRewiring(double seconds);
  void updateWhatIf();
  void updateFocus(double seconds);
  void updateShapes();
  void updateOverlay(double seconds);
  void updateSecond();
  std::shared_ptr<const SecondScene> shiftedScene(const TrainedRun& run) const;

  std::vector<Writing> writings_;
  std::shared_ptr<const HeldNodes> appliedHeld_;     // that the layout follows
  std::shared_ptr<const GraphEdits> appliedEdits_;   // of the document, or of the one that is being made
  std::shared_ptr<const GraphEdits> documentEdits_;  // of the document
  ReasonsKept reasons_;
  std::weak_ptr<const int> editing_;  // held by the job: gone when it was delivered or cancelled
  // The shown run as if it had been scored on the edited graph; null where there is none.
  std::unique_ptr<TrainedRun> edited_;
  std::shared_ptr<const Rescoring> editedAnswer_;  // that it was made of
  int editedNumber_ = 0;
  int lookedAt_ = 0;             // id of the run that view.epoch is of; 0: none
  std::uint64_t drawnPlan_ = 0;  // revision of the plan that lies over the graph
  WatchColours watchColours_;
  std::string refused_;  // what the last typed() told
  NodeId focus_ = -1, resting_ = -1;
  double rested_ = 0;  // seconds on that node
  ColourKey key_;
  Shown shown_;
  double formerSeconds_ = 0;  // of the shown values
  std::vector<Colour> colours_;
  std::uint64_t coloursRevision_ = 0;
  std::vector<NodeShape> shapes_;
  std::uint64_t shapesRevision_ = 0, shapesOf_ = ~std::uint64_t{0};

  // All that the shifted graph's picture depends on.
  struct SecondKey {
    std::shared_ptr<const ShiftedData> data;
    std::uint64_t colours = 0, scores = 0, point = 0;
    friend bool operator==(const SecondKey&, const SecondKey&) = default;
  };
  SecondKey secondKey() const;
  std::shared_ptr<const SecondScene> second_, given_;
  std::shared_ptr<const std::vector<Edge>> secondEdges_;
  std::shared_ptr<const void> secondPlacedOf_;  // the edges that the second layout is of
  SecondKey secondKey_;
  std::uint64_t secondRevision_ = 0;
};

}  // namespace sispde::studio
