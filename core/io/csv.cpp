#include "core/io/csv.h"

#include <algorithm>

#include "core/base/text.h"

namespace sispde {

// How often `separator` stands outside quotes in each of the first lines; empty when the lines differ.
static std::size_t columnsBy(char separator, std::string_view text) {
  constexpr int lines = 10;
  std::size_t columns = 0;
  for (int line = 0; line < lines && !text.empty(); ++line) {
    std::size_t count = 0, at = 0;
    for (bool quotes = false; at < text.size() && (quotes || text[at] != '\n'); ++at) {
      if (text[at] == '"')
        quotes = !quotes;
      else
        count += text[at] == separator && !quotes;
    }
    if (at > 0 && text.substr(0, at) != "\r") {
      if (columns != 0 && count + 1 != columns) return 0;
      columns = count + 1;
    }
    text.remove_prefix(std::min(at + 1, text.size()));
  }
  return columns > 1 ? columns : 0;
}

char detectSeparator(std::string_view text) {
  if (columnsBy('\t', text) > 0) return '\t';
  char best = ' ';
  std::size_t most = 0;
  for (const char candidate : {',', ';', '|'})
    if (const std::size_t columns = columnsBy(candidate, text); columns > most) {
      most = columns;
      best = candidate;
    }
  if (most > 0) return best;
  const std::string_view first = text.substr(0, text.find('\n'));  // ragged rows: the reader will name them
  for (const char candidate : {'\t', ',', ';', '|'})
    if (columnsBy(candidate, first) > 0) return candidate;
  return ' ';
}

std::size_t csvPreamble(std::string_view text) {
  std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const auto line = trim(text.substr(at, end - at));
    if (!line.empty() && line != "\r" && line[0] != '#' && line[0] != '%') break;
    at = std::min(end + 1, text.size());
  }
  return at;
}

Result<CsvReader> CsvReader::open(std::string bytes, const std::string& file) {
  const std::string_view text = bytes;
  const auto lineOf = [&](std::size_t at) {
    return 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  };
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    return inputError({file}, "The text is UTF-16; save it as UTF-8");
  if (const auto nul = text.find('\0'); nul != std::string_view::npos)
    return inputError({file, lineOf(nul)}, "The file holds a NUL byte; this is not a text file");
  if (const std::size_t valid = utf8Prefix(text); valid < text.size())
    return inputError({file, lineOf(valid)}, "The text is not UTF-8");
  const std::size_t begin = csvPreamble(text);
  if (begin == text.size()) return inputError({file}, "The file is empty");
  CsvReader reader;
  reader.file_ = file;
  reader.at_ = begin;
  reader.line_ = lineOf(begin);
  reader.separator_ = detectSeparator(text.substr(begin));
  reader.text_.assign(bytes.begin(), bytes.end());
  return reader;
}

// At the character after the opening quote. The unescaped cell is written over the escaped one, which is never shorter.
Result<std::string_view> CsvReader::quotedCell() {
  const std::size_t begin = at_;
  std::size_t end = at_;
  while (at_ < text_.size()) {
    const char c = text_[at_++];
    if (c == '\n') ++line_;
    if (c == '"') {
      if (at_ == text_.size() || text_[at_] != '"')
        return std::string_view(text_.data() + begin, end - begin);
      ++at_;
    }
    text_[end++] = c;
  }
  return inputError(place(), "A quotation mark is opened and never closed");
}

double CsvReader::done() const {
  return text_.empty() ? 1 : static_cast<double>(at_) / static_cast<double>(text_.size());
}

Result<bool> CsvReader::next() {
  const auto blank = [&](char c) { return c == ' ' || (separator_ == ' ' && c == '\t'); };
  const auto atEndOfLine = [&] {
    return at_ == text_.size() || text_[at_] == '\n' ||
           (text_[at_] == '\r' && (at_ + 1 == text_.size() || text_[at_ + 1] == '\n'));
  };
  const auto skipBlanks = [&] {
    while (at_ < text_.size() && blank(text_[at_])) ++at_;
  };
  const auto skipLineEnd = [&] {
    if (at_ < text_.size() && text_[at_] == '\r') ++at_;
    if (at_ < text_.size() && text_[at_] == '\n') ++at_;
    ++line_;
  };

  skipBlanks();
  while (at_ < text_.size() && atEndOfLine()) {  // blank lines
    skipLineEnd();
    skipBlanks();
  }
  cells_.clear();
  if (at_ == text_.size()) return false;
  recordLine_ = line_;
  while (true) {
    skipBlanks();
    if (separator_ == ' ' && atEndOfLine()) break;
    if (at_ < text_.size() && text_[at_] == '"') {
      ++at_;
      SISPDE_TRY(const std::string_view cell, quotedCell());
      cells_.push_back(cell);
      const std::size_t after = at_;
      skipBlanks();
      if (!atEndOfLine() && text_[at_] != separator_ && (separator_ != ' ' || after == at_))
        return inputError(place(), "Text follows a closing quotation mark");
    } else {
      const std::size_t begin = at_;
      while (!atEndOfLine() && text_[at_] != separator_ && !(separator_ == ' ' && text_[at_] == '\t')) {
        if (text_[at_] == '\r')
          return inputError(place(), "A carriage return stands inside the line; lines end in LF or CRLF");
        ++at_;
      }
      cells_.push_back(trim(std::string_view(text_.data() + begin, at_ - begin)));
    }
    if (atEndOfLine()) break;
    if (separator_ == ' ') continue;  // blanks are skipped before the next cell
    ++at_;
    if (atEndOfLine()) {
      cells_.emplace_back();  // the line ends in a separator: a last, empty cell
      break;
    }
  }
  if (at_ < text_.size()) skipLineEnd();
  if (width_ == 0) width_ = cells_.size();
  if (cells_.size() != width_)
    return inputError(place(), "The row has {} cells where the first row has {}", cells_.size(), width_);
  return true;
}

std::string csvOf(const CsvTable& table) {
  std::string text;
  const auto line = [&](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) text += (i == 0 ? "" : ",") + csvCell(cells[i]);
    text += '\n';
  };
  line(table.columns);
  for (const auto& row : table.rows) line(row);
  return text;
}

}  // namespace sispde
