// Files that are written in the background, and what the user is told of them.

#include <algorithm>

#include "app/studio/shell/studio.h"

namespace sispde::studio {

void Studio::write(const std::string& path, std::function<Result<void>(const Progress&)> how,
                   std::function<void()> then, const std::string& note) {
  // The job takes the place of an earlier one of that path, and so does what is told of it.
  std::erase_if(writings_, [&](const Writing& each) { return each.path == path; });
  const auto ticket = std::make_shared<const int>(0);
  const auto stage = std::make_shared<std::atomic<WritingStage>>(WritingStage::Waits);
  writings_.push_back({path, note, std::move(then), stage, ticket});
  jobs.start("export", "export " + path, fmt::format("writing {}", path),
             [this, stage, ticket, how = std::move(how)](const Progress& progress) -> Jobs::Delivery {
               *stage = WritingStage::Works;
               const Result<void> done = how(progress);
               *stage = done ? WritingStage::Written : WritingStage::NotWritten;
               return [this, stage, ticket, done] {
                 const auto found = std::find_if(writings_.begin(), writings_.end(),
                                                 [&](const Writing& each) { return each.stage == stage; });
                 if (found == writings_.end()) return;
                 const Writing ended = std::move(*found);
                 writings_.erase(found);
                 if (done)
                   tellWritten(ended);
                 else if (done.error().kind == ErrorKind::Cancelled)
                   log.tell(fmt::format("Cancelled; {} is as it was", ended.path));
                 else
                   log.trouble(done.error().sentence());
               };
             });
}

void Studio::tellWritten(const Writing& writing) {
  log.tell(fmt::format("Wrote {}{}", writing.path, writing.note.empty() ? "" : "; " + writing.note));
  if (writing.then) writing.then();
}

// After a cancel nothing is delivered: whoever waits for the file learns it here. The file may have been complete by then.
void Studio::updateWritings() {
  std::vector<Writing> ended;
  for (auto each = writings_.begin(); each != writings_.end();) {
    if (!each->ticket.expired()) {
      ++each;
      continue;
    }
    ended.push_back(std::move(*each));
    each = writings_.erase(each);
  }
  for (const Writing& each : ended) {
    const WritingStage stage = *each.stage;
    if (stage == WritingStage::Written)
      tellWritten(each);
    else if (stage != WritingStage::Works)  // otherwise it threw, which Jobs tells
      log.tell(fmt::format("Cancelled; {} is as it was", each.path));
  }
}

}  // namespace sispde::studio
