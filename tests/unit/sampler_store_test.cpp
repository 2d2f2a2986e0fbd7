#include "core/noise/sampler_store.h"

#include <thread>

#include <gtest/gtest.h>

#include "tests/unit/small_graphs.h"

namespace sispde {
namespace {

std::vector<float> fieldOf(const FieldSampler& sampler) {
  std::vector<float> field(static_cast<std::size_t>(sampler.laplacian().nodeCount()));
  const NormalPlace place{.seed = 3};
  EXPECT_TRUE(sampler.draw({&place, 1}, {field.data(), 1, 0, {}}));
  return field;
}

TEST(SamplerStoreTest, EqualRequestsShareASampler) {
  SamplerStore store;
  const Graph graph = testing::randomGraph(30, 60, 4), same = testing::randomGraph(30, 60, 4);
  const SamplerRequest request{.spec = {.nu = 1.5, .kappa = 2}};
  const auto first = store.get(graph, request).value();
  EXPECT_EQ(store.get(same, request).value(), first);  // equal content, other memory
  EXPECT_EQ(store.made(), 1u);
  const auto own =
      FieldSampler::make(std::make_shared<const Laplacian>(graph, request.spec.laplacian), request);
  EXPECT_EQ(fieldOf(*first), fieldOf(*own));
}

TEST(SamplerStoreTest, EveryPartOfARequestCounts) {
  SamplerStore store(100);
  const Graph graph = testing::randomGraph(30, 60, 4);
  std::vector<SamplerRequest> requests(1);
  const auto other = [&](const auto& change) { change(requests.emplace_back()); };
  other([](SamplerRequest& r) { r.spec.nu = 2; });
  other([](SamplerRequest& r) { r.spec.kappa = 2; });
  other([](SamplerRequest& r) { r.spec.sigma = 2; });
  other([](SamplerRequest& r) { r.spec.kind = KernelKind::Heat; });
  other([](SamplerRequest& r) { r.spec.laplacian = LaplacianKind::Combinatorial; });
  other([](SamplerRequest& r) { r.spec.normalisation = Normalisation::None; });
  other([](SamplerRequest& r) { r.power = 1; });
  other([](SamplerRequest& r) { r.tolerance = 1e-4; });
  other([](SamplerRequest& r) { r.order = 5; });
  for (const SamplerRequest& request : requests) ASSERT_TRUE(store.get(graph, request));
  EXPECT_EQ(store.made(), requests.size());
  ASSERT_TRUE(store.get(testing::randomGraph(30, 60, 5), requests[0]));
  EXPECT_EQ(store.made(), requests.size() + 1);
}

TEST(SamplerStoreTest, KeepsThoseThatWereAskedForLast) {
  SamplerStore store(2);
  const Graph graph = testing::randomGraph(30, 60, 4);
  const auto ask = [&](double nu) { ASSERT_TRUE(store.get(graph, {.spec = {.nu = nu}})); };
  for (const double nu : {1.0, 2.0, 1.0, 3.0, 1.0}) ask(nu);
  EXPECT_EQ(store.made(), 3u);
  ask(2);  // was dropped
  EXPECT_EQ(store.made(), 4u);
}

TEST(SamplerStoreTest, ThreadsMayAskAtOnce) {
  SamplerStore store(3);
  const Graph graph = testing::randomGraph(30, 60, 4);
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) EXPECT_TRUE(store.get(graph, {.spec = {.nu = 1.0 + (i + t) % 5}}));
    });
}

}  // namespace
}  // namespace sispde
