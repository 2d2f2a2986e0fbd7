#pragma once
// Built-in data: data sets that are made, not read. Equal texts and seeds give equal data sets, for any
// number of threads. Every generator takes time and memory proportional to nodes and edges, and gives labels,
// features where natural, and at least one split (half of the nodes for training, a quarter for validation, a
// quarter for the test, unless said).

#include "core/graph/dataset.h"
#include "core/shift/generator_spec.h"

namespace sispde {

// Whether the text starts with the name of a generator; what follows may still be wrong.
bool isGeneratorSpec(std::string_view text);

// A usage error for an unknown name or option, a value out of range or a size beyond the limits.
//   SISPDE_TRY(Dataset data, generateDataset("minesweeper:100x100", 1));
Result<Dataset> generateDataset(const std::string& spec, std::uint64_t seed, const Progress& progress = {});

// All generators, for help and lists.
const std::vector<GeneratorInfo>& generators();

}  // namespace sispde
