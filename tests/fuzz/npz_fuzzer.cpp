// Any bytes as an npz archive, and as a single array.

#include "core/io/formats.h"
#include "core/io/npy.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  (void)sispde::readNpzDataset(bytes, "fuzz.npz");
  if (const auto array = sispde::NpyArray::parse(bytes, {"fuzz.npy"})) {
    (void)array->toInt32();
    (void)array->toInt64();
    (void)array->toFloat();
    (void)array->toDouble();
    (void)array->toMask();
    (void)array->toText();
    (void)array->describe();
  }
  return 0;
}
