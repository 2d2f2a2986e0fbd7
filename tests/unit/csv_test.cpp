#include <gtest/gtest.h>

#include "core/io/csv.h"

namespace sispde {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Result<Rows> rowsOf(const std::string& text) {
  SISPDE_TRY(CsvReader csv, CsvReader::open(text, "t.csv"));
  Rows rows;
  while (true) {
    SISPDE_TRY(const bool more, csv.next());
    if (!more) return rows;
    rows.emplace_back(csv.cells().begin(), csv.cells().end());
  }
}

std::string problem(const std::string& text) {
  const auto rows = rowsOf(text);
  return rows ? "" : rows.error().sentence();
}

TEST(CsvTest, SeparatorsAreDetected) {
  const Rows expected{{"a", "b"}, {"1", "2"}};
  for (const char* text :
       {"a,b\n1,2\n", "a\tb\n1\t2\n", "a;b\n1;2", "a|b\n1|2\n", "a b\n1   2 \n", " a\tb \n1\t2\n"})
    EXPECT_EQ(rowsOf(text).value(), expected) << text;
}

TEST(CsvTest, QuotedCellsMayHoldSeparatorsQuotesAndLines) {
  EXPECT_EQ(rowsOf("\"a,1\",\"say \"\"hi\"\"\"\n\"two\nlines\",x\n").value(),
            (Rows{{"a,1", "say \"hi\""}, {"two\nlines", "x"}}));
  EXPECT_EQ(rowsOf("\"a b\" c\nd \"e\"\n").value(), (Rows{{"a b", "c"}, {"d", "e"}}));
}

TEST(CsvTest, CrlfByteOrderMarkBlankLinesAndCommentsAreUnderstood) {
  EXPECT_EQ(rowsOf("\xEF\xBB\xBF# SNAP\r\n% konect\r\n\r\na,b\r\n\r\n1,2\r\n").value(),
            (Rows{{"a", "b"}, {"1", "2"}}));
}

TEST(CsvTest, EmptyCellsAreKept) {
  EXPECT_EQ(rowsOf("a,b,c\n,,\n1,,3\n").value(), (Rows{{"a", "b", "c"}, {"", "", ""}, {"1", "", "3"}}));
}

TEST(CsvTest, LinesAreCountedThroughQuotedCells) {
  CsvReader csv = CsvReader::open("a,b\n\"x\ny\",1\n2,3\n", "t").value();
  for (const std::int64_t line : {1, 2, 4}) {
    ASSERT_TRUE(csv.next().value());
    EXPECT_EQ(csv.line(), line);
  }
  EXPECT_FALSE(csv.next().value());
}

TEST(CsvTest, ARaggedRowIsRefusedWithItsLine) {
  EXPECT_EQ(problem("a,b\n1,2\n3\n"), "t.csv:3: The row has 1 cells where the first row has 2.");
  EXPECT_EQ(problem("a,b\n1,2,3\n"), "t.csv:2: The row has 3 cells where the first row has 2.");
}

TEST(CsvTest, DamagedTextIsRefused) {
  EXPECT_EQ(problem(""), "t.csv: The file is empty.");
  EXPECT_EQ(problem("\xEF\xBB\xBF\n\n# nothing\n"), "t.csv: The file is empty.");
  EXPECT_EQ(problem("a,b\n1,\xFF\n"), "t.csv:2: The text is not UTF-8.");
  EXPECT_EQ(problem(std::string("a,b\n1,\0\n", 8)),
            "t.csv:2: The file holds a NUL byte; this is not a text file.");
  EXPECT_NE(problem("\xFF\xFE"
                    "a")
                .find("UTF-16"),
            std::string::npos);
  EXPECT_NE(problem("a,\"b\n").find("never closed"), std::string::npos);
  EXPECT_NE(problem("a,\"b\"c\n").find("follows a closing"), std::string::npos);
}

}  // namespace
}  // namespace sispde
