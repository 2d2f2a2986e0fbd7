#include "core/io/npz.h"

#include <algorithm>
#include <limits>

#include <zip.h>

#include "core/base/atomic_file.h"
#include "core/base/text.h"

namespace sispde {

struct NpzReader::Archive {
  std::string file, bytes;
  std::vector<std::string> names;
  Progress progress;
  std::uint64_t total = 0, done = 0;  // bytes of all arrays, and of those that were read
  zip_t* zip = nullptr;
  ~Archive() {
    if (zip != nullptr) zip_discard(zip);
  }
};

NpzReader::NpzReader(std::unique_ptr<Archive> archive) : archive_(std::move(archive)) {}
NpzReader::~NpzReader() = default;
NpzReader::NpzReader(NpzReader&&) noexcept = default;

static std::string zipMessage(zip_error_t* error) {
  std::string text = zip_error_strerror(error);
  zip_error_fini(error);
  return text;
}

Result<NpzReader> NpzReader::open(std::string bytes, const std::string& file, const Progress& progress) {
  auto archive = std::make_unique<Archive>();
  archive->file = file;
  archive->progress = progress;
  archive->bytes = std::move(bytes);
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source = zip_source_buffer_create(archive->bytes.data(), archive->bytes.size(), 0, &error);
  if (source != nullptr) archive->zip = zip_open_from_source(source, ZIP_RDONLY, &error);
  if (archive->zip == nullptr) {
    if (source != nullptr) zip_source_free(source);
    return inputError({file}, "The zip archive cannot be read ({}); is the file complete?",
                      zipMessage(&error));
  }
  zip_error_fini(&error);
  const zip_int64_t count = zip_get_num_entries(archive->zip, 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const char* name = zip_get_name(archive->zip, static_cast<zip_uint64_t>(i), 0);
    std::string_view view = name != nullptr ? name : "";
    if (view.size() > 4 && view.substr(view.size() - 4) == ".npy")
      archive->names.emplace_back(view.substr(0, view.size() - 4));
    zip_stat_t stat;
    zip_stat_init(&stat);
    if (zip_stat_index(archive->zip, static_cast<zip_uint64_t>(i), 0, &stat) == 0 &&
        (stat.valid & ZIP_STAT_SIZE) != 0)
      archive->total += stat.size;
  }
  std::vector<std::string> sorted = archive->names;
  std::sort(sorted.begin(), sorted.end());
  if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end())
    return inputError({file, 0, inQuotes(*twice)}, "The archive holds two arrays of this name");
  return NpzReader(std::move(archive));
}

bool NpzReader::has(std::string_view array) const {
  return std::find(names().begin(), names().end(), array) != names().end();
}

const std::vector<std::string>& NpzReader::names() const {
  return archive_->names;
}

const Progress& NpzReader::progress() const {
  return archive_->progress;
}

Result<NpyArray> NpzReader::read(const std::string& array) const {
  const Place place{archive_->file, 0, array};
  if (!has(array)) return inputError(place, "The archive has no such array");
  const std::string member = array + ".npy";
  zip_stat_t stat;
  zip_stat_init(&stat);
  if (zip_stat(archive_->zip, member.c_str(), 0, &stat) != 0 || (stat.valid & ZIP_STAT_SIZE) == 0 ||
      (stat.valid & ZIP_STAT_COMP_SIZE) == 0)
    return inputError(place, "The archive's entry cannot be read");
  // Deflate cannot shrink data more than 1032 times.
  if (stat.comp_size > archive_->bytes.size() || stat.size / 1032 > stat.comp_size)
    return inputError(place, "The archive announces {} bytes, more than a file of {} bytes can hold",
                      stat.size, archive_->bytes.size());
  if (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE)
    return inputError(place, "The array is compressed by a method that NumPy does not use");
  if (stat.encryption_method != ZIP_EM_NONE) return inputError(place, "The array is encrypted");

  zip_file_t* handle = zip_fopen_index(archive_->zip, stat.index, 0);
  if (handle == nullptr)
    return inputError(place, "The array cannot be opened ({})", zip_strerror(archive_->zip));
  std::string bytes;
  constexpr std::size_t step = 1 << 22;
  zip_int64_t got = 0;
  do {
    const std::size_t have = bytes.size();
    const std::size_t want = std::min<std::size_t>(step, static_cast<std::size_t>(stat.size) - have + 1);
    bytes.resize(have + want);
    got = zip_fread(handle, bytes.data() + have, want);
    bytes.resize(have + static_cast<std::size_t>(std::max<zip_int64_t>(got, 0)));
    if (archive_->total > 0)
      progress().report(std::min(1.0, static_cast<double>(archive_->done + bytes.size()) /
                                          static_cast<double>(archive_->total)),
                        fmt::format("reading {}", array));
  } while (got > 0 && bytes.size() <= stat.size && !progress().stopped());
  const std::string message = zip_file_strerror(handle);
  zip_fclose(handle);
  if (progress().stopped()) return cancelled();
  if (got < 0) return inputError(place, "The array is damaged ({})", message);
  if (bytes.size() != stat.size)
    return inputError(place, "The archive announces {} bytes, but the array has another size", stat.size);
  archive_->done += stat.size;
  return NpyArray::parse(std::move(bytes), place);
}

Result<void> writeNpz(const std::string& path, const std::vector<NpzMember>& members) {
  AtomicFile target(path);
  int code = 0;
  zip_t* zip = zip_open(target.temporaryPath().c_str(), ZIP_CREATE | ZIP_EXCL, &code);
  if (zip == nullptr)
    return failure({path}, "The file cannot be written (is the folder there and writable?)");
  for (const NpzMember& member : members) {
    zip_source_t* source = zip_source_buffer(zip, member.npy.data(), member.npy.size(), 0);
    const zip_int64_t index =
        source == nullptr ? -1 : zip_file_add(zip, (member.name + ".npy").c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      if (source != nullptr) zip_source_free(source);
      zip_discard(zip);
      return failure({path, 0, member.name}, "The array cannot be added to the archive");
    }
    // A fixed time: equal contents give equal files.
    zip_file_set_dostime(zip, static_cast<zip_uint64_t>(index), 0, 33, 0);
  }
  if (zip_close(zip) != 0) {
    const std::string message = zip_strerror(zip);
    zip_discard(zip);
    return failure({path}, "The file cannot be written ({})", message);
  }
  return target.commit();
}

}  // namespace sispde
