#include <gtest/gtest.h>

#include "tests/unit/kernel_reference.h"

namespace sispde {

void PrintTo(Method method, std::ostream* out) {
  *out << methodName(method);
}

namespace {

using testing::allMethods;
using testing::declines;
using testing::Json;
using testing::reference;
using testing::relativeError;
using testing::storedGraph;

KernelSpec specOf(const Json& c) {
  KernelSpec spec;
  for (const KernelKind kind :
       {KernelKind::Matern, KernelKind::Heat, KernelKind::Laplacian, KernelKind::White})
    if (c["kernel"] == kernelName(kind)) spec.kind = kind;
  spec.nu = c.value("nu", 1.0);
  spec.kappa = c.value("kappa", 1.0);
  spec.sigma = c["sigma"];
  spec.laplacian = c["laplacian"] == "sym" ? LaplacianKind::Symmetric : LaplacianKind::Combinatorial;
  return spec;
}

std::string nameOf(const Json& c) {
  Json named = c;
  named.erase("row");
  named.erase("node");
  return named.dump();
}

// All nodes of one kernel are asked for together, from the `first`-th kernel on, every `stride`-th.
void expectReferenceRows(Method method, double tolerance, std::size_t first, std::size_t stride) {
  std::map<std::string, std::vector<const Json*>> kernels;
  for (const Json& c : reference()["cases"]) kernels[nameOf(c)].push_back(&c);
  std::size_t place = 0, compared = 0;
  for (const auto& [name, cases] : kernels) {
    if (place++ % stride != first % stride) continue;
    SCOPED_TRACE(name);
    const Json& c = *cases[0];
    const auto& [laplacian, spectrum] = storedGraph(c["graph"], c["laplacian"]);
    RowsRequest request{specOf(c), c["power"], method, tolerance};
    if (method == Method::Eigen) request.spectrum = spectrum;
    std::vector<NodeId> nodes;
    for (const Json* one : cases) nodes.push_back((*one)["node"]);
    const auto rows = kernelRows(laplacian, nodes, request);
    if (declines(method, request.spec, request.power)) {
      ASSERT_FALSE(rows.has_value());
      EXPECT_EQ(rows.error().kind, ErrorKind::Usage);
      continue;
    }
    if (!rows) {
      // Real poles do not reach every tolerance for heat, and the method says so.
      EXPECT_TRUE(method == Method::Cholesky && request.spec.kind == KernelKind::Heat &&
                  request.spec.kappa >= 5 && rows.error().kind == ErrorKind::Usage)
          << rows.error().sentence();
      continue;
    }
    ++compared;
    const auto n = static_cast<std::size_t>(laplacian.nodeCount());
    for (std::size_t r = 0; r < cases.size(); ++r)
      EXPECT_LE(relativeError(std::span(rows->values).subspan(r * n, n),
                              (*cases[r])["row"].get<std::vector<double>>()),
                rows->report.bound)
          << nodes[r];
    EXPECT_LE(rows->report.bound, tolerance);
    EXPECT_EQ(rows->scaling.scale, 0);
    if (method != Method::Auto) EXPECT_EQ(rows->report.method, method);
  }
  EXPECT_GT(compared * stride, 150u);
}

class ReferenceRows : public ::testing::TestWithParam<Method> {};
INSTANTIATE_TEST_SUITE_P(KernelRowsTest, ReferenceRows, ::testing::ValuesIn(allMethods),
                         [](const auto& test) { return std::string(methodName(test.param)); });

TEST_P(ReferenceRows, AgreeWithNumPyToTheDefaultTolerance) {
  expectReferenceRows(GetParam(), 1e-6, 0, 1);
}
TEST_P(ReferenceRows, AgreeWithNumPyToALooseTolerance) {
  expectReferenceRows(GetParam(), 1e-3, 0, 3);
}
TEST_P(ReferenceRows, AgreeWithNumPyToTheSmallestTolerance) {
  expectReferenceRows(GetParam(), smallestTolerance, 1, 3);
}

}  // namespace
}  // namespace sispde
