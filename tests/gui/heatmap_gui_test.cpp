#include <algorithm>
#include <cmath>

#include "core/kernel/rows.h"
#include "tests/gui/gui_test.h"

namespace sispde::studio {
namespace {

ImRect heatmapRect(ImGuiTestContext* context) {
  context->SetRef("Covariance");
  return context->ItemInfo("##heatmap").RectFull;
}

ImVec2 at(const ImRect& rect, float x, float y) {
  return {rect.Min.x + rect.GetWidth() * x, rect.Min.y + rect.GetHeight() * y};
}

void wheel(ImGuiTestContext* context, ImVec2 place, float turns) {
  context->MouseMoveToPos(place);
  context->MouseWheelY(turns);
  context->Yield(3);
  settle(context);
}

void drag(ImGuiTestContext* context, ImVec2 from, ImVec2 to, ImGuiMouseButton button) {
  context->MouseMoveToPos(from);
  context->MouseDown(button);
  context->MouseMoveToPos({(from.x + to.x) / 2, (from.y + to.y) / 2});
  context->MouseMoveToPos(to);
  context->MouseUp(button);
  context->Yield(3);
  settle(context);
}

void chooseQuantity(ImGuiTestContext* context, const std::string& words) {
  context->SetRef("Covariance");
  context->ItemClick("Quantity/##list");
  context->ItemClick(fmt::format("//$FOCUSED/{}", words).c_str());
  context->Yield(2);
  settle(context);
}

// K of the workspace's kernel, or what its quantity makes of it, for the nodes at some places; by kernelRows, not by the engine.
double exactError(const Studio& studio, PlaceRange rows, PlaceRange columns) {
  const auto& order = *studio.kernel.order();
  const Workspace& w = studio.workspace();
  std::vector<NodeId> nodes;
  for (std::size_t i = rows.first; i < rows.end(); ++i) nodes.push_back(order[i]);
  for (std::size_t j = columns.first; j < columns.end(); ++j) nodes.push_back(order[j]);
  const auto n = order.size();
  const auto exact = [&](const KernelSpec& spec) {
    RowsRequest request;
    request.spec = spec;
    request.tolerance = 1e-6;
    auto made = kernelRows(Laplacian(studio.document->data.graph, spec.laplacian), nodes, request);
    std::vector<double> values;
    for (std::size_t i = 0; made && i < rows.count; ++i)
      for (std::size_t j = 0; j < columns.count; ++j) {
        const NodeId u = nodes[i], v = nodes[rows.count + j];
        const auto entry = [&](std::size_t row, NodeId column) {
          return static_cast<double>(made->values[row * n + static_cast<std::size_t>(column)]);
        };
        const double both = std::sqrt(entry(i, u) * entry(rows.count + j, v));
        values.push_back(isCorrelation(w.quantity) ? entry(i, v) / both : entry(i, v));
      }
    return values;
  };
  std::vector<double> wanted = exact(w.kernel());  // empty where that failed
  if (wanted.empty()) return 1e9;
  if (isChange(w.quantity)) {
    const std::vector<double> other = exact(w.otherKernel());
    for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] -= other[i];
  }
  double error = 0;
  for (std::size_t i = 0; i < rows.count; ++i)
    for (std::size_t j = 0; j < columns.count; ++j) {
      const HeatmapCell cell = studio.block.cell(studio.kernel, rows.first + i, columns.first + j);
      if (!cell.known || !cell.exact) return 1e9;
      error = std::max(error, std::abs(cell.value - wanted[i * columns.count + j]));
    }
  return error;
}

double errorInView(const Studio& studio) {
  const auto n = studio.kernel.order()->size();
  return exactError(studio, studio.view.heatmap.rows().visible(n), studio.view.heatmap.columns().visible(n));
}

// Every quantity in view is within the bound that the window states, and a little for float32.
void checkBound(const Studio& studio, const Answer& answer) {
  IM_CHECK_LT(answer.info.bound, 1e-3);
  IM_CHECK_LT(errorInView(studio), 2 * answer.info.bound + 5e-6);
}

void zoomingOnKarateShowsPairs(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  const ImRect rect = heatmapRect(context);
  const std::size_t edits = studio.history.entries().size();
  IM_CHECK(studio.view.heatmap.whole());
  checkBound(studio, studio.kernel.image());
  wheel(context, at(rect, 0.8f, 0.3f), 5);
  IM_CHECK_LT(studio.view.heatmap.span, 0.5);
  IM_CHECK_LT(std::abs(studio.view.heatmap.x + 0.8 * studio.view.heatmap.span - 0.8), 0.02);
  IM_CHECK_LT(std::abs(studio.view.heatmap.y + 0.3 * studio.view.heatmap.span - 0.3), 0.02);
  checkBound(studio, studio.kernel.image());
  IM_CHECK_EQ(studio.history.entries().size(), edits);  // a view is no edit
  wheel(context, at(rect, 0.5f, 0.5f), -20);
  IM_CHECK(studio.view.heatmap.whole());
}

void zoomingOnAGridGivesTheExactBlock(ImGuiTestContext* context) {
  openData(context, "minesweeper:36x36");
  Studio& studio = studioOf(context);
  const ImRect rect = heatmapRect(context);
  IM_CHECK_EQ(studio.kernel.bins(), 512);
  IM_CHECK(!studio.block.shown());
  IM_CHECK(!studio.block.cell(studio.kernel, 3, 4).exact);
  wheel(context, at(rect, 0.4f, 0.4f), 18);
  IM_CHECK(studio.block.shown());
  checkBound(studio, studio.block.answer());
  screenshot(context, "heatmap-block");
  // Off the diagonal, where rows and columns are other nodes.
  drag(context, at(rect, 0.8f, 0.5f), at(rect, 0.2f, 0.5f), ImGuiMouseButton_Right);
  drag(context, at(rect, 0.8f, 0.5f), at(rect, 0.1f, 0.5f), ImGuiMouseButton_Right);
  IM_CHECK(studio.block.shown());
  IM_CHECK_GT(studio.view.heatmap.x, studio.view.heatmap.y + studio.view.heatmap.span);
  checkBound(studio, studio.block.answer());
  // The block follows the kernel, without anything being prepared anew.
  studio.history.edit("kernel", [](Workspace& w) {
    w.kernel().nu = 0.8;
    w.kernel().kappa = 3;
  });
  context->Yield();
  IM_CHECK(studio.block.shown());
  checkBound(studio, studio.block.answer());
  chooseQuantity(context, "covariance");
  IM_CHECK(studio.workspace().quantity == HeatmapQuantity::Covariance);
  IM_CHECK(studio.block.shown());
  checkBound(studio, studio.block.answer());
}

void doubleClickShowsAllAndPicksNothing(ImGuiTestContext* context) {
  openData(context, "minesweeper:26x26");
  Studio& studio = studioOf(context);
  const ImRect rect = heatmapRect(context);
  wheel(context, at(rect, 0.6f, 0.6f), 12);
  IM_CHECK(!studio.view.heatmap.whole());
  const NodeId picked = studio.workspace().picked;
  context->MouseMoveToPos(at(rect, 0.3f, 0.7f));
  context->MouseDoubleClick();
  context->Yield(3);
  IM_CHECK(studio.view.heatmap.whole());
  IM_CHECK_EQ(studio.workspace().picked, picked);
  IM_CHECK(studio.workspace().selection == nullptr);
}

void clickingPicksTheRowsNode(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  const ImRect rect = heatmapRect(context);
  context->MouseMoveToPos(at(rect, 0.2f, 20.5f / 34));
  context->Yield(2);
  const auto& order = *studio.kernel.order();
  IM_CHECK_EQ(studio.view.hoveredCell[0], order[20]);
  IM_CHECK_EQ(studio.view.hoveredCell[1], order[6]);
  context->MouseClick();
  context->Yield(2);
  IM_CHECK_EQ(studio.workspace().picked, order[20]);
}

void brushingSelectsRowsAndColumns(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  const ImRect rect = heatmapRect(context);
  const std::size_t edits = studio.history.entries().size();
  // Columns 3 … 7, rows 20 … 22.
  drag(context, at(rect, 3.5f / 34, 20.5f / 34), at(rect, 7.5f / 34, 22.5f / 34), ImGuiMouseButton_Left);
  const auto& order = *studio.kernel.order();
  std::vector<NodeId> expected(order.begin() + 3, order.begin() + 8);
  expected.insert(expected.end(), order.begin() + 20, order.begin() + 23);
  std::sort(expected.begin(), expected.end());
  IM_CHECK(studio.workspace().selection != nullptr);
  IM_CHECK(*studio.workspace().selection == expected);
  IM_CHECK_EQ(studio.history.entries().size(), edits + 1);
  IM_CHECK_STR_EQ(studio.history.entries().back().words.c_str(), "Selected 8 nodes in the heatmap");
  screenshot(context, "heatmap-selection");
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
  context->Yield(2);
  IM_CHECK(studio.workspace().selection == nullptr);
  IM_CHECK_EQ(studio.history.doneCount(), edits);
  // In a magnified view the same gesture is about the nodes in view.
  wheel(context, at(rect, 0.9f, 0.9f), 6);
  const HeatmapView view = studio.view.heatmap;
  drag(context, at(rect, 0.3f, 0.4f), at(rect, 0.6f, 0.5f), ImGuiMouseButton_Left);
  expected.clear();
  for (std::size_t place = 0; place < 34; ++place) {
    const auto meets = [&](const HeatmapAxis& axis, double a, double b) {
      const auto begin = static_cast<double>(place);
      return axis.positionOf(begin, 34) <= b && axis.positionOf(begin + 1, 34) > a;
    };
    if (meets(view.rows(), 0.4, 0.5) || meets(view.columns(), 0.3, 0.6)) expected.push_back(order[place]);
  }
  std::sort(expected.begin(), expected.end());
  IM_CHECK(studio.workspace().selection != nullptr);
  IM_CHECK(*studio.workspace().selection == expected);
}

void theChangeIsZeroWhereBothKernelsAreOne(ImGuiTestContext* context) {
  openData(context, "minesweeper:26x26");
  Studio& studio = studioOf(context);
  studio.history.edit("kernels", [](Workspace& w) {
    w.active = 0;
    w.kernels[0] = {.nu = 1.5, .kappa = 4};
    w.kernels[1] = {.nu = 0.5, .kappa = 2};
  });
  const auto largest = [](const std::vector<float>& values) {
    float most = 0;
    for (const float value : values) most = std::max(most, std::abs(value));
    return most;
  };
  for (const char* words : {"covariance, A − B", "correlation, A − B"}) {
    chooseQuantity(context, words);
    IM_CHECK(isChange(studio.workspace().quantity));
    IM_CHECK_GT(largest(studio.kernel.image().values), 0.01f);
    const ImRect rect = heatmapRect(context);
    wheel(context, at(rect, 0.3f, 0.3f), 12);
    IM_CHECK(studio.block.shown());
    checkBound(studio, studio.block.answer());
    screenshot(context, "heatmap-change");
    context->SetRef("Kernel");
    context->ItemClick("copy A to B");
    settle(context);
    IM_CHECK_EQ(largest(studio.kernel.image().values), 0.0f);
    IM_CHECK_EQ(largest(studio.block.answer().values), 0.0f);
    context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    studio.view.heatmap = studio.view.heatmap.reset();
    context->Yield(2);
  }
  // A kernel of the other Laplacian has an engine, a picture and a block of its own.
  studio.history.edit("Laplacian",
                      [](Workspace& w) { w.kernels[1].laplacian = LaplacianKind::Combinatorial; });
  context->Yield(2);
  settle(context);
  IM_CHECK(studio.kernel.image().valid());
  const ImRect rect = heatmapRect(context);
  wheel(context, at(rect, 0.7f, 0.3f), 12);
  IM_CHECK(studio.block.shown());
  checkBound(studio, studio.block.answer());
  chooseQuantity(context, "correlation");
}

void aCancelledBlockLeavesTheMeans(ImGuiTestContext* context) {
  openData(context, "minesweeper:26x26");
  Studio& studio = studioOf(context);
  const auto cancelAt = [&](double x) {
    studio.view.heatmap = studio.view.heatmap.zoomAt(x, 0.2, 10, 676);
    studio.block.update(studio.workspace(), studio.kernel, studio.view.heatmap);
    studio.jobs.cancelAll();
    context->Yield(3);
    settle(context);
    IM_CHECK(!studio.block.shown());
  };
  cancelAt(0.2);
  IM_CHECK(studio.block.cell(studio.kernel, 0, 0).known);
  IM_CHECK(studio.wasStopped());
  IM_CHECK(appOf(context).runAction(prepareAction));
  settle(context);
  IM_CHECK(studio.block.shown());
  IM_CHECK(!studio.wasStopped());
  // Cancelled once more.
  studio.view.heatmap = studio.view.heatmap.reset();
  context->Yield(2);
  cancelAt(0.8);
  // Zooming out and in again asks once more.
  const HeatmapView close = studio.view.heatmap;
  studio.view.heatmap = close.reset();
  context->Yield(2);
  studio.view.heatmap = close;
  context->Yield(3);
  settle(context);
  IM_CHECK(studio.block.shown());
}

}  // namespace

void registerHeatmapTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, void (*test)(ImGuiTestContext*)) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "heatmap", name);
    made->TestFunc = test;
    made->UserData = &app;
  };
  add("zooming on few nodes shows pairs at the cursor", zoomingOnKarateShowsPairs);
  add("zooming on many nodes gives the exact block, which follows the kernel",
      zoomingOnAGridGivesTheExactBlock);
  add("a double click shows all and picks nothing", doubleClickShowsAllAndPicksNothing);
  add("a click picks the row's node", clickingPicksTheRowsNode);
  add("brushing selects the nodes of rows and columns, as one edit", brushingSelectsRowsAndColumns);
  add("the change is zero where both kernels are one", theChangeIsZeroWhereBothKernelsAreOne);
  add("a cancelled block leaves the means", aCancelledBlockLeavesTheMeans);
}

}  // namespace sispde::studio
