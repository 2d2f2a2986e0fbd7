#include "app/cli/console.h"

#include <algorithm>
#include <cstdio>

#include <unistd.h>

#include "core/base/atomic_file.h"

namespace sispde::cli {
namespace {

using Clock = std::chrono::steady_clock;

// Characters, not bytes: continuation bytes of UTF-8 take no column.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string render(const Table& table) {
  std::vector<std::vector<std::string>> rows = table.rows;
  if (!table.header.empty()) rows.insert(rows.begin(), table.header);
  std::vector<std::size_t> widths;
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (widths.size() <= i) widths.push_back(0);
      widths[i] = std::max(widths[i], width(row[i]));
    }
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - width(row[i]), ' ');
      line += i == 0 ? fmt::format("  {}{}", row[i], padding) : fmt::format("  {}{}", padding, row[i]);
    }
    line.resize(line.find_last_not_of(' ') + 1);
    out += line;
    out += '\n';
  }
  return out;
}

}  // namespace

std::string grouped(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > (number < 0 ? 4u : 3u);) digits.insert(at -= 3, " ");
  return digits;
}

std::string fixed(double value, int digits) {
  return fmt::format("{:.{}f}", value, digits);
}

std::string orDash(const std::optional<double>& value) {
  return value ? fixed(*value) : "–";
}

Json orNull(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Console::Console(std::stop_token stop)
    : stop_(std::move(stop)), started_(Clock::now()), terminal_(::isatty(STDERR_FILENO) == 1) {}

Console::~Console() {
  clearBar();
}

Progress Console::progress() {
  Progress progress{stop_, {}};
  if (terminal_)
    progress.listener = [this](double fraction, std::string_view what) { drawBar(fraction, what); };
  return progress;
}

void Console::drawBar(double fraction, std::string_view what) {
  const auto now = Clock::now();
  if (now - started_ < std::chrono::seconds(1) || now - drawn_ < std::chrono::milliseconds(100)) return;
  drawn_ = now;
  barShown_ = true;
  constexpr int cells = 30;
  const int full = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * cells);
  std::string bar;
  for (int i = 0; i < cells; ++i) bar += i < full ? "█" : "░";
  const std::string percent = fraction < 0 ? "   " : fmt::format("{:3.0f} %", fraction * 100);
  fmt::print(stderr, "\r\x1b[K{} {} {}", bar, percent, what);
  std::fflush(stderr);
}

void Console::clearBar() {
  if (barShown_) fmt::print(stderr, "\r\x1b[K");
  barShown_ = false;
}

Result<void> Console::show(const std::string& title, const std::vector<Table>& tables,
                           const std::vector<std::string>& notes, const Json& json) {
  clearBar();
  // Names may hold anything; replace what is not UTF-8 instead of failing.
  const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
  if (!options.json.empty() && options.json != "-") SISPDE_CHECK(writeFile(options.json, text));
  std::string out = text;
  if (options.json != "-") {
    out = title.empty() ? "" : title + "\n";
    for (const Table& table : tables) out += render(table);
    for (const std::string& note : notes) out += "  Note: " + note + '\n';
  }
  if (std::fwrite(out.data(), 1, out.size(), stdout) != out.size() || std::fflush(stdout) != 0)
    return failure({}, "The result could not be written to standard output");
  return {};
}

}  // namespace sispde::cli
