#include <array>
#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <memory>

#include <png.h>

#include "app/studio/figure/png_text.h"
#include "core/base/atomic_file.h"
#include "core/base/text.h"

namespace sispde::studio {
namespace {

// All that libpng works with. Nothing here has a destructor: an error leaves by longjmp.
struct Work {
  std::FILE* file = nullptr;
  const PngPixels* pixels = nullptr;
  png_text* texts = nullptr;
  int textCount = 0;
  const Progress* progress = nullptr;
  std::array<char, 160> message{};
};

[[noreturn]] void onError(png_structp png, png_const_charp message) {
  auto& work = *static_cast<Work*>(png_get_error_ptr(png));
  std::snprintf(work.message.data(), work.message.size(), "%s", message);
  png_longjmp(png, 1);
}

void onWarning(png_structp, png_const_charp) {}

void writeAll(png_structp png, png_infop info, const Work& work) {
  const PngPixels& pixels = *work.pixels;
  png_init_io(png, work.file);
  // Wide pictures are wanted whole; what cairo can draw is far below this.
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  png_set_IHDR(png, info, static_cast<png_uint_32>(pixels.width), static_cast<png_uint_32>(pixels.height), 8,
               pixels.opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  constexpr double pointsPerMetre = 72 / 0.0254;
  const auto density = static_cast<png_uint_32>(pixels.pixelsPerPoint * pointsPerMetre + 0.5);
  png_set_pHYs(png, info, density, density, PNG_RESOLUTION_METER);
  png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_set_text(png, info, work.texts, work.textCount);
  // Flat areas and thin lines: higher levels and filters take longer and save little.
  png_set_compression_level(png, 5);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
  png_write_info(png, info);
  if (pixels.opaque) png_set_filler(png, 0, PNG_FILLER_AFTER);
  const std::size_t rowBytes = 4 * static_cast<std::size_t>(pixels.width);
  for (int row = 0; row < pixels.height; ++row) {
    if (row % 32 == 0 && work.progress->stopped()) png_error(png, "stopped");
    png_write_row(png, pixels.rgba.data() + rowBytes * static_cast<std::size_t>(row));
  }
  png_write_end(png, info);
}

bool writeWithLibpng(Work& work) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &work, onError, onWarning);
  png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;
  if (info == nullptr) {
    png_destroy_write_struct(&png, nullptr);
    std::snprintf(work.message.data(), work.message.size(), "out of memory");
    return false;
  }
  const bool fine = setjmp(png_jmpbuf(png)) == 0;
  if (fine) writeAll(png, info, work);
  png_destroy_write_struct(&png, &info);
  return fine;
}

bool isKey(const std::string& key) {
  if (key.empty() || key.size() > 79 || key.front() == ' ' || key.back() == ' ') return false;
  for (const char c : key)
    if (c < 0x20 || c > 0x7e) return false;
  return key.find("  ") == std::string::npos;
}

Result<void> check(const PngPixels& pixels, std::span<const PngText> texts) {
  const auto area = static_cast<std::size_t>(pixels.width) * static_cast<std::size_t>(pixels.height);
  if (pixels.width < 1 || pixels.height < 1 || pixels.rgba.size() != 4 * area)
    return usageError("A picture of {} × {} pixels cannot be made of {} bytes", pixels.width, pixels.height,
                      pixels.rgba.size());
  for (const auto& [key, value] : texts) {
    if (!isKey(key)) return usageError("{} cannot name a text in a PNG", inQuotes(key));
    if (value.size() > largestPngText)
      return usageError("The text {} has {} MB; a PNG may carry {}", inQuotes(key), value.size() >> 20,
                        largestPngText >> 20);
    if (!isUtf8(value) || value.find('\0') != std::string::npos)
      return usageError("The text {} is not plain UTF-8", inQuotes(key));
  }
  return {};
}

}  // namespace

Result<void> writePng(const PngPixels& pixels, std::span<const PngText> texts, const std::string& path,
                      const Progress& progress) {
  SISPDE_CHECK(check(pixels, texts));
  std::vector<png_text> chunks(texts.size());
  char none[] = "";
  for (std::size_t i = 0; i < texts.size(); ++i) {
    chunks[i].compression = PNG_ITXT_COMPRESSION_zTXt;
    chunks[i].key = const_cast<char*>(texts[i].key.c_str());  // libpng copies both
    chunks[i].text = const_cast<char*>(texts[i].value.c_str());
    chunks[i].itxt_length = texts[i].value.size();
    chunks[i].lang = chunks[i].lang_key = none;
  }
  AtomicFile file(path);
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.temporaryPath().c_str(), "wbe"),
                                                         &std::fclose);
  if (stream == nullptr) return failure({path}, "The picture cannot be written ({})", std::strerror(errno));
  Work work{.file = stream.get(),
            .pixels = &pixels,
            .texts = chunks.data(),
            .textCount = static_cast<int>(chunks.size()),
            .progress = &progress};
  const bool fine = writeWithLibpng(work);
  if (progress.stopped()) return cancelled();
  if (!fine) return failure({path}, "The picture could not be written ({})", work.message.data());
  if (std::fclose(stream.release()) != 0)
    return failure({path}, "The picture could not be written ({})", std::strerror(errno));
  return file.commit();
}

}  // namespace sispde::studio
