#include "tests/unit/loopback_server.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fmt/format.h>

namespace sispde::testing {
namespace {

constexpr int waitMilliseconds = 20;  // between looks at the stop token
constexpr std::size_t longestRequest = 1 << 16;

bool readable(int descriptor) {
  pollfd item{descriptor, POLLIN, 0};
  return ::poll(&item, 1, waitMilliseconds) > 0;
}

bool sendAll(int connection, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::string readRequest(int connection, const std::stop_token& stop) {
  std::string text;
  char buffer[4096];
  while (!stop.stop_requested() && text.size() < longestRequest &&
         text.find("\r\n\r\n") == std::string::npos) {
    if (!readable(connection)) continue;
    const ssize_t got = ::recv(connection, buffer, sizeof buffer, 0);
    if (got <= 0) break;
    text.append(buffer, static_cast<std::size_t>(got));
  }
  return text;
}

std::string headers(int status, std::size_t length, std::string_view more = "") {
  return fmt::format("HTTP/1.1 {} X\r\nContent-Length: {}\r\nConnection: close\r\n{}\r\n", status, length,
                     more);
}

}  // namespace

LoopbackServer::LoopbackServer() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (socket_ < 0 || ::bind(socket_, generic, size) != 0 || ::listen(socket_, 16) != 0 ||
      ::getsockname(socket_, generic, &size) != 0)
    throw std::runtime_error("no socket for the test server");
  port_ = ntohs(address.sin_port);
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

LoopbackServer::~LoopbackServer() {
  thread_.request_stop();
  thread_.join();
  ::close(socket_);
}

void LoopbackServer::serve(const std::string& path, Page page) {
  const std::lock_guard lock(mutex_);
  pages_[path] = std::move(page);
}

std::string LoopbackServer::url(const std::string& path) const {
  return fmt::format("http://127.0.0.1:{}{}", port_, path);
}

std::vector<std::string> LoopbackServer::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

void LoopbackServer::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    if (!readable(socket_)) continue;
    const int connection = ::accept(socket_, nullptr, nullptr);
    if (connection < 0) continue;
    answer(connection, stop);
    ::shutdown(connection, SHUT_WR);
    ::close(connection);
  }
}

void LoopbackServer::answer(int connection, const std::stop_token& stop) {
  const std::string request = readRequest(connection, stop);
  if (!request.starts_with("GET ")) return;
  const std::string path = request.substr(4, request.find(' ', 4) - 4);
  std::string range;
  if (const auto at = request.find("\r\nRange: "); at != std::string::npos)
    range = request.substr(at + 9, request.find("\r\n", at + 9) - at - 9);
  Page page{"", Page::Mode::Status, 0, 404, ""};
  {
    const std::lock_guard lock(mutex_);
    requests_.push_back(path + " " + range);
    if (const auto found = pages_.find(path); found != pages_.end()) page = found->second;
  }

  using Mode = Page::Mode;
  if (page.mode == Mode::Status) {
    const std::string_view text = "an error page that must not be stored";
    sendAll(connection, headers(page.status, text.size()) + std::string(text));
    return;
  }
  if (page.mode == Mode::Redirect) {
    sendAll(connection, headers(302, 5, "Location: " + page.target + "\r\n") + "moved");
    return;
  }
  if (!range.empty() && page.mode != Mode::IgnoreRange) {
    const std::size_t asked =
        std::strtoull(range.c_str() + std::min<std::size_t>(range.size(), 6), nullptr, 10);
    if (page.mode == Mode::NoRange || asked >= page.body.size()) {
      sendAll(connection, headers(416, 0));
      return;
    }
    const std::size_t first = page.mode == Mode::OtherRange ? 0 : asked;
    const std::string about =
        fmt::format("Content-Range: bytes {}-{}/{}\r\n", first, page.body.size() - 1, page.body.size());
    sendAll(connection, headers(206, page.body.size() - first, about) + page.body.substr(first));
    return;
  }
  sendAll(connection, headers(200, page.mode == Mode::Announce ? page.bytes : page.body.size()));
  if (page.mode == Mode::Break) {
    sendAll(connection, std::string_view(page.body).substr(0, page.bytes));
  } else if (page.mode == Mode::Trickle) {
    for (std::size_t at = 0; at < page.body.size() && !stop.stop_requested(); at += 10) {
      if (!sendAll(connection, std::string_view(page.body).substr(at, 10))) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(waitMilliseconds));
    }
  } else {
    sendAll(connection, page.body);
  }
}

}  // namespace sispde::testing
