#include "core/layout/quadtree.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "core/base/parallel.h"

namespace sispde {
namespace {

constexpr std::size_t block = 1 << 13;
constexpr Box nowhere{std::numeric_limits<float>::max(), std::numeric_limits<float>::lowest(),
                      std::numeric_limits<float>::max(), std::numeric_limits<float>::lowest()};

Box around(const Box& a, const Box& b) {
  return {std::min(a.left, b.left), std::max(a.right, b.right), std::min(a.bottom, b.bottom),
          std::max(a.top, b.top)};
}

float squaredDistance(float ax, float ay, float bx, float by) {
  return (ax - bx) * (ax - bx) + (ay - by) * (ay - by);
}

// The sixteen bits of v at the even places.
std::uint32_t spread(std::uint32_t v) {
  v = (v | v << 8) & 0x00ff00ffu;
  v = (v | v << 4) & 0x0f0f0f0fu;
  v = (v | v << 2) & 0x33333333u;
  return (v | v << 1) & 0x55555555u;
}

Box boundsOf(std::span<const Point> points) {
  std::vector<Box> parts((points.size() + block - 1) / block, nowhere);
  parallelBlocks(points.size(), block, [&](std::size_t begin, std::size_t end) {
    Box box = nowhere;
    for (const Point& p : points.subspan(begin, end - begin)) box = around(box, {p.x, p.x, p.y, p.y});
    parts[begin / block] = box;
  });
  Box whole = nowhere;
  for (const Box& part : parts) whole = around(whole, part);
  return whole;
}

}  // namespace

void Quadtree::place(std::span<const Point> points, std::span<const float> mass) {
  const std::size_t n = points.size();
  const Box box = boundsOf(points);
  const float side = std::max({box.right - box.left, box.top - box.bottom, 1e-30f});
  const float scale = 65535.0f / side;
  keys_.resize(n);
  codes_.resize(n);
  order_.resize(n);
  x_.resize(n);
  y_.resize(n);
  mass_.resize(n);
  parallelBlocks(n, block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto column = static_cast<std::uint32_t>((points[i].x - box.left) * scale);
      const auto row = static_cast<std::uint32_t>((points[i].y - box.bottom) * scale);
      keys_[i] = spread(std::min(column, 65535u)) | spread(std::min(row, 65535u)) << 1;
    }
  });
  const auto sorted = sort_.sort(keys_);
  parallelBlocks(n, block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto [code, place] = sorted[i];
      codes_[i] = code;
      order_[i] = place;
      x_[i] = points[place].x;
      y_[i] = points[place].y;
      mass_[i] = mass.empty() ? 1.0f : mass[place];
    }
  });
}

// Where the four children of the smallest cell around these bodies begin and end. Their codes are not all equal.
Quadtree::Bounds Quadtree::children(std::uint32_t begin, std::uint32_t end) const {
  const int shift = (std::bit_width(codes_[begin] ^ codes_[end - 1]) - 1) & ~1;
  Bounds bounds{begin, begin, begin, begin, end};
  for (std::uint32_t child = 1; child < 4; ++child)
    bounds[child] = static_cast<std::uint32_t>(
        std::partition_point(codes_.begin() + bounds[child - 1], codes_.begin() + end,
                             [&](std::uint32_t code) { return ((code >> shift) & 3u) < child; }) -
        codes_.begin());
  return bounds;
}

void Quadtree::divide(std::uint32_t begin, std::uint32_t end) {
  if (begin == end) return;
  if (end - begin <= branchSize_ || codes_[begin] == codes_[end - 1]) {
    if (branchCount_ == branches_.size()) branches_.emplace_back();
    branches_[branchCount_].begin = begin;
    branches_[branchCount_++].end = end;
    return;
  }
  const Bounds bounds = children(begin, end);
  for (std::size_t c = 0; c < 4; ++c) divide(bounds[c], bounds[c + 1]);
}

Quadtree::Summary Quadtree::leaf(Branch& out, const Cell& cell, bool grouped) const {
  const std::uint32_t end = cell.begin + cell.count;
  Summary sum{nowhere, 0, 0, 0, 0};
  for (std::uint32_t first = cell.begin; first < end; first += groupSize) {
    const std::uint32_t last = std::min(first + groupSize, end);
    Box box = nowhere;
    for (std::uint32_t i = first; i < last; ++i) {
      box = around(box, {x_[i], x_[i], y_[i], y_[i]});
      sum.x += mass_[i] * x_[i];
      sum.y += mass_[i] * y_[i];
      sum.mass += mass_[i];
    }
    if (!grouped) out.groups.push_back({first, last, box});
    sum.box = around(sum.box, box);
  }
  sum.x /= sum.mass;
  sum.y /= sum.mass;
  for (std::uint32_t i = cell.begin; i < end; ++i)
    sum.inertia += mass_[i] * squaredDistance(x_[i], y_[i], sum.x, sum.y);
  return sum;
}

Quadtree::Summary Quadtree::joined(std::span<const Summary> parts) {
  Summary sum{nowhere, 0, 0, 0, 0};
  for (const Summary& part : parts) {
    sum.box = around(sum.box, part.box);
    sum.x += part.mass * part.x;
    sum.y += part.mass * part.y;
    sum.mass += part.mass;
  }
  sum.x /= sum.mass;
  sum.y /= sum.mass;
  for (const Summary& part : parts)
    sum.inertia += part.inertia + part.mass * squaredDistance(part.x, part.y, sum.x, sum.y);
  return sum;
}

// Appends the cells of these bodies. `grouped`: they are part of a group already. `next`: the branch whose turn it is, where
// branches have been built.
Quadtree::Summary Quadtree::grow(Branch& out, std::uint32_t begin, std::uint32_t end, bool grouped,
                                 std::size_t* next) const {
  if (next != nullptr && branches_[*next].begin == begin && branches_[*next].end == end) {
    const Branch& branch = branches_[(*next)++];
    out.cells.insert(out.cells.end(), branch.cells.begin(), branch.cells.end());
    out.groups.insert(out.groups.end(), branch.groups.begin(), branch.groups.end());
    return branch.summary;
  }
  const std::size_t at = out.cells.size(), group = out.groups.size();
  Cell cell{0, 0, 0, 0, 0, 1, begin, end - begin};
  out.cells.push_back(cell);
  Summary sum{nowhere, 0, 0, 0, 0};
  if (cell.count <= leafSize || codes_[begin] == codes_[end - 1]) {
    sum = leaf(out, cell, grouped);
  } else {
    const bool opens = !grouped && cell.count <= groupSize;
    if (opens) out.groups.push_back({begin, end, nowhere});
    const Bounds bounds = children(begin, end);
    std::array<Summary, 4> parts;
    std::size_t count = 0;
    for (std::size_t c = 0; c < 4; ++c)
      if (bounds[c] < bounds[c + 1])
        parts[count++] = grow(out, bounds[c], bounds[c + 1], grouped || opens, next);
    sum = joined(std::span(parts).first(count));
    if (opens) out.groups[group].box = sum.box;
  }
  cell.x = sum.x;
  cell.y = sum.y;
  cell.mass = sum.mass;
  cell.variance = sum.inertia / (2 * sum.mass);
  cell.extent = std::max(sum.box.right - sum.box.left, sum.box.top - sum.box.bottom);
  cell.span = static_cast<std::uint32_t>(out.cells.size() - at);
  out.cells[at] = cell;
  return sum;
}

void Quadtree::build(std::span<const Point> points, std::span<const float> mass) {
  whole_.cells.clear();
  whole_.groups.clear();
  if (points.empty()) return order_.clear();
  place(points, mass);
  const auto n = static_cast<std::uint32_t>(points.size());
  branchSize_ = std::max(n / 64, 1024u);
  branchCount_ = 0;
  divide(0, n);
  parallelBlocks(branchCount_, 1, [&](std::size_t b, std::size_t) {
    Branch& branch = branches_[b];
    branch.cells.clear();
    branch.groups.clear();
    branch.summary = grow(branch, branch.begin, branch.end, false, nullptr);
  });
  std::size_t next = 0;
  grow(whole_, 0, n, false, &next);
}

}  // namespace sispde
