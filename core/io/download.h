#pragma once
// One file from the web, whole and checked, or not at all.
//
// The bytes go to PATH.part and get the name PATH when their size and digests are right. What a failure
// leaves behind:
//  - after an interruption (cancelled, connection broken or too slow, server busy) PATH.part stays, if
//  anything arrived,
//    and the next download of the same PATH continues it with a Range request; a server that does not know
//    ranges, or a part that turns out to be of another file, makes it start over;
//  - after any other failure (no such page, wrong size, wrong digest, disk full) nothing.

#include <cstdint>
#include <string>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace sispde {

struct DownloadRequest {
  std::string url;     // http or https; https is never redirected to http
  std::string path;    // the file to make, in a folder that exists; an older file is replaced
  std::string sha256;  // expected digests in hexadecimal; empty = not checked
  std::string gitBlob;
  std::uint64_t bytes = 0;  // expected size; 0 = unknown, then at most 4 GiB are taken
};

// Blocks until the file is there. Cancels within some 100 ms of Progress::stop. Gives up when connecting
// takes 30 s, or when fewer than 100 bytes/s arrive for 60 s.
Result<void> download(const DownloadRequest& request, const Progress& progress = {});

}  // namespace sispde
