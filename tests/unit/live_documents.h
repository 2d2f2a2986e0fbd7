#pragma once
// Documents for tests of what the windows keep up to date, and the frames that do so.

#include <chrono>

#include "app/studio/live/document.h"
#include "core/base/jobs.h"

namespace sispde::studio {

inline std::shared_ptr<const Document> documentOf(Graph graph) {
  auto document = std::make_shared<Document>();
  document->data.graph = std::move(graph);
  document->edges = document->data.graph.edges();
  return document;
}

// The background has a lower priority: who waits for it must not take the processor from it.
inline void rest() {
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

// Frames until frame() says that it has seen enough.
template <typename Frame>
void framesUntil(Jobs& jobs, const Frame& frame) {
  for (;;) {
    jobs.deliver();
    if (frame()) return;
    rest();
  }
}

}  // namespace sispde::studio
