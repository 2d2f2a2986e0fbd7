// The Planetoid construction: allx and tx, ally and ty are joined, and the test rows are moved to the ids that test.index
// names. Ids missing between them (15 in CiteSeer) get zero features and label 0, and are flagged as placeholders.

#include <algorithm>
#include <filesystem>

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/io/formats.h"
#include "core/io/pickle_arrays.h"

namespace sispde {
namespace fs = std::filesystem;
namespace {

constexpr std::int64_t validationNodes = 500;

struct Planetoid {
  std::string folder, name;
  Progress progress = {};
  mutable int parts = 0;  // that were read, of eight

  // Before each part.
  Result<void> begin(std::string_view part) const {
    if (progress.stopped()) return cancelled();
    progress.report(parts++ / 8.0, fmt::format("reading {}", part));
    return {};
  }

  std::string path(std::string_view part) const {
    return (fs::path(folder) / fmt::format("ind.{}.{}", name, part)).string();
  }

  Result<PickleDocument> pickle(std::string_view part) const {
    SISPDE_CHECK(begin(part));
    const std::string file = path(part);
    if (!fs::exists(file) && fs::exists(file + ".xz"))
      return inputError({file}, "The file is missing, but {} is there: unpack it with xz -dk", file + ".xz");
    SISPDE_TRY(std::string bytes, readFile(file));
    return PickleDocument::parse(std::move(bytes), file);
  }
  Result<Features> features(std::string_view part) const {
    SISPDE_TRY(const PickleDocument document, pickle(part));
    return pickledCsr(document, document.root());
  }
  // Class ids of one-hot rows.
  Result<std::vector<std::int32_t>> labels(std::string_view part) const {
    SISPDE_TRY(const PickleDocument document, pickle(part));
    SISPDE_TRY(const PickledArray array, pickledArray(document, document.root()));
    if (array.shape.size() != 2 || array.shape[1] == 0)
      return inputError({document.file()}, "One-hot rows were expected");
    std::vector<std::int32_t> ids;
    for (std::int64_t row = 0; row < array.shape[0]; ++row) {
      std::int32_t id = 0;
      double best = 0;
      for (std::int64_t c = 0; c < array.shape[1]; ++c)
        if (const double x = array.number(row * array.shape[1] + c); x > best) {
          best = x;
          id = static_cast<std::int32_t>(c);
        }
      ids.push_back(id);
    }
    return ids;
  }
  Result<std::vector<std::int64_t>> testIndex() const {
    SISPDE_CHECK(begin("test.index"));
    const std::string file = path("test.index");
    SISPDE_TRY(const std::string text, readFile(file));
    std::vector<std::int64_t> ids;
    std::size_t line = 0;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      std::string_view word = trim(std::string_view(text).substr(at, end - at));
      if (!word.empty() && word.back() == '\r') word.remove_suffix(1);
      ++line;
      at = end + 1;
      if (word.empty()) continue;
      const auto id = parseInteger(word);
      if (!id || *id < 0)
        return inputError({file, static_cast<std::int64_t>(line)}, "{} is not a node id", inQuotes(word));
      ids.push_back(*id);
    }
    return ids;
  }
};

// The set of that name, or the only one.
Result<Planetoid> findPlanetoid(const std::string& folder, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string file = entry.path().filename().string();
    if (file.starts_with("ind.") && file.ends_with(".graph") && file.size() > 10)
      names.push_back(file.substr(4, file.size() - 10));
  }
  std::sort(names.begin(), names.end());
  if (!name.empty() && std::find(names.begin(), names.end(), name) != names.end())
    return Planetoid{folder, name};
  if (names.empty() || !name.empty())
    return inputError({folder}, "The folder holds no Planetoid data set (no file ind.{}.graph)",
                      name.empty() ? "NAME" : name);
  if (names.size() > 1)
    return inputError(
        {folder}, "The folder holds several data sets ({}); open one by one of its files, as in ind.{}.graph",
        fmt::join(names, ", "), names.front());
  return Planetoid{folder, names.front()};
}

// Appends row `from` of `source` to CSR arrays.
struct CsrBuilder {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> indices;
  std::vector<float> values;
  void add(const Features& source, std::int64_t from) {
    const auto row = source.sparseRow(from);
    for (std::size_t i = 0; i < row.columns.size(); ++i) {
      indices.push_back(row.columns[i]);
      values.push_back(row.value(i));
    }
    offsets.push_back(static_cast<std::int64_t>(indices.size()));
  }
  void addEmpty() { offsets.push_back(static_cast<std::int64_t>(indices.size())); }
};

Result<BuiltGraph> readAdjacency(const Planetoid& source, NodeId nodes) {
  SISPDE_TRY(const PickleDocument document, source.pickle("graph"));
  SISPDE_TRY(const auto rows, pickledAdjacency(document));
  std::vector<Edge> edges;
  for (const auto& [u, neighbours] : rows)
    for (const std::int64_t v : neighbours) {
      if (u < 0 || u >= nodes || v < 0 || v >= nodes)
        return inputError({document.file()}, "The edge {} - {} names a node beyond 0 to {}", u, v, nodes - 1);
      edges.push_back({static_cast<NodeId>(u), static_cast<NodeId>(v)});
    }
  return buildGraph(nodes, edges);
}

}  // namespace

Result<Dataset> readPlanetoid(const std::string& folder, const std::string& name, const Progress& progress) {
  SISPDE_TRY(Planetoid source, findPlanetoid(folder, name));
  source.progress = progress;
  SISPDE_TRY(const Features training, source.features("x"));
  SISPDE_TRY(const Features all, source.features("allx"));
  SISPDE_TRY(const Features test, source.features("tx"));
  SISPDE_TRY(const std::vector<std::int32_t> trainLabels, source.labels("y"));
  SISPDE_TRY(const std::vector<std::int32_t> allLabels, source.labels("ally"));
  SISPDE_TRY(const std::vector<std::int32_t> testLabels, source.labels("ty"));
  SISPDE_TRY(const std::vector<std::int64_t> index, source.testIndex());

  const std::int64_t known = all.rows();
  const auto tests = static_cast<std::int64_t>(index.size());
  const Place indexPlace{source.path("test.index")};
  if (tests == 0) return inputError(indexPlace, "The list of test nodes is empty");
  const std::int64_t last = *std::max_element(index.begin(), index.end());
  if (static_cast<std::int64_t>(allLabels.size()) != known ||
      static_cast<std::int64_t>(testLabels.size()) != test.rows() || test.rows() != tests ||
      all.columns() != test.columns())
    return inputError({folder},
                      "The parts do not fit: allx has {} rows, ally {}, tx {}, ty {}, test.index {}", known,
                      allLabels.size(), test.rows(), testLabels.size(), tests);
  if (const auto first = *std::min_element(index.begin(), index.end()); first < known)
    return inputError(indexPlace, "Test node {} is one of the {} other nodes", first, known);
  // At most as many gaps as there are test nodes: more would be memory that the files do not justify.
  if (last - known >= 2 * tests)
    return inputError(indexPlace, "Node {} is far beyond the {} rows there are", last, known + tests);
  const std::int64_t n = last + 1;
  const auto trains = static_cast<std::int64_t>(trainLabels.size());
  if (trains + validationNodes > known)
    return inputError(
        {folder}, "There are {} rows outside the test set, fewer than {} training and {} validation nodes",
        known, trains, validationNodes);
  if (training.rows() != trains)
    return inputError({folder}, "The parts do not fit: x has {} rows, y {}", training.rows(), trains);

  std::vector<std::int64_t> rowOf(static_cast<std::size_t>(n - known),
                                  -1);  // row of tx for each id from `known` on
  for (std::int64_t i = 0; i < tests; ++i) {
    if (rowOf[index[i] - known] >= 0) return inputError(indexPlace, "Node {} is listed twice", index[i]);
    rowOf[index[i] - known] = i;
  }

  Dataset data;
  data.name = source.name;
  CsrBuilder features;
  data.labels = allLabels;
  for (std::int64_t u = 0; u < known; ++u) features.add(all, u);
  Split split{Mask(n, 0), Mask(n, 0), Mask(n, 0)};
  Mask placeholders(n, 0);
  for (std::int64_t u = known; u < n; ++u) {
    const std::int64_t row = rowOf[u - known];
    if (row >= 0)
      features.add(test, row);
    else
      features.addEmpty();
    data.labels.push_back(row >= 0 ? testLabels[row] : 0);
    (row >= 0 ? split.test : placeholders)[u] = 1;
  }
  std::fill_n(split.train.begin(), trains, 1);
  std::fill_n(split.validation.begin() + trains, validationNodes, 1);
  data.splits.push_back(std::move(split));
  if (count(placeholders) > 0) data.placeholders = std::move(placeholders);
  data.features = Features::sparse(n, all.columns(), std::move(features.offsets), std::move(features.indices),
                                   std::move(features.values));
  SISPDE_TRY(auto built, readAdjacency(source, static_cast<NodeId>(n)));
  setGraph(data, std::move(built));
  return finishDataset(std::move(data), folder);
}

}  // namespace sispde
