// What the windows show of a rewiring: marks in the heatmap, the second graph, the sentence of training on both.

#include <cmath>

#include <imgui_internal.h>

#include "app/studio/shell/figures_of.h"
#include "tests/gui/held_lane.h"
#include "tests/gui/rewiring_steps.h"

namespace sispde::studio {
namespace {

// How many of the cells of these edges, two for each, show the colour of a mark over whatever the heatmap has there.
int markedCells(ImGuiTestContext* context, const ImRect& heatmap, const std::vector<RewiredEdge>& edges,
                const ImVec4& colour) {
  constexpr float opacity = 0.85f;
  const Picture& picture = *appOf(context).picture();
  const auto& order = *studioOf(context).kernel.order();
  const auto middle = [&](NodeId node) {
    const auto place = std::find(order.begin(), order.end(), node) - order.begin();
    return (static_cast<float>(place) + 0.5f) / static_cast<float>(order.size());
  };
  const float wanted[] = {colour.x, colour.y, colour.z};
  int marked = 0;
  for (const RewiredEdge& each : edges)
    for (const auto& [row, column] :
         {std::pair(each.edge.u, each.edge.v), std::pair(each.edge.v, each.edge.u)}) {
      const auto x = static_cast<std::size_t>(heatmap.Min.x + middle(column) * heatmap.GetWidth()),
                 y = static_cast<std::size_t>(heatmap.Min.y + middle(row) * heatmap.GetHeight());
      const std::uint8_t* pixel = &picture.pixels[4 * (y * static_cast<std::size_t>(picture.width) + x)];
      bool same = true;
      for (std::size_t k = 0; k < 3; ++k) {
        const float least = 255 * opacity * wanted[k], seen = pixel[k];
        same = same && seen > least - 3 && seen < least + 255 * (1 - opacity) + 3;
      }
      marked += same;
    }
  return marked;
}

void plannedEdgesAreDrawnInTheHeatmap(ImGuiTestContext* context) {
  openRewiring(context, "karate");
  Studio& studio = studioOf(context);
  studio.history.edit("Shares", [](Workspace& w) { w.rewire.drop = w.rewire.add = 0.2; });
  settle(context);
  const Rewiring plan = *studio.rewiring.plan();
  IM_CHECK_GT(plan.dropped.size(), 5u);
  IM_CHECK_GT(plan.added.size(), 5u);
  context->SetRef("Covariance");
  const ImRect heatmap = context->ItemInfo("##heatmap").RectFull;
  const Palette& p = studio.theme.palette;
  screenshot(context, "rewiring-heatmap");
  IM_CHECK_EQ(markedCells(context, heatmap, plan.dropped, p.bad), 2 * static_cast<int>(plan.dropped.size()));
  IM_CHECK_EQ(markedCells(context, heatmap, plan.added, p.good), 2 * static_cast<int>(plan.added.size()));
  // Neither without the plan, nor the one in the colour of the other.
  IM_CHECK_EQ(markedCells(context, heatmap, plan.dropped, p.good), 0);
  studio.view.planShown = false;
  context->Yield(2);
  screenshot(context, "rewiring-heatmap-without");
  IM_CHECK_EQ(markedCells(context, heatmap, plan.dropped, p.bad), 0);
  IM_CHECK_EQ(markedCells(context, heatmap, plan.added, p.good), 0);
  studio.view.planShown = true;
  closeRewiring(context);
}

// AUROC of the last scoring, from its values.
double aurocOf(const TrainedRun& run) {
  const Evaluation& evaluation = run.latest()->scoring->evaluation;
  const std::vector<double>& values = scoreOf(*run.latest()->scoring, evaluation.primary)->id;
  std::vector<double> id, ood;
  for (std::size_t u = 0; u < values.size(); ++u) {
    if (run.data->idTest[u] != 0) id.push_back(values[u]);
    if (run.data->oodTest[u] != 0) ood.push_back(values[u]);
  }
  return oodMetrics(id, ood)->auroc;
}

void trainingOnBothShowsTheDifferenceWithItsSpread(ImGuiTestContext* context) {
  openRewiring(context, "sbm:120,degree=6");
  Studio& studio = studioOf(context);
  studio.history.edit("Training", [](Workspace& w) {
    w.training.detector = "msp";
    w.training.set = {{"epochs", "4"}, {"hidden", "8"}};
  });
  IM_CHECK_EQ(studio.workspace().training.repeats, 1);  // one pair would have no spread
  const auto plan = studio.rewiring.plan();
  IM_CHECK(textOfFrame(context).find("AUROC, rewired") == std::string::npos);
  context->SetRef("Rewiring");
  context->ItemClick("Train on both");
  settle(context);
  settle(context);
  IM_CHECK_EQ(studio.training.runs().size(), 6u);
  std::map<std::uint64_t, double> before, after;
  for (const auto& run : studio.training.runs())
    (run->graph.empty() ? before : after)[run->choice.seed] = aurocOf(*run);
  IM_CHECK_EQ(before.size(), 3u);
  IM_CHECK_EQ(after.size(), 3u);
  double mean = 0, squares = 0;
  for (const auto& [seed, value] : before) mean += 100 * (after.at(seed) - value) / 3;
  for (const auto& [seed, value] : before) squares += std::pow(100 * (after.at(seed) - value) - mean, 2);
  const double half = 4.303 * std::sqrt(squares / 2 / 3);  // Student's t, two degrees of freedom
  const std::string sentence = fmt::format(
      "AUROC, rewired ({} dropped, {} added) − original: {:+.1f} ± {:.1f} points over 3 seeds (95 %): {} "
      "difference is seen",
      plan->dropped.size(), plan->added.size(), mean, half, std::abs(mean) > half ? "a" : "no");
  const std::string text = textOfFrame(context);
  IM_CHECK(text.find(sentence) != std::string::npos);
  screenshot(context, "rewiring-both");
  closeRewiring(context);
}

// The rewired graph beside the first has the first one's colours, whatever changes them, and follows the plan.
void theGraphBesideHasTheColoursOfTheFirst(ImGuiTestContext* context) {
  openRewiring(context, "karate");
  Studio& studio = studioOf(context);
  IM_CHECK(studio.second() != nullptr);
  IM_CHECK(studio.second()->colours == studio.nodeColours());
  const auto edges = studio.second()->edges;
  for (const ColourBy by : {ColourBy::Degree, ColourBy::Class}) {
    studio.colourBy(by);
    settle(context);
    IM_CHECK(studio.second()->colours == studio.nodeColours());
    IM_CHECK(studio.second()->edges == edges);  // not made anew
  }
  studio.history.edit("Drop", [](Workspace& w) { w.rewire.drop = 0.4; });
  settle(context);
  IM_CHECK_LT(studio.second()->edges->size(), edges->size());
  context->SetRef("Rewiring");
  context->ItemClick("side by side");
  settle(context);
  IM_CHECK(studio.second() == nullptr);
  closeRewiring(context);
}

// An edit asks for a new plan; until it is there the last one stays on the screen, paler, and gets neither into the graph nor into a file.
void anEditKeepsThePlanUntilTheNewOneIsThere(ImGuiTestContext* context) {
  openRewiring(context, "sbm:200,degree=8");
  Studio& studio = studioOf(context);
  const auto plan = studio.rewiring.plan();
  IM_CHECK(studio.second() != nullptr);
  const auto beside = studio.second()->edges;
  const std::vector<Edge> over = studio.overlayAdded;
  const Edge edge = studio.document->edges[3];
  {
    const HeldLane rewiring(studio, "rewiring");
    studio.toggleEdge(edge.u, edge.v);
    until(context, [&] {
      // Gone in no frame of all.
      IM_CHECK_SILENT_RETV(studio.rewiring.plan() == plan, true);
      IM_CHECK_SILENT_RETV(studio.second() != nullptr && studio.second()->edges == beside, true);
      IM_CHECK_SILENT_RETV(studio.overlayAdded == over, true);
      return !studio.editsPending() && studio.rewiring.isStale();
    });
    IM_CHECK(studio.overlayIsStale());
    IM_CHECK(studio.secondIsStale());
    IM_CHECK(textOfFrame(context).find("No second graph yet") == std::string::npos);
    until(context, [&] { return !studio.shownIsFormer(); });
    for (const Exported what : {Exported::Rewiring, Exported::Second, Exported::Graph})
      IM_CHECK(!figureOf(studio, what).has_value());
    const auto edits = studio.workspace().edits;
    studio.applyRewiring();
    IM_CHECK(studio.workspace().edits == edits);
    IM_CHECK(studio.log.banner() != nullptr);
    studio.log.putAway();
    inBothThemes(context, "rewiring-former");
  }
  settle(context);
  IM_CHECK(studio.rewiring.plan() != plan);
  IM_CHECK(studio.planIsCurrent());
  IM_CHECK(!studio.overlayIsFormer());
  IM_CHECK(!studio.secondIsStale());
  IM_CHECK(studio.second()->edges != beside);
  for (const Exported what : {Exported::Rewiring, Exported::Second, Exported::Graph})
    IM_CHECK(figureOf(studio, what).has_value());
  closeRewiring(context);
}

}  // namespace

void registerRewiringViewTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, ImGuiTestTestFunc* test) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "rewiring", name);
    made->UserData = &app;
    made->TestFunc = test;
  };
  add("planned edges are drawn in the heatmap", plannedEdgesAreDrawnInTheHeatmap);
  add("training on both shows the difference with its spread", trainingOnBothShowsTheDifferenceWithItsSpread);
  add("the graph beside has the colours of the first", theGraphBesideHasTheColoursOfTheFirst);
  add("an edit keeps the plan until the new one is there", anEditKeepsThePlanUntilTheNewOneIsThere);
}

}  // namespace sispde::studio
