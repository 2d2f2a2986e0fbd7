#include "app/cli/console.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>

#include <unistd.h>

#include "core/base/atomic_file.h"

namespace sispde::cli {
namespace {

// Characters, not bytes: continuation bytes of UTF-8 take no column.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

// Control characters, which names in files may hold, do not reach the terminal.
std::string printable(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  return text;
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

Console::Console(std::stop_token stop) : stop_(std::move(stop)) {
  if (::isatty(STDERR_FILENO) != 1) return;
  drawer_ = std::jthread([this](const std::stop_token& done) {
    constexpr int ticksBeforeBar = 10;
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any never;  // woken by the stop alone
    for (int tick = 0; !done.stop_requested(); ++tick) {
      if (tick >= ticksBeforeBar) draw();
      never.wait_for(lock, done, std::chrono::milliseconds(100), [] { return false; });
    }
  });
}

Console::~Console() {
  endBar();
}

void Console::working(std::string what) {
  const std::lock_guard lock(mutex_);
  what_ = std::move(what);
  fraction_ = -1;
}

Progress Console::progress() {
  return {stop_, [this](double fraction, std::string_view what) {
            const std::lock_guard lock(mutex_);
            what_ = what;
            fraction_ = fraction;
          }};
}

void Console::draw() {
  const std::lock_guard lock(mutex_);
  if (what_.empty()) return;
  barShown_ = true;
  constexpr int cells = 30, block = 6;
  const int phase = ticks_++ % (2 * (cells - block));
  const int start = phase < cells - block ? phase : 2 * (cells - block) - phase;
  std::string bar;
  for (int i = 0; i < cells; ++i) {
    const bool full = fraction_ < 0 ? i >= start && i < start + block : i < fraction_ * cells;
    bar += full ? "█" : "░";
  }
  const std::string percent =
      fraction_ < 0 ? "" : fmt::format("{:3.0f} % ", std::clamp(fraction_, 0.0, 1.0) * 100);
  fmt::print(stderr, "\r\x1b[K{} {}{}", bar, percent, what_);
  std::fflush(stderr);
}

void Console::endBar() {
  drawer_ = {};  // stopped and joined
  if (barShown_) fmt::print(stderr, "\r\x1b[K");
  barShown_ = false;
}

Result<void> Console::checkOutput(const std::string& path) const {
  const auto same = [](const std::string& a, const std::string& b) {
    return std::filesystem::path(a).lexically_normal() == std::filesystem::path(b).lexically_normal();
  };
  if (!options.json.empty() && same(options.json, path))
    return usageError("--out and --json both name {}", path);
  return {};
}

Result<void> Console::show(const std::string& title, const std::vector<Table>& tables,
                           const std::vector<std::string>& notes, const Json& json) {
  endBar();
  // Names may hold anything; replace what is not UTF-8 instead of failing.
  const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
  if (!options.json.empty() && options.json != "-") SISPDE_CHECK(writeFile(options.json, text));
  std::string out = text;
  if (options.json != "-") {
    out = title.empty() ? "" : printable(title) + "\n";
    for (const Table& table : tables) out += render(table);
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < std::min(notes.size(), most); ++i)
      out += fmt::format("  Note: {}\n", printable(notes[i]));
    if (notes.size() > most) out += fmt::format("  Note: and {} more.\n", notes.size() - most);
  }
  if (std::fwrite(out.data(), 1, out.size(), stdout) != out.size() || std::fflush(stdout) != 0)
    return failure({}, "The result could not be written to standard output");
  return {};
}

}  // namespace sispde::cli
