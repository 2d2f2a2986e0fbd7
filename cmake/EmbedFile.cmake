# Run by sispde_embed at build time: writes a C++ file that takes the bytes of INPUT up as they are.
file(WRITE ${OUTPUT} "#include <string_view>
asm(R\"(
.section .rodata
.balign 16
sispde_${SYMBOL}_begin: .incbin \"${INPUT}\"
sispde_${SYMBOL}_end: .byte 0
.balign 16
.previous
)\");
extern const char begin_[] asm(\"sispde_${SYMBOL}_begin\");
extern const char end_[] asm(\"sispde_${SYMBOL}_end\");
namespace sispde {
extern const std::string_view ${SYMBOL};
const std::string_view ${SYMBOL}{begin_, static_cast<std::size_t>(end_ - begin_)};
}
")
