#pragma once
// One web request of a download and its answer, by libcurl.

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <curl/curl.h>

#include "core/io/download.h"
#include "core/io/part_file.h"

namespace sispde {

class Transfer {
 public:
  enum class End { Done, Interrupted, Cancelled, StartOver, Refused };

  Transfer(const DownloadRequest& request, PartFile& part)
      : request_(request), part_(part), start_(part.size()) {}

  End run(const Progress& progress);
  // Why it did not end with Done, for the user.
  const std::string& reason() const { return reason_; }

 private:
  std::uint64_t limit() const;
  bool prepare(CURL* easy);
  bool take(const char* data, std::size_t size);
  bool beginBody();
  void header(std::string_view line);
  End judge(CURLcode code);
  void report(const Progress& progress);

  const DownloadRequest& request_;
  PartFile& part_;
  std::uint64_t start_;  // where the answer begins in the file; what was there is kept
  std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> easy_{nullptr, &curl_easy_cleanup};
  char curlReason_[CURL_ERROR_SIZE] = {};
  std::optional<std::uint64_t> rangeStart_;  // of the Content-Range of the latest answer
  bool inBody_ = false, tooLarge_ = false, wrongRange_ = false;
  std::string writeReason_, reason_;
  std::chrono::steady_clock::time_point reported_{};
};

}  // namespace sispde
