#pragma once
// Memory that a thread of SpdeIntegrator keeps from block to block.

#include "core/base/buffer.h"

namespace sispde {

struct SpdeScratch {
  Buffer<float> field, gradMixed, gradPre, sums;
  static SpdeScratch& ofThread() {
    thread_local SpdeScratch scratch;
    return scratch;
  }
};

inline float* atLeast(Buffer<float>& buffer, std::size_t size) {
  if (buffer.size() < size) buffer = Buffer<float>(size);
  return buffer.data();
}

}  // namespace sispde
