#include "core/model/attend.h"

#include "core/model/carried.h"

namespace sispde {
namespace {

struct AttendData {
  std::shared_ptr<const AttentionPattern> pattern;
  std::int64_t heads = 1;
  Progress progress;
};

// s and t as arrays of their own.
struct Scores {
  at::Tensor source, target;
};

Scores scoresOf(const at::Tensor& rows, std::int64_t heads) {
  const std::int64_t values = rows.size(1) - 2 * heads;
  return {rows.narrow(1, values, heads).contiguous(), rows.narrow(1, values + heads, heads).contiguous()};
}

Attention taskOf(const AttendData& data, const at::Tensor& rows, const Scores& scores) {
  Attention task;
  task.pattern = data.pattern.get();
  task.heads = static_cast<std::size_t>(data.heads);
  task.stride = static_cast<std::size_t>(rows.size(1));
  task.width = (task.stride - 2 * task.heads) / task.heads;
  task.values = rows.const_data_ptr<float>();
  task.source = scores.source.const_data_ptr<float>();
  task.target = scores.target.const_data_ptr<float>();
  return task;
}

struct AttendFunction : torch::autograd::Function<AttendFunction> {
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& given,
                            const std::shared_ptr<AttendData>& data) {
    const at::Tensor rows = given.contiguous();
    at::Tensor out = at::empty({rows.size(0), rows.size(1) - 2 * data->heads}, rows.options());
    at::Tensor normaliser = at::empty({rows.size(0), data->heads}, rows.options());
    attentionForward(taskOf(*data, rows, scoresOf(rows, data->heads)), out.data_ptr<float>(),
                     normaliser.data_ptr<float>(), data->progress);
    carry(context, data);
    context->save_for_backward({rows, out, normaliser});
    return out;
  }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& grads) {
    const auto data = carried<AttendData>(context);
    if (data->progress.stopped()) return {at::Tensor(), at::Tensor()};
    const torch::autograd::variable_list saved = context->get_saved_variables();
    const at::Tensor &rows = saved[0], &out = saved[1], &normaliser = saved[2];
    const at::Tensor gradOut = grads[0].contiguous();
    const Scores scores = scoresOf(rows, data->heads);
    at::Tensor gradRows = at::empty_like(rows), gradSource = at::empty_like(scores.source),
               gradTarget = at::empty_like(scores.target);
    attentionBackward(
        taskOf(*data, rows, scores),
        {out.const_data_ptr<float>(), normaliser.const_data_ptr<float>(), gradOut.const_data_ptr<float>(),
         gradRows.data_ptr<float>(), gradSource.data_ptr<float>(), gradTarget.data_ptr<float>()},
        data->progress);
    gradRows.narrow(1, out.size(1), data->heads).copy_(gradSource);
    gradRows.narrow(1, out.size(1) + data->heads, data->heads).copy_(gradTarget);
    return {gradRows, at::Tensor()};
  }
};

}  // namespace

at::Tensor attend(const std::shared_ptr<const AttentionPattern>& pattern, const at::Tensor& rows,
                  std::int64_t heads, const Progress& progress) {
  return AttendFunction::apply(rows, std::make_shared<AttendData>(AttendData{pattern, heads, progress}));
}

}  // namespace sispde
