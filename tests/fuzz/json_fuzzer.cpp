// Any bytes as a JSON node-link file.

#include "core/io/formats.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)sispde::readJsonGraph(std::string(reinterpret_cast<const char*>(data), size), "fuzz.json");
  return 0;
}
