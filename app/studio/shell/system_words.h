#pragma once
// What a bug report should say of the machine.

#include <string>

namespace sispde::studio {

// System, kernel and processors, one line each; what cannot be found out is left out. Reads files.
std::string systemWords();

}  // namespace sispde::studio
