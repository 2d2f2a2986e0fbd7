#pragma once
// A web server on the loopback interface for tests of downloads: one thread, one request per connection, a
// random port.

#include <cstdint>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace sispde::testing {

struct Page {
  enum class Mode {
    Normal,       // knows ranges
    IgnoreRange,  // answers 200 with the whole page
    NoRange,      // answers a range with 416
    OtherRange,   // answers a range with 206 from byte 0
    Break,  // announces the whole page, closes the connection after `bytes` bytes; ranges are answered whole
    Announce,  // announces `bytes` bytes, sends the whole page
    Trickle,   // 10 bytes every 20 ms
    Status,    // no page: answers `status`
    Redirect,  // sends the client to `target`
  };
  std::string body;
  Mode mode = Mode::Normal;
  std::size_t bytes = 0;
  int status = 404;
  std::string target;
};

class LoopbackServer {
 public:
  LoopbackServer();
  ~LoopbackServer();
  LoopbackServer(const LoopbackServer&) = delete;
  LoopbackServer& operator=(const LoopbackServer&) = delete;

  void serve(const std::string& path, Page page);  // path begins with '/'; unknown paths get 404
  std::string url(const std::string& path) const;
  std::vector<std::string> requests() const;  // "PATH RANGE", RANGE as in "bytes=7-" or empty

 private:
  void run(const std::stop_token& stop);
  void answer(int connection, const std::stop_token& stop);

  int socket_ = -1;
  std::uint16_t port_ = 0;
  mutable std::mutex mutex_;
  std::map<std::string, Page> pages_;
  std::vector<std::string> requests_;
  std::jthread thread_;  // last: it stops before the rest is gone
};

}  // namespace sispde::testing
