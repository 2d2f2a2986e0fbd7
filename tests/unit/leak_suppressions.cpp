// fontconfig, which cairo finds fonts with, keeps what it has read until the end of the program; LeakSanitizer counts a
// few of these patterns as lost. They do not grow with the number of figures.

extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libfontconfig\n";
}
