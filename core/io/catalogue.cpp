#include "core/io/catalogue.h"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "core/base/text.h"

namespace sispde {

extern const std::string_view embeddedManifest;

namespace {

using Json = nlohmann::json;

// One JSON object with its place for errors. Readers leave the value as it was when the key is absent; the
// keys that were asked for are the keys that are allowed.
class Fields {
 public:
  Fields(const Json& object, std::string place) : object_(object), place_(std::move(place)) {}

  Unexpected error(std::string_view key, std::string_view what) const {
    return inputError({"manifest", 0, fmt::format("{}.{}", place_, key)}, "{}", what);
  }
  Result<void> text(const char* key, std::string& value, bool required) {
    const Json* item = find(key);
    if (!item) return required ? Result<void>(error(key, "The key is missing")) : Result<void>();
    if (!item->is_string()) return error(key, "A text was expected");
    value = item->get<std::string>();
    if (required && value.empty()) return error(key, "The text is empty");
    return {};
  }
  Result<void> flag(const char* key, bool& value) {
    const Json* item = find(key);
    if (!item) return error(key, "The key is missing");
    if (!item->is_boolean()) return error(key, "true or false was expected");
    value = item->get<bool>();
    return {};
  }
  template <class Number>
  Result<void> size(const char* key, Number& value, bool required) {
    const Json* item = find(key);
    if (!item) return required ? Result<void>(error(key, "The key is missing")) : Result<void>();
    // Up to 2^53, so that every reader of the file sees the same number.
    if (!item->is_number_unsigned() || item->get<std::uint64_t>() > (std::uint64_t{1} << 53))
      return error(key, "A whole number from 0 to 2^53 was expected");
    value = static_cast<Number>(item->get<std::uint64_t>());
    return {};
  }
  Result<void> digest(const char* key, std::string& value, std::size_t digits) {
    SISPDE_CHECK(text(key, value, false));
    const bool hex = value.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (!value.empty() && (!hex || value.size() != digits))
      return error(key, fmt::format("{} lower-case hexadecimal digits were expected", digits));
    return {};
  }
  Result<void> url(const char* key, std::string& value) {
    SISPDE_CHECK(text(key, value, true));
    if (!value.starts_with("https://") && !value.starts_with("http://"))
      return error(key, "An address that begins with https:// or http:// was expected");
    return {};
  }
  const Json* find(const char* key) {
    known_.insert(key);
    const auto found = object_.find(key);
    return found == object_.end() ? nullptr : &*found;
  }
  Result<void> nothingElse() const {
    for (const auto& [key, value] : object_.items())
      if (!known_.contains(key)) return error(key, "The key is not known");
    return {};
  }

 private:
  const Json& object_;
  std::string place_;
  std::set<std::string, std::less<>> known_;
};

bool consistsOf(std::string_view text, std::string_view more) {
  return std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || more.find(c) != std::string_view::npos;
  });
}

Result<CatalogueFile> parseFile(const Json& json, const std::string& place) {
  if (!json.is_object()) return inputError({"manifest", 0, place}, "An object was expected");
  Fields fields(json, place);
  CatalogueFile file;
  SISPDE_CHECK(fields.text("name", file.name, true));
  if (!consistsOf(file.name, "._-") || file.name.front() == '.' || file.name.ends_with(".part"))
    return fields.error("name", "A file name of lower-case letters, digits, '.', '_' and '-' was expected");
  SISPDE_CHECK(fields.url("url", file.url));
  SISPDE_CHECK(fields.digest("sha256", file.sha256, 64));
  SISPDE_CHECK(fields.digest("gitBlob", file.gitBlob, 40));
  SISPDE_CHECK(fields.size("bytes", file.bytes, false));
  SISPDE_CHECK(fields.nothingElse());
  return file;
}

Result<CatalogueEntry> parseEntry(const Json& json, const std::string& place) {
  if (!json.is_object()) return inputError({"manifest", 0, place}, "An object was expected");
  Fields fields(json, place);
  CatalogueEntry entry;
  SISPDE_CHECK(fields.text("name", entry.name, true));
  if (!consistsOf(entry.name, "_"))
    return fields.error("name", "A name of lower-case letters, digits and '_' was expected");
  SISPDE_CHECK(fields.text("title", entry.title, true));
  SISPDE_CHECK(fields.flag("inPaper", entry.inPaper));
  SISPDE_CHECK(fields.size("nodes", entry.nodes, true));
  SISPDE_CHECK(fields.size("edges", entry.edges, true));
  SISPDE_CHECK(fields.size("classes", entry.classes, true));
  SISPDE_CHECK(fields.size("features", entry.features, true));
  SISPDE_CHECK(fields.text("licence", entry.licence, true));
  SISPDE_CHECK(fields.url("page", entry.page));
  SISPDE_CHECK(fields.text("format", entry.format, true));
  if (entry.format != "planetoid" && entry.format != "heterophilous" && entry.format != "gnn-benchmark")
    return fields.error("format", "planetoid, heterophilous or gnn-benchmark was expected");
  SISPDE_CHECK(fields.digest("content", entry.content, 64));
  SISPDE_CHECK(fields.digest("uniformSha256", entry.uniformSha256, 64));
  SISPDE_CHECK(fields.text("note", entry.note, false));
  const Json* files = fields.find("files");
  if (!files || !files->is_array()) return fields.error("files", "A list was expected");
  std::set<std::string> names;
  for (std::size_t i = 0; i < files->size(); ++i) {
    SISPDE_TRY(CatalogueFile file, parseFile((*files)[i], fmt::format("{}.files[{}]", place, i)));
    if (!names.insert(file.name).second)
      return fields.error("files", fmt::format("{} is listed twice", file.name));
    entry.files.push_back(std::move(file));
  }
  SISPDE_CHECK(fields.nothingElse());
  return entry;
}

}  // namespace

bool CatalogueEntry::isVerifiable() const {
  if (!content.empty()) return true;
  return !files.empty() && std::all_of(files.begin(), files.end(), [](const CatalogueFile& file) {
    return !file.sha256.empty() || !file.gitBlob.empty();
  });
}

std::string foldedName(std::string_view name) {
  std::string folded = lower(name);
  std::replace(folded.begin(), folded.end(), '-', '_');
  return folded;
}

Result<std::vector<CatalogueEntry>> parseCatalogue(std::string_view json) {
  const Json root = Json::parse(json, nullptr, false);
  if (root.is_discarded()) return inputError({"manifest"}, "The text is not JSON");
  if (!root.is_object() || !root.contains("datasets") || !root["datasets"].is_array())
    return inputError({"manifest"}, "An object with the list \"datasets\" was expected");
  std::vector<CatalogueEntry> entries;
  std::set<std::string> names;
  for (const Json& item : root["datasets"]) {
    const std::string place = fmt::format("datasets[{}]", entries.size());
    SISPDE_TRY(CatalogueEntry entry, parseEntry(item, place));
    if (!names.insert(entry.name).second)
      return inputError({"manifest", 0, place}, "{} is listed twice", entry.name);
    entries.push_back(std::move(entry));
  }
  return entries;
}

const std::vector<CatalogueEntry>& catalogue() {
  // A manifest that cannot be read is a defect of the build, not something a caller can answer: value()
  // throws.
  static const std::vector<CatalogueEntry> entries = parseCatalogue(embeddedManifest).value();
  return entries;
}

const CatalogueEntry* findEntry(std::string_view name) {
  const std::string folded = foldedName(name);
  for (const CatalogueEntry& entry : catalogue())
    if (entry.name == folded) return &entry;
  return nullptr;
}

}  // namespace sispde
