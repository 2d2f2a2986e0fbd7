#include "core/base/result.h"

namespace sispde {

std::string Error::sentence() const {
  std::string text = place.file;
  if (place.line > 0) text += fmt::format("{}{}", text.empty() ? "line " : ":", place.line);
  if (!text.empty()) text += ": ";
  if (!place.item.empty()) text += place.item + ": ";
  text += message;
  if (text.empty() || (text.back() != '.' && text.back() != '?')) text += '.';
  return text;
}

Unexpected cancelled() {
  return makeError(ErrorKind::Cancelled, {}, "Cancelled");
}

}  // namespace sispde
