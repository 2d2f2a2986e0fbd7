#include "app/studio/workspace/history.h"

namespace sispde::studio {

void History::edit(const std::string& words, const std::function<void(Workspace&)>& change,
                   const std::string& key) {
  const Workspace before = now_;
  change(now_);
  if (now_ == before) return;
  const bool joins = !key.empty() && key == gesture_ && done_ > 0 && done_ == entries_.size();
  if (joins) {
    entries_.back().words = words;
    entries_.back().after = now_;
    if (entries_.back().before == now_) {  // the gesture came back to where it began
      entries_.pop_back();
      --done_;
      entries_.insert(entries_.end(), replaced_.begin(), replaced_.end());
      endGesture();
    }
    return;
  }
  replaced_.assign(entries_.begin() + static_cast<std::ptrdiff_t>(done_), entries_.end());
  entries_.resize(done_);
  entries_.push_back({words, before, now_});
  if (entries_.size() > mostEntries) entries_.erase(entries_.begin());
  done_ = entries_.size();
  gesture_ = key;
}

void History::adjustAll(const std::function<void(Workspace&)>& change) {
  change(now_);
  for (std::vector<Entry>* list : {&entries_, &replaced_})
    for (Entry& entry : *list) {
      change(entry.before);
      change(entry.after);
    }
}

void History::reset(Workspace start) {
  now_ = std::move(start);
  entries_.clear();
  done_ = 0;
  endGesture();
}

// The time runs on while the noise plays: an edit that did not set it does not bring it back.
void History::take(const Workspace& wanted, const Entry& entry) {
  const double time = now_.time;
  now_ = wanted;
  if (entry.before.time == entry.after.time) now_.time = time;
}

bool History::undo() {
  if (!canUndo()) return false;
  endGesture();
  const Entry& entry = entries_[--done_];
  take(entry.before, entry);
  return true;
}

bool History::redo() {
  if (!canRedo()) return false;
  endGesture();
  const Entry& entry = entries_[done_++];
  take(entry.after, entry);
  return true;
}

void History::goTo(std::size_t count) {
  while (done_ > count && undo()) {
  }
  while (done_ < count && redo()) {
  }
}

}  // namespace sispde::studio
