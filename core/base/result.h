#pragma once
// Errors as values. Every function that can fail for a reason outside the program (a file, a number typed by a user,
// a cancelled job) returns Result<T>. The error holds a kind, one sentence and the place it speaks of.

#include <cstdint>
#include <string>
#include <utility>

#ifdef __NVCC__
#define FMT_USE_CONSTEXPR 1  // fmt 9 turns constexpr off for nvcc, and then does not compile as C++20
#endif
#include <fmt/format.h>
#include <tl/expected.hpp>

namespace sispde {

enum class ErrorKind {
  Failed,     // the work could not be done (disk full, no memory, network)
  Usage,      // the request makes no sense: wrong option, value out of range
  Input,      // a file cannot be read or holds something invalid
  Cancelled,  // the user asked to stop
};

// Where in the input the error lies. Parts that are unknown stay empty or 0.
struct Place {
  std::string file;       // path as the user gave it
  std::int64_t line = 0;  // 1-based
  std::string item;       // array, member, element or column inside the file
};

struct Error {
  ErrorKind kind = ErrorKind::Failed;
  std::string message;  // one sentence without the place and without a final full stop
  Place place;

  // The whole as one sentence: "file:line: item: message.".
  std::string sentence() const;
};

template <class T>
using Result = tl::expected<T, Error>;
using Unexpected = tl::unexpected<Error>;

template <class... Args>
Unexpected makeError(ErrorKind kind, Place place, fmt::format_string<Args...> text, Args&&... args) {
  return Unexpected(Error{kind, fmt::format(text, std::forward<Args>(args)...), std::move(place)});
}

template <class... Args>
Unexpected inputError(Place place, fmt::format_string<Args...> text, Args&&... args) {
  return makeError(ErrorKind::Input, std::move(place), text, std::forward<Args>(args)...);
}

template <class... Args>
Unexpected usageError(fmt::format_string<Args...> text, Args&&... args) {
  return makeError(ErrorKind::Usage, {}, text, std::forward<Args>(args)...);
}

template <class... Args>
Unexpected failure(Place place, fmt::format_string<Args...> text, Args&&... args) {
  return makeError(ErrorKind::Failed, std::move(place), text, std::forward<Args>(args)...);
}

Unexpected cancelled();

}  // namespace sispde

// Passes the error of a Result<void> on to the caller.
#define SISPDE_CHECK(expression)                                                 \
  do {                                                                           \
    if (auto sispdeResult = (expression); !sispdeResult)                         \
      return ::tl::unexpected<::sispde::Error>(std::move(sispdeResult.error())); \
  } while (false)

#define SISPDE_JOIN_(a, b) a##b
#define SISPDE_JOIN(a, b) SISPDE_JOIN_(a, b)

// SISPDE_TRY(auto graph, readGraph(path)); declares `graph` with the value, or passes the error on to the caller.
#define SISPDE_TRY(declaration, expression)                                                           \
  auto SISPDE_JOIN(sispdeResult, __LINE__) = (expression);                                            \
  if (!SISPDE_JOIN(sispdeResult, __LINE__))                                                           \
    return ::tl::unexpected<::sispde::Error>(std::move(SISPDE_JOIN(sispdeResult, __LINE__).error())); \
  declaration = std::move(*SISPDE_JOIN(sispdeResult, __LINE__))
