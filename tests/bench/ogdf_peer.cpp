// The peer of the complete layout: OGDF's FastMultipoleMultilevelEmbedder, each component by itself. A program of its own that
// layout_bench.py compiles against the `ogdf-wheel` of the benchmark's environment, because OGDF is under the GPL.
//   ogdf_peer NODES EDGES THREADS SEED PLACES
// EDGES is a file of int32 pairs; PLACES is written, float32 pairs. Prints the milliseconds of the layout alone.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

#include <ogdf/basic/Graph.h>
#include <ogdf/basic/GraphAttributes.h>
#include <ogdf/energybased/FastMultipoleEmbedder.h>
#include <ogdf/packing/ComponentSplitterLayout.h>

int main(int argc, char** argv) {
  if (argc != 6) return 2;
  const int nodes = std::atoi(argv[1]);
  std::ifstream edges(argv[2], std::ios::binary);
  if (nodes < 1 || !edges) return 2;
  ogdf::setSeed(std::atoi(argv[4]));
  ogdf::Graph graph;
  std::vector<ogdf::node> all(static_cast<std::size_t>(nodes));
  for (ogdf::node& v : all) v = graph.newNode();
  for (std::int32_t pair[2]; edges.read(reinterpret_cast<char*>(pair), sizeof pair);)
    graph.newEdge(all.at(static_cast<std::size_t>(pair[0])), all.at(static_cast<std::size_t>(pair[1])));
  // The embedder clears the bends of edges.
  ogdf::GraphAttributes places(graph,
                               ogdf::GraphAttributes::nodeGraphics | ogdf::GraphAttributes::edgeGraphics);

  auto* const embedder = new ogdf::FastMultipoleMultilevelEmbedder;
  embedder->maxNumThreads(std::atoi(argv[3]));
  ogdf::ComponentSplitterLayout layout;
  layout.setLayoutModule(embedder);  // owned by it
  const auto start = std::chrono::steady_clock::now();
  layout.call(places);
  const auto end = std::chrono::steady_clock::now();
  std::printf("%.6f\n", std::chrono::duration<double, std::milli>(end - start).count());

  std::ofstream out(argv[5], std::ios::binary);
  for (const ogdf::node v : all) {
    const float place[2] = {static_cast<float>(places.x(v)), static_cast<float>(places.y(v))};
    out.write(reinterpret_cast<const char*>(place), sizeof place);
  }
  return out.flush() ? 0 : 1;
}
