#include "core/model/functions.h"

#include "core/model/carried.h"
#include "core/model/convolve.h"
#include "core/model/gemm.h"

namespace sispde {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::Variable;
using torch::autograd::variable_list;

at::Tensor multiplied(const SparseMatrix& matrix, const at::Tensor& dense, const Progress& progress) {
  const at::Tensor packed = dense.contiguous();
  at::Tensor result = at::empty({static_cast<std::int64_t>(matrix.rows()), packed.size(1)}, packed.options());
  Convolution task;
  task.matrix = &matrix;
  task.rows = matrix.rows();
  task.columns = matrix.width;
  task.width = static_cast<std::size_t>(packed.size(1));
  task.in = packed.const_data_ptr<float>();
  task.out = result.data_ptr<float>();
  convolve(task, progress);
  return result;
}

struct SparseData {
  SparsePair matrix;
  Progress progress;
};

struct SparseFunction : Function<SparseFunction> {
  static Variable forward(AutogradContext* context, const Variable& dense,
                          const std::shared_ptr<SparseData>& data) {
    carry(context, data);
    return multiplied(*data->matrix.forward, dense, data->progress);
  }
  static variable_list backward(AutogradContext* context, const variable_list& grads) {
    const auto data = carried<SparseData>(context);
    return {multiplied(*data->matrix.backward, grads[0], data->progress), Variable()};
  }
};

struct SpdeData {
  std::shared_ptr<SpdeIntegrator> integrator;
  NoiseRows noise;
  Progress progress;
};

SpdeWeights weightsOf(const SpdeParameters& parameters) {
  return {parameters.field.const_data_ptr<float>(), parameters.fieldBias.const_data_ptr<float>(),
          parameters.convolution.const_data_ptr<float>(), parameters.convolutionBias.const_data_ptr<float>()};
}

at::Tensor walk(const SpdeData& data, const at::Tensor& initial, const SpdeParameters& parameters,
                bool keep) {
  const SpdeShape& shape = data.integrator->shape();
  at::Tensor out =
      at::empty({static_cast<std::int64_t>(data.integrator->rowsOut()),
                 static_cast<std::int64_t>(shape.samples), static_cast<std::int64_t>(shape.hidden)},
                initial.options());
  const at::Tensor packed = initial.contiguous();
  data.integrator->forward(weightsOf(parameters), packed.const_data_ptr<float>(), data.noise,
                           out.data_ptr<float>(), keep, data.progress);
  return out;
}

struct SpdeFunction : Function<SpdeFunction> {
  static Variable forward(AutogradContext* context, const Variable& initial, const Variable& field,
                          const Variable& fieldBias, const Variable& convolution,
                          const Variable& convolutionBias, const std::shared_ptr<SpdeData>& data) {
    carry(context, data);
    context->save_for_backward({field, fieldBias, convolution, convolutionBias});
    return walk(*data, initial, {field, fieldBias, convolution, convolutionBias}, true);
  }
  static variable_list backward(AutogradContext* context, const variable_list& grads) {
    const auto data = carried<SpdeData>(context);
    const variable_list saved = context->get_saved_variables();
    const SpdeParameters parameters{saved[0], saved[1], saved[2], saved[3]};
    const at::Tensor gradOut = grads[0].contiguous();
    SpdeParameters to{at::empty_like(saved[0]), at::empty_like(saved[1]), at::empty_like(saved[2]),
                      at::empty_like(saved[3])};
    at::Tensor gradInitial = at::zeros(
        {static_cast<std::int64_t>(data->integrator->rowsIn()), saved[2].size(0)}, gradOut.options());
    data->integrator->backward(weightsOf(parameters), gradOut.const_data_ptr<float>(),
                               {to.field.data_ptr<float>(), to.fieldBias.data_ptr<float>(),
                                to.convolution.data_ptr<float>(), to.convolutionBias.data_ptr<float>()},
                               gradInitial.data_ptr<float>(), data->progress);
    return {gradInitial, to.field, to.fieldBias, to.convolution, to.convolutionBias, Variable()};
  }
};

Block blockOf(const at::Tensor& packed) {
  return block(packed.const_data_ptr<float>(), static_cast<std::size_t>(packed.size(0)),
               static_cast<std::size_t>(packed.size(1)));
}

Block transposeOf(const at::Tensor& packed) {
  return transposed(packed.const_data_ptr<float>(), static_cast<std::size_t>(packed.size(0)),
                    static_cast<std::size_t>(packed.size(1)));
}

at::Tensor product(const Block& a, const Block& b, const Progress& progress) {
  at::Tensor out = at::empty({static_cast<std::int64_t>(a.rows), static_cast<std::int64_t>(b.columns)});
  multiplyRows(a, b, out.data_ptr<float>(), false, progress);
  return out;
}

struct LinearFunction : Function<LinearFunction> {
  static Variable forward(AutogradContext* context, const Variable& x, const Variable& weight,
                          const Variable& bias, const std::shared_ptr<Progress>& progress) {
    const at::Tensor packed = x.contiguous();
    carry(context, progress);
    context->save_for_backward({packed, weight});
    context->saved_data["input"] = x.requires_grad();
    return product(blockOf(packed), blockOf(weight), *progress).add_(bias);
  }
  static variable_list backward(AutogradContext* context, const variable_list& grads) {
    const auto progress = carried<Progress>(context);
    const variable_list saved = context->get_saved_variables();
    const at::Tensor grad = grads[0].contiguous();
    Variable toInput;
    if (context->saved_data["input"].toBool())
      toInput = product(blockOf(grad), transposeOf(saved[1]), *progress);
    return {toInput, product(transposeOf(saved[0]), blockOf(grad), *progress), grad.sum(0), Variable()};
  }
};

}  // namespace

at::Tensor sparseProduct(const SparsePair& matrix, const at::Tensor& dense, const Progress& progress) {
  return SparseFunction::apply(dense, std::make_shared<SparseData>(SparseData{matrix, progress}));
}

at::Tensor indexOf(std::span<const std::int32_t> ids) {
  return at::tensor(std::vector<std::int64_t>(ids.begin(), ids.end()), at::kLong);
}

at::Tensor denseOf(const SparseMatrix& matrix) {
  at::Tensor dense =
      at::zeros({static_cast<std::int64_t>(matrix.rows()), static_cast<std::int64_t>(matrix.width)});
  float* values = dense.data_ptr<float>();
  for (std::size_t row = 0; row < matrix.rows(); ++row)
    for (std::int64_t e = matrix.offsets[row]; e < matrix.offsets[row + 1]; ++e)
      values[row * matrix.width + static_cast<std::size_t>(matrix.columns[e])] = matrix.values[e];
  return dense;
}

at::Tensor spdePath(const std::shared_ptr<SpdeIntegrator>& integrator, const at::Tensor& initial,
                    const SpdeParameters& parameters, const NoiseRows& noise, const Progress& progress) {
  const auto data = std::make_shared<SpdeData>(SpdeData{integrator, noise, progress});
  if (!at::GradMode::is_enabled()) return walk(*data, initial, parameters, false);
  return SpdeFunction::apply(initial, parameters.field, parameters.fieldBias, parameters.convolution,
                             parameters.convolutionBias, data);
}

at::Tensor linear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                  const Progress& progress) {
  return LinearFunction::apply(x, weight, bias, std::make_shared<Progress>(progress));
}

}  // namespace sispde
