// Nodes that were moved or pinned by hand: entries of the history, which the layout follows.

#include <map>
#include <utility>

#include "app/studio/shell/studio.h"

namespace sispde::studio {

void Studio::hold(const std::string& words, NodeId node, const HeldNode& before, const HeldNode& after) {
  if (before == after) return;
  using Held = std::shared_ptr<const HeldNodes>;
  const auto with = [&](const Held& held, const HeldNode& state) {
    HeldNodes nodes = held ? *held : HeldNodes{};
    nodes[node] = state;
    return std::make_shared<const HeldNodes>(std::move(nodes));
  };
  // Where the node was until now the layout alone knew; undo needs it in every entry. What was shared stays shared.
  std::map<Held, Held> made;
  history.adjustAll([&](Workspace& w) {
    // A place of another arrangement means nothing any more.
    if (w.held)
      if (const auto known = w.held->find(node);
          known != w.held->end() && (known->second.pinned || known->second.arrangement == before.arrangement))
        return;
    Held& informed = made[w.held];
    if (!informed) informed = with(w.held, before);
    w.held = informed;
  });
  if (workspace().held->at(node) != before)
    history.adjust([&](Workspace& w) { w.held = with(w.held, before); });
  history.edit(fmt::format("{} node {}", words, document->nodeName(node)),
               [&](Workspace& w) { w.held = with(w.held, after); });
  appliedHeld_ = workspace().held;
}

void Studio::pin(NodeId node, bool pinned) {
  HeldNode before{layout.positions().at(static_cast<std::size_t>(node)), !pinned, layout.arrangement()};
  HeldNode after = before;
  after.pinned = pinned;
  layout.pin(node, pinned);
  hold(pinned ? "Pinned" : "Freed", node, before, after);
}

void Studio::letGo(NodeId node, Point before, bool pinned) {
  const Point place = layout.positions().at(static_cast<std::size_t>(node));
  const bool was = layout.isPinned(node);
  if (pinned && !was) layout.pin(node, true);
  layout.release(node);
  // A running layout takes a node back that nothing holds: nothing is left to undo.
  if (layout.running() && !layout.isPinned(node)) return;
  hold(layout.isPinned(node) && !was ? "Moved and pinned" : "Moved", node,
       {before, was, layout.arrangement()}, {place, layout.isPinned(node), layout.arrangement()});
}

// After undo and redo the layout follows the workspace.
void Studio::updateHeld() {
  const std::shared_ptr<const HeldNodes> wanted = workspace().held;
  if (wanted == appliedHeld_) return;
  const std::shared_ptr<const HeldNodes> applied = std::exchange(appliedHeld_, wanted);
  if (!wanted) return;
  for (const auto& [node, state] : *wanted) {
    if (node >= std::ssize(layout.settled())) continue;
    if (applied)
      if (const auto same = applied->find(node); same != applied->end() && same->second == state) continue;
    const Point now = layout.settled()[static_cast<std::size_t>(node)];
    const bool meant = state.pinned || state.arrangement == layout.arrangement();
    if (layout.isPinned(node) != state.pinned || (meant && now != state.place))
      layout.putBack(node, meant ? state.place : now, state.pinned);
  }
}

}  // namespace sispde::studio
