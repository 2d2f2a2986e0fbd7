#include "app/studio/render/png_file.h"

#include <png.h>

#include "core/base/atomic_file.h"

namespace sispde::studio {

Result<void> writePng(const Picture& picture, const std::string& path) {
  AtomicFile file(path);
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(picture.width);
  image.height = static_cast<png_uint_32>(picture.height);
  image.format = PNG_FORMAT_RGBA;
  if (png_image_write_to_file(&image, file.temporaryPath().c_str(), 0, picture.pixels.data(), 0, nullptr) ==
      0)
    return failure({path}, "The picture could not be written ({})", image.message);
  return file.commit();
}

}  // namespace sispde::studio
