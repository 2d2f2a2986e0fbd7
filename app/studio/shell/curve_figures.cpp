// Figures made of curves, declared in figures_of.h.

#include <algorithm>
#include <cmath>

#include "app/studio/live/brushed.h"
#include "app/studio/shell/figures_of.h"
#include "app/studio/shell/widgets.h"
#include "core/kernel/kernel_function.h"

namespace sispde::studio {
namespace {

Colour faint(Colour colour, int alpha) {
  colour.a = static_cast<std::uint8_t>(alpha);
  return colour;
}

FigureLine curveOf(const std::string& name, Colour colour, const KernelSpec& spec, double most) {
  FigureLine line{name, colour};
  const KernelFunction shape(spec, 1, most);
  constexpr int points = 400;
  for (int i = 0; i <= points; ++i) {
    line.x.push_back(most * i / points);
    line.y.push_back(shape(line.x.back()));
  }
  return line;
}

void addBrushed(CurvesFigure& figure, const BrushedCurve& curve, std::size_t count) {
  if (curve.x.empty()) return;
  FigureLine line{fmt::format("mean of {} selected, ± standard deviation", count), figure.frame.colours.text};
  FigureBand band{"", faint(figure.frame.colours.text, 30)};
  line.x = band.x = curve.x;
  line.y = curve.mean;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    band.low.push_back(curve.mean[i] - curve.deviation[i]);
    band.high.push_back(curve.mean[i] + curve.deviation[i]);
  }
  figure.bands.push_back(std::move(band));
  figure.lines.push_back(std::move(line));
}

}  // namespace

FigureBand barsBand(const std::string& name, Colour colour, const std::vector<double>& heights, double start,
                    double width) {
  FigureBand band{name, colour};
  for (std::size_t i = 0; i < heights.size(); ++i)
    for (const double edge : {static_cast<double>(i), static_cast<double>(i + 1)}) {
      band.x.push_back(start + edge * width);
      band.low.push_back(0);
      band.high.push_back(heights[i]);
    }
  return band;
}

namespace {

// The paths of one of the two kernels. Those of the kernel that is not shown are dashed, in the colours that the legend has already.
struct KernelPaths {
  const Answer &noise, &variances;
  char letter;
  bool other;
};

// Fields of the Laplacian kernel are made without a basis.
std::string pathsBound(const Answer& noise) {
  return noise.info.terms == 0 ? "By the incidence matrix, exact." : boundOf(noise);
}

void addPaths(const Studio& studio, const KernelPaths& paths, bool both, CurvesFigure& figure, double& most) {
  const Workspace& w = studio.workspace();
  const auto n = static_cast<std::size_t>(studio.document->data.nodeCount());
  const int steps = studio.kernel.stepsOf(paths.noise);
  const std::string of = both ? fmt::format("{}: ", paths.letter) : "";
  if (w.picked >= 0 && paths.variances.valid()) {
    const double root =
        2 * std::sqrt(static_cast<double>(paths.variances.values[static_cast<std::size_t>(w.picked)]));
    FigureBand band{of + "± 2 standard deviations",
                    faint(paths.other ? figure.frame.colours.quiet : figure.frame.colours.accent, 40)};
    for (int j = 0; j <= steps; ++j) {
      band.x.push_back(static_cast<double>(j) / steps);
      band.high.push_back(root * std::sqrt(band.x.back()));
      band.low.push_back(-band.high.back());
    }
    most = std::max(most, root);
    figure.bands.push_back(std::move(band));
  }
  for (std::size_t i = 0; i < w.watched.size(); ++i) {
    FigureLine line{of + "node " + studio.document->nodeName(w.watched[i]), studio.watchColour(w.watched[i])};
    for (int j = 0; j <= steps; ++j) {
      line.x.push_back(static_cast<double>(j) / steps);
      line.y.push_back(
          paths.noise.values[static_cast<std::size_t>(j) * n + static_cast<std::size_t>(w.watched[i])]);
      most = std::max(most, std::abs(line.y.back()));
    }
    line.dashed = paths.other;
    line.listed = !paths.other;
    if (paths.other) line.width = 1;
    figure.lines.push_back(std::move(line));
  }
}

}  // namespace

// The paths of the shown kernel; where A and B are compared, those of the other too, in the same plot.
Result<Figure> noiseFigure(const Studio& studio) {
  const Answer& noise = studio.kernel.noise();
  const Workspace& w = studio.workspace();
  if (!noise.valid() || w.watched.empty()) return usageError("There is no trajectory to show yet");
  if (studio.kernel.isFormer(KernelPart::Noise))
    return usageError("The trajectories of {} are being computed",
                      w.compared ? "the two kernels" : "this kernel");
  const bool both = w.compared && studio.kernel.otherNoise().valid();
  const auto letter = [](int kernel) { return kernel == 0 ? 'A' : 'B'; };
  CurvesFigure figure;
  figure.frame = frameFor(studio, "Noise W(t)", fmt::format("Seed {}. {}", w.seed, pathsBound(noise)));
  figure.frame.plot = {520, 260};
  double most = 1e-6;
  if (both) {
    figure.frame.captions.push_back(fmt::format("{}, dashed: {}. {}", letter(1 - w.active),
                                                kernelWords(w.otherKernel()),
                                                pathsBound(studio.kernel.otherNoise())));
    addPaths(studio, {studio.kernel.otherNoise(), studio.kernel.otherVariances(), letter(1 - w.active), true},
             both, figure, most);
  }
  addPaths(studio, {noise, studio.kernel.variances(), letter(w.active), false}, both, figure, most);
  const auto n = static_cast<std::size_t>(studio.document->data.nodeCount());
  if (w.selection) addBrushed(figure, brushedPaths(noise.values, n, *w.selection), w.selection->size());
  figure.x = {"t", 0, 1};
  figure.y = {"W", -1.05 * most, 1.05 * most};
  figure.cursor = w.time;
  return Figure(std::move(figure));
}

Result<Figure> spectrumFigure(const Studio& studio) {
  const KernelEngine* engine = studio.kernel.engine();
  if (engine == nullptr) return usageError("The spectrum is not there yet");
  SISPDE_CHECK(isOfNow(studio.kernel.isFormer(KernelPart::Spectrum)));
  const bool exact = studio.kernel.spectrum() != nullptr;
  const double most = engine->laplacian().lambdaMax();
  CurvesFigure figure;
  const std::string method = studio.kernel.spectrumMethod();
  figure.frame = frameFor(studio, "Spectrum and kernel",
                          fmt::format("Spectrum: {}.", method.empty() ? "being estimated" : method));
  figure.frame.plot = {520, 260};
  if (const std::vector<double> heights = studio.kernel.eigenvalueBars(); !heights.empty())
    figure.bands.push_back(barsBand("eigenvalues (highest bin = 1)", faint(figure.frame.colours.quiet, 110),
                                    heights, 0, most / static_cast<double>(heights.size())));
  const auto& selection = studio.workspace().selection;
  if (selection && exact) {
    const std::vector<double> part =
        brushedSpectrum(*studio.kernel.spectrum(), *selection, most, KernelLive::densityBins);
    figure.bands.push_back(barsBand(fmt::format("part of {} selected nodes", selection->size()),
                                    faint(figure.frame.colours.text, 60), part, 0,
                                    most / static_cast<double>(part.size())));
  }
  if (const auto before = studio.previousKernel())
    figure.lines.push_back(curveOf("φ(λ) before", faint(figure.frame.colours.accent, 110), *before, most));
  figure.lines.push_back(curveOf("φ(λ)", figure.frame.colours.accent, studio.workspace().kernel(), most));
  figure.x = {"λ", 0, most};
  figure.y = {"φ(λ) / max φ", 0, 1.05};
  return Figure(std::move(figure));
}

Result<Figure> hopsFigure(const Studio& studio) {
  const std::vector<double>&means = studio.kernel.hopMeans(), &spreads = studio.kernel.hopSpreads();
  if (means.empty())
    return usageError("There is no picked node with neighbours whose correlations could be shown");
  SISPDE_CHECK(isOfNow(studio.kernel.isFormer(KernelPart::Correlation)));
  CurvesFigure figure;
  figure.frame = frameFor(
      studio, fmt::format("Correlation with node {} by hops", studio.document->nodeName(studio.focus())),
      boundOf(studio.kernel.correlation()));
  figure.frame.plot = {520, 260};
  FigureLine line{"mean", figure.frame.colours.accent};
  FigureBand band{"± standard deviation", faint(figure.frame.colours.accent, 60)};
  line.x = band.x = {0};
  line.y = band.low = band.high = {1};
  for (std::size_t i = 0; i < means.size(); ++i) {
    line.x.push_back(static_cast<double>(i + 1));
    line.y.push_back(means[i]);
    band.x.push_back(static_cast<double>(i + 1));
    band.low.push_back(means[i] - spreads[i]);
    band.high.push_back(means[i] + spreads[i]);
  }
  figure.x = {"hops", 0, static_cast<double>(means.size())};
  figure.y = {"correlation", std::min(0.0, *std::min_element(band.low.begin(), band.low.end())) - 0.02, 1.02};
  figure.bands.push_back(std::move(band));
  figure.lines.push_back(std::move(line));
  if (const auto& selection = studio.workspace().selection)
    addBrushed(figure,
               brushedHops(studio.kernel.correlation().values, studio.kernel.hops(), *selection,
                           static_cast<int>(means.size())),
               selection->size());
  return Figure(std::move(figure));
}

Result<Figure> degreesFigure(const Studio& studio) {
  const std::vector<double>& counts = studio.document->degreeCounts;
  CurvesFigure figure;
  figure.frame = frameFor(studio, "Nodes by degree", "");
  figure.frame.captions.resize(1);  // the kernel has no part in it
  figure.frame.plot = {520, 260};
  figure.bands.push_back(barsBand("", faint(figure.frame.colours.quiet, 160), counts, -0.5, 1));
  const bool cut = studio.document->degrees.max + 1 > std::ssize(counts);
  figure.x = {cut ? "degree (the last bar: all above)" : "degree", -0.5,
              static_cast<double>(counts.size()) - 0.5};
  figure.y = {"nodes", 0, 1.05 * std::max(1.0, *std::max_element(counts.begin(), counts.end()))};
  return Figure(std::move(figure));
}

}  // namespace sispde::studio
