// Any bytes as a pickle, read as each of the three things that the Planetoid files hold.

#include "core/io/pickle_arrays.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto document =
      sispde::PickleDocument::parse(std::string(reinterpret_cast<const char*>(data), size), "fuzz.pickle");
  if (!document) return 0;
  if (const auto array = sispde::pickledArray(*document, document->root()); array && array->size() > 0)
    (void)array->number(array->size() - 1);
  (void)sispde::pickledCsr(*document, document->root());
  (void)sispde::pickledAdjacency(*document);
  return 0;
}
