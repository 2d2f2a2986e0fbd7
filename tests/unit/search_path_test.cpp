#include "core/io/search_path.h"

#include <cstdlib>
#include <filesystem>
#include <optional>

#include <gtest/gtest.h>

#include "tests/unit/temporary_folder.h"

namespace sispde {
namespace {

namespace fs = std::filesystem;
using testing::TemporaryFolder;

// Sets an environment variable (or unsets it, for null) while it lives.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    set(value);
  }
  ~Variable() { set(old_ ? old_->c_str() : nullptr); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  void set(const char* value) { value ? ::setenv(name_, value, 1) : ::unsetenv(name_); }
  const char* name_;
  std::optional<std::string> old_;
};

class SearchPath : public ::testing::Test {
 protected:
  void make(const std::string& name) { folder_.write(name, "x"); }
  std::optional<std::string> find(const std::string& name) { return findDataset(name, {folder_.path()}); }

  TemporaryFolder folder_;
};

TEST_F(SearchPath, AsksOptionThenEnvironmentThenProgramThenUser) {
  const Variable data("SISPDE_DATA", "/a:/b");
  const Variable home("XDG_DATA_HOME", "/user");
  const std::string beside = (fs::read_symlink("/proc/self/exe").parent_path() / "datasets").string();
  EXPECT_EQ(dataFolders("/option"),
            (std::vector<std::string>{"/option", "/a", "/b", beside, "/user/sispde/datasets"}));
}

TEST_F(SearchPath, LeavesOutEmptyFolders) {
  const Variable data("SISPDE_DATA", "::/a:");
  const Variable home("XDG_DATA_HOME", "/user");
  const auto folders = dataFolders("");
  EXPECT_EQ(folders.size(), 3u);
  EXPECT_EQ(folders.front(), "/a");
}

TEST_F(SearchPath, TakesTheHomeFolderWithoutXdg) {
  const Variable data("XDG_DATA_HOME", nullptr);
  const Variable home("HOME", "/home/ada");
  EXPECT_EQ(userDataFolder(), "/home/ada/.local/share/sispde/datasets");
}

TEST_F(SearchPath, PassesOverARelativeXdgFolder) {
  const Variable data("XDG_DATA_HOME", "here");
  const Variable home("HOME", "/home/ada");
  EXPECT_EQ(userDataFolder(), "/home/ada/.local/share/sispde/datasets");
}

TEST_F(SearchPath, HasNoUserFolderWithoutAHome) {
  const Variable data("XDG_DATA_HOME", nullptr);
  const Variable home("HOME", nullptr);
  EXPECT_EQ(userDataFolder(), "");
}

TEST_F(SearchPath, FindsAnArchive) {
  EXPECT_EQ(find("cora"), std::nullopt);
  make("cora.npz");
  EXPECT_EQ(find("cora"), folder_.file("cora.npz"));
}

TEST_F(SearchPath, FindsAnArchiveInAFolderOfItsName) {
  make("cora/cora.npz");
  EXPECT_EQ(find("cora"), folder_.file("cora/cora.npz"));
}

TEST_F(SearchPath, FindsAPlanetoidFolder) {
  make("cora/ind.cora.graph");
  EXPECT_EQ(find("cora"), folder_.file("cora"));
}

TEST_F(SearchPath, FindsAFolderWithAnEdgeList) {
  make("cora/edges.tsv");
  EXPECT_EQ(find("cora"), folder_.file("cora"));
}

TEST_F(SearchPath, DoesNotTakeAFolderWithoutASet) {
  make("cora/notes.txt");
  EXPECT_EQ(find("cora"), std::nullopt);
}

TEST_F(SearchPath, DoesNotTakeAFolderForAnArchive) {
  fs::create_directories(folder_.file("cora.npz"));
  EXPECT_EQ(find("cora"), std::nullopt);
}

TEST_F(SearchPath, TakesTheArchiveBeforeOtherFormats) {
  for (const char* name : {"cora.csv", "cora.json", "cora/ind.cora.graph", "cora.npz"}) make(name);
  EXPECT_EQ(find("cora"), folder_.file("cora.npz"));
}

TEST_F(SearchPath, TakesGraphmlBeforeJsonBeforeCsvBeforeTsv) {
  for (const char* name : {"cora.tsv", "cora.csv", "cora.json", "cora.graphml"}) {
    make(name);
    EXPECT_EQ(find("cora"), folder_.file(name));
  }
}

TEST_F(SearchPath, TakesTheEarlierFolder) {
  const TemporaryFolder other;
  make("cora.csv");
  other.write("cora.npz", "x");
  EXPECT_EQ(findDataset("cora", {folder_.path(), other.path()}), folder_.file("cora.csv"));
}

TEST_F(SearchPath, FindsANameInOtherCaseAndWithHyphens) {
  make("amazon_computers.npz");
  EXPECT_EQ(find("Amazon-Computers"), folder_.file("amazon_computers.npz"));
}

TEST_F(SearchPath, PrefersTheExactName) {
  make("CORA.npz");
  make("cora.npz");
  EXPECT_EQ(find("cora"), folder_.file("cora.npz"));
}

TEST_F(SearchPath, NeverLeavesTheFolders) {
  make("inner/cora.npz");
  make("cora.npz");
  EXPECT_EQ(find("inner/cora"), std::nullopt);
  EXPECT_EQ(findDataset("../cora", {folder_.file("inner")}), std::nullopt);
  EXPECT_EQ(find(".."), std::nullopt);
  EXPECT_EQ(find(""), std::nullopt);
}

TEST_F(SearchPath, PassesOverFoldersThatDoNotExist) {
  make("cora.npz");
  EXPECT_EQ(findDataset("cora", {folder_.file("nowhere"), folder_.path()}), folder_.file("cora.npz"));
}

}  // namespace
}  // namespace sispde
