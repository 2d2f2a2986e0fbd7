#include "app/studio/live/node_search.h"

#include <gtest/gtest.h>

#include "tests/unit/small_graphs.h"

namespace sispde::studio {
namespace {

std::vector<std::string> wordsOf(const std::vector<SearchHit>& hits) {
  std::vector<std::string> words;
  for (const SearchHit& hit : hits) words.push_back(hit.words);
  return words;
}
using Words = std::vector<std::string>;

Document star(NodeId leaves) {
  Document document;
  document.data.graph = testing::starGraph(leaves);
  for (NodeId u = 0; u <= leaves; ++u) document.data.labels.push_back(u % 3);
  return document;
}

TEST(NodeSearchTest, ANumberIsANodeAndThenAClassWithoutAName) {
  const Document document = star(30);
  EXPECT_EQ(wordsOf(searchNodes(document, " 2 ", 8)), (Words{"node 2", "class 2"}));
  EXPECT_EQ(wordsOf(searchNodes(document, "Class 2", 8)), (Words{"class 2"}));
  EXPECT_EQ(wordsOf(searchNodes(document, "node 2", 8)), (Words{"node 2"}));
  EXPECT_EQ(wordsOf(searchNodes(document, "class ", 8)), (Words{"class 0", "class 1", "class 2"}));
  EXPECT_TRUE(searchNodes(document, "31", 8).empty());
  EXPECT_TRUE(searchNodes(document, "-1", 8).empty());
  EXPECT_TRUE(searchNodes(document, "", 8).empty());
}

TEST(NodeSearchTest, ExactNamesComeBeforeThoseThatBeginSo) {
  Document document = star(4);
  document.data.nodeNames = {"Annabel", "anna", "Bob", "ANNA-2", "3"};
  document.data.classNames = {"animals", "bob", "cars"};
  EXPECT_EQ(wordsOf(searchNodes(document, "ANNA", 8)), (Words{"node anna", "node Annabel", "node ANNA-2"}));
  EXPECT_EQ(wordsOf(searchNodes(document, "an", 8)),
            (Words{"node Annabel", "node anna", "node ANNA-2", "class animals"}));
  EXPECT_EQ(wordsOf(searchNodes(document, "bob", 8)), (Words{"node Bob", "class bob"}));
  EXPECT_EQ(wordsOf(searchNodes(document, "class b", 8)), (Words{"class bob"}));
  // Its id first, then its number.
  EXPECT_EQ(wordsOf(searchNodes(document, "3", 8)), (Words{"node 3", "node ANNA-2"}));
  EXPECT_EQ(searchNodes(document, "an", 2).size(), 2u);
}

TEST(NodeSearchTest, SurroundingsReachFartherWhereNeighboursAreFew) {
  const Document document = star(30);
  EXPECT_EQ(surroundings(document.data.graph, 0).size(), 31u);
  EXPECT_EQ(surroundings(document.data.graph, 7).size(), 31u);  // by the hub
  EXPECT_EQ(surroundings(star(1000).data.graph, 0).size(), 200u);
  EXPECT_EQ(nodesOfClass(document, 1).size(), 10u);
}

}  // namespace
}  // namespace sispde::studio
