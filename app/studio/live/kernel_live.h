#pragma once
// KernelLive keeps what the views show of the kernel up to date: covariance of the picked node, variances, heatmap and noise. Heavy
// preparation runs as Jobs; what follows a slider is computed in update(), in the frame in which the slider moved.

#include <array>
#include <map>
#include <optional>
#include <set>

#include "app/studio/live/answer.h"
#include "app/studio/live/document.h"
#include "app/studio/workspace/workspace.h"
#include "core/base/jobs.h"
#include "core/spectral/leading_eigen.h"

namespace sispde::studio {

// What is shown of a kernel, part by part: each may lag behind what is asked for.
enum class KernelPart { Row, Correlation, Variances, Picture, Noise, Spectrum };
inline constexpr std::size_t kernelParts = 6;

class KernelLive {
 public:
  explicit KernelLive(Jobs& jobs, std::function<void(const std::string&)> tell);

  void open(std::shared_ptr<const Document> document);
  // The same nodes with other edges: what is shown stays, as of before, until the new numbers are there.
  void follow(std::shared_ptr<const Document> document);
  // Asks for what the workspace needs, and recomputes what it changed. Once per frame.
  void update(const Workspace& workspace);
  // Where eigenpairs of opened graphs of more than instantNodes are kept; empty: nowhere. For jobs that start from now on.
  void keepIn(std::string folder) { eigenpairsFolder_ = std::move(folder); }

  // After the user cancelled the jobs of these keys: what was being prepared stays away until askAgain().
  void stopped(const std::vector<Jobs::State>& jobs);
  bool wasStopped() const { return !stopped_.empty(); }
  // What is shown of it is of another graph, kernel, node, order or noise than is asked for: the new is being computed, or was cancelled.
  bool isFormer(KernelPart part) const;
  // The same for so long that the view must say so.
  bool isStale(KernelPart part) const { return stale_[static_cast<std::size_t>(part)]; }
  // Something is about to become stale: frames are needed until then.
  bool isLagging() const;
  // What a stale part is of: "former graph", "former node 7"; otherwise empty.
  std::string formerWords(KernelPart part) const;
  void askAgain();
  // All eigenpairs of the shown Laplacian, where there are not too many; small graphs have them without being asked.
  bool canBeExact() const;
  void wantExact() { exactWanted_ = true; }

  const Answer& row() const { return row_; }  // K(picked, v) for all v
  const Answer& correlation() const { return correlation_; }
  // Whose they are: of a large graph they lag behind what is picked. −1: none.
  NodeId rowNode() const { return row_.valid() ? rowOf_.node : -1; }
  NodeId correlationNode() const { return correlation_.valid() ? correlationOf_.node : -1; }
  const Answer& variances() const { return variances_; }
  const Answer& image() const { return image_; }  // bins × bins, of the workspace's quantity
  int bins() const;
  // Node at each place of the heatmap as it is shown; null before it is known.
  const std::vector<NodeId>* order() const { return pictureOrder_.get(); }
  const std::shared_ptr<const std::vector<NodeId>>& sharedOrder() const { return pictureOrder_; }
  std::optional<NodeOrder> orderShown() const { return pictureOf_.order; }  // by what
  bool pictureIsOfEngine() const {  // and not of a graph or a Laplacian before
    return pictureOf_.graph == opened_ && pictureOf_.spec.laplacian == shown_;
  }
  // W(t_j) at all nodes, j = 0 … steps, t_j = j/steps; (steps + 1) × N.
  const Answer& noise() const { return noise_.answer; }
  // The same numbers through the other kernel of A and B, while they are compared.
  const Answer& otherNoise() const { return otherNoise_.answer; }
  const Answer& otherVariances() const { return otherVariances_; }
  // Whether the paths are those of the present kernel, and not of one before: then they are being computed.
  bool noiseIsCurrent() const { return noise_.of.has_value() && !lags(noise_, shown_); }
  // Whether somebody looks at the paths: those of large graphs are computed for nobody else.
  void wantNoise(bool wanted) { noiseWanted_ = wanted; }
  int steps() const { return stepsOf(noise()); }
  int stepsOf(const Answer& noise) const;
  std::span<const float> fieldAt(double time) const;
  // Mean of correlation() over the nodes 1, 2, … hops away.
  const std::vector<double>& hopMeans() const { return hopMeans_; }
  const std::vector<double>& hopSpreads() const { return hopSpreads_; }  // standard deviations
  // Of every node from the one of correlation(); −1 where there is no way.
  const std::vector<std::int32_t>& hops() const { return hops_; }
  static constexpr int mostHops = 8;
  const KernelEngine* engine() const;
  // Null before they are there.
  std::shared_ptr<KernelEngine> engineOf(LaplacianKind kind) const;
  const Spectrum* spectrum() const { return sharedSpectrum().get(); }
  std::shared_ptr<const Spectrum> sharedSpectrum() const;
  // How many of the eigenvalues lie in equal bins of [0, λ_max], the highest bin as 1: from all of them where they are known, otherwise
  // estimated by moments; empty before that.
  std::vector<double> eigenvalueBars() const;
  double lambdaMax() const;                                // the end of the bars; 0 before it is known
  bool eigenvector(int k, std::vector<float>& out) const;  // false before it is there
  bool canShowEigenvector(int k) const;                    // large graphs have the first ones alone
  std::string eigenvectorTruth() const;                    // empty before there are any
  // "variances exact, 2708 eigenpairs" where the spectrum is there: rows, heatmap and noise rest on the basis even then. Otherwise empty.
  std::string exactWords() const;
  std::string truth() const;  // method, rank, bound: what the numbers rest on

  // How the bars of the spectrum came about: from so many eigenvalues, or by moments. The truth has the time that they took, and words
  // where there are none; the method is empty then.
  std::string spectrumTruth() const;
  std::string spectrumMethod() const;

  static constexpr NodeId instantNodes = 400;  // whose eigenpairs take a moment even beside other work
  static constexpr int mostBins = 512, densityBins = 64;
  static constexpr int leadingCount =
      13;  // eigenpairs, from the least, of graphs with more than exactNodes nodes

 private:
  struct Side {  // what is known for one Laplacian
    std::shared_ptr<KernelEngine> engine;
    std::shared_ptr<const Spectrum> spectrum;
    std::shared_ptr<const LeadingPairs> leading;
    std::vector<double> density;
    int moments = 0, probes = 0;      // that the density rests on
    double spectrumMilliseconds = 0;  // of the eigenpairs, or of the density
    std::shared_ptr<const std::vector<NodeId>> order;
    std::optional<NodeOrder> orderBy;     // of the order; none: of the other side's spectrum
    std::optional<NodeOrder> imageOrder;  // that was asked for in its own right
    std::shared_ptr<const std::vector<NodeId>> orderAsked;  // or to be compared with the other side
    std::optional<std::uint64_t> fieldSeed, fieldsOf;       // asked for, and drawn
    NodeId rowAsked = -1;
    std::set<std::string> asked;             // keys of jobs that were started
    bool variances = false, looked = false;  // prepared; their first look
    std::shared_ptr<std::vector<NodeId>>
        places;  // of imageOrder; empty before the job that orders the nodes is done
  };
  Side& side(LaplacianKind kind) { return sides_[kind]; }
  void restart(std::shared_ptr<const Document> document);
  const Side* barsSide() const;  // the shown one, once its eigenvalues are known or estimated; otherwise null
  void keepSpectrum();
  void noteFormer();
  // Whether a first picture is worth more than the last digits, and a partial sum takes longer than a frame.
  bool large() const;
  void updateOther(const Workspace& workspace);  // of A and B, while they are compared

  // What is asked for as Jobs: kernel_prepare.cpp.
  void ask(Side& side, const Workspace& workspace);
  void askVariances(Side& side, Depth depth = Depth::Full);
  void askPicture(Side& side, NodeOrder order, Depth depth = Depth::Full);
  void askNoise(Side& side, std::uint64_t seed, Depth depth = Depth::Full);
  // The first look of the job of that key, which comes before it.
  static std::string lookOf(const std::string& key) { return "look " + key; }
  // The picture of the other kernel, where that has another Laplacian: same order, as many bins.
  void askOther(const Side& shown, const Workspace& workspace);
  void prepare(Side& side, const std::string& key, const std::string& words,
               std::function<Result<void>(KernelEngine&, const Progress&)> work,
               std::function<void(Side&)> done);
  void startEngine(Side& side, LaplacianKind kind);
  void startDensity(Side& side, LaplacianKind kind);
  void startSpectrum(Side& side, LaplacianKind kind);
  void startLeading(Side& side, LaplacianKind kind);
  std::string keptIn() const;  // where the eigenpairs of this graph belong; empty: nowhere
  // The first look at a node of a large graph: a partial sum, until its row is prepared.
  void startPartial(const Side& side, const Workspace& workspace);

  // What is computed from that in update(): kernel_answers.cpp.
  void recompute(const Side& side, const Workspace& workspace);
  void recomputeRow(const Side& side, const Workspace& workspace);
  void finishRow();
  void recomputeHops();
  void recomputeImage(const Side& side, const Workspace& workspace);
  // Paths of one kernel: what they were made of, and whether they are being made.
  static constexpr const char* pathsKey = "paths";  // of their jobs, the beginning
  struct Paths {
    Answer answer;
    std::optional<std::pair<KernelSpec, std::uint64_t>> of, wanted;  // kernel and state of the fields
    std::weak_ptr<const int> working;                                // held by the job
  };
  bool lags(const Paths& paths, LaplacianKind kind) const;
  void updatePaths(Paths& paths, const Side& side, const KernelSpec& spec, const char* key);

  Jobs& jobs_;
  std::function<void(const std::string&)> tell_;
  std::shared_ptr<const Document> document_;
  std::map<LaplacianKind, Side> sides_;
  LaplacianKind shown_ = LaplacianKind::Symmetric;
  std::set<std::string> stopped_;  // keys of jobs that the user cancelled
  bool exactWanted_ = false;
  std::uint64_t generation_ = 0;  // grows when something was prepared
  std::string eigenpairsFolder_;
  std::shared_ptr<const Document> first_;  // as it was opened; edits and undo may lead away from it and back
  std::uint64_t opened_ = 0;               // the document's number, so that late deliveries are known

  struct Seen {  // what the answers were computed for
    KernelSpec spec;
    NodeId picked = -1;
    HeatmapQuantity quantity = HeatmapQuantity::Correlation;
    KernelSpec other;  // of a change
    bool compared = false;
    std::uint64_t generation = ~std::uint64_t{0};
    friend bool operator==(const Seen&, const Seen&) = default;
  };
  Seen seen_, seenOther_;

  struct Of {  // what an answer is of
    std::uint64_t graph = 0;
    KernelSpec spec;
    NodeId node = -1;
    friend bool operator==(const Of&, const Of&) = default;
  };
  struct PictureOf {
    std::uint64_t graph = 0;
    KernelSpec spec, other;  // the other of a change
    HeatmapQuantity quantity = HeatmapQuantity::Correlation;
    std::optional<NodeOrder> order;
    friend bool operator==(const PictureOf&, const PictureOf&) = default;
  };
  Of rowOf_, correlationOf_, variancesOf_, wanted_;  // wanted_: of the row
  PictureOf pictureOf_, wantedPicture_;
  std::shared_ptr<const std::vector<NodeId>> pictureOrder_;
  bool compared_ = false;
  LaplacianKind otherLaplacian_ = LaplacianKind::Symmetric;
  struct SpectrumBefore {
    std::vector<double> bars;  // empty: nothing was shown
    double lambdaMax = 0;
    std::string truth;
    std::uint64_t graph = 0;
  };
  SpectrumBefore spectrumBefore_;
  std::array<double, kernelParts> formerSince_{};  // 0: it is not
  std::array<bool, kernelParts> stale_{};
  Answer row_, correlation_, variances_, image_, otherVariances_;
  Paths noise_, otherNoise_;
  bool noiseWanted_ = true;
  std::uint64_t fields_ = 0;  // grows when fields were prepared, or what their strength rests on
  std::vector<std::int32_t> hops_, hopsMade_;  // made: in the background, for the correlations to come
  NodeId rowWanted_ = -1;
  NodeId hopsOf_ = -1, hopsMadeOf_ = -1;
  std::vector<double> hopMeans_, hopSpreads_;
};

}  // namespace sispde::studio
