// A stop ends what looks at a whole graph, node after node.

#include <array>

#include <gtest/gtest.h>

#include "core/graph/components.h"
#include "core/graph/dataset_hash.h"
#include "core/graph/label_statistics.h"
#include "core/kernel/node_order.h"
#include "core/kernel/rows.h"
#include "core/spectral/leading_eigen.h"
#include "tests/unit/layout_graphs.h"

namespace sispde {
namespace {

struct GraphStopTest : testing::Test {
  GraphStopTest() {
    stop.request_stop();
    data.name = "clusters";
    data.graph = layout_testing::clusteredGraph(6, 30, 3);
    for (NodeId u = 0; u < data.graph.nodeCount(); ++u) data.labels.push_back(u % 2);
    data.features = Features::dense(data.graph.nodeCount(), 1,
                                    std::vector<float>(static_cast<std::size_t>(data.graph.nodeCount()), 1));
  }
  std::stop_source stop;
  Progress stopped{stop.get_token(), {}}, going{std::stop_source().get_token(), {}};
  Dataset data;
};

TEST_F(GraphStopTest, StatisticsAndTheHashEnd) {
  EXPECT_EQ(degreeStatistics(data.graph, stopped).max, 0);
  EXPECT_TRUE(connectedComponents(data.graph, stopped).ofNode.empty());
  EXPECT_FALSE(labelStatistics(data.graph, data.labels, stopped).edgeHomophily);
  EXPECT_EQ(contentHash(data, stopped), "");
  EXPECT_EQ(contentHash(data.graph, stopped), "");
}

TEST_F(GraphStopTest, WithoutAStopTheyAreTheSame) {
  EXPECT_EQ(degreeStatistics(data.graph, going).mean, degreeStatistics(data.graph).mean);
  EXPECT_EQ(connectedComponents(data.graph, going).ofNode, connectedComponents(data.graph).ofNode);
  EXPECT_EQ(labelStatistics(data.graph, data.labels, going).edgeInformativeness,
            labelStatistics(data.graph, data.labels).edgeInformativeness);
  EXPECT_EQ(contentHash(data, going), contentHash(data));
}

TEST_F(GraphStopTest, WhoeverNeedsTheComponentsReadsNoneThatAreUnfinished) {
  const Laplacian laplacian(data.graph, LaplacianKind::Symmetric);
  RowsRequest request;
  request.spec = {.nu = 1.5, .kappa = 4};
  const KernelFunction shape(request.spec, 1, laplacian.lambdaMax());
  const auto expectCancelled = [](const auto& result) {
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().kind, ErrorKind::Cancelled);
  };
  expectCancelled(kernelRows(laplacian, std::array<NodeId, 1>{3}, request, stopped));
  expectCancelled(exactDiagonal(laplacian, shape, 1e-6, stopped));
  expectCancelled(shapeTrace(laplacian, shape, {}, stopped));
  expectCancelled(leadingEigenpairs(laplacian, 2, 1e-6, stopped));
  expectCancelled(orderNodes(laplacian, data.labels, NodeOrder::Spectral, 0, stopped));
  EXPECT_EQ(leastRowNorm(laplacian, shape, std::array<NodeId, 1>{3}, stopped), 1);
  EXPECT_EQ(exactTraceWork(laplacian, shape, 1e-6, stopped), 0);
}

}  // namespace
}  // namespace sispde
