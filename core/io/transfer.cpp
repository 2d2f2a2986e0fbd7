#include "core/io/transfer.h"

#include <algorithm>
#include <filesystem>

#include "core/base/text.h"

namespace sispde {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t sizeLimit = std::uint64_t{4} << 30;
using Multi = std::unique_ptr<CURLM, decltype(&curl_multi_cleanup)>;

std::string_view statusWords(long status) {
  switch (status) {
    case 400: return "bad request";
    case 401: return "a login is needed";
    case 403: return "access is forbidden";
    case 404: return "there is no such page";
    case 408: return "the request took too long";
    case 410: return "the page is gone";
    case 429: return "too many requests, try later";
    case 500: return "error in the server";
    case 502: return "bad gateway";
    case 503: return "the server is busy";
    case 504: return "the server is slow to answer";
    default: return status < 500 ? "the request was refused" : "error in the server";
  }
}

// Trouble that may pass, so that what has arrived is worth keeping.
bool mayPass(CURLcode code, long status) {
  switch (code) {
    case CURLE_HTTP_RETURNED_ERROR: return status == 408 || status == 429 || status >= 500;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_HTTP3:
    case CURLE_QUIC_CONNECT_ERROR: return true;
    default: return false;
  }
}

}  // namespace

std::uint64_t Transfer::limit() const {
  return request_.bytes > 0 ? request_.bytes : sizeLimit;
}

bool Transfer::prepare(CURL* easy) {
  bool good = true;
  const auto set = [&](CURLoption option, auto value) {
    good = curl_easy_setopt(easy, option, value) == CURLE_OK && good;
  };
  const bool secure = lower(request_.url).starts_with("https:");
  set(CURLOPT_URL, request_.url.c_str());
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_REDIR_PROTOCOLS_STR, secure ? "https" : "http,https");
  set(CURLOPT_FOLLOWLOCATION, 1L);
  set(CURLOPT_MAXREDIRS, 5L);
  set(CURLOPT_FAILONERROR, 1L);
  set(CURLOPT_CONNECTTIMEOUT, 30L);
  set(CURLOPT_LOW_SPEED_LIMIT, 100L);
  set(CURLOPT_LOW_SPEED_TIME, 60L);
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_QUICK_EXIT, 1L);  // a cancel does not wait for the resolver's thread
  set(CURLOPT_USERAGENT, "sispde");
  set(CURLOPT_ERRORBUFFER, &curlReason_[0]);
  // Not CURLOPT_RESUME_FROM: with it curl fails where a server ignores the range, instead of handing over the
  // whole file.
  if (start_ > 0) set(CURLOPT_RANGE, fmt::format("{}-", start_).c_str());
  using Callback = std::size_t (*)(char*, std::size_t, std::size_t, void*);
  const Callback onBody = [](char* data, std::size_t, std::size_t size, void* self) -> std::size_t {
    return static_cast<Transfer*>(self)->take(data, size) ? size : CURL_WRITEFUNC_ERROR;
  };
  const Callback onHeader = [](char* data, std::size_t, std::size_t size, void* self) -> std::size_t {
    static_cast<Transfer*>(self)->header({data, size});
    return size;
  };
  set(CURLOPT_WRITEFUNCTION, onBody);
  set(CURLOPT_WRITEDATA, static_cast<void*>(this));
  set(CURLOPT_HEADERFUNCTION, onHeader);
  set(CURLOPT_HEADERDATA, static_cast<void*>(this));
  return good;
}

void Transfer::header(std::string_view line) {
  const std::string text = lower(line);
  constexpr std::string_view key = "content-range: bytes ";
  if (text.starts_with("http/")) rangeStart_.reset();  // a new answer, after a redirect
  if (!text.starts_with(key)) return;
  const std::string_view range = std::string_view(text).substr(key.size());
  if (const auto first = parseInteger(range.substr(0, range.find('-'))); first && *first >= 0)
    rangeStart_ = static_cast<std::uint64_t>(*first);
}

// Decides, when the first bytes come, whether they continue the part or replace it.
bool Transfer::beginBody() {
  inBody_ = true;
  long status = 0;
  curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
  if (start_ > 0 && status == 206) {
    wrongRange_ = rangeStart_ != start_;
    return !wrongRange_;
  }
  start_ = 0;
  curl_off_t announced = -1;
  curl_easy_getinfo(easy_.get(), CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &announced);
  tooLarge_ = announced > 0 && static_cast<std::uint64_t>(announced) > limit();
  if (tooLarge_) return false;
  if (const auto cut = part_.truncate(); !cut) writeReason_ = cut.error().message;
  return writeReason_.empty();
}

bool Transfer::take(const char* data, std::size_t size) {
  if (!inBody_ && !beginBody()) return false;
  if (part_.size() + size > limit()) {
    tooLarge_ = true;
    return false;
  }
  if (const auto written = part_.append(data, size); !written) writeReason_ = written.error().message;
  return writeReason_.empty();
}

void Transfer::report(const Progress& progress) {
  const auto now = std::chrono::steady_clock::now();
  if (!progress.listener || now - reported_ < std::chrono::milliseconds(50)) return;
  reported_ = now;
  double total = static_cast<double>(request_.bytes);
  curl_off_t announced = -1;
  curl_easy_getinfo(easy_.get(), CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &announced);
  if (total <= 0 && inBody_ && announced > 0)
    total = static_cast<double>(start_) + static_cast<double>(announced);
  const auto have = static_cast<double>(part_.size());
  const std::string name = fs::path(request_.path).filename().string();
  const double megabyte = 1e6;
  if (total > 0)
    progress.report(std::min(have / total, 1.0), fmt::format("Downloading {} ({:.1f} of {:.1f} MB)", name,
                                                             have / megabyte, total / megabyte));
  else
    progress.report(-1, fmt::format("Downloading {} ({:.1f} MB)", name, have / megabyte));
}

Transfer::End Transfer::judge(CURLcode code) {
  long status = 0;
  curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
  if (code == CURLE_OK) {
    // An empty page has no body to decide by.
    if (!inBody_ && !(start_ > 0 && status == 206) && !part_.truncate()) writeReason_ = "the disk refused it";
    if (writeReason_.empty()) return End::Done;
  }
  if (wrongRange_ || (start_ > 0 && (status == 416 || tooLarge_))) {
    reason_ = "the server does not continue an earlier download";
    return End::StartOver;
  }
  if (!writeReason_.empty()) {
    reason_ = writeReason_;
  } else if (tooLarge_) {
    reason_ = fmt::format("the file is larger than {} bytes", limit());
  } else if (code == CURLE_HTTP_RETURNED_ERROR) {
    reason_ = fmt::format("the server answers {} ({})", status, statusWords(status));
  } else {
    reason_ = curlReason_[0] ? curlReason_ : curl_easy_strerror(code);
  }
  return mayPass(code, status) ? End::Interrupted : End::Refused;
}

Transfer::End Transfer::run(const Progress& progress) {
  static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);  // once per process
  const Multi multi(curl_multi_init(), &curl_multi_cleanup);
  easy_.reset(curl_easy_init());
  if (ready != CURLE_OK || !multi || !easy_ || !prepare(easy_.get()) ||
      curl_multi_add_handle(multi.get(), easy_.get()) != CURLM_OK) {
    reason_ = "libcurl could not be started";
    return End::Refused;
  }
  End end = End::Cancelled;
  CURLMcode trouble = CURLM_OK;
  for (int running = 1; trouble == CURLM_OK && !progress.stopped();) {
    trouble = curl_multi_perform(multi.get(), &running);
    report(progress);
    if (running == 0) break;
    if (trouble == CURLM_OK) trouble = curl_multi_poll(multi.get(), nullptr, 0, 100, nullptr);
  }
  int left = 0;
  if (trouble != CURLM_OK) {
    reason_ = curl_multi_strerror(trouble);
    end = End::Refused;
  } else if (const CURLMsg* message = curl_multi_info_read(multi.get(), &left)) {
    end = judge(message->data.result);
  }
  curl_multi_remove_handle(multi.get(), easy_.get());
  return end;
}

}  // namespace sispde
