// The first eigenpairs as they are kept between two calls.

#include <filesystem>

#include <gtest/gtest.h>

#include "core/base/file.h"
#include "core/spectral/leading_eigen.h"
#include "core/spectral/numbers_file.h"
#include "tests/unit/small_graphs.h"
#include "tests/unit/temporary_folder.h"

namespace sispde {
namespace {

namespace fs = std::filesystem;
using testing::bothLaplacians;
using testing::gridGraph;
using testing::TemporaryFolder;

constexpr int count = 5;
constexpr double tolerance = 1e-7;

std::string onlyFile(const TemporaryFolder& folder) {
  EXPECT_EQ(folder.fileCount(), 1u);
  return fs::directory_iterator(folder.path())->path().string();
}

LeadingPairs kept(const Laplacian& laplacian, const TemporaryFolder& folder, double exact = tolerance) {
  return leadingEigenpairs(laplacian, count, exact, folder.path()).value();
}

// Other pairs in the place of those that are kept, with a checksum that fits.
void put(const LeadingPairs& pairs, const std::string& path) {
  const std::string text = readFile(path).value();
  std::vector<std::span<const double>> parts{pairs.values};
  parts.insert(parts.end(), pairs.vectors.begin(), pairs.vectors.end());
  ASSERT_TRUE(writeNumbers(path, text.substr(0, text.find('\n') + 1), parts, {}));
}

TEST(LeadingFileTest, TheSecondCallGivesTheSamePairsAndWritesNothing) {
  for (const LaplacianKind kind : bothLaplacians)
    for (const bool weighted : {false, true}) {
      const Graph graph = gridGraph(17, 13);
      const Laplacian laplacian =
          weighted ? testing::randomlyWeighted(graph, kind, 3) : Laplacian(graph, kind);
      const TemporaryFolder folder;
      const LeadingPairs computed = leadingEigenpairs(laplacian, count, tolerance).value();
      EXPECT_EQ(kept(laplacian, folder).vectors, computed.vectors);
      const auto written = fs::last_write_time(onlyFile(folder));
      const LeadingPairs second = kept(laplacian, folder);
      EXPECT_EQ(second.values, computed.values);
      EXPECT_EQ(second.vectors, computed.vectors);
      EXPECT_EQ(second.residual, computed.residual);
      EXPECT_EQ(fs::last_write_time(onlyFile(folder)), written);
    }
}

TEST(LeadingFileTest, ItIsTheFileThatIsReadWhereItHoldsEigenpairs) {
  const Laplacian laplacian(gridGraph(17, 13), LaplacianKind::Combinatorial);
  const TemporaryFolder folder;
  LeadingPairs pairs = kept(laplacian, folder);
  for (std::vector<double>& vector : pairs.vectors)
    for (double& x : vector) x = -x;
  put(pairs, onlyFile(folder));
  EXPECT_EQ(kept(laplacian, folder).vectors, pairs.vectors);
}

TEST(LeadingFileTest, WhatIsNotAsExactAsAskedForIsComputedAnew) {
  const Laplacian laplacian(gridGraph(17, 13), LaplacianKind::Symmetric);
  const TemporaryFolder folder;
  const LeadingPairs pairs = kept(laplacian, folder);
  LeadingPairs rough = pairs;
  for (double& value : rough.values) value += 1e-4;
  put(rough, onlyFile(folder));
  const LeadingPairs read = kept(laplacian, folder, 1e-3);
  EXPECT_EQ(read.values, rough.values);
  EXPECT_NEAR(read.residual, 1e-4, 1e-7);
  EXPECT_EQ(kept(laplacian, folder).values, pairs.values);
  EXPECT_EQ(kept(laplacian, folder, 1e-3).values, pairs.values);  // written anew
}

TEST(LeadingFileTest, WhatIsDamagedOrOfAnotherGraphIsComputedAnew) {
  const Laplacian laplacian(gridGraph(17, 13), LaplacianKind::Symmetric),
      other(gridGraph(13, 17), LaplacianKind::Symmetric);
  const TemporaryFolder folder, elsewhere;
  const LeadingPairs pairs = kept(laplacian, folder);
  kept(other, elsewhere);
  const std::string path = onlyFile(folder), good = readFile(path).value(),
                    foreign = readFile(onlyFile(elsewhere)).value();
  ASSERT_EQ(foreign.size(), good.size());
  std::string flipped = good;
  flipped[flipped.size() - 3] ^= 1;
  for (const std::string& bad :
       {good.substr(0, good.size() / 2), good + "x", std::string(good.size(), '\0'), flipped, foreign}) {
    folder.write(fs::path(path).filename().string(), bad);
    EXPECT_EQ(kept(laplacian, folder).vectors, pairs.vectors);
    EXPECT_EQ(readFile(path).value(), good);
  }
  LeadingPairs unsorted = pairs, longer = pairs;
  std::swap(unsorted.values[1], unsorted.values[4]);
  std::swap(unsorted.vectors[1], unsorted.vectors[4]);
  for (double& x : longer.vectors[2]) x *= 2;
  for (const LeadingPairs& bad : {unsorted, longer}) {
    put(bad, path);
    EXPECT_EQ(kept(laplacian, folder).vectors, pairs.vectors);
  }
}

TEST(LeadingFileTest, NumbersOfAnotherLengthAreOtherFiles) {
  const Laplacian laplacian(gridGraph(17, 13), LaplacianKind::Symmetric);
  const TemporaryFolder folder;
  EXPECT_EQ(leadingEigenpairs(laplacian, 3, tolerance, folder.path())->values.size(), 3u);
  EXPECT_EQ(leadingEigenpairs(laplacian, 4, tolerance, folder.path())->values.size(), 4u);
  EXPECT_EQ(folder.fileCount(), 2u);
}

TEST(LeadingFileTest, WithoutAFolderOrWhereItCannotBeWrittenThePairsAreThereAllTheSame) {
  const Laplacian laplacian(gridGraph(17, 13), LaplacianKind::Symmetric);
  const TemporaryFolder folder;
  const std::string file = folder.write("file", "x");
  for (const std::string& where : {std::string(), file, file + "/below"})
    EXPECT_EQ(leadingEigenpairs(laplacian, count, tolerance, where).value().values.size(), 5u) << where;
  EXPECT_EQ(folder.fileCount(), 1u);
}

TEST(LeadingFileTest, MoreThanThereAreAreCutToTheNodes) {
  const Laplacian laplacian(gridGraph(2, 2), LaplacianKind::Symmetric);
  const TemporaryFolder folder;
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(leadingEigenpairs(laplacian, 9, tolerance, folder.path())->values.size(), 4u);
  EXPECT_FALSE(leadingEigenpairs(laplacian, 0, tolerance, folder.path()));
}

TEST(LeadingFileTest, ACancelWritesNothing) {
  const Laplacian laplacian(gridGraph(40, 40), LaplacianKind::Symmetric);
  const TemporaryFolder folder;
  std::stop_source stop;
  stop.request_stop();
  const auto made = leadingEigenpairs(laplacian, count, tolerance, folder.path(), {stop.get_token(), {}});
  EXPECT_EQ(made.error().kind, ErrorKind::Cancelled);
  EXPECT_EQ(folder.fileCount(), 0u);
}

}  // namespace
}  // namespace sispde
