#pragma once
// Data sets of the catalogue on this machine: fetched from their publishers, found, and checked.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/graph/dataset.h"
#include "core/io/catalogue.h"

namespace sispde {

// Downloads the set into FOLDER/NAME/ and returns the path to open. Returns at once when FOLDER has the set
// and it is right. The files are staged in FOLDER/.NAME.part/ and the folder gets its name when the set was
// loaded and its content is that of the catalogue: a set that is not complete never looks complete. What was
// staged stays after an interruption, as download.h defines it, and is removed after any other failure. A
// damaged FOLDER/NAME/ is replaced, if it holds nothing but files of the set.
Result<std::string> fetchDataset(const CatalogueEntry& entry, const std::string& folder,
                                 const Progress& progress = {});

enum class EntryState { Missing, Present, Damaged };
std::string_view toText(EntryState state);  // "missing", "present", "damaged"

struct EntryStatus {
  EntryState state = EntryState::Missing;
  std::string path;    // what openDataset takes; empty when missing
  std::string detail;  // a sentence on how it was checked or what is wrong; may be empty
};

// Present or Missing, by names alone.
EntryStatus locateEntry(const CatalogueEntry& entry, const std::vector<std::string>& folders);

// Loads the set and compares it with the catalogue. The content decides; where the catalogue does not know
// it, sizes and the digests of the published files.
EntryStatus verifyEntry(const CatalogueEntry& entry, const std::vector<std::string>& folders);

// Sizes and, where known, the content hash.
Result<void> checkContent(const CatalogueEntry& entry, const Dataset& data);

}  // namespace sispde
