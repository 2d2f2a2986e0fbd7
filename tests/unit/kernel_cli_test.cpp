// The verbs kernel and sample as a user meets them.

#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/io/npy.h"
#include "tests/unit/program.h"
#include "tests/unit/real_data.h"
#include "tests/unit/temporary_folder.h"

namespace sispde {
namespace {

using testing::expectError;
using testing::Json;
using testing::jsonOf;
using testing::sispde;
using testing::TemporaryFolder;

std::vector<float> arrayIn(const std::string& path, const std::vector<std::int64_t>& shape) {
  const NpyArray array = NpyArray::parse(readFile(path).value(), {path}).value();
  EXPECT_EQ(array.shape(), shape);
  return array.toFloat().value();
}

TEST(KernelCliTest, KernelPromisesItsKeysAndWritesTheRows) {
  const TemporaryFolder folder;
  const Json json = jsonOf("kernel karate --rows 0,33 --nu 2 --kappa 3 --out " + folder.file("r.npy"));
  for (const char* key : {"method", "degree", "bound", "lambda_max", "seconds", "scale"})
    EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_EQ(json["lambda_max"], 2.0);
  EXPECT_EQ(json["scale"], 0.0);
  EXPECT_LE(json["bound"].get<double>(), 1e-6);
  const std::vector<float> rows = arrayIn(folder.file("r.npy"), {2, 34});
  EXPECT_NEAR(rows[33], rows[34], 1e-6);  // K is symmetric
}

TEST(KernelCliTest, AllRowsTogetherHaveMeanVarianceSigmaSquared) {
  const TemporaryFolder folder;
  for (const char* kernel : {"matern", "heat", "laplacian", "white"}) {
    jsonOf(std::string("kernel karate --rows all --sigma 2 --laplacian comb --kernel ") + kernel + " --out " +
           folder.file("r.npy"));
    const std::vector<float> rows = arrayIn(folder.file("r.npy"), {34, 34});
    double trace = 0;
    for (std::size_t u = 0; u < 34; ++u) trace += static_cast<double>(rows[u * 35]);
    EXPECT_NEAR(trace / 34, 4, 1e-4) << kernel;
  }
}

TEST(KernelCliTest, EveryMethodGivesTheSameRows) {
  const TemporaryFolder folder;
  std::vector<float> first;
  for (const char* method : {"eigen", "auto", "chebyshev", "lanczos", "cholesky", "basis"}) {
    const Json json =
        jsonOf(std::string("kernel grid:8x7 --rows 3,20 --power 0.5 --nu 1.4 --kappa 4 --method ") + method +
               " --out " + folder.file("r.npy"));
    EXPECT_LE(json["bound"].get<double>(), 1e-5) << method;
    const std::vector<float> rows = arrayIn(folder.file("r.npy"), {2, 56});
    if (first.empty()) first = rows;
    for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_NEAR(rows[i], first[i], 3e-6) << method;
  }
}

TEST(KernelCliTest, RowsDoNotDependOnThreads) {
  const TemporaryFolder folder;
  std::string bytes;
  for (const char* threads : {"1", "2"}) {
    jsonOf(std::string("kernel sbm:5000 --rows 1,2,3,4,5,6,7,8,9 --kappa 3 --threads ") + threads +
           " --out " + folder.file("r.npy"));
    const std::string now = readFile(folder.file("r.npy")).value();
    if (!bytes.empty()) EXPECT_EQ(now, bytes);
    bytes = now;
  }
}

TEST(KernelCliTest, WhatLeavesFloat32ComesWithItsScale) {
  const TemporaryFolder folder;
  const Json json =
      jsonOf("kernel karate --rows 5 --nu 50 --kappa 1 --normalise none --out " + folder.file("r.npy"));
  // φ(λ) = (100 + λ)^−50: the largest value is 1e-100, far below float32.
  EXPECT_NEAR(json["scale"].get<double>(), -50 * std::log(100.0), 1e-9);
  const std::vector<float> row = arrayIn(folder.file("r.npy"), {1, 34});
  EXPECT_GT(row[5], 0.5f);
  EXPECT_EQ(jsonOf("kernel karate --rows 5 --nu 2 --normalise none")["scale"], 0.0);
}

TEST(KernelCliTest, EigenpairsAreKeptWhereTheUserAllows) {
  const TemporaryFolder folder;
  ::setenv("XDG_CACHE_HOME", folder.file("cache").c_str(), 1);
  jsonOf("kernel ring:30 --rows 0 --method eigen");
  EXPECT_EQ(folder.fileCount(), 0u);
  jsonOf("kernel ring:30 --rows 0 --method eigen --cache --out " + folder.file("a.npy"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.file("cache/sispde/spectra")), {}), 1);
  jsonOf("kernel ring:30 --rows 0 --method eigen --cache --out " + folder.file("b.npy"));
  EXPECT_EQ(readFile(folder.file("a.npy")).value(), readFile(folder.file("b.npy")).value());
  ::unsetenv("XDG_CACHE_HOME");
}

TEST(KernelCliTest, BadParametersGetASentence) {
  const TemporaryFolder folder;
  expectError("kernel karate", 2, "--rows");
  expectError("kernel karate --rows 34", 2, "There is no node 34: the graph has nodes 0 to 33");
  expectError("kernel karate --rows x", 2, "--rows takes nodes");
  expectError("kernel karate --rows 0 --nu 0", 2, "nu is 0");
  expectError("kernel karate --rows 0 --nu nan", 2, "nu");
  expectError("kernel karate --rows 0 --kappa -1", 2, "kappa is -1");
  expectError("kernel karate --rows 0 --sigma -1", 2, "sigma");
  expectError("kernel karate --rows 0 --tol 1e-9", 2, "float32");
  expectError("kernel karate --rows 0 --power 2", 2, "1 or 0.5");
  expectError("kernel karate --rows 0 --kernel cubic", 2, "cubic");
  expectError("kernel sbm:5000 --rows 0 --method eigen", 2, "4000 nodes");
  expectError("kernel sbm:50000 --rows all --memory 100", 2, "memory cap of 100 MB");
  expectError("kernel karate --rows 0 --out " + folder.file("no/such/r.npy"), 1, "cannot be written");
  expectError("kernel karate --rows 0 --kernel laplacian --power 0.5 --method chebyshev", 2,
              "no convergent Chebyshev");
  expectError("sample karate --count 0", 2, "count");
  expectError("sample karate --kernel laplacian --method lanczos", 2, "incidence");
}

TEST(KernelCliTest, SamplePromisesItsKeysAndOneSeedGivesOneNoise) {
  const TemporaryFolder folder;
  const Json json = jsonOf("sample karate --count 5 --seed 3 --kappa 2 --out " + folder.file("a.npy"));
  for (const char* key : {"method", "degree", "bound", "seconds"}) EXPECT_TRUE(json.contains(key)) << key;
  jsonOf("sample karate --count 5 --seed 3 --kernel white --out " + folder.file("b.npy"));
  jsonOf("sample karate --count 5 --seed 3 --kappa 0.01 --out " + folder.file("c.npy"));
  const std::vector<float> white = arrayIn(folder.file("b.npy"), {5, 34}),
                           nearly = arrayIn(folder.file("c.npy"), {5, 34});
  for (std::size_t i = 0; i < white.size(); ++i) EXPECT_NEAR(white[i], nearly[i], 1e-3);  // κ → 0 is white
  EXPECT_NE(readFile(folder.file("a.npy")).value(), readFile(folder.file("b.npy")).value());
  jsonOf("sample karate --count 5 --seed 3 --kappa 2 --threads 1 --out " + folder.file("d.npy"));
  EXPECT_EQ(readFile(folder.file("a.npy")).value(), readFile(folder.file("d.npy")).value());
}

TEST(KernelCliTest, LaplacianNoiseSumsToZero) {
  const TemporaryFolder folder;
  EXPECT_EQ(jsonOf("sample karate --kernel laplacian --laplacian comb --count 3 --out " +
                   folder.file("a.npy"))["method"],
            "incidence");
  const std::vector<float> fields = arrayIn(folder.file("a.npy"), {3, 34});
  for (std::size_t c = 0; c < 3; ++c) {
    double sum = 0;
    for (std::size_t u = 0; u < 34; ++u) sum += static_cast<double>(fields[c * 34 + u]);
    EXPECT_NEAR(sum, 0, 1e-5);
  }
}

TEST(KernelCliTest, BothVerbsWorkOnEveryPublishedSet) {
  SISPDE_REAL_DATA(cora, "cora.npz");
  const std::string folder = std::filesystem::path(cora).parent_path().string();
  for (const char* name : {"actor", "amazon_computers", "chameleon_filtered", "citeseer", "coauthor_physics",
                           "cora", "karate_club", "minesweeper", "pubmed", "tolokers"}) {
    const std::string data = folder + "/" + name + ".npz";
    EXPECT_LE(jsonOf("kernel " + data + " --rows 0,1 --normalise none")["bound"].get<double>(), 1e-6) << name;
    EXPECT_LE(jsonOf("sample " + data + " --count 2 --normalise none --laplacian comb --tol 1e-3")["bound"]
                  .get<double>(),
              1e-3)
        << name;
  }
}

// Where the trace is estimated, both verbs say so.
TEST(KernelCliTest, TheDefaultsNormaliseSmallAndLargeGraphs) {
  for (const char* name : {"karate_club.npz", "tolokers.npz"}) {
    SISPDE_REAL_DATA(data, name);
    const bool probed = std::string(name) == "tolokers.npz";
    for (const char* request : {"kernel --rows 0 ", "sample "}) {
      const Json json = jsonOf(request + data);
      EXPECT_EQ(json["trace"]["probes"].get<int>() > 0, probed) << request << name;
      EXPECT_LE(json["bound"].get<double>(), probed ? 0.1 : 1e-6) << request << name;
    }
  }
}

}  // namespace
}  // namespace sispde
