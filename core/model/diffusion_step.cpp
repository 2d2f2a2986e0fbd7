#include "core/model/diffusion_step.h"

#include <torch/csrc/autograd/custom_function.h>

#include "core/base/parallel.h"

namespace sispde {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr std::size_t block = 64;  // rows

struct DiffusionStep : torch::autograd::Function<DiffusionStep> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& given, const at::Tensor& seen,
                            const at::Tensor& driftBias, const at::Tensor& diffusionBias,
                            const at::Tensor& noise, double dt) {
    const at::Tensor h = given.contiguous(), xi = noise.contiguous();
    at::Tensor out = at::empty_like(h);
    const auto width = static_cast<std::size_t>(h.size(1));
    const auto time = static_cast<float>(dt);
    const float *state = h.const_data_ptr<float>(), *attended = seen.const_data_ptr<float>(),
                *z = xi.const_data_ptr<float>(), *driftShift = driftBias.const_data_ptr<float>(),
                *diffusionShift = diffusionBias.const_data_ptr<float>();
    float* next = out.data_ptr<float>();
    parallelBlocks(static_cast<std::size_t>(h.size(0)), block, [&](std::size_t begin, std::size_t end) {
      for (std::size_t u = begin; u < end; ++u)
        for (std::size_t c = 0; c < width; ++c) {
          const float x = state[u * width + c];
          const float f = attended[2 * u * width + c] + driftShift[c] - x;
          const float g = x - attended[(2 * u + 1) * width + c] - diffusionShift[c];
          next[u * width + c] = x + time * (f + g * z[u * width + c]);
        }
    });
    context->save_for_backward({xi});
    context->saved_data["dt"] = dt;
    return out;
  }
  static variable_list backward(AutogradContext* context, const variable_list& grads) {
    const at::Tensor xi = context->get_saved_variables()[0], gradOut = grads[0].contiguous();
    const auto time = static_cast<float>(context->saved_data["dt"].toDouble());
    const std::int64_t columns = xi.size(1);
    const auto width = static_cast<std::size_t>(columns);
    at::Tensor gradH = at::empty_like(xi), gradSeen = at::empty({xi.size(0), 2 * columns}, xi.options());
    const float *grad = gradOut.const_data_ptr<float>(), *z = xi.const_data_ptr<float>();
    float *toH = gradH.data_ptr<float>(), *toSeen = gradSeen.data_ptr<float>();
    parallelBlocks(static_cast<std::size_t>(xi.size(0)), block, [&](std::size_t begin, std::size_t end) {
      for (std::size_t u = begin; u < end; ++u)
        for (std::size_t c = 0; c < width; ++c) {
          const float toDrift = time * grad[u * width + c], toDiffusion = toDrift * z[u * width + c];
          toSeen[2 * u * width + c] = toDrift;
          toSeen[(2 * u + 1) * width + c] = -toDiffusion;
          toH[u * width + c] = grad[u * width + c] - toDrift + toDiffusion;
        }
    });
    const at::Tensor biases = gradSeen.sum(0);
    return {gradH,        gradSeen,    biases.narrow(0, 0, columns), biases.narrow(0, columns, columns),
            at::Tensor(), at::Tensor()};
  }
};

}  // namespace

at::Tensor diffusionStep(const at::Tensor& h, const at::Tensor& seen, const at::Tensor& driftBias,
                         const at::Tensor& diffusionBias, const at::Tensor& xi, double dt) {
  return DiffusionStep::apply(h, seen, driftBias, diffusionBias, xi, dt);
}

}  // namespace sispde
