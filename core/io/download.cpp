#include "core/io/download.h"

#include <filesystem>

#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/io/transfer.h"

namespace sispde {
namespace fs = std::filesystem;
namespace {

Unexpected notDownloaded(const DownloadRequest& request, std::string_view reason) {
  return failure({}, "{} cannot be downloaded: {}", request.url, reason);
}

// Size and digests of the finished part.
Result<void> checkPart(const DownloadRequest& request, const PartFile& part) {
  if (request.bytes > 0 && part.size() != request.bytes)
    return notDownloaded(request,
                         fmt::format("it has {} bytes where {} were expected", part.size(), request.bytes));
  const auto check = [&](const std::string& expected, const char* kind, auto digestOfFile) -> Result<void> {
    if (expected.empty()) return {};
    SISPDE_TRY(const std::string found, digestOfFile(part.path()));
    if (found == lower(expected)) return {};
    return notDownloaded(request, fmt::format("its {} is {} where {} was expected", kind, found, expected));
  };
  SISPDE_CHECK(check(request.sha256, "SHA-256", sha256OfFile));
  return check(request.gitBlob, "git blob id", gitBlobOfFile);
}

// One attempt. `again` becomes true when it failed because of an earlier part, which is then gone.
Result<void> attempt(const DownloadRequest& request, const Progress& progress, bool& again) {
  SISPDE_TRY(PartFile part, PartFile::open(request.path + ".part"));
  if (request.bytes > 0 && part.size() >= request.bytes) SISPDE_CHECK(part.truncate());
  const bool resumed = part.size() > 0;
  Transfer transfer(request, part);
  switch (transfer.run(progress)) {
    case Transfer::End::Done: break;
    case Transfer::End::Cancelled: part.keep(); return cancelled();
    case Transfer::End::Interrupted:
      part.keep();
      return notDownloaded(
          request,
          transfer.reason() +
              (part.size() == 0 ? ""
                                : fmt::format(" (the {} bytes that arrived are kept: try again to continue)",
                                              part.size())));
    case Transfer::End::StartOver: again = true; return notDownloaded(request, transfer.reason());
    case Transfer::End::Refused: return notDownloaded(request, transfer.reason());
  }
  const Result<void> checked = checkPart(request, part);
  again = resumed && !checked;
  SISPDE_CHECK(checked);
  return part.finish(request.path);
}

}  // namespace

Result<void> download(const DownloadRequest& request, const Progress& progress) {
  const std::string url = lower(request.url);
  if (!url.starts_with("https://") && !url.starts_with("http://"))
    return usageError("{} is not an address that begins with https:// or http://", inQuotes(request.url));
  bool again = false;
  Result<void> done = attempt(request, progress, again);
  if (again) done = attempt(request, progress, again);
  if (done) progress.report(1, fmt::format("Downloaded {}", fs::path(request.path).filename().string()));
  return done;
}

}  // namespace sispde
