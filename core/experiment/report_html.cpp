// The report as one HTML page that needs nothing else: no script, no font, no network.

#include <fmt/format.h>

#include "core/experiment/report_document.h"
#include "core/experiment/report_style.h"
#include "core/experiment/report_svg.h"
#include "core/experiment/report_text.h"

namespace sispde {
namespace {

// `code` becomes an element.
std::string marked(const std::string& text) {
  std::string made;
  bool inside = false;
  for (const char c : xmlText(text)) {
    if (c != '`') {
      made += c;
      continue;
    }
    made += inside ? "</code>" : "<code>";
    inside = !inside;
  }
  return inside ? made + "</code>" : made;
}

struct Writer {
  std::string cellsLink, text{}, contents{};
  int sections = 0;

  void operator()(const ReportHeading& heading) {
    std::string id;
    if (heading.level == 2) {
      id = fmt::format(" id=\"s{}\"", ++sections);
      contents += fmt::format("<a href=\"#s{}\">{}</a>\n", sections, marked(heading.text));
    }
    text += fmt::format("<h{0}{1}>{2}</h{0}>\n", heading.level, id, marked(heading.text));
  }
  void operator()(const ReportParagraph& paragraph) { text += "<p>" + marked(paragraph.text) + "</p>\n"; }
  void operator()(const ReportList& list) {
    text += "<ul>\n";
    for (const std::string& item : list.items) text += "<li>" + marked(item) + "</li>\n";
    text += "</ul>\n";
  }
  void operator()(const ReportFigure& figure) {
    text += "<figure>\n" + figure.svg + "<figcaption>" + marked(figure.caption) + " <a href=\"" +
            figure.name + ".svg\">SVG</a></figcaption>\n</figure>\n";
  }
  void operator()(const ReportTable& table) {
    text += "<div class=\"table\"><table>\n<caption>" + marked(table.caption) + "</caption>\n<thead>\n";
    const std::vector<bool> starts = groupStarts(table);
    if (!table.groups.empty()) {
      text += "<tr>";
      for (const ReportColumns& group : table.groups)
        text += fmt::format("<th class=\"group{}\" colspan=\"{}\">{}</th>",
                            group.title.empty() ? "" : " first", group.span, marked(group.title));
      text += table.traced ? "<th></th></tr>\n" : "</tr>\n";
    }
    text += "<tr>";
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      text += "<th" + classOf(table, i, starts) + ">" + marked(table.columns[i]) + "</th>";
    text += table.traced ? "<th class=\"word\">cells</th></tr>\n" : "</tr>\n";
    text += "</thead>\n<tbody>\n";
    for (const ReportRow& row : table.rows) {
      text += "<tr>";
      for (std::size_t i = 0; i < row.entries.size(); ++i)
        entry(row.entries[i], classOf(table, i, starts, &row.entries[i]));
      if (table.traced) text += "<td>" + links(keysOf(row)) + "</td>";
      text += "</tr>\n";
    }
    text += "</tbody>\n</table></div>\n";
  }

  static std::vector<bool> groupStarts(const ReportTable& table) {
    std::vector<bool> starts(table.columns.size(), false);
    std::size_t at = 0;
    for (const ReportColumns& group : table.groups) {
      if (!group.title.empty() && at < starts.size()) starts[at] = true;
      at += static_cast<std::size_t>(group.span);
    }
    return starts;
  }
  static std::string classOf(const ReportTable& table, std::size_t column, const std::vector<bool>& starts,
                             const ReportEntry* entry = nullptr) {
    std::string classes;
    if (static_cast<int>(column) < table.words) classes = "word";
    if (starts[column]) classes += classes.empty() ? "first" : " first";
    constexpr std::size_t longText = 48;
    if (entry != nullptr && !classes.empty() && entry->text.size() > longText) classes += " long";
    return classes.empty() ? "" : " class=\"" + classes + "\"";
  }
  void entry(const ReportEntry& entry, const std::string& classes) {
    text += "<td" + classes;
    if (!entry.keys.empty()) text += " title=\"" + xmlText(joined(compactKeys(entry.keys), "  ")) + "\"";
    text += entry.strong ? "><b>" + marked(entry.text) + "</b>" : ">" + marked(entry.text);
    for (const std::string& line : entry.below) text += "<small>" + marked(line) + "</small>";
    text += "</td>";
  }
  std::string links(const std::vector<std::string>& keys) const {
    if (keys.empty()) return "";
    std::string made = "<details><summary>" + counted(keys.size(), "cell") + "</summary>";
    for (const std::string& key : keys)
      made += "<a href=\"" + xmlText(cellsLink) + "/" + xmlText(key) + ".json\">" + xmlText(key) + "</a>";
    return made + "</details>";
  }
};

}  // namespace

std::string htmlOf(const Report& report, const std::string& cellsLink) {
  Writer writer{cellsLink};
  for (const ReportBlock& block : report.blocks) std::visit(writer, block);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, "
      "initial-scale=1\">\n<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n"
      "<main>\n<h1>{0}</h1>\n<nav>\n{2}</nav>\n{3}</main>\n</body>\n</html>\n",
      xmlText(report.title), reportStyle, writer.contents, writer.text);
}

}  // namespace sispde
