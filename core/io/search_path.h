#pragma once
// Where a data set that is given by its name is looked for.

#include <optional>
#include <string>
#include <vector>

namespace sispde {

// The folders in the order they are searched: `dataDir` (the option --data-dir; may be empty), the folders of
// SISPDE_DATA (separated by ':'), datasets/ beside the program, the user's folder. They need not exist.
std::vector<std::string> dataFolders(const std::string& dataDir);

// $XDG_DATA_HOME/sispde/datasets, or ~/.local/share/sispde/datasets; empty when neither XDG_DATA_HOME nor
// HOME is an absolute path.
std::string userDataFolder();

// The first file or folder that holds the set, looked for in each folder in this order: NAME.npz,
// NAME/NAME.npz, the folder NAME (with ind.NAME.graph, edges.csv or edges.tsv), NAME.graphml, NAME.json,
// NAME.csv, NAME.tsv. Names are compared as foldedName (catalogue.h) does; an exact name wins over one that
// differs in case. A name with '/' or "..", or one that begins with '.', is never found. Nothing is opened.
std::optional<std::string> findDataset(const std::string& name, const std::vector<std::string>& folders);

}  // namespace sispde
