#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "core/base/file.h"
#include "tests/unit/small_graphs.h"
#include "tests/unit/spectrum_of.h"
#include "tests/unit/temporary_folder.h"

namespace sispde {
namespace {

using testing::bothLaplacians;
using testing::randomGraph;
using testing::spectrumOf;
using testing::TemporaryFolder;

constexpr std::string_view signature = "SISPDE spectrum 1\n";
constexpr std::size_t headSize = signature.size() + 64;  // the checksum follows

// 24 nodes in two components and two nodes without neighbours: 15, 7, 1 and 1.
Graph pieces() {
  std::vector<Edge> edges = randomGraph(15, 70, 2).edges();
  for (NodeId u = 15; u < 21; ++u) edges.push_back({u, u + 1});
  return buildGraph(24, edges).graph;
}

class SpectrumFileTest : public ::testing::Test {
 protected:
  SpectrumFileTest() { EXPECT_TRUE(writeSpectrum(spectrum_, laplacian_, folder_.path()).has_value()); }

  std::string bytes() const { return readFile(spectrumFile(folder_.path(), laplacian_)).value(); }
  void expectRefused(const std::string& changed) const {
    std::ofstream(spectrumFile(folder_.path(), laplacian_), std::ios::binary) << changed;
    const auto read = readSpectrum(laplacian_, folder_.path());
    ASSERT_FALSE(read.has_value());
    EXPECT_EQ(read.error().kind, ErrorKind::Input);
    EXPECT_FALSE(read.error().place.file.empty());
  }
  // The file with its `index`-th number replaced.
  std::string withNumber(std::size_t index, double value) const {
    std::string changed = bytes();
    std::memcpy(changed.data() + headSize + 8 * index, &value, 8);
    return changed;
  }
  double number(std::size_t index) const {
    double value = 0;
    std::memcpy(&value, bytes().data() + headSize + 8 * index, 8);
    return value;
  }

  TemporaryFolder folder_;
  Laplacian laplacian_{pieces(), LaplacianKind::Combinatorial};
  Spectrum spectrum_ = spectrumOf(laplacian_);
};

TEST_F(SpectrumFileTest, WhatIsReadIsWhatWasWritten) {
  for (const LaplacianKind kind : bothLaplacians)
    for (const bool weighted : {false, true}) {
      const Laplacian laplacian =
          weighted ? testing::randomlyWeighted(pieces(), kind, 3) : Laplacian(pieces(), kind);
      const Spectrum spectrum = spectrumOf(laplacian);
      const TemporaryFolder folder;
      const std::string inside = folder.file("not yet there");
      ASSERT_TRUE(writeSpectrum(spectrum, laplacian, inside).has_value());
      const auto read = readSpectrum(laplacian, inside);
      ASSERT_TRUE(read.has_value()) << read.error().sentence();
      ASSERT_EQ(read->blocks.size(), 4u);
      for (std::size_t b = 0; b < 4; ++b) {
        EXPECT_EQ(read->blocks[b].nodes, spectrum.blocks[b].nodes);
        EXPECT_EQ(read->blocks[b].values, spectrum.blocks[b].values);
        EXPECT_EQ(read->blocks[b].vectors, spectrum.blocks[b].vectors);
      }
      EXPECT_EQ(read->blockOf, spectrum.blockOf);
      EXPECT_EQ(read->placeOf, spectrum.placeOf);
    }
}

TEST_F(SpectrumFileTest, IsTheOnlyFileThatIsLeft) {
  EXPECT_EQ(folder_.fileCount(), 1u);
}

TEST_F(SpectrumFileTest, AMissingFileIsAnError) {
  EXPECT_FALSE(readSpectrum(laplacian_, folder_.file("nowhere")).has_value());
}

TEST_F(SpectrumFileTest, OfAnotherGraphKindOrWeightIsNotFound) {
  EXPECT_FALSE(readSpectrum({pieces(), LaplacianKind::Symmetric}, folder_.path()).has_value());
  EXPECT_FALSE(
      readSpectrum({randomGraph(24, 40, 1), LaplacianKind::Combinatorial}, folder_.path()).has_value());
  const Laplacian weighted = testing::randomlyWeighted(pieces(), LaplacianKind::Combinatorial, 1);
  EXPECT_FALSE(readSpectrum(weighted, folder_.path()).has_value());
}

TEST_F(SpectrumFileTest, CutShortOrTooLongIsRefused) {
  const std::string whole = bytes();
  for (const std::size_t size : {std::size_t{0}, std::size_t{5}, signature.size(), whole.size() / 2,
                                 whole.size() - 8, whole.size() - 1}) {
    SCOPED_TRACE(size);
    expectRefused(whole.substr(0, size));
  }
  expectRefused(whole + "x");
}

TEST_F(SpectrumFileTest, WithAForeignBeginningIsRefused) {
  std::string changed = bytes();
  changed[0] = 'X';
  expectRefused(changed);
  changed = bytes();
  changed[16] = '2';  // another version
  expectRefused(changed);
  expectRefused(std::string(bytes().size(), '\0'));
}

TEST_F(SpectrumFileTest, OfAnotherGraphUnderThisNameIsRefused) {
  // The same components, other edges; and the same edges with another Laplacian.
  std::vector<Edge> edges = pieces().edges();
  edges[0] = edges[0] == Edge{0, 1} ? Edge{0, 2} : Edge{0, 1};
  for (NodeId v = 3; v < 15; ++v) edges.push_back({0, v});
  const Laplacian others[] = {{buildGraph(24, edges).graph, LaplacianKind::Combinatorial},
                              {pieces(), LaplacianKind::Symmetric},
                              testing::randomlyWeighted(pieces(), LaplacianKind::Combinatorial, 9)};
  for (const Laplacian& other : others) {
    const TemporaryFolder elsewhere;
    ASSERT_TRUE(writeSpectrum(spectrumOf(other), other, elsewhere.path()).has_value());
    const std::string foreign = readFile(spectrumFile(elsewhere.path(), other)).value();
    ASSERT_EQ(foreign.size(), bytes().size());
    expectRefused(foreign);
  }
}

// Block 0 has 15 values and then 225 entries of vectors, and so on.
TEST_F(SpectrumFileTest, WithNumbersThatAreNotFiniteIsRefused) {
  const std::size_t numbers = (bytes().size() - headSize) / 8;
  const std::string good = bytes();
  for (std::size_t i = 0; i < numbers; ++i)
    for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
      SCOPED_TRACE(i);
      expectRefused(withNumber(i, bad));
      std::ofstream(spectrumFile(folder_.path(), laplacian_), std::ios::binary) << good;
      if (HasFailure()) return;
    }
}

TEST_F(SpectrumFileTest, WithAnyNumberChangedIsRefused) {
  const std::size_t numbers = (bytes().size() - headSize) / 8;
  const std::string good = bytes();
  for (std::size_t i = 0; i < numbers; ++i) {
    SCOPED_TRACE(i);
    expectRefused(withNumber(i, number(i) + 0.01));
    std::ofstream(spectrumFile(folder_.path(), laplacian_), std::ios::binary) << good;
    if (HasFailure()) return;
  }
}

TEST_F(SpectrumFileTest, IsReplacedWhole) {
  Spectrum other = spectrum_;
  for (Spectrum::Block& block : other.blocks)
    for (double& value : block.vectors) value = -value;
  ASSERT_TRUE(writeSpectrum(other, laplacian_, folder_.path()).has_value());
  EXPECT_EQ(readSpectrum(laplacian_, folder_.path()).value().blocks[0].vectors, other.blocks[0].vectors);
  EXPECT_EQ(folder_.fileCount(), 1u);
}

TEST(SpectrumTest, AFolderThatCannotBeMadeIsAnError) {
  const TemporaryFolder folder;
  const std::string file = folder.write("file", "x");
  const Laplacian laplacian(pieces(), LaplacianKind::Symmetric);
  EXPECT_FALSE(writeSpectrum(spectrumOf(laplacian), laplacian, file + "/below").has_value());
}

TEST(SpectrumTest, RowsDiagonalAndTraceAreThoseOfTheLaplacian) {
  const auto same = [](double lambda) { return lambda; };
  for (const LaplacianKind kind : bothLaplacians) {
    const Laplacian laplacian = testing::randomlyWeighted(pieces(), kind, 4);
    const Spectrum spectrum = spectrumOf(laplacian);
    const std::vector<double> dense = laplacian.dense(), diagonal = spectrum.diagonal(same);
    double trace = 0;
    for (NodeId u = 0; u < 24; ++u) {
      const std::vector<double> row = spectrum.row(u, same);
      for (std::size_t v = 0; v < 24; ++v) EXPECT_NEAR(row[v], dense[u * 24 + v], 1e-12);
      EXPECT_NEAR(diagonal[u], dense[u * 24 + u], 1e-12);
      trace += dense[u * 24 + u];
    }
    EXPECT_NEAR(spectrum.trace(same), trace, 1e-11);
    const std::vector<double> values = spectrum.values();
    EXPECT_EQ(values.size(), 24u);
    EXPECT_TRUE(std::is_sorted(values.begin(), values.end()));
    EXPECT_EQ(spectrum.bytes(), spectrumBytes(laplacian.graph()));
  }
}

}  // namespace
}  // namespace sispde
