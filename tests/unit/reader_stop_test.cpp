// Whatever makes or reads a data set ends when it is told to, and says so.

#include <gtest/gtest.h>

#include "core/base/atomic_file.h"
#include "core/graph/graph_builder.h"
#include "core/io/formats.h"
#include "core/io/open.h"
#include "core/shift/generators.h"
#include "tests/unit/temporary_folder.h"

namespace sispde {
namespace {

using testing::TemporaryFolder;

Progress stopped() {
  std::stop_source source;
  source.request_stop();
  return {source.get_token(), {}};
}

void expectCancelled(const Result<Dataset>& result) {
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().kind, ErrorKind::Cancelled) << result.error().sentence();
}

TEST(ReaderStopTest, Generators) {
  for (const char* spec :
       {"karate", "grid:30x20", "ring:50", "sbm:300", "minesweeper:20x20", "citation:300", "planted:300"}) {
    SCOPED_TRACE(spec);
    EXPECT_TRUE(generateDataset(spec, 1).has_value());
    expectCancelled(generateDataset(spec, 1, stopped()));
  }
  // More than a cache holds: built in parts.
  expectCancelled(generateDataset("sbm:200000,degree=8", 1, stopped()));
}

TEST(ReaderStopTest, GraphsAreEmptyThen) {
  std::vector<Edge> edges;
  for (NodeId u = 0; u + 1 < 600'000; ++u) edges.push_back({u, u + 1});
  EXPECT_EQ(buildGraph(600'000, edges).graph.edgeCount(), 599'999);
  EXPECT_EQ(buildGraph(600'000, edges, stopped()).graph.edgeCount(), 0);
}

TEST(ReaderStopTest, Files) {
  const TemporaryFolder folder;
  const Dataset data = generateDataset("sbm:120", 1).value();
  ASSERT_TRUE(writeNpzDataset(data, folder.file("a.npz")));
  ASSERT_TRUE(writeGraphml(data, folder.file("a.graphml")));
  ASSERT_TRUE(writeCsvDataset(data, folder.file("a.csv")));
  ASSERT_TRUE(writeFile(folder.file("a.json"),
                        R"({"nodes": [{"id": 0}, {"id": 1}], "links": [{"source": 0, "target": 1}]})"));
  for (const char* name : {"a.npz", "a.graphml", "a.csv", "a.json"}) {
    SCOPED_TRACE(name);
    EXPECT_TRUE(openDataset(folder.file(name)).has_value());
    expectCancelled(openDataset(folder.file(name), {{}, stopped(), {}}));
  }
}

}  // namespace
}  // namespace sispde
