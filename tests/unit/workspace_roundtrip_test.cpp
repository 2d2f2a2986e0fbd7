#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "app/studio/workspace/node_text.h"
#include "app/studio/workspace/workspace_file.h"
#include "tests/unit/saved_example.h"

namespace sispde::studio {
namespace {

template <class T>
T oneOf(std::initializer_list<T> values) {
  return *rc::gen::elementOf(std::vector<T>(values));
}

double real(double low, double high) {
  return low + (high - low) * static_cast<double>(*rc::gen::inRange<std::int64_t>(0, 1LL << 53)) / 0x1p53;
}

std::string text() {
  return *rc::gen::container<std::string>(rc::gen::inRange('\0', '\x7F')) +
         oneOf<std::string>({"", "é", "ν…"});
}

std::vector<NodeId> distinctNodes() {
  return *rc::gen::unique<std::vector<NodeId>>(
      rc::gen::oneOf(rc::gen::inRange(0, 40), rc::gen::inRange(0, std::numeric_limits<NodeId>::max())));
}

KernelSpec anyKernel() {
  return {oneOf({KernelKind::Matern, KernelKind::Heat, KernelKind::Laplacian, KernelKind::White}),
          real(smallestParameter, largestParameter),
          real(smallestParameter, largestParameter),
          real(0, 1e6),
          oneOf({LaplacianKind::Combinatorial, LaplacianKind::Symmetric}),
          oneOf({Normalisation::Trace, Normalisation::None})};
}

SavedWorkspace anySaved() {
  SavedWorkspace saved;
  saved.program = text();
  saved.version = text();
  saved.data = {text(), text(), "", *rc::gen::arbitrary<std::uint64_t>()};
  saved.dataName = text();
  saved.dataHash = text();
  Workspace& w = saved.workspace;
  w.kernels = {anyKernel(), anyKernel()};
  w.active = oneOf({0, 1});
  w.seed = *rc::gen::arbitrary<std::uint64_t>();
  w.time = real(0, 1);
  w.picked = *rc::gen::inRange(-1, 1000);
  w.watched = distinctNodes();
  w.watched.resize(std::min(w.watched.size(), Workspace::mostWatched));
  auto selection = distinctNodes();
  std::sort(selection.begin(), selection.end());
  w.selection = std::make_shared<const std::vector<NodeId>>(selection);
  w.colourBy = *rc::gen::elementOf(allColours);
  w.eigenvector = *rc::gen::inRange(1, 5000);
  w.rangeLocked = *rc::gen::arbitrary<bool>();
  w.range.low = real(-1e3, 1e3);
  w.range.high = w.range.low + real(0, 1e-3);
  w.sizeBy = *rc::gen::elementOf(allSizes);
  w.compared = *rc::gen::arbitrary<bool>();
  w.selectionAlone = *rc::gen::arbitrary<bool>();
  w.order = oneOf(
      {NodeOrder::File, NodeOrder::Class, NodeOrder::Community, NodeOrder::Spectral, NodeOrder::Degree});
  w.quantity = *rc::gen::elementOf(allQuantities);
  w.training.calibrationAlpha = real(1e-9, TrainingChoice::mostCalibrationAlpha);
  saved.camera = {real(-1e9, 1e9), real(-1, 1), std::pow(10, real(-9, 9))};
  for (int i = *rc::gen::inRange(0, 20); i > 0; --i)
    saved.positions.push_back({static_cast<float>(real(-1e4, 1e4)), static_cast<float>(real(-1, 1) * 1e-38)});
  saved.pinned = distinctNodes();
  saved.arrangement = text();
  saved.dark = *rc::gen::arbitrary<bool>();
  return saved;
}

RC_GTEST_PROP(WorkspaceFileTest, AnyWorkspaceComesBackEqual, ()) {
  const SavedWorkspace saved = anySaved();
  const std::string written = toJson(saved);
  const auto back = fromJson(written, "file");
  RC_ASSERT(back.has_value());
  RC_ASSERT(*back == saved);
  RC_ASSERT(toJson(*back) == written);
}

TEST(WorkspaceFileTest, EqualityLooksAtEveryPart) {
  const std::function<void(SavedWorkspace&)> changes[] = {
      [](auto& s) { s.program = "x"; },
      [](auto& s) { s.version = "x"; },
      [](auto& s) { s.data.data = "x"; },
      [](auto& s) { s.data.nodes = "x"; },
      [](auto& s) { s.data.seed = 9; },
      [](auto& s) { s.dataName = "x"; },
      [](auto& s) { s.dataHash = "x"; },
      [](auto& s) { s.workspace.time = 0.5; },
      [](auto& s) { s.workspace.selection = nullptr; },
      [](auto& s) { s.workspace.training.calibrationAlpha = 0.01; },
      [](auto& s) { s.camera.x = 9; },
      [](auto& s) { s.positions[1].y = 9; },
      [](auto& s) { s.pinned.clear(); },
      [](auto& s) { s.arrangement = "x"; },
      [](auto& s) { s.dark = false; }};
  for (const auto& change : changes) {
    SavedWorkspace changed = example();
    change(changed);
    EXPECT_FALSE(changed == example());
    EXPECT_NE(toJson(changed), toJson(example()));
  }
  EXPECT_TRUE(example() == example());  // selections of their own
}

TEST(NodeTextTest, RunsAreShort) {
  EXPECT_EQ(nodesText(std::vector<NodeId>{3, 5, 6, 7, 2, 0, 1}), "3 5-7 2 0-1");
  EXPECT_EQ(nodesOf(" 3  5-7 ", 4), (std::vector<NodeId>{3, 5, 6, 7}));
  EXPECT_FALSE(nodesOf("3 5-7", 3));
  for (const char* bad : {"-", "1-", "-1", "1--2", "1,2", "1 +2", "2147483647"})
    EXPECT_FALSE(nodesOf(bad, 9));
}

TEST(NodeTextTest, PositionsAreStandardBase64) {
  EXPECT_EQ(positionsText(std::vector<Point>{{1, -2}}), "AACAPwAAAMA=");  // 00 00 80 3f 00 00 00 c0
  EXPECT_EQ(positionsOf("AACAPwAAAMA=", 1), (std::vector<Point>{{1, -2}}));
  for (const char* bad : {"AACAPwAAAMA", "AACAPwAAAM==", "AACA=wAAAMA=", "AACAPwAA", "====", "AACAPwAA\nMA="})
    EXPECT_FALSE(positionsOf(bad, 9)) << bad;
  EXPECT_FALSE(positionsOf(positionsText(std::vector<Point>(3)), 2));
}

}  // namespace
}  // namespace sispde::studio
