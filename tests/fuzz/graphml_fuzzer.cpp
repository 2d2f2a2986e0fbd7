// Any bytes as a GraphML file.

#include "core/io/formats.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)sispde::readGraphml(std::string(reinterpret_cast<const char*>(data), size), "fuzz.graphml");
  return 0;
}
