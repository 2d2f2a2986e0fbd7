#pragma once
// A report before it is written: headings, paragraphs, lists, tables and figures, made once and written as Markdown and as HTML, and
// the tables' numbers as CSV. In texts `…` marks code; everything else is taken as it is.

#include <string>
#include <variant>
#include <vector>

#include "core/io/csv.h"

namespace sispde {

struct ReportHeading {
  int level = 2;
  std::string text;
};
struct ReportParagraph {
  std::string text;
};
struct ReportList {
  std::vector<std::string> items;
};

struct ReportEntry {
  std::string text;
  std::vector<std::string> below{};  // quiet lines under it: the published value, the shuffled twin
  std::vector<std::string> keys{};   // of the cells behind the number
  bool strong = false;
  ReportEntry(std::string words) : text(std::move(words)) {}
  ReportEntry(const char* words) : text(words) {}
};
struct ReportRow {
  std::vector<ReportEntry> entries;
  std::vector<std::string> keys{};  // of all cells behind the row; empty: those of its entries
};
struct ReportColumns {
  std::string title;
  int span = 1;
};
struct ReportTable {
  std::string caption;
  std::vector<ReportColumns> groups{};  // a line above the columns' titles; may be empty
  std::vector<std::string> columns;
  std::vector<ReportRow> rows;
  int words = 1;       // so many columns at the left hold words, the others numbers
  bool traced = true;  // a last column names the cells behind each row
};
struct ReportFigure {
  std::string name;  // of the file NAME.svg
  std::string caption, svg;
};
using ReportBlock = std::variant<ReportHeading, ReportParagraph, ReportList, ReportTable, ReportFigure>;

struct Report {
  std::string title;
  std::vector<ReportBlock> blocks;
  std::vector<CsvTable> tables;

  void heading(std::string text, int level = 2) { blocks.push_back(ReportHeading{level, std::move(text)}); }
  void paragraph(std::string text) { blocks.push_back(ReportParagraph{std::move(text)}); }
  void list(std::vector<std::string> items) { blocks.push_back(ReportList{std::move(items)}); }
};

// All keys behind a row, once each and in order.
std::vector<std::string> keysOf(const ReportRow& row);

// `cellsLink`: path from the report to the folder of the cells, "../cells".
std::string markdownOf(const Report& report);
std::string htmlOf(const Report& report, const std::string& cellsLink);

}  // namespace sispde
