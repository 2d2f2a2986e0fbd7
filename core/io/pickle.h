#pragma once
// A reader for the pickles of the Planetoid data sets (protocol 2, written by Python 2) and nothing else. It builds a
// description of what the pickle says and runs no code: just the opcodes and the classes below are known, and any other
// is refused. Nodes refer to each other by index, so cycles can neither leak nor hang.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace sispde {

enum class PickleClass { CsrMatrix, Reconstruct, NdArray, DType, DefaultDict, List };

class PickleDocument {
 public:
  using Index = std::uint32_t;
  enum class Kind : std::uint8_t { None, Bool, Integer, Text, Tuple, List, Dict, Class, Object, Mark };

  struct Node {
    Kind kind = Kind::None;
    PickleClass cls = PickleClass::List;  // of a Class or an Object
    std::int64_t integer = 0;             // of an Integer or a Bool
    std::string_view text;                // of a Text: a view into the pickle's bytes
    std::vector<Index> items;             // members of Tuple and List; keys and values of Dict
    Index arguments = 0;                  // of an Object: the Tuple it was made with
    Index state = 0;                      // of an Object after BUILD; 0 = none
  };

  // The bytes are kept by the document.
  static Result<PickleDocument> parse(std::string bytes, const std::string& file);

  const Node& root() const { return nodes_[root_]; }
  const Node& operator[](Index i) const { return nodes_[i]; }
  const std::string& file() const { return file_; }
  std::size_t size() const { return nodes_.size(); }
  // The value of a text key in a Dict, or null.
  const Node* find(const Node& dict, std::string_view key) const;

 private:
  friend class PickleMachine;
  std::string file_;
  std::vector<char> bytes_;  // a vector: moving it keeps the views valid
  std::vector<Node> nodes_;
  Index root_ = 0;
};

}  // namespace sispde
