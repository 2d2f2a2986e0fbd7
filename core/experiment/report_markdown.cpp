// The report as Markdown, and its tables as CSV.

#include <algorithm>

#include <fmt/format.h>

#include "core/experiment/report_document.h"
#include "core/experiment/report_text.h"

namespace sispde {
namespace {

// A cell of a Markdown table is one line without bars.
std::string cellText(std::string text) {
  for (std::size_t at = 0; (at = text.find_first_of("|\n", at)) != std::string::npos; at += 2)
    text.replace(at, 1, text[at] == '|' ? "\\|" : "  ");
  return text;
}

std::string entryText(const ReportEntry& entry) {
  std::string text = entry.strong ? "**" + cellText(entry.text) + "**" : cellText(entry.text);
  for (const std::string& line : entry.below) text += "<br>" + cellText(line);
  return text;
}

std::string rowText(const std::vector<std::string>& cells) {
  return "| " + joined(cells, " | ") + " |\n";
}

// Markdown knows one line of titles: the groups go into it.
std::vector<std::string> titles(const ReportTable& table) {
  std::vector<std::string> made;
  std::size_t group = 0;
  int left = table.groups.empty() ? 0 : table.groups.front().span;
  for (const std::string& column : table.columns) {
    if (left == 0 && group + 1 < table.groups.size()) left = table.groups[++group].span;
    const std::string above = left > 0 ? table.groups[group].title : "";
    left = std::max(0, left - 1);
    made.push_back(above.empty() ? column : fmt::format("{} {}", above, column));
  }
  if (table.traced) made.emplace_back("cells");
  return made;
}

struct Writer {
  std::string text;

  void operator()(const ReportHeading& heading) {
    text += std::string(heading.level, '#') + " " + heading.text + "\n\n";
  }
  void operator()(const ReportParagraph& paragraph) { text += paragraph.text + "\n\n"; }
  void operator()(const ReportList& list) {
    for (const std::string& item : list.items) text += "- " + item + "\n";
    text += "\n";
  }
  void operator()(const ReportTable& table) {
    const std::vector<std::string> head = titles(table);
    std::vector<std::string> rule;
    for (std::size_t i = 0; i < head.size(); ++i)
      rule.emplace_back(static_cast<int>(i) < table.words || (table.traced && i + 1 == head.size()) ? "---"
                                                                                                    : "---:");
    text += "**" + table.caption + "**\n\n" + rowText(head) + rowText(rule);
    for (const ReportRow& row : table.rows) {
      std::vector<std::string> cells;
      for (const ReportEntry& entry : row.entries) cells.push_back(entryText(entry));
      if (table.traced) {
        const std::vector<std::string> keys = compactKeys(keysOf(row));
        cells.push_back(keys.empty() ? "" : "`" + joined(keys, "` `") + "`");
      }
      text += rowText(cells);
    }
    text += "\n";
  }
  void operator()(const ReportFigure& figure) {
    text += "![" + figure.caption + "](" + figure.name + ".svg)\n\n" + figure.caption + "\n\n";
  }
};

}  // namespace

std::vector<std::string> keysOf(const ReportRow& row) {
  if (!row.keys.empty()) return row.keys;
  std::vector<std::string> made;
  for (const ReportEntry& entry : row.entries)
    for (const std::string& key : entry.keys)
      if (std::find(made.begin(), made.end(), key) == made.end()) made.push_back(key);
  return made;
}

std::string markdownOf(const Report& report) {
  Writer writer{"# " + report.title + "\n\n"};
  for (const ReportBlock& block : report.blocks) std::visit(writer, block);
  while (writer.text.ends_with("\n\n")) writer.text.pop_back();
  return writer.text;
}

}  // namespace sispde
