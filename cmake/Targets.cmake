# How our own targets are compiled: warnings are errors here and nowhere else.
set(SISPDE_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual
                    -Wno-sign-conversion -Wno-missing-field-initializers -Werror)
# -Wno-sign-conversion: sizes are std::size_t in the standard library and signed ids in ours; the conversions that lose
# bits are still reported by -Wconversion.
# -Wno-missing-field-initializers: option structs have defaults; leaving a field out means its default.

if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # g++ 12 reports overlaps inside std::string's own operator+ that cannot happen (GCC bug 105651).
  list(APPEND SISPDE_WARNINGS -Wno-restrict)
endif()

add_library(sispde_flags INTERFACE)
target_compile_options(sispde_flags INTERFACE ${SISPDE_WARNINGS})
target_include_directories(sispde_flags INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/generated)
if(SISPDE_SANITIZE)
  target_compile_options(sispde_flags INTERFACE -fsanitize=${SISPDE_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(sispde_flags INTERFACE -fsanitize=${SISPDE_SANITIZE})
  if(SISPDE_SANITIZE MATCHES thread AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # A header of LibTorch has a fence, which the sanitizer does not see; ours have none.
    target_compile_options(sispde_flags INTERFACE -Wno-tsan)
  endif()
  if(SISPDE_SANITIZE MATCHES undefined)
    target_compile_options(sispde_flags INTERFACE -fno-sanitize-recover=undefined)
  endif()
endif()
if(SISPDE_FUZZERS)
  # Coverage feedback in the code under test; the fuzzer's main() is linked to the fuzz targets alone.
  target_compile_options(sispde_flags INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(sispde_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# sispde_module(NAME SOURCES… LINK …): one static library per folder of core/, named sispde_NAME, alias sispde::NAME.
function(sispde_module NAME)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK;PRIVATE_LINK" ${ARGN})
  add_library(sispde_${NAME} STATIC ${ARG_SOURCES})
  add_library(sispde::${NAME} ALIAS sispde_${NAME})
  target_link_libraries(sispde_${NAME} PUBLIC ${ARG_LINK} PRIVATE sispde_flags ${ARG_PRIVATE_LINK})
  target_include_directories(sispde_${NAME} PUBLIC ${PROJECT_SOURCE_DIR})
  set_property(GLOBAL APPEND PROPERTY SISPDE_MODULES sispde_${NAME})
endfunction()
