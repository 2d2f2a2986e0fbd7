#pragma once
// The catalogue: the public data sets that the program knows by name, where their files are published and how
// to tell that a copy is the right one. It is datasets/manifest.json, compiled into the program.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace sispde {

// One published file. Digests are lower-case hexadecimal; those that are unknown are empty.
struct CatalogueFile {
  std::string name;         // the name to store it under, without a folder
  std::string url;          // http or https
  std::string sha256;       // 64 digits
  std::string gitBlob;      // 40 digits: what `git hash-object` prints
  std::uint64_t bytes = 0;  // 0 = unknown
};

struct CatalogueEntry {
  std::string name;   // lower case, digits and '_'; also the name of its folder
  std::string title;  // for people
  bool inPaper = false;
  std::int64_t nodes = 0, edges = 0, classes = 0, features = 0;  // edges are undirected, without self-loops
  std::string licence;
  std::string page;                  // public address of the source
  std::string format;                // planetoid, heterophilous or gnn-benchmark
  std::string content;               // contentHash of the set, or empty where unknown
  std::string uniformSha256;         // SHA-256 of NAME.npz in the uniform layout, or empty
  std::string note;                  // what a user of the set should know, or empty
  std::vector<CatalogueFile> files;  // empty when the set cannot be downloaded

  // A wrong copy would be noticed: the content is known, or the digest of every file.
  bool isVerifiable() const;
};

// How names are compared: ASCII letters in lower case, '-' as '_'.
std::string foldedName(std::string_view name);

// Reads {"datasets": […]}. Unknown keys are errors, since they are usually misspelt known ones. Names of sets
// and files are safe to use in a path.
Result<std::vector<CatalogueEntry>> parseCatalogue(std::string_view json);

// The catalogue of this program.
const std::vector<CatalogueEntry>& catalogue();

// The entry of that name (as foldedName compares), or null.
const CatalogueEntry* findEntry(std::string_view name);

}  // namespace sispde
