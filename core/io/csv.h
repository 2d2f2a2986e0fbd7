#pragma once
// Records of a CSV, TSV or blank-separated text. The separator is detected from the first records; quotes ("" inside
// quotes is one quote), CRLF, a byte-order mark, blank lines and leading comment lines (# or %) are understood. Every
// record must have as many cells as the first.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace sispde {

class CsvReader {
 public:
  // Takes the whole text. Fails on an empty file, on text that is not UTF-8 and on NUL bytes.
  static Result<CsvReader> open(std::string bytes, const std::string& file);

  // Reads the next record; false at the end.
  Result<bool> next();
  const std::vector<std::string_view>& cells() const { return cells_; }  // valid as long as the reader
  double done() const;                               // share of the text that was read, 0 … 1
  std::int64_t line() const { return recordLine_; }  // where the record begins
  Place place(std::string column = {}) const { return {file_, recordLine_, std::move(column)}; }

 private:
  Result<std::string_view> quotedCell();

  std::string file_;
  std::vector<char> text_;  // a vector: moving it keeps the cells valid
  std::size_t at_ = 0;
  std::int64_t line_ = 1, recordLine_ = 0;
  std::size_t width_ = 0;  // cells of the first record
  char separator_ = ',';
  std::vector<std::string_view> cells_;
};

// The tab, where it cuts the first lines into equally many cells; otherwise whichever of ',', ';' and '|' cuts them into
// most; otherwise ' ' (runs of blanks). `text` begins with the first record.
char detectSeparator(std::string_view text);

// Number of leading bytes that are no record: byte-order mark, blank lines and comment lines.
std::size_t csvPreamble(std::string_view text);

// A cell as it is written: in quotes where it holds a comma, a quote, or what a reader could take for a comment or another separator.
std::string csvCell(const std::string& text);

// A table with a head, as text.
struct CsvTable {
  std::string name;  // of the file NAME.csv
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};
std::string csvOf(const CsvTable& table);

}  // namespace sispde
