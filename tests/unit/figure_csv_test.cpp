#include "app/studio/figure/csv_export.h"

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "core/io/csv.h"
#include "tests/unit/figure_scene.h"
#include "tests/unit/temporary_folder.h"

namespace sispde::studio {
namespace {

using sispde::testing::TemporaryFolder;

std::vector<std::vector<std::string>> records(const std::string& path) {
  auto reader = CsvReader::open(bytesOf(path), path);
  std::vector<std::vector<std::string>> out;
  if (!reader) {
    ADD_FAILURE() << reader.error().sentence();
    return out;
  }
  while (true) {
    const auto more = reader->next();
    if (!more) ADD_FAILURE() << more.error().sentence();
    if (!more || !*more) return out;
    out.emplace_back(reader->cells().begin(), reader->cells().end());
  }
}

Dataset pathOf(NodeId count) {
  Dataset data;
  std::vector<Edge> edges;
  for (NodeId u = 1; u < count; ++u) edges.push_back({u - 1, u});
  data.graph = buildGraph(count, edges).graph;
  return data;
}

TEST(CsvExportTest, FloatsAreReadBackBitForBit) {
  const TemporaryFolder folder;
  const NodeId count = 2000;
  const Dataset data = pathOf(count);
  std::mt19937 random(7);
  std::vector<float> values{0.0f, -0.0f, 0.1f, 1e-45f, 3.4028235e38f, -1.17549435e-38f, 16777217.0f};
  while (values.size() < static_cast<std::size_t>(count))
    if (const float value = std::bit_cast<float>(static_cast<std::uint32_t>(random())); std::isfinite(value))
      values.push_back(value);
  std::vector<Point> positions;
  for (NodeId u = 0; u < count; ++u) positions.push_back({values[count - 1 - u], values[u] / 3});
  const std::vector<ValueColumn> columns{{"ρ with node 3", values}};
  ASSERT_TRUE(writeNodeValues(data, positions, columns, folder.file("a.csv")));
  const auto rows = records(folder.file("a.csv"));
  ASSERT_EQ(rows.size(), static_cast<std::size_t>(count) + 1);
  EXPECT_EQ(rows[0], (std::vector<std::string>{"node", "name", "class", "x", "y", "ρ with node 3"}));
  for (NodeId u = 0; u < count; ++u) {
    const auto bits = [&](int column) {
      return std::bit_cast<std::uint32_t>(std::strtof(rows[u + 1][column].c_str(), nullptr));
    };
    ASSERT_EQ(rows[u + 1][0], std::to_string(u));
    ASSERT_EQ(bits(3), std::bit_cast<std::uint32_t>(positions[u].x));
    ASSERT_EQ(bits(4), std::bit_cast<std::uint32_t>(positions[u].y));
    ASSERT_EQ(bits(5), std::bit_cast<std::uint32_t>(values[u]));
  }
}

TEST(CsvExportTest, NamesWithCommasAndQuotesAreReadBack) {
  const TemporaryFolder folder;
  Dataset data = pathOf(4);
  data.nodeNames = {"a, b", "say \"hi\"", "two\nlines", "plain"};
  data.classNames = {"Theory; proofs", "#2"};
  data.labels = {0, 1, -1, 1};
  ASSERT_TRUE(writeNodeValues(data, {}, {}, folder.file("a.csv")));
  const auto rows = records(folder.file("a.csv"));
  ASSERT_EQ(rows.size(), 5u);
  for (int u = 0; u < 4; ++u) EXPECT_EQ(rows[u + 1][1], data.nodeNames[u]);
  EXPECT_EQ(rows[1][2], "Theory; proofs");
  EXPECT_EQ(rows[2][2], "#2");
  EXPECT_EQ(rows[3][2], "");
  EXPECT_EQ(rows[1][3], "");
  EXPECT_NE(bytesOf(folder.file("a.csv")).find("3,plain,"), std::string::npos);  // no quotes without need
}

TEST(CsvExportTest, SizesMustAgreeAndNothingIsLeftBehind) {
  const TemporaryFolder folder;
  const Dataset data = pathOf(3);
  const std::vector<float> two{1, 2}, three{1, 2, 3};
  const HeatmapValues uneven{{1, 2}, {0, 1}, {0, 1}, {}, {}},
      unnamed{{1, 2, 3, 4}, {0, 1}, {0, 1}, {0}, {0, 1}}, beyond{{1}, {0}, {0}, {3}, {0}};
  const std::vector<ValueColumn> wrong{{"v", two}}, right{{"v", three}};
  EXPECT_EQ(writeNodeValues(data, {}, wrong, folder.file("a.csv")).error().kind, ErrorKind::Usage);
  EXPECT_EQ(writeNodeValues(data, {}, right, folder.file("none/a.csv")).error().kind, ErrorKind::Failed);
  for (const HeatmapValues& cells : {uneven, unnamed, beyond})
    EXPECT_EQ(writeHeatmapValues(data, cells, folder.file("a.csv")).error().kind, ErrorKind::Usage);
  EXPECT_EQ(folder.fileCount(), 0u);
}

TEST(CsvExportTest, CurvesAndHeatmapsHaveARowPerValue) {
  const TemporaryFolder folder;
  CurvesFigure figure;
  figure.lines = {{"node 1, watched", {}, 1, {0, 0.1}, {1, 1.0 / 3}}};
  ASSERT_TRUE(writeCurveValues(figure, folder.file("a.csv")));
  const auto curve = records(folder.file("a.csv"));
  ASSERT_EQ(curve.size(), 3u);
  EXPECT_EQ(curve[2][0], "node 1, watched");
  EXPECT_EQ(std::stod(curve[2][2]), 1.0 / 3);
  ASSERT_TRUE(writeHeatmapValues(pathOf(3), {{1, 2, 3, 4}, {0, 7}, {20, 21}, {}, {}}, folder.file("b.csv")));
  const auto matrix = records(folder.file("b.csv"));
  ASSERT_EQ(matrix.size(), 5u);
  EXPECT_EQ(matrix[0], (std::vector<std::string>{"row", "column", "value", "row_node", "row_name",
                                                 "column_node", "column_name"}));
  EXPECT_EQ(matrix[3], (std::vector<std::string>{"7", "20", "3", "", "", "", ""}));  // a mean has no node
}

TEST(CsvExportTest, CellsOfTwoNodesNameThem) {
  const TemporaryFolder folder;
  Dataset data = pathOf(4);
  const HeatmapValues cells{{0.1f, 0.2f, 0.3f, 0.4f}, {0, 1}, {2, 3}, {3, 1}, {0, 2}};
  ASSERT_TRUE(writeHeatmapValues(data, cells, folder.file("a.csv")));
  EXPECT_EQ(records(folder.file("a.csv"))[2],
            (std::vector<std::string>{"0", "3", "0.2", "3", "", "2", ""}));  // as in the table of the nodes
  data.nodeNames = {"a, b", "one", "two", "three"};
  ASSERT_TRUE(writeHeatmapValues(data, cells, folder.file("a.csv")));
  const auto named = records(folder.file("a.csv"));
  ASSERT_EQ(named.size(), 5u);
  EXPECT_EQ(named[1], (std::vector<std::string>{"0", "2", "0.1", "3", "three", "0", "a, b"}));
  EXPECT_EQ(named[4], (std::vector<std::string>{"1", "3", "0.4", "1", "one", "2", "two"}));
}

}  // namespace
}  // namespace sispde::studio
