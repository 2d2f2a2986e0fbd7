#include "core/io/pickle.h"

#include <optional>
#include <unordered_map>

#include "core/base/text.h"

namespace sispde {

using Index = PickleDocument::Index;
using Kind = PickleDocument::Kind;
using Node = PickleDocument::Node;

static std::optional<PickleClass> classNamed(std::string_view module, std::string_view name) {
  struct Entry {
    std::string_view module, name;
    PickleClass cls;
  };
  static constexpr Entry known[] = {
      {"scipy.sparse.csr", "csr_matrix", PickleClass::CsrMatrix},
      {"numpy.core.multiarray", "_reconstruct", PickleClass::Reconstruct},
      {"numpy", "ndarray", PickleClass::NdArray},
      {"numpy", "dtype", PickleClass::DType},
      {"collections", "defaultdict", PickleClass::DefaultDict},
      {"__builtin__", "list", PickleClass::List},
  };
  for (const Entry& entry : known)
    if (entry.module == module && entry.name == name) return entry.cls;
  return std::nullopt;
}

// The stack machine. Every opcode costs at least one byte and makes at most one node.
class PickleMachine {
 public:
  explicit PickleMachine(PickleDocument& document)
      : doc_(document), bytes_(document.bytes_.data(), document.bytes_.size()) {
    doc_.nodes_.emplace_back();  // index 0: None
  }

  Result<void> run() {
    while (true) {
      if (at_ >= bytes_.size()) return bad("The pickle ends before its STOP");
      const auto opcode = static_cast<unsigned char>(bytes_[at_++]);
      if (opcode == '.') {
        if (stack_.size() != 1) return bad("The pickle leaves {} values instead of one", stack_.size());
        doc_.root_ = stack_.back();
        return {};
      }
      SISPDE_CHECK(step(opcode));
    }
  }

 private:
  template <class... Args>
  Unexpected bad(fmt::format_string<Args...> text, Args&&... args) const {
    return inputError({doc_.file_, 0, fmt::format("byte {}", at_)}, text, std::forward<Args>(args)...);
  }

  Result<std::uint64_t> number(int size) {
    if (bytes_.size() - at_ < static_cast<std::size_t>(size)) return bad("The pickle ends inside a number");
    std::uint64_t value = 0;
    for (int i = 0; i < size; ++i)
      value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes_[at_ + i])) << 8 * i;
    at_ += static_cast<std::size_t>(size);
    return value;
  }
  Result<std::string_view> line() {
    const auto end = bytes_.find('\n', at_);
    if (end == std::string_view::npos) return bad("The pickle ends inside a name");
    const auto text = bytes_.substr(at_, end - at_);
    at_ = end + 1;
    return text;
  }

  Result<void> push(Node node) {
    doc_.nodes_.push_back(std::move(node));
    stack_.push_back(static_cast<Index>(doc_.nodes_.size() - 1));
    return {};
  }
  Result<void> pushInteger(std::int64_t value) { return push({.kind = Kind::Integer, .integer = value}); }
  Node& top() { return doc_.nodes_[stack_.back()]; }
  // Whether the stack holds `count` values above the last mark.
  bool holds(std::size_t count) const {
    if (stack_.size() < count) return false;
    for (std::size_t i = stack_.size() - count; i < stack_.size(); ++i)
      if (doc_.nodes_[stack_[i]].kind == Kind::Mark) return false;
    return true;
  }
  std::vector<Index> pop(std::size_t count) {
    std::vector<Index> items(stack_.end() - static_cast<std::ptrdiff_t>(count), stack_.end());
    stack_.resize(stack_.size() - count);
    return items;
  }
  Result<std::vector<Index>> popToMark() {
    std::size_t begin = stack_.size();
    while (begin > 0 && doc_.nodes_[stack_[begin - 1]].kind != Kind::Mark) --begin;
    if (begin == 0) return bad("The pickle closes a group that it did not open");
    std::vector<Index> items = pop(stack_.size() - begin);
    stack_.pop_back();
    return items;
  }

  Result<void> text(int lengthBytes) {
    SISPDE_TRY(const std::uint64_t length, number(lengthBytes));
    if (length > bytes_.size() - at_)
      return bad("A text of {} bytes goes beyond the end of the pickle", length);
    const auto view = bytes_.substr(at_, length);
    at_ += length;
    return push({.kind = Kind::Text, .text = view});
  }
  Result<void> tuple(std::size_t count) {
    if (!holds(count)) return bad("The pickle takes more values than it gave");
    return push({.kind = Kind::Tuple, .items = pop(count)});
  }
  Result<void> put(std::uint64_t slot) {
    if (!holds(1)) return bad("The pickle remembers a value that it did not give");
    memo_[slot] = stack_.back();
    return {};
  }
  Result<void> get(std::uint64_t slot) {
    const auto found = memo_.find(slot);
    if (found == memo_.end()) return bad("The pickle recalls value {}, which it did not store", slot);
    stack_.push_back(found->second);
    return {};
  }

  Result<void> global() {
    SISPDE_TRY(const std::string_view module, line());
    SISPDE_TRY(const std::string_view name, line());
    const auto cls = classNamed(module, name);
    if (!cls)
      return bad("The pickle asks for {}, which is not part of a Planetoid data set and is never loaded",
                 inQuotes(fmt::format("{}.{}", module, name)));
    return push({.kind = Kind::Class, .cls = *cls});
  }
  // CLASS ARGUMENTS → Object; nothing is called.
  Result<void> object() {
    if (!holds(2) || top().kind != Kind::Tuple || doc_.nodes_[stack_[stack_.size() - 2]].kind != Kind::Class)
      return bad("The pickle makes an object without a class");
    Node node{.kind = Kind::Object};
    node.arguments = stack_.back();
    stack_.pop_back();
    node.cls = top().cls;
    stack_.pop_back();
    return push(std::move(node));
  }
  Result<void> build() {
    if (!holds(2)) return bad("The pickle fills an object that it did not make");
    const Index state = stack_.back();
    stack_.pop_back();
    if (top().kind != Kind::Object) return bad("The pickle fills something that is not an object");
    top().state = state;
    return {};
  }
  Result<void> append(std::vector<Index> items) {
    if (!holds(1) || top().kind != Kind::List)
      return bad("The pickle appends to something that is not a list");
    top().items.insert(top().items.end(), items.begin(), items.end());
    return {};
  }
  // Entries of a dictionary, or of a defaultdict object, which keeps its entries in a Dict as its state.
  Result<void> setItems(std::vector<Index> items) {
    if (!holds(1) || items.size() % 2 != 0) return bad("The pickle gives a key without a value");
    if (top().kind == Kind::Object && top().cls == PickleClass::DefaultDict) {
      if (top().state == 0) {
        doc_.nodes_.push_back({.kind = Kind::Dict});
        top().state = static_cast<Index>(doc_.nodes_.size() - 1);
      }
    } else if (top().kind != Kind::Dict) {
      return bad("The pickle sets entries of something that is not a dictionary");
    }
    Node& dict = top().kind == Kind::Dict ? top() : doc_.nodes_[top().state];
    dict.items.insert(dict.items.end(), items.begin(), items.end());
    return {};
  }

  Result<void> step(unsigned char opcode);

  PickleDocument& doc_;
  std::string_view bytes_;
  std::size_t at_ = 0;
  std::vector<Index> stack_;
  std::unordered_map<std::uint64_t, Index> memo_;
};

Result<void> PickleMachine::step(unsigned char opcode) {
  const auto withNumber = [&](int size, auto&& use) -> Result<void> {
    SISPDE_TRY(const std::uint64_t value, number(size));
    return use(value);
  };
  switch (opcode) {
    case 0x80:  // PROTO
      return withNumber(1, [&](std::uint64_t v) -> Result<void> {
        if (v != 2) return bad("Pickle protocol {} is not that of the Planetoid files (2)", v);
        return {};
      });
    case 'c': return global();                                                // GLOBAL
    case 'q': return withNumber(1, [&](std::uint64_t v) { return put(v); });  // BINPUT
    case 'r': return withNumber(4, [&](std::uint64_t v) { return put(v); });  // LONG_BINPUT
    case 'h': return withNumber(1, [&](std::uint64_t v) { return get(v); });  // BINGET
    case 'j': return withNumber(4, [&](std::uint64_t v) { return get(v); });  // LONG_BINGET
    case 'K':
      return withNumber(
          1, [&](std::uint64_t v) { return pushInteger(static_cast<std::int64_t>(v)); });  // BININT1
    case 'M':
      return withNumber(
          2, [&](std::uint64_t v) { return pushInteger(static_cast<std::int64_t>(v)); });  // BININT2
    case 'J':                                                                              // BININT
      return withNumber(4, [&](std::uint64_t v) {
        return pushInteger(static_cast<std::int32_t>(static_cast<std::uint32_t>(v)));
      });
    case 'U': return text(1);                                    // SHORT_BINSTRING
    case 'T': return text(4);                                    // BINSTRING
    case 'N': return push({});                                   // NONE
    case 0x88: return push({.kind = Kind::Bool, .integer = 1});  // NEWTRUE
    case 0x89: return push({.kind = Kind::Bool, .integer = 0});  // NEWFALSE
    case '(': return push({.kind = Kind::Mark});                 // MARK
    case ')': return push({.kind = Kind::Tuple});                // EMPTY_TUPLE
    case ']': return push({.kind = Kind::List});                 // EMPTY_LIST
    case '}': return push({.kind = Kind::Dict});                 // EMPTY_DICT
    case 0x85: return tuple(1);                                  // TUPLE1
    case 0x86: return tuple(2);                                  // TUPLE2
    case 0x87: return tuple(3);                                  // TUPLE3
    case 't': {                                                  // TUPLE
      SISPDE_TRY(auto items, popToMark());
      return push({.kind = Kind::Tuple, .items = std::move(items)});
    }
    case 'R':                    // REDUCE
    case 0x81: return object();  // NEWOBJ
    case 'b': return build();    // BUILD
    case 'a':                    // APPEND
      if (!holds(2)) return bad("The pickle appends nothing");
      return append(pop(1));
    case 'e': {  // APPENDS
      SISPDE_TRY(auto items, popToMark());
      return append(std::move(items));
    }
    case 's':  // SETITEM
      if (!holds(3)) return bad("The pickle sets an entry without key and value");
      return setItems(pop(2));
    case 'u': {  // SETITEMS
      SISPDE_TRY(auto items, popToMark());
      return setItems(std::move(items));
    }
    default: return bad("Opcode 0x{:02x} is not one of the Planetoid pickles and is never run", opcode);
  }
}

Result<PickleDocument> PickleDocument::parse(std::string bytes, const std::string& file) {
  PickleDocument document;
  document.file_ = file;
  document.bytes_.assign(bytes.begin(), bytes.end());
  SISPDE_CHECK(PickleMachine(document).run());
  return document;
}

const PickleDocument::Node* PickleDocument::find(const Node& dict, std::string_view key) const {
  for (std::size_t i = 0; i + 1 < dict.items.size(); i += 2)
    if (const Node& name = nodes_[dict.items[i]]; name.kind == Kind::Text && name.text == key)
      return &nodes_[dict.items[i + 1]];
  return nullptr;
}

}  // namespace sispde
