#include "app/studio/lessons/condition.h"

#include <algorithm>
#include <array>
#include <limits>

namespace sispde::studio {
namespace {

struct Fact {
  const char* name;
  bool (*holds)(const Seen&);
};
constexpr std::array facts{
    Fact{"another_node",
         [](const Seen& s) { return s.now->picked >= 0 && s.now->picked != s.began->picked; }},
    Fact{"new_noise", [](const Seen& s) { return s.now->seed != s.began->seed; }},
    Fact{"compared", [](const Seen& s) { return s.now->compared; }},
    Fact{"by_hops", [](const Seen& s) { return s.byHops; }},
    Fact{"trained", [](const Seen& s) { return s.trained; }},
    Fact{"scores", [](const Seen& s) { return s.scores; }},
    Fact{"threshold_set", [](const Seen& s) { return s.now->score.threshold || s.now->score.byAlpha; }},
    Fact{"shuffled", [](const Seen& s) { return s.now->score.shuffled; }},
    Fact{"edited", [](const Seen& s) { return s.now->edits != nullptr; }},
    Fact{"both_trained", [](const Seen& s) { return s.bothTrained; }}};

struct Number {
  const char* name;
  double (*value)(const Seen&);
};
constexpr std::array numbers{Number{"nu", [](const Seen& s) { return s.now->kernel().nu; }},
                             Number{"kappa", [](const Seen& s) { return s.now->kernel().kappa; }},
                             Number{"time", [](const Seen& s) { return s.now->time; }},
                             Number{"drop", [](const Seen& s) { return s.now->rewire.drop; }},
                             Number{"add", [](const Seen& s) { return s.now->rewire.add; }}};

// Something that has one of some names; where there is no list of them, any.
struct Naming {
  const char* name;
  bool (*is)(const Seen&, const std::string&);
  std::vector<std::string> (*names)();
};
const char* letterOf(int kernel) {
  return kernel == 0 ? "A" : "B";
}
constexpr std::array namings{
    Naming{"colour",
           [](const Seen& s, const std::string& name) { return name == colourByName(s.now->colourBy); },
           [] {
             std::vector<std::string> names;
             for (const ColourBy by : allColours) names.emplace_back(colourByName(by));
             return names;
           }},
    Naming{"kernel", [](const Seen& s, const std::string& name) { return name == letterOf(s.now->active); },
           [] {
             return std::vector<std::string>{"A", "B"};
           }},
    Naming{"kind",
           [](const Seen& s, const std::string& name) { return name == kernelName(s.now->kernel().kind); },
           [] {
             std::vector<std::string> names;
             for (const KernelKind kind :
                  {KernelKind::Matern, KernelKind::Heat, KernelKind::Laplacian, KernelKind::White})
               names.emplace_back(kernelName(kind));
             return names;
           }},
    Naming{"shift", [](const Seen& s, const std::string& name) { return name == s.shift; },
           [] {
             std::vector<std::string> names;
             for (const ShiftKind kind : allShiftKinds) names.emplace_back(shiftName(kind));
             return names;
           }},
    Naming{windowCondition, [](const Seen& s, const std::string& name) { return s.isOpen(name); },
           [] { return std::vector<std::string>{}; }}};

template <class Table>
auto byName(const Table& table, const std::string& name) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const auto& row) { return name == row.name; });
  return found == table.end() ? nullptr : &*found;
}

Result<Condition> read(const JsonFields& all, const Fact& fact) {
  bool wanted = true;
  SISPDE_CHECK(all.read(fact.name, wanted));
  return Condition{fact.name, "", [&fact, wanted](const Seen& s) { return fact.holds(s) == wanted; }};
}

Result<Condition> read(const JsonFields& all, const Number& number) {
  SISPDE_TRY(const JsonFields bounds, all.inside(number.name));
  SISPDE_CHECK(bounds.allowOnly({"below", "above"}));
  double below = std::numeric_limits<double>::infinity(), above = -below;
  SISPDE_CHECK(bounds.read("below", below, anyNumber));
  SISPDE_CHECK(bounds.read("above", above, anyNumber));
  if (bounds.find("below") == nullptr && bounds.find("above") == nullptr)
    return inputError(all.place(number.name), "Neither below nor above is given; one of them must be");
  return Condition{number.name, "", [&number, below, above](const Seen& s) {
                     return number.value(s) < below && number.value(s) > above;
                   }};
}

Result<Condition> read(const JsonFields& all, const Naming& naming) {
  std::string wanted;
  SISPDE_CHECK(all.read(naming.name, wanted, 64));
  const Choices known{naming.names()};
  if (!known.names.empty() && !isAllowed(known, wanted)) return all.refuse(naming.name, rangeText(known));
  return Condition{naming.name, wanted, [&naming, wanted](const Seen& s) { return naming.is(s, wanted); }};
}

Result<Condition> readOne(const JsonFields& all, const std::string& name) {
  if (const Fact* fact = byName(facts, name)) return read(all, *fact);
  if (const Number* number = byName(numbers, name)) return read(all, *number);
  if (const Naming* naming = byName(namings, name)) return read(all, *naming);
  return inputError(all.place(name), "No condition is called that; it must be {}",
                    rangeText(Choices{conditionNames()}));
}

}  // namespace

std::vector<std::string> conditionNames() {
  std::vector<std::string> names;
  for (const Fact& fact : facts) names.emplace_back(fact.name);
  for (const Number& number : numbers) names.emplace_back(number.name);
  for (const Naming& naming : namings) names.emplace_back(naming.name);
  return names;
}

Result<std::vector<Condition>> readConditions(const JsonFields& step) {
  std::vector<Condition> conditions;
  SISPDE_TRY(const JsonFields all, step.inside("until"));
  const Json* object = step.find("until");
  if (object == nullptr) return conditions;
  for (const auto& [name, value] : object->items()) {
    SISPDE_TRY(Condition condition, readOne(all, name));
    conditions.push_back(std::move(condition));
  }
  return conditions;
}

bool allHold(const std::vector<Condition>& conditions, const Seen& seen) {
  return std::all_of(conditions.begin(), conditions.end(),
                     [&](const Condition& condition) { return condition.holds(seen); });
}

}  // namespace sispde::studio
