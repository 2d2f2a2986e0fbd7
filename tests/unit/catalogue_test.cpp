#include "core/io/catalogue.h"

#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace sispde {
namespace {

using Json = nlohmann::json;

Json validEntry() {
  return {{"name", "tiny_set"},
          {"title", "Tiny"},
          {"inPaper", true},
          {"nodes", 3},
          {"edges", 2},
          {"classes", 2},
          {"features", 0},
          {"licence", "MIT"},
          {"page", "https://example.org/tiny"},
          {"format", "heterophilous"},
          {"content", std::string(64, 'a')},
          {"files", {{{"name", "tiny_set.npz"}, {"url", "https://example.org/tiny.npz"}, {"bytes", 7}}}}};
}

Result<std::vector<CatalogueEntry>> parse(const Json& entry) {
  return parseCatalogue(Json{{"datasets", {entry}}}.dump());
}

// The sentence of the error that `change` causes; empty if there is none.
template <class Change>
std::string errorAfter(Change change) {
  Json entry = validEntry();
  change(entry);
  const auto parsed = parse(entry);
  return parsed ? "" : parsed.error().sentence();
}

TEST(Catalogue, HoldsTheEightSetsOfThePaper) {
  std::set<std::string> names;
  for (const CatalogueEntry& entry : catalogue())
    if (entry.inPaper) names.insert(entry.name);
  EXPECT_EQ(names, (std::set<std::string>{"cora", "citeseer", "pubmed", "roman_empire", "amazon_ratings",
                                          "minesweeper", "tolokers", "questions"}));
}

TEST(Catalogue, ProtectsEverySetByContentOrDigests) {
  for (const CatalogueEntry& entry : catalogue()) EXPECT_TRUE(entry.isVerifiable()) << entry.name;
}

TEST(Catalogue, DownloadsOverHttpsAlone) {
  for (const CatalogueEntry& entry : catalogue())
    for (const CatalogueFile& file : entry.files) EXPECT_TRUE(file.url.starts_with("https://")) << file.url;
}

TEST(Catalogue, ListsTheEightFilesOfEveryPlanetoidSet) {
  for (const CatalogueEntry& entry : catalogue())
    EXPECT_TRUE(entry.format != "planetoid" || entry.files.size() == 8) << entry.name;
}

TEST(Catalogue, StoresSingleArchivesUnderTheNameOfTheSet) {
  for (const CatalogueEntry& entry : catalogue())
    EXPECT_TRUE(entry.files.size() != 1 || entry.files.front().name == entry.name + ".npz") << entry.name;
}

TEST(Catalogue, FindsANameInAnyCaseAndWithHyphens) {
  ASSERT_NE(findEntry("Roman-Empire"), nullptr);
  EXPECT_EQ(findEntry("Roman-Empire")->nodes, 22662);
}

TEST(Catalogue, DoesNotFindAnUnknownName) {
  EXPECT_EQ(findEntry("cor"), nullptr);
}

TEST(Catalogue, ReadsEveryField) {
  const auto parsed = parse(validEntry());
  ASSERT_TRUE(parsed) << parsed.error().sentence();
  const CatalogueEntry& entry = parsed->front();
  EXPECT_EQ(entry.name, "tiny_set");
  EXPECT_TRUE(entry.inPaper);
  EXPECT_EQ(entry.edges, 2);
  EXPECT_EQ(entry.content, std::string(64, 'a'));
  EXPECT_EQ(entry.files.front().bytes, 7u);
}

TEST(Catalogue, RefusesTextThatIsNotJson) {
  EXPECT_FALSE(parseCatalogue("{\"datasets\": ["));
}

TEST(Catalogue, NamesAMissingKey) {
  EXPECT_NE(errorAfter([](Json& entry) { entry.erase("nodes"); }).find("datasets[0].nodes"),
            std::string::npos);
}

TEST(Catalogue, NamesAnUnknownKey) {
  EXPECT_NE(errorAfter([](Json& entry) { entry["notes"] = ""; }).find("datasets[0].notes"),
            std::string::npos);
}

TEST(Catalogue, RefusesANegativeSize) {
  EXPECT_NE(errorAfter([](Json& entry) { entry["nodes"] = -1; }), "");
}

TEST(Catalogue, RefusesADigestThatIsTooShort) {
  EXPECT_NE(errorAfter([](Json& entry) { entry["files"][0]["sha256"] = "abc"; }).find("files[0].sha256"),
            std::string::npos);
}

TEST(Catalogue, RefusesAFileNameThatLeavesTheFolder) {
  EXPECT_NE(errorAfter([](Json& entry) { entry["files"][0]["name"] = "../tiny.npz"; }), "");
}

TEST(Catalogue, RefusesASetNameThatLeavesTheFolder) {
  EXPECT_NE(errorAfter([](Json& entry) { entry["name"] = "../tiny"; }), "");
}

TEST(Catalogue, RefusesAnAddressOfAnotherProtocol) {
  EXPECT_NE(errorAfter([](Json& entry) { entry["files"][0]["url"] = "file:///etc/passwd"; }), "");
}

TEST(Catalogue, RefusesTheSameNameTwice) {
  EXPECT_FALSE(parseCatalogue(Json{{"datasets", {validEntry(), validEntry()}}}.dump()));
}

TEST(Catalogue, IsNotVerifiableWithOneUnprotectedFile) {
  CatalogueEntry entry;
  entry.files = {{"a", "https://a", std::string(64, 'a'), "", 0}, {"b", "https://b", "", "", 0}};
  EXPECT_FALSE(entry.isVerifiable());
}

}  // namespace
}  // namespace sispde
