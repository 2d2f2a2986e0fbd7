# Run by sispde_embed at build time: writes INPUT as an array of bytes into the C++ file OUTPUT.
file(READ ${INPUT} hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
file(WRITE ${OUTPUT} "#include <string_view>
namespace sispde {
static constexpr char bytes[] = {${bytes}'\\0'};
extern const std::string_view ${SYMBOL};
const std::string_view ${SYMBOL}{bytes, sizeof bytes - 1};
}
")
