#pragma once
// The History of a Workspace: every edit in words, to be undone and redone. Edits of one gesture, such as a drag, share a key and
// become one entry until the gesture ends.

#include <functional>
#include <string>
#include <vector>

#include "app/studio/workspace/workspace.h"

namespace sispde::studio {

class History {
 public:
  explicit History(Workspace start) : now_(std::move(start)) {}

  const Workspace& workspace() const { return now_; }

  // Applies `change`; an entry is made where it changed anything. With a `key` an edit joins the entry before, if that has the same key
  // and its gesture is not over; `words` replace that entry's.
  void edit(const std::string& words, const std::function<void(Workspace&)>& change,
            const std::string& key = {});
  void endGesture() {
    gesture_.clear();
    replaced_.clear();
  }
  // Changes without an entry: what is no edit of the user's, such as the time while it plays.
  void adjust(const std::function<void(Workspace&)>& change) { change(now_); }
  // The same for every entry too, before and after: what they could not know when they were made.
  void adjustAll(const std::function<void(Workspace&)>& change);
  // Forgets all entries: another data set was opened.
  void reset(Workspace start);

  bool canUndo() const { return done_ > 0; }
  bool canRedo() const { return done_ < entries_.size(); }
  bool undo();
  bool redo();
  // As it was after so many of the entries.
  void goTo(std::size_t count);

  struct Entry {
    std::string words;
    Workspace before, after;
  };
  const std::vector<Entry>& entries() const { return entries_; }
  std::size_t doneCount() const { return done_; }  // how many of them are in force
  static constexpr std::size_t mostEntries = 500;

 private:
  void take(const Workspace& wanted, const Entry& entry);

  Workspace now_;
  std::vector<Entry> entries_;
  std::size_t done_ = 0;
  std::string gesture_;
  std::vector<Entry> replaced_;  // undone entries that the gesture put an end to, should it come to nothing
};

}  // namespace sispde::studio
