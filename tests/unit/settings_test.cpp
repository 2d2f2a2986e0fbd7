#include "app/studio/workspace/settings.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include <gtest/gtest.h>

#include "app/common/user_folders.h"
#include "core/base/file.h"
#include "tests/unit/temporary_folder.h"

namespace sispde::studio {
namespace {

using sispde::testing::TemporaryFolder;

constexpr const char* head = R"({"format": "sispde settings", "version": 1)";

Settings someSettings() {
  return {.dark = false,
          .fontScale = 1.25,
          .reduceMotion = true,
          .recent = {"/data/cora.npz", "grid:30x30", "karate"},
          .autosave = false,
          .keepEigenpairs = true,
          .keys = {{"Open…", "Ctrl+O"}, {"Undo", "Ctrl+Z"}},
          .presets = {{"mine", {.kind = KernelKind::Heat, .nu = 2.5, .kappa = 7}}, {"ν ½", {}}},
          .window = {1720, 930, true}};
}

TEST(SettingsTest, ComeBackEqual) {
  const TemporaryFolder folder;
  const std::string path = folder.file("new/folder/settings.json");
  ASSERT_TRUE(saveSettings(path, someSettings()));
  const LoadedSettings loaded = loadSettings(path);
  EXPECT_EQ(loaded.settings, someSettings());
  EXPECT_EQ(loaded.trouble, "");
  EXPECT_EQ(folder.fileCount(), 3u);  // two folders and the file
}

TEST(SettingsTest, AMissingFileGivesTheDefaultsWithoutAWord) {
  const TemporaryFolder folder;
  for (const std::string& path : {folder.file("none.json"), folder.file("none/none.json"), std::string()}) {
    EXPECT_EQ(loadSettings(path).settings, Settings{});
    EXPECT_EQ(loadSettings(path).trouble, "");
  }
  EXPECT_TRUE(saveSettings("", someSettings()));
}

TEST(SettingsTest, MissingKeysTakeTheDefaultAndUnknownOnesAreIgnored) {
  const TemporaryFolder folder;
  const LoadedSettings loaded = loadSettings(
      folder.write("settings.json", std::string(head) + R"(, "dark": false, "future": {"x": [1]}})"));
  EXPECT_EQ(loaded.trouble, "");
  EXPECT_EQ(loaded.settings, Settings{.dark = false});
}

TEST(SettingsTest, ABrokenFileIsKeptAside) {
  const TemporaryFolder folder;
  const std::string path = folder.write("settings.json", "{\"dark\": fal");
  const LoadedSettings loaded = loadSettings(path);
  EXPECT_EQ(loaded.settings, Settings{});
  EXPECT_NE(loaded.trouble.find(path + ".broken"), std::string::npos) << loaded.trouble;
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_EQ(readFile(path + ".broken").value(), "{\"dark\": fal");

  folder.write("settings.json", "second");
  EXPECT_NE(loadSettings(path).trouble, "");
  EXPECT_EQ(readFile(path + ".broken").value(), "{\"dark\": fal");
  EXPECT_EQ(readFile(path + ".broken-2").value(), "second");
}

TEST(SettingsTest, SavingKeepsAFileThatBecameBrokenMeanwhile) {
  const TemporaryFolder folder;
  const std::string path = folder.write("settings.json", "edited by hand");
  ASSERT_TRUE(saveSettings(path, someSettings()));
  EXPECT_EQ(loadSettings(path).settings, someSettings());
  EXPECT_EQ(readFile(path + ".broken").value(), "edited by hand");
  ASSERT_TRUE(saveSettings(path, Settings{}));  // one that is not broken is replaced
  EXPECT_EQ(folder.fileCount(), 2u);
}

TEST(SettingsTest, AFolderInPlaceOfTheFileIsLeftAlone) {
  const TemporaryFolder folder;
  EXPECT_NE(loadSettings(folder.path()).trouble, "");
  EXPECT_FALSE(saveSettings(folder.path(), Settings{}));
  EXPECT_TRUE(std::filesystem::is_directory(folder.path()));
}

TEST(SettingsTest, EachBadValueIsToldByItsKey) {
  const std::pair<const char*, const char*> cases[] = {{R"("dark": 1)", "dark"},
                                                       {R"("font_scale": 0.5)", "font_scale"},
                                                       {R"("font_scale": 2.5)", "font_scale"},
                                                       {R"("font_scale": "1")", "font_scale"},
                                                       {R"("reduce_motion": null)", "reduce_motion"},
                                                       {R"("autosave": "yes")", "autosave"},
                                                       {R"("keep_eigenpairs": 1)", "keep_eigenpairs"},
                                                       {R"("recent": "karate")", "recent"},
                                                       {R"("recent": ["karate", 3])", "recent[1]"},
                                                       {R"("keys": [])", "keys"},
                                                       {R"("keys": {"Undo": 7})", "keys.Undo"},
                                                       {R"("window": [])", "window"},
                                                       {R"("window": {"width": 100})", "window.width"},
                                                       {R"("window": {"height": 99999})", "window.height"},
                                                       {R"("window": {"maximised": 1})", "window.maximised"},
                                                       {R"("version": 2)", "version"},
                                                       {R"("format": "else")", "format"}};
  for (const auto& [member, key] : cases) {
    const TemporaryFolder folder;
    const std::string path = folder.write("settings.json", std::string(head) + ", " + member + "}");
    const LoadedSettings loaded = loadSettings(path);
    EXPECT_EQ(loaded.settings, Settings{}) << member;
    EXPECT_TRUE(loaded.trouble.starts_with(path + ": " + key + ": ")) << loaded.trouble;
  }
}

TEST(SettingsTest, WhatCouldNotBeReadBackIsRefused) {
  const TemporaryFolder folder;
  const std::string path = folder.file("settings.json");
  ASSERT_TRUE(saveSettings(path, someSettings()));
  const Settings bad[] = {{.fontScale = 3},
                          {.fontScale = std::nan("")},
                          {.recent = {"relative/path"}},
                          {.recent = {"karate", "karate"}},
                          {.recent = std::vector<std::string>(13, "/a")},
                          {.keys = {{"Open", "\xFF"}}},
                          {.window = {1280, 0}},
                          {.window = {20000, 800}}};
  for (const Settings& settings : bad) EXPECT_FALSE(saveSettings(path, settings));
  EXPECT_EQ(loadSettings(path).settings, someSettings());
}

TEST(SettingsTest, RecentOnesAreNewestFirstAndNoneTwice) {
  Settings settings;
  for (const char* data : {"/a", "karate", "/b", "/a"}) EXPECT_TRUE(addRecent(settings, data));
  EXPECT_EQ(settings.recent, (std::vector<std::string>{"/a", "/b", "karate"}));
}

TEST(SettingsTest, RecentOnesAreTwelveAtMost) {
  Settings settings;
  for (int i = 0; i < 20; ++i) addRecent(settings, "/" + std::to_string(i));
  ASSERT_EQ(settings.recent.size(), 12u);
  EXPECT_EQ(settings.recent.front(), "/19");
  EXPECT_EQ(settings.recent.back(), "/8");
}

TEST(SettingsTest, RecentOnesAreAbsolutePathsAndGeneratorsAlone) {
  Settings settings;
  for (const char* data : {"", "cora.npz", "../x", "~/x", "no such generator:3", "/\xFF"})
    EXPECT_FALSE(addRecent(settings, data)) << data;
  EXPECT_TRUE(settings.recent.empty());
}

TEST(SettingsTest, ARecentEntryThatMeansNothingIsLeftOutOfAFile) {
  const TemporaryFolder folder;
  const LoadedSettings loaded = loadSettings(folder.write(
      "settings.json", std::string(head) + R"(, "recent": ["/a", "old_generator:3", "karate", "/a"]})"));
  EXPECT_EQ(loaded.trouble, "");
  EXPECT_EQ(loaded.settings.recent, (std::vector<std::string>{"/a", "karate"}));
}

// Sets a variable of the environment, or removes it, until the end of the test.
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
  void set(const char* value) {
    if (value != nullptr)
      ::setenv(name_, value, 1);
    else
      ::unsetenv(name_);
  }
  const char* name_;
  std::optional<std::string> old_;
};

struct Environment {
  Variable home, config, data, state, cache;
  Environment(const char* homeValue, const char* others)
      : home("HOME", homeValue),
        config("XDG_CONFIG_HOME", others),
        data("XDG_DATA_HOME", others),
        state("XDG_STATE_HOME", others),
        cache("XDG_CACHE_HOME", others) {}
};

TEST(UserFoldersTest, AreInsideHomeWhereNoVariableSaysOtherwise) {
  for (const char* ignored : {static_cast<const char*>(nullptr), "", "relative/folder"}) {
    const Environment environment("/home/ada", ignored);
    const UserFolders folders = userFolders();
    EXPECT_EQ(folders.config, "/home/ada/.config/sispde");
    EXPECT_EQ(folders.data, "/home/ada/.local/share/sispde");
    EXPECT_EQ(folders.state, "/home/ada/.local/state/sispde");
    EXPECT_EQ(folders.cache, "/home/ada/.cache/sispde");
    EXPECT_EQ(eigenpairsFolder(folders), "/home/ada/.cache/sispde/spectra");
  }
}

TEST(UserFoldersTest, FollowTheVariables) {
  const Environment environment(nullptr, nullptr);
  const Variable config("XDG_CONFIG_HOME", "/c"), data("XDG_DATA_HOME", "/d"), state("XDG_STATE_HOME", "/s"),
      cache("XDG_CACHE_HOME", "/k");
  const UserFolders folders = userFolders();
  EXPECT_EQ(folders.config, "/c/sispde");
  EXPECT_EQ(folders.data, "/d/sispde");
  EXPECT_EQ(folders.state, "/s/sispde");
  EXPECT_EQ(folders.cache, "/k/sispde");
}

TEST(UserFoldersTest, AreEmptyWithoutAHome) {
  for (const char* home : {static_cast<const char*>(nullptr), "", "not/absolute"}) {
    const Environment environment(home, nullptr);
    const UserFolders folders = userFolders();
    EXPECT_EQ(folders.config + folders.data + folders.state + folders.cache, "");
  }
}

TEST(UserFoldersTest, DocumentsAreWhereTheDesktopSays) {
  const TemporaryFolder folder;
  const Environment environment(folder.path().c_str(), nullptr);
  const auto make = [&](const char* name) { std::filesystem::create_directories(folder.file(name)); };
  EXPECT_EQ(documentsFolder(), folder.path());
  make("Documents");
  EXPECT_EQ(documentsFolder(), folder.file("Documents"));
  make(".config");
  folder.write(".config/user-dirs.dirs",
               "# comment\nXDG_DESKTOP_DIR=\"$HOME/Desktop\"\nXDG_DOCUMENTS_DIR=\"$HOME/Dokumente\"\n");
  EXPECT_EQ(documentsFolder(), folder.file("Documents"));  // the other one is not there
  make("Dokumente");
  EXPECT_EQ(documentsFolder(), folder.file("Dokumente"));
  make("far");
  folder.write(".config/user-dirs.dirs", "XDG_DOCUMENTS_DIR=\"" + folder.file("far") + "\"\n");
  EXPECT_EQ(documentsFolder(), folder.file("far"));
}

TEST(UserFoldersTest, WithoutAHomeThereAreNoDocuments) {
  const Environment environment(nullptr, nullptr);
  EXPECT_EQ(documentsFolder(), "");
}

}  // namespace
}  // namespace sispde::studio
