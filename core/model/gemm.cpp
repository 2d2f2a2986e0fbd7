#include "core/model/gemm.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include "core/base/parallel.h"

namespace sispde {

void holdTorchAtOneThread() {
  // dense_eigen.cpp sets another number for the time of one call, and this one afterwards.
  thread_local bool held = false;
  if (held) return;
  at::set_num_threads(1);
  held = true;
}

static at::Tensor tensorOf(const Block& block) {
  const auto rows = static_cast<std::int64_t>(block.rows), columns = static_cast<std::int64_t>(block.columns),
             stride = static_cast<std::int64_t>(block.stride);
  auto* data = const_cast<float*>(block.data);  // at::from_blob takes no const; nothing is written through it
  if (block.transposed) return at::from_blob(data, {rows, columns}, {1, stride}, at::kFloat);
  return at::from_blob(data, {rows, columns}, {stride, 1}, at::kFloat);
}

void multiply(const Block& a, const Block& b, float* out, bool accumulate) {
  holdTorchAtOneThread();
  const at::AutoDispatchBelowADInplaceOrView below;
  at::Tensor result = tensorOf(block(out, a.rows, b.columns));
  if (accumulate)
    at::addmm_out(result, result, tensorOf(a), tensorOf(b));
  else
    at::mm_out(result, tensorOf(a), tensorOf(b));
}

void multiplyRows(const Block& a, const Block& b, float* out, bool accumulate, const Progress& progress) {
  parallelBlocks(a.rows, 64, [&](std::size_t begin, std::size_t end) {
    if (progress.stopped()) return;
    Block part = a;
    part.data += begin * (a.transposed ? 1 : a.stride);
    part.rows = end - begin;
    multiply(part, b, out + begin * b.columns, accumulate);
  });
}

}  // namespace sispde
