#pragma once
// What the windows show in the words of the command line: lines that can be pasted into a shell, from any folder.

#include "app/studio/shell/studio.h"

namespace sispde::studio {

enum class Verbed { Row, Noise, Training, Detection, Rewiring, Layout };

// Whether there is what the line would give; a row needs a picked node, a detection a run that was trained on the graph as it is.
bool hasCommand(const Studio& studio, Verbed what);
// "sispde kernel '/data/cora.npz' --seed 1 --kernel matern … --rows 3 --out rows.npy". Files of the user's have absolute paths; edits of
// the graph, and data whose generator has another seed, are made first by a line of their own.
std::string commandOf(const Studio& studio, Verbed what);

}  // namespace sispde::studio
