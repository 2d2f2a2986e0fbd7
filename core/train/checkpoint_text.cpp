#include "core/train/checkpoint_text.h"

#include <cmath>
#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/text.h"

namespace sispde {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* formatName = "SISPDE checkpoint";
constexpr std::int64_t formatVersion = 1;

// JSON has no NaN and no infinity: they become texts. Finite numbers are written with as many digits as bring
// them back exactly.
Json numberJson(double value) {
  return std::isfinite(value) ? Json(value) : Json(fmt::format("{}", value));
}

double numberOf(const Json& value) {
  if (value.is_number()) return value.get<double>();
  const auto number = parseReal(value.get_ref<const std::string&>());
  if (!number) throw std::invalid_argument("a text is not a number");
  return *number;
}

int wholeOf(const Json& value) {
  if (!value.is_number_integer() || !std::in_range<int>(value.get<std::int64_t>()))
    throw std::invalid_argument("a number is not whole or too large");
  return value.get<int>();
}

Json kernelJson(const KernelSpec& spec) {
  return {{"kind", kernelName(spec.kind)},
          {"nu", numberJson(spec.nu)},
          {"kappa", numberJson(spec.kappa)},
          {"sigma", numberJson(spec.sigma)},
          {"laplacian", laplacianName(spec.laplacian)},
          {"normalise", spec.normalisation == Normalisation::Trace ? "trace" : "none"}};
}

// The one of `kinds` whose name stands in the text.
template <class Kind, class Name>
Kind kindOf(const Json& value, std::initializer_list<Kind> kinds, Name name) {
  for (const Kind kind : kinds)
    if (value.get_ref<const std::string&>() == name(kind)) return kind;
  throw std::invalid_argument("a name is not known");
}

KernelSpec kernelOf(const Json& json) {
  return {.kind = kindOf(json.at("kind"),
                         {KernelKind::Matern, KernelKind::Heat, KernelKind::Laplacian, KernelKind::White},
                         kernelName),
          .nu = numberOf(json.at("nu")),
          .kappa = numberOf(json.at("kappa")),
          .sigma = numberOf(json.at("sigma")),
          .laplacian = kindOf(json.at("laplacian"), {LaplacianKind::Combinatorial, LaplacianKind::Symmetric},
                              laplacianName),
          .normalisation =
              kindOf(json.at("normalise"), {Normalisation::Trace, Normalisation::None},
                     [](Normalisation kind) { return kind == Normalisation::Trace ? "trace" : "none"; })};
}

}  // namespace

std::string checkpointText(const Checkpoint& checkpoint) {
  Json forks = Json::array();
  for (const Fork& fork : checkpoint.history.forks)
    forks.push_back(
        {{"epoch", fork.epoch}, {"before", kernelJson(fork.before)}, {"after", kernelJson(fork.after)}});
  return Json{{"format", formatName},
              {"version", formatVersion},
              {"identity", checkpoint.identity},
              {"epoch", checkpoint.epoch},
              {"best_epoch", checkpoint.bestEpoch},
              {"kernel", checkpoint.kernel ? kernelJson(*checkpoint.kernel) : Json(nullptr)},
              {"forks", std::move(forks)}}
      .dump();
}

Result<void> checkTextFormat(const std::string& text, const Place& place) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || json.value("format", Json()) != formatName ||
      !json.value("version", Json()).is_number_integer())
    return inputError(place, "The file is not a checkpoint of a training run");
  if (json["version"] != formatVersion)
    return inputError(
        place,
        "The checkpoint has format {}, but this program reads format {}; use the program that wrote it",
        json["version"].dump(), formatVersion);
  return {};
}

Result<void> readCheckpointText(const std::string& text, const Place& place, Checkpoint& into) {
  try {
    const Json json = Json::parse(text);
    into.identity = json.at("identity").get<std::string>();
    into.epoch = wholeOf(json.at("epoch"));
    into.bestEpoch = wholeOf(json.at("best_epoch"));
    if (!json.at("kernel").is_null()) into.kernel = kernelOf(json.at("kernel"));
    for (const Json& fork : json.at("forks"))
      into.history.forks.push_back(
          {wholeOf(fork.at("epoch")), kernelOf(fork.at("before")), kernelOf(fork.at("after"))});
  } catch (const std::exception& error) {  // of the JSON library and of the functions above
    return inputError(place, "The description inside the checkpoint is not valid ({})",
                      inQuotes(error.what()));
  }
  return {};
}

}  // namespace sispde
