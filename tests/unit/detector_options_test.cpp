#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "core/base/option_table.h"
#include "core/detect/presets.h"

namespace sispde {
namespace {

using Json = nlohmann::ordered_json;

const auto& table() {
  return detectorOptionTable();
}

// Texts that a field takes, more than one of them other than its default.
std::vector<std::string> goodTexts(const OptionKind& kind) {
  if (const auto* real = std::get_if<RealRange>(&kind)) {
    std::vector<std::string> texts = {valueText((real->low + real->high) / 2),
                                      valueText(real->low + (real->high - real->low) / 7)};
    if (!real->openLow) texts.push_back(valueText(real->low));
    if (!real->openHigh) texts.push_back(valueText(real->high));
    return texts;
  }
  if (const auto* integer = std::get_if<IntegerRange>(&kind))
    return {valueText(integer->low), valueText(integer->high), valueText((integer->low + integer->high) / 2)};
  if (const auto* choices = std::get_if<Choices>(&kind)) return choices->names;
  return {"on", "off"};
}

std::vector<std::string> badTexts(const OptionKind& kind) {
  std::vector<std::string> texts = {"", "nan", "inf", "-inf", "1e999", "no-such-value", "1 2"};
  if (const auto* real = std::get_if<RealRange>(&kind)) {
    const double inf = std::numeric_limits<double>::infinity();
    texts.push_back(valueText(real->openLow ? real->low : std::nextafter(real->low, -inf)));
    texts.push_back(valueText(real->openHigh ? real->high : std::nextafter(real->high, inf)));
  } else if (const auto* integer = std::get_if<IntegerRange>(&kind)) {
    texts.insert(texts.end(), {valueText(integer->low - 1), valueText(integer->high + 1), "1.5", "1e18"});
  } else {
    texts.push_back("2");
  }
  return texts;
}

std::vector<Json> badJson(const OptionKind& kind) {
  std::vector<Json> values = {nullptr, Json::array({1}), Json::object()};
  if (const auto* real = std::get_if<RealRange>(&kind)) {
    const double inf = std::numeric_limits<double>::infinity();
    values.insert(values.end(), {std::nan(""), inf, -inf, "1", true, real->low - 1, real->high + 1});
  } else if (const auto* integer = std::get_if<IntegerRange>(&kind)) {
    values.insert(values.end(), {1.5, std::nan(""), "1", true, integer->low - 1, integer->high + 1,
                                 std::numeric_limits<std::uint64_t>::max(), 1e300});
  } else {
    values.insert(values.end(), {"no-such-value", 1, 0.5});
    values.push_back(std::holds_alternative<OnOff>(kind) ? Json("on") : Json(true));
  }
  return values;
}

void expectUsage(const Result<void>& result, const std::string& part) {
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().kind, ErrorKind::Usage);
  EXPECT_NE(result.error().sentence().find(part), std::string::npos) << result.error().sentence();
}

void expectUsage(const Result<DetectorOptions>& result, const std::string& part) {
  expectUsage(result ? Result<void>() : Result<void>(tl::unexpected(result.error())), part);
}

// How many members the aggregate S has: the most initialisers that it takes.
struct AnyValue {
  template <class T>
  operator T() const;
};
template <class S, class... Values>
constexpr std::size_t memberCount() {
  if constexpr (requires { S{Values{}..., AnyValue{}}; })
    return memberCount<S, Values..., AnyValue>();
  else
    return sizeof...(Values);
}

TEST(DetectorOptionsTest, EveryMemberHasAField) {
  // The fields of a part have its name before a full stop; a part is one member.
  std::set<std::string> members;
  for (const auto& field : table().fields)
    members.insert(field.info.key.substr(0, field.info.key.find('.')) +
                   (field.info.key.find('.') == std::string::npos ? "" : "."));
  EXPECT_EQ(members.size(), memberCount<DetectorOptions>());
  std::set<std::string> keys;
  for (const auto& [info, get, set] : table().fields) {
    EXPECT_TRUE(keys.insert(info.key).second) << info.key << " is there twice";
    // Two fields of one member would both change it.
    DetectorOptions options;
    for (const std::string& text : goodTexts(info.kind))
      if (valueText(get(options)) != text) ASSERT_TRUE(setOption(options, table(), info.key, text));
    for (const auto& other : table().fields)
      EXPECT_TRUE(other.info.key == info.key || other.get(options) == other.get({}))
          << info.key << " changes " << other.info.key;
  }
}

TEST(DetectorOptionsTest, EveryFieldIsExplained) {
  for (const OptionRow& row : optionRows(table())) {
    EXPECT_FALSE(row.group.empty()) << row.key;
    EXPECT_GT(row.meaning.size(), 10u) << row.key;
    EXPECT_NE(row.meaning.back(), '.') << row.key;
    EXPECT_FALSE(row.range.empty()) << row.key;
    EXPECT_FALSE(row.fallback.empty()) << row.key;
    EXPECT_EQ(row.key.find_first_not_of("abcdefghijklmnopqrstuvwxyz_.+"), std::string::npos) << row.key;
  }
}

TEST(DetectorOptionsTest, EveryFieldRoundTripsThroughTextAndJson) {
  for (const auto& [info, get, set] : table().fields)
    for (const std::string& text : goodTexts(info.kind)) {
      SCOPED_TRACE(info.key + "=" + text);
      DetectorOptions options;
      const auto done = setOption(options, table(), info.key, text);
      ASSERT_TRUE(done.has_value()) << done.error().sentence();
      EXPECT_EQ(valueText(get(options)), text);
      const auto json = optionsToJson(options, table());
      ASSERT_TRUE(json.has_value()) << json.error().sentence();
      EXPECT_EQ(json->size(), table().fields.size());
      const auto back = optionsFromJson(Json::parse(json->dump()), table());
      ASSERT_TRUE(back.has_value()) << back.error().sentence();
      EXPECT_EQ(*back, options);
      const auto alone = optionsFromJson(Json{{info.key, (*json)[info.key]}}, table());
      ASSERT_TRUE(alone.has_value());
      EXPECT_EQ(*alone, options);
    }
}

TEST(DetectorOptionsTest, EveryFieldRefusesAValueOutsideItsRange) {
  for (const auto& [info, get, set] : table().fields) {
    for (const std::string& text : badTexts(info.kind)) {
      SCOPED_TRACE(info.key + "=" + text);
      DetectorOptions options;
      expectUsage(setOption(options, table(), info.key, text), info.key + " is ");
      expectUsage(setOption(options, table(), info.key, text), rangeText(info.kind));
      EXPECT_EQ(options, DetectorOptions{});
    }
    for (const Json& value : badJson(info.kind)) {
      SCOPED_TRACE(info.key + ": " + value.dump());
      expectUsage(optionsFromJson(Json{{info.key, value}}, table()), info.key + " is ");
    }
  }
}

TEST(DetectorOptionsTest, WholeNumbersMayBeWrittenAsReals) {
  const auto options = optionsFromJson(Json{{"steps", 3.0}, {"nu", 2}}, table());
  ASSERT_TRUE(options.has_value());
  EXPECT_EQ(options->steps, 3);
  EXPECT_EQ(options->nu, 2);
  DetectorOptions typed;
  ASSERT_TRUE(setOption(typed, table(), "epochs", " 1e3 "));
  EXPECT_EQ(typed.epochs, 1000);
}

TEST(DetectorOptionsTest, AFlagMayBeTyped) {
  for (const auto& [text, value] :
       {std::pair{"on", true}, {"TRUE", true}, {"1", true}, {"Off", false}, {"0", false}}) {
    DetectorOptions options{.kappaAuto = !value};
    ASSERT_TRUE(setOption(options, table(), "kappa_auto", text)) << text;
    EXPECT_EQ(options.kappaAuto, value) << text;
  }
}

TEST(DetectorOptionsTest, AnUnknownKeyNamesTheNearest) {
  const std::pair<const char*, const char*> cases[] = {{"lrr", "lr"},
                                                       {"weight-decay", "weight_decay"},
                                                       {"Nu", "nu"},
                                                       {"kapa", "kappa"},
                                                       {"epoch", "epochs"},
                                                       {"train_sample", "train_samples"},
                                                       {"steps ", "steps"},
                                                       {"maternnu", "matern_nu"},
                                                       {"feature", "features"},
                                                       {"normalize", "normalise"}};
  for (const auto& [typed, nearest] : cases) {
    DetectorOptions options;
    const std::string part = std::string("the nearest is ") + nearest + ".";
    expectUsage(setOption(options, table(), typed, "1"), part);
    expectUsage(optionsFromJson(Json{{typed, 1}}, table()), part);
  }
}

TEST(DetectorOptionsTest, AKeyThatIsNearNoneListsThem) {
  DetectorOptions options;
  for (const std::string& typed :
       {std::string(), std::string("?"), std::string("q") + std::string(100'000, 'z')})
    expectUsage(setOption(options, table(), typed, "1"), "there are epochs, lr, weight_decay");
}

TEST(DetectorOptionsTest, JsonThatIsNoObjectIsAnError) {
  for (const Json& json : {Json(nullptr), Json::array(), Json(1.5), Json("nu")})
    expectUsage(optionsFromJson(json, table()), "JSON object");
}

TEST(DetectorOptionsTest, ASecondKeyIsReadAndNeverWritten) {
  DetectorOptions options;
  ASSERT_TRUE(setOption(options, table(), "gnnsafe.isolated", "self"));
  EXPECT_TRUE(options.isolatedKeep);
  EXPECT_EQ(optionsFromJson(Json{{"gnnsafe.isolated", "self"}}, table()).value(), options);
  const Json written = optionsToJson(options, table()).value();
  EXPECT_TRUE(written.contains("isolated"));
  EXPECT_FALSE(written.contains("gnnsafe.isolated"));
}

TEST(DetectorOptionsTest, JsonKeepsWhatItDoesNotName) {
  const DetectorOptions base = withPreset("sispde", "paper-literal").value();
  const auto options = optionsFromJson(Json{{"nu", 3}}, table(), base);
  ASSERT_TRUE(options.has_value());
  DetectorOptions expected = base;
  expected.nu = 3;
  EXPECT_EQ(*options, expected);
}

TEST(DetectorOptionsTest, DefaultsAndPresetsLieInTheirRanges) {
  EXPECT_TRUE(checkOptions(DetectorOptions{}));
  for (const DetectorInfo& detector : detectors()) {
    EXPECT_TRUE(checkOptions(defaultsOf(detector.name).value())) << detector.name;
    for (const PresetInfo& preset : presets())
      if (const auto options = withPreset(detector.name, preset.name))
        EXPECT_TRUE(checkOptions(*options)) << detector.name << " " << preset.name;
  }
}

TEST(DetectorOptionsTest, CheckCatchesWhatCodeMaySet) {
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  for (const double bad : {nan, inf, -inf, -1000.0, 1e9})
    for (const auto& [info, get, set] : table().fields) {
      if (!std::holds_alternative<RealRange>(info.kind)) continue;
      DetectorOptions options;
      set(options, bad);
      expectUsage(checkOptions(options), info.key + " is ");
      EXPECT_FALSE(optionsToJson(options, table()).has_value()) << info.key;
    }
  expectUsage(checkOptions({.epochs = 0}), "epochs is 0");
  expectUsage(checkOptions({.kernel = static_cast<KernelKind>(17)}), "kernel is ");
  expectUsage(checkOptions({.primary = "best"}), "primary is \"best\"");
}

TEST(DetectorOptionsTest, ThePapersSearchGridCanBeSet) {
  const std::pair<const char*, std::vector<const char*>> grid[] = {
      {"nu", {"0.1", "0.3", "0.5", "1", "3", "4", "5", "10", "20", "50"}},
      {"hidden", {"64", "128", "256", "512", "1024"}},
      {"lr", {"1e-4", "1e-3", "1e-2"}},
      {"weight_decay", {"1e-4", "1e-3", "1e-2"}},
      {"dropout", {"0", "0.5"}},
      {"order", {"30", "40", "50", "60", "80", "100"}},
      {"train_samples", {"1", "3", "5", "7"}}};
  for (const auto& [key, values] : grid)
    for (const char* value : values) {
      DetectorOptions options;
      const auto done = setOption(options, table(), key, value);
      EXPECT_TRUE(done.has_value()) << done.error().sentence();
      EXPECT_TRUE(checkOptions(options));
    }
}

TEST(DetectorOptionsTest, TheKernelFollowsTheNumberOfNodes) {
  DetectorOptions options{.kernel = KernelKind::Heat, .nu = 8, .kappa = 3, .sigma = 0.5};
  EXPECT_EQ(kernelSpecOf(options, 4000), (KernelSpec{.kind = KernelKind::Heat,
                                                     .nu = 8,
                                                     .kappa = 3,
                                                     .sigma = 0.5,
                                                     .laplacian = LaplacianKind::Combinatorial}));
  EXPECT_EQ(kernelSpecOf(options, 4001).laplacian, LaplacianKind::Symmetric);
  options.laplacian = LaplacianChoice::Combinatorial;
  EXPECT_EQ(kernelSpecOf(options, 1'000'000).laplacian, LaplacianKind::Combinatorial);
  options.laplacian = LaplacianChoice::Symmetric;
  EXPECT_EQ(kernelSpecOf(options, 10).laplacian, LaplacianKind::Symmetric);
  options.kappaAuto = true;
  options.normalisation = Normalisation::None;
  EXPECT_DOUBLE_EQ(kernelSpecOf(options, 10).kappa, 4);
  EXPECT_EQ(kernelSpecOf(options, 10).normalisation, Normalisation::None);
  for (const double nu : {smallestParameter, largestParameter})
    EXPECT_TRUE(checkKernel(kernelSpecOf({.nu = nu, .kappaAuto = true}, 10)));
}

TEST(DetectorPresetsTest, DetectorsHaveTheirPublishedDefaults) {
  const DetectorOptions gcn = defaultsOf("gcn").value(), msp = defaultsOf("msp").value();
  DetectorOptions gnnsafe = defaultsOf("gnnsafe").value(), rbf = defaultsOf("sispde-rbf").value();
  EXPECT_EQ(gcn, (DetectorOptions{.weightDecay = 5e-4, .dropout = 0.5, .batchNorm = false}));
  EXPECT_EQ(msp, (DetectorOptions{.weightDecay = 0.01, .primary = "msp"}));
  EXPECT_EQ(gnnsafe.primary, "gnnsafe");
  gnnsafe.primary = "msp";
  EXPECT_EQ(gnnsafe, msp);
  for (const char* detector : {"odin", "oe", "gnnsafe++"}) {
    DetectorOptions options = defaultsOf(detector).value();
    EXPECT_EQ(options.primary, std::string(detector) == "gnnsafe++" ? "gnnsafe" : detector);
    options.primary = "msp";
    EXPECT_EQ(options, msp) << detector;
  }
  EXPECT_EQ(defaultsOf("mahalanobis").value(),
            (DetectorOptions{.learningRate = 1e-3, .weightDecay = 0, .primary = "mahalanobis"}));
  EXPECT_EQ(msp.odin, (OdinOptions{ScoreSign::Correct, 1e-4, 1}));
  EXPECT_EQ(msp.mahalanobis, (MahalanobisOptions{Precision::Ridge, ScoreSign::Correct, 0}));
  EXPECT_EQ(msp.oe, (ExposureOptions{0.5}));
  EXPECT_EQ(msp.gnnsafePlus, (GnnsafePlusOptions{1, -5, -1, MarginNodes::All}));
  EXPECT_EQ(defaultsOf("sispde").value(), (DetectorOptions{.featureScaling = FeatureScaling::Raw}));
  EXPECT_EQ(rbf.kernel, KernelKind::Heat);
  rbf.kernel = KernelKind::Matern;
  EXPECT_EQ(rbf, defaultsOf("sispde").value());
  EXPECT_EQ(defaultsOf("gnsd").value(), (DetectorOptions{.weightDecay = 0.01,
                                                         .selection = Selection::MaxValidationAccuracy,
                                                         .validationSamples = 1,
                                                         .featureScaling = FeatureScaling::Raw,
                                                         .steps = 10,
                                                         .primary = "energy-prop",
                                                         .propSelfLoops = true}));
  const DetectorOptions gebm = defaultsOf("gebm").value();
  EXPECT_EQ(gebm, (DetectorOptions{.epochs = 10'000,
                                   .learningRate = 1e-3,
                                   .weightDecay = 1e-4,
                                   .dropout = 0.5,
                                   .batchNorm = false,
                                   .patience = 50,
                                   .primary = "gebm"}));
}

TEST(DetectorPresetsTest, RecommendedIsTheDefault) {
  for (const DetectorInfo& detector : detectors()) {
    EXPECT_EQ(withPreset(detector.name, "recommended").value(), defaultsOf(detector.name).value());
    EXPECT_TRUE(explain(detector.name, "recommended").empty());
  }
  EXPECT_FALSE(presetSettings("sispde", "recommended").value().empty());
}

TEST(DetectorPresetsTest, PresetsDifferFromRecommendedInTheListedKeysAlone) {
  using Values = std::vector<std::tuple<std::string, std::string, std::string>>;
  const Values reference = {{"features", "auto", "raw"}, {"primary", "energy-prop", "total"}};
  const Values literal = {{"laplacian", "comb", "auto"},
                          {"normalise", "none", "trace"},
                          {"noise_mode", "literal", "increments"},
                          {"root", "literal", "exact"},
                          {"det_grid", "10", "0"},
                          {"ood_classes", "paper", "reference"},
                          {"feature_shift", "gaussian", "interpolation"}};
  for (const DetectorInfo& detector : detectors())
    for (const auto& [preset, expected] : {std::pair{"reference", reference}, {"paper-literal", literal}}) {
      SCOPED_TRACE(std::string(detector.name) + " " + preset);
      Values changes;
      for (const PresetChange& change : explain(detector.name, preset)) {
        changes.emplace_back(change.key, change.value, change.recommended);
        EXPECT_GT(change.reason.size(), 60u) << change.key;
        EXPECT_TRUE(change.reason.ends_with(".")) << change.key;
      }
      EXPECT_EQ(changes, detector.hasNoise ? expected : Values());
      // The listed changes alone lead from one to the other.
      DetectorOptions options = defaultsOf(detector.name).value();
      for (const auto& [key, value, usual] : changes) ASSERT_TRUE(setOption(options, table(), key, value));
      if (const auto made = withPreset(detector.name, preset)) EXPECT_EQ(*made, options);
    }
}

TEST(DetectorPresetsTest, AScoreChosenAfterSeeingOodResultsIsSaid) {
  bool said = false;
  for (const PresetChange& change : explain("sispde", "reference"))
    if (change.key == "primary") said = change.reason.find("after seeing OOD results") != std::string::npos;
  EXPECT_TRUE(said);
}

TEST(DetectorPresetsTest, EverySettingHasAReasonAndAKeyOfItsOwn) {
  for (const DetectorInfo& detector : detectors())
    for (const PresetInfo& preset : presets()) {
      const auto settings = presetSettings(detector.name, preset.name);
      EXPECT_EQ(settings.has_value(), detector.hasNoise || preset.name != "paper-literal");
      if (!settings) continue;
      std::set<std::string_view> keys;
      for (const PresetSetting& setting : *settings) {
        EXPECT_TRUE(keys.insert(setting.key).second) << setting.key;
        EXPECT_TRUE(setting.reason.ends_with(".")) << setting.key;
      }
    }
}

TEST(DetectorPresetsTest, UnknownNamesAndUnfitPresetsAreErrors) {
  expectUsage(defaultsOf("gat"),
              "there are gcn, msp, odin, mahalanobis, oe, gnnsafe, gnnsafe++, gebm, gnsd, sispde");
  expectUsage(withPreset("gat", "reference"), "\"gat\"");
  expectUsage(withPreset("sispde", "best"), "there are recommended, reference, paper-literal");
  for (const char* detector :
       {"gcn", "msp", "odin", "mahalanobis", "oe", "gnnsafe", "gnnsafe++", "gebm", "gnsd"})
    expectUsage(withPreset(detector, "paper-literal"), std::string("does not fit ") + detector);
  EXPECT_TRUE(explain("gat", "reference").empty());
  EXPECT_TRUE(explain("gcn", "paper-literal").empty());
}

}  // namespace
}  // namespace sispde
