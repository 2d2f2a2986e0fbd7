#pragma once
// A Quadtree holds bodies (points with a mass) in Morton order and, over them, the cells of a quadtree in depth-first order. A cell
// knows its centre of mass and its extent; its descendants follow it directly, so that a walk needs no stack. Bodies that lie close
// together form groups, which share one walk. The tree depends on the bodies alone, never on the number of threads.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/layout/key_sort.h"
#include "core/layout/point.h"

namespace sispde {

struct Box {
  float left, right, bottom, top;
};

class Quadtree {
 public:
  struct Cell {
    float x, y, mass;            // centre of mass
    float variance;              // of the places of its mass, mean of the two axes
    float extent;                // larger side of the box around its bodies
    std::uint32_t span;          // cells of its subtree, itself among them
    std::uint32_t begin, count;  // its bodies
    bool leaf() const { return span == 1; }
  };
  struct Group {
    std::uint32_t begin, end;  // bodies; at most groupSize
    Box box;
  };
  static constexpr std::uint32_t groupSize = 64;
  static constexpr std::uint32_t leafSize = 32;

  // Takes new bodies; memory is used again. Masses may be empty: all 1. Points must be finite.
  void build(std::span<const Point> points, std::span<const float> mass);

  const std::vector<Cell>& cells() const { return whole_.cells; }
  const std::vector<Group>& groups() const { return whole_.groups; }
  // Bodies in the order of the tree, and which point each of them is.
  const std::vector<float>& x() const { return x_; }
  const std::vector<float>& y() const { return y_; }
  const std::vector<float>& mass() const { return mass_; }
  const std::vector<std::uint32_t>& points() const { return order_; }

 private:
  struct Summary {
    Box box;
    float x, y, mass, inertia;  // centre of mass, Σ m |p − centre|²
  };
  struct Branch {  // a subtree that is built by itself
    std::uint32_t begin = 0, end = 0;
    std::vector<Cell> cells{};
    std::vector<Group> groups{};
    Summary summary{};
  };
  using Bounds = std::array<std::uint32_t, 5>;
  void place(std::span<const Point> points, std::span<const float> mass);
  Bounds children(std::uint32_t begin, std::uint32_t end) const;
  void divide(std::uint32_t begin, std::uint32_t end);
  Summary grow(Branch& out, std::uint32_t begin, std::uint32_t end, bool grouped, std::size_t* next) const;
  Summary leaf(Branch& out, const Cell& cell, bool grouped) const;
  static Summary joined(std::span<const Summary> parts);

  KeySort sort_;
  std::vector<std::uint32_t> keys_, codes_, order_;  // keys as given, then in order with their places
  std::vector<float> x_, y_, mass_;
  std::uint32_t branchSize_ = 0;
  std::size_t branchCount_ = 0;
  std::vector<Branch> branches_;
  Branch whole_;
};

}  // namespace sispde
