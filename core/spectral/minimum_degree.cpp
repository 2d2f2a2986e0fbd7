#include "core/spectral/minimum_degree.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory_resource>
#include <numeric>
#include <span>
#include <utility>

#include "core/base/sort.h"

namespace sispde {
namespace {

// Elimination on the quotient graph (Amestoy, Davis and Duff, 1996). An eliminated node becomes an *element*, the clique of the nodes
// around it, kept as one list instead of its edges; elements swallow the elements they are made of. Nodes with the same surroundings are
// merged and eliminated together. Degrees are upper bounds: the clique of the pivot, and what each other element has outside of it.
class Elimination {
 public:
  Elimination(const Graph& graph, const Progress& progress, const FillLimit& limit)
      : progress_(progress), limit_(limit), n_(static_cast<std::size_t>(graph.nodeCount())) {
    // Fresh memory may be slow to come: list after list, so that a cancel is seen.
    const std::pair<List*, NodeId> lists[] = {{&size_, 1},       {&degree_, 0},  {&mark_, -1},
                                              {&weight_, 0},     {&outside_, 0}, {&stamp_, -1},
                                              {&next_, -1},      {&before_, -1}, {&merged_, -1},
                                              {&lastMerged_, 0}, {&counts_, 0},  {&elementCounts_, 0}};
    for (const auto& [list, value] : lists) {
      list->assign(n_, value);
      if (stopped(enough)) return;
    }
    std::iota(lastMerged_.begin(), lastMerged_.end(), 0);
    head_.assign(n_ + 1, -1);
    starts_.assign(n_, 0);
    if (stopped(enough)) return;
    members_.resize(n_);
    targets_.reserve(graph.targets().size());
    // Hubs would be in nearly every clique: they come last, in order of degree, and are left out of all lists.
    const auto hub = static_cast<std::int64_t>(std::max(16.0, 10 * std::sqrt(static_cast<double>(n_))));
    for (NodeId u = 0; u < graph.nodeCount(); ++u)
      if (graph.degree(u) > hub) hubs_.push_back(u);
    std::stable_sort(hubs_.begin(), hubs_.end(),
                     [&](NodeId a, NodeId b) { return graph.degree(a) < graph.degree(b); });
    for (const NodeId u : hubs_) size_[u] = 0;
    left_ = static_cast<NodeId>(n_ - hubs_.size());
    for (NodeId u = 0; u < graph.nodeCount(); ++u) {
      if (size_[u] == 0) continue;
      starts_[u] = static_cast<std::int64_t>(targets_.size());
      for (const NodeId v : graph.neighbours(u))
        if (size_[v] > 0) targets_.push_back(v);
      counts_[u] = degree_[u] = static_cast<NodeId>(static_cast<std::int64_t>(targets_.size()) - starts_[u]);
      insert(u);
      if (stopped(nodes(u).size() + 1)) return;
    }
    around_.reserve(targets_.size());
    for (std::size_t size = 0; size < targets_.size() && !stopped(enough);) {
      size = std::min(size + (std::size_t{1} << 21), targets_.size());
      around_.resize(size);
    }
  }

  Result<std::vector<NodeId>> order() {
    std::vector<NodeId> result;
    result.reserve(n_);
    while (left_ > 0 && !stopped_) {
      const NodeId pivot = smallest();
      eliminate(pivot);
      if (entries_ > limit_.entries || operations_ > limit_.operations)
        return usageError("The sparse factor of this graph would have more than {:.0f} million entries",
                          std::floor(entries_ / 1e6));
      for (NodeId u = pivot; u >= 0; u = merged_[u]) result.push_back(u);
    }
    if (stopped_) return cancelled();
    result.insert(result.end(), hubs_.begin(), hubs_.end());
    return result;
  }

 private:
  using List = std::vector<NodeId>;
  using Members = std::span<NodeId>;

  // The neighbours that no element holds, and the elements around a node. An element takes the place of a neighbour or of another
  // element, so that together they are never more than the neighbours at first: all stand in two arrays, with room for these.
  std::span<NodeId> nodes(NodeId u) {
    return {targets_.data() + starts_[u], static_cast<std::size_t>(counts_[u])};
  }
  std::span<NodeId> elements(NodeId u) {
    return {around_.data() + starts_[u], static_cast<std::size_t>(elementCounts_[u])};
  }

  static constexpr std::size_t enough =
      100'000;  // steps between two looks for a cancel; each may be a line of memory of its own
  bool stopped(std::size_t work) {
    work_ += work;
    if (work_ >= enough) {
      work_ = 0;
      stopped_ = stopped_ || progress_.stopped();
    }
    return stopped_;
  }

  // Nodes of equal degree bound hang in a doubly linked list.
  void insert(NodeId u) {
    const NodeId d = degree_[u];
    next_[u] = head_[d];
    before_[u] = -1;
    if (head_[d] >= 0) before_[head_[d]] = u;
    head_[d] = u;
    lowest_ = std::min(lowest_, d);
  }
  void remove(NodeId u) {
    if (before_[u] >= 0)
      next_[before_[u]] = next_[u];
    else
      head_[degree_[u]] = next_[u];
    if (next_[u] >= 0) before_[next_[u]] = before_[u];
  }
  NodeId smallest() {
    while (head_[lowest_] < 0) ++lowest_;
    const NodeId u = head_[lowest_];
    remove(u);
    return u;
  }

  // u goes where `into` goes, and is a node of its own no more.
  void merge(NodeId into, NodeId u) {
    size_[into] += size_[u];
    size_[u] = 0;
    merged_[lastMerged_[into]] = u;
    lastMerged_[into] = lastMerged_[u];
    free(u);
  }
  void free(NodeId u) { counts_[u] = elementCounts_[u] = 0; }

  void eliminate(NodeId pivot) {
    // The clique: neighbours, and the members of all elements around, which are in it from now on.
    List clique;
    mark_[pivot] = pivot;
    const auto take = [&](std::span<const NodeId> list) {
      for (const NodeId u : list)
        if (size_[u] > 0 && mark_[u] != pivot) {
          mark_[u] = pivot;
          clique.push_back(u);
        }
    };
    take(nodes(pivot));
    for (const NodeId e : elements(pivot)) {
      take(members_[e]);
      if (stopped(members_[e].size())) return;
      swallow(e);
    }
    left_ -= size_[pivot];
    free(pivot);
    for (const NodeId u : clique) {
      remove(u);
      if (stopped(1)) return;
    }
    // What every element around has outside of the clique.
    for (const NodeId u : clique) {
      if (stopped(elements(u).size())) return;
      for (const NodeId e : elements(u)) {
        if (weight_[e] == 0) continue;
        if (stamp_[e] != pivot) {
          stamp_[e] = pivot;
          outside_[e] = weight_[e];
        }
        outside_[e] -= size_[u];
      }
    }
    buckets_.clear();
    for (const NodeId u : clique) update(pivot, u);
    if (stopped_) return;
    mergeTwins();
    if (stopped_) return;
    // What is left of the clique is the new element.
    NodeId weight = 0;
    std::erase_if(clique, [&](NodeId u) { return size_[u] == 0; });
    for (const NodeId u : clique) weight += size_[u];
    if (stopped(clique.size())) return;
    keep(pivot, clique);
    weight_[pivot] = weight;
    count(static_cast<double>(size_[pivot]), static_cast<double>(weight));
    size_[pivot] = 0;
    for (const NodeId u : clique) {
      degree_[u] = std::min<NodeId>(degree_[u] + weight - size_[u], left_ - size_[u]);
      insert(u);
      if (stopped(1)) return;
    }
  }

  // Columns of L of `pivots` nodes that go together, the first with `outside` + pivots − 1 entries, the last with `outside`.
  void count(double pivots, double outside) {
    const double most = outside + pivots - 1;
    entries_ += pivots * (outside + most) / 2;
    operations_ += pivots * (outside * outside + outside * most + most * most) / 3;
  }

  void keep(NodeId element, const List& clique) {
    if (clique.empty()) return;
    auto* const first = static_cast<NodeId*>(room_.allocate(clique.size() * sizeof(NodeId), alignof(NodeId)));
    members_[element] = {first, clique.size()};
    std::ranges::copy(clique, first);
  }
  void swallow(NodeId element) {
    weight_[element] = 0;
    const Members members = std::exchange(members_[element], {});
    if (!members.empty()) room_.deallocate(members.data(), members.size_bytes(), alignof(NodeId));
  }

  // The lists of a node of the clique after the pivot is gone. degree_ is left without the clique.
  void update(NodeId pivot, NodeId u) {
    if (stopped(nodes(u).size() + elements(u).size() + 1)) return;
    NodeId outer = 0;
    std::uint64_t hash = 0;
    const std::span<NodeId> around = elements(u);
    std::size_t kept = 0;
    for (const NodeId e : around) {
      if (weight_[e] == 0) continue;
      if (outside_[e] == 0) {  // nothing outside of the clique
        swallow(e);
        continue;
      }
      outer = std::min<NodeId>(outer + outside_[e], left_);
      hash += static_cast<std::uint64_t>(e);
      around[kept++] = e;
    }
    elementCounts_[u] = static_cast<NodeId>(kept);
    const std::span<NodeId> direct = nodes(u);
    kept = 0;
    for (const NodeId v : direct) {
      if (size_[v] == 0 || mark_[v] == pivot) continue;
      outer += size_[v];
      hash += static_cast<std::uint64_t>(v);
      direct[kept++] = v;
    }
    counts_[u] = static_cast<NodeId>(kept);
    if (elementCounts_[u] == 0 && kept == 0) {  // nothing but the clique: eliminated at once
      left_ -= size_[u];
      merge(pivot, u);
      return;
    }
    around_[static_cast<std::size_t>(starts_[u] + elementCounts_[u]++)] = pivot;
    degree_[u] = std::min(outer, degree_[u]);  // never more than the old bound and the clique together
    buckets_.push_back({hash, u});
  }

  // Nodes whose lists hold the same.
  void mergeTwins() {
    constexpr std::size_t few = std::size_t{1} << 16;  // as long as nobody notices
    if (buckets_.size() <= few)
      std::sort(buckets_.begin(), buckets_.end());
    else if (!sortStably(buckets_, std::less<>{}, progress_))
      stopped_ = true;
    if (stopped_) return;
    for (std::size_t i = 0; i < buckets_.size(); ++i) {
      const NodeId u = buckets_[i].second;
      if (size_[u] == 0) continue;
      bool marked = false;
      for (std::size_t j = i + 1; j < buckets_.size() && buckets_[j].first == buckets_[i].first; ++j) {
        const NodeId v = buckets_[j].second;
        if (stopped(1)) return;
        if (size_[v] == 0 || nodes(u).size() != nodes(v).size() || elements(u).size() != elements(v).size())
          continue;
        if (!marked) {
          ++twin_;
          for (const NodeId x : nodes(u)) seen(x) = twin_;
          for (const NodeId x : elements(u)) seen(x) = twin_;
          marked = true;
        }
        const auto known = [&](NodeId x) { return seen(x) == twin_; };
        stopped(nodes(v).size() + elements(v).size());
        if (std::ranges::all_of(nodes(v), known) && std::ranges::all_of(elements(v), known)) merge(u, v);
      }
    }
  }
  std::int64_t& seen(NodeId x) {
    if (seen_.empty()) seen_.assign(n_, 0);
    return seen_[x];
  }

  const Progress& progress_;
  FillLimit limit_;
  double entries_ = 0, operations_ = 0;  // of the factor so far
  std::size_t n_;
  std::vector<NodeId> size_;                  // nodes merged into one; 0: merged, eliminated or a hub
  std::vector<NodeId> degree_;                // upper bound
  std::vector<NodeId> mark_;                  // pivot whose clique a node was put into last
  std::vector<NodeId> weight_;                // of an element: sizes of its members; 0: swallowed
  std::vector<NodeId> outside_, stamp_;       // of an element, for the pivot in stamp_
  std::vector<NodeId> head_, next_, before_;  // lists of nodes by degree
  std::vector<NodeId> merged_, lastMerged_;   // chains of merged nodes
  List targets_;                              // neighbours of all nodes, see nodes()
  std::vector<std::int64_t> starts_;          // where those of a node begin
  std::vector<NodeId> counts_;                // how many are left of them
  List around_;                               // elements around all nodes, see elements()
  std::vector<NodeId> elementCounts_;
  // Lists of members. They are given back together: a million of them, one by one, would make a cancel wait.
  std::pmr::unsynchronized_pool_resource room_{
      {.max_blocks_per_chunk = 0, .largest_required_pool_block = 1 << 16}};
  std::vector<Members> members_;  // of an element, in room_
  std::vector<std::pair<std::uint64_t, NodeId>> buckets_;
  std::vector<std::int64_t> seen_;
  std::vector<NodeId> hubs_;
  std::int64_t twin_ = 0;
  NodeId lowest_ = 0, left_ = 0;
  std::size_t work_ = 0;
  bool stopped_ = false;
};

}  // namespace

Result<std::vector<NodeId>> minimumDegreeOrder(const Graph& graph, const Progress& progress,
                                               const FillLimit& limit) {
  return Elimination(graph, progress, limit).order();
}

}  // namespace sispde
