#pragma once
// What the generators share, and their entry points. generateDataset (generators.h) is the door for users.

#include <span>

#include "core/base/random.h"
#include "core/graph/dataset.h"
#include "core/shift/generator_spec.h"

namespace sispde {

// A generator: from a checked request to a data set without its source; its name is filled in where it is
// empty.
Result<Dataset> generateKarate(const GeneratorSpec& spec, std::uint64_t seed);
Result<Dataset> generateGrid(const GeneratorSpec& spec, std::uint64_t seed);
Result<Dataset> generateRing(const GeneratorSpec& spec, std::uint64_t seed);
Result<Dataset> generateBlocks(const GeneratorSpec& spec, std::uint64_t seed);
Result<Dataset> generateMinesweeper(const GeneratorSpec& spec, std::uint64_t seed);
Result<Dataset> generateCitation(const GeneratorSpec& spec, std::uint64_t seed);
Result<Dataset> generatePlanted(const GeneratorSpec& spec, std::uint64_t seed);

// A random order of the nodes. Blocks are sampled on consecutive places; node ids are given to the places at
// random, so that ids say nothing of classes (the structure shift cuts its blocks by id).
std::vector<NodeId> randomOrder(NodeId nodeCount, std::uint64_t seed);
void renumber(std::span<Edge> edges, std::span<const NodeId> nodeOfPlace);
// Label b for the nodes whose place is in block b.
std::vector<std::int32_t> blockLabels(std::span<const NodeId> blockStarts,
                                      std::span<const NodeId> nodeOfPlace);

// 16 columns: the mean of the node's class, a random direction of length `signal`, plus independent N(0, 1).
Features gaussianFeatures(std::span<const std::int32_t> labels, std::int32_t classes, double signal,
                          std::uint64_t seed, const Progress& progress = {});

// Edges between places in blocks, as a data set: ids at random, the block as label, Gaussian features, the usual split.
Dataset blockDataset(std::vector<Edge> edges, std::span<const NodeId> blockStarts, double signal,
                     std::uint64_t seed, const Progress& progress);

// The usual random split: half, a quarter, a quarter of all nodes.
Split usualSplit(NodeId nodeCount, std::uint64_t seed);

// width × height nodes with id row·width + column; `diagonal` makes it a king-move grid, `torus` joins
// opposite borders.
Graph latticeGraph(NodeId width, NodeId height, bool torus, bool diagonal, const Progress& progress);

}  // namespace sispde
