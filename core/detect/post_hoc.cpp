#include "core/detect/post_hoc.h"

#include <algorithm>
#include <cmath>

namespace sispde {

Result<std::vector<NamedScore>> postHocScores(PostHoc& postHoc, const PostHocTask& task,
                                              const Progress& progress) {
  SISPDE_TRY(ScoreList id, postHoc.scores(*task.training, *task.id, progress));
  ScoreList ood = id;
  if (task.test != nullptr || !task.ood->empty()) {
    SISPDE_TRY(ood, postHoc.scores(task.test != nullptr ? *task.test : *task.training, *task.ood, progress));
  }
  std::vector<NamedScore> scores;
  for (std::size_t i = 0; i < id.size(); ++i) {
    NamedScore score{id[i].first, std::move(id[i].second), std::move(ood[i].second)};
    if (task.test == nullptr) {
      for (const NodeId u : *task.ood) score.id[u] = score.ood[u];
      score.ood = score.id;
    }
    for (const std::vector<double>* values : {&score.id, &score.ood})
      if (!std::all_of(values->begin(), values->end(), [](double x) { return std::isfinite(x); }))
        return failure({}, "The score {} of a node is not finite; try a smaller learning rate", score.name);
    scores.push_back(std::move(score));
  }
  return scores;
}

}  // namespace sispde
