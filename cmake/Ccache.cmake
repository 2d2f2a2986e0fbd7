# Repeated builds go through ccache where it is installed. A precompiled header needs the two sloppiness settings. Paths below the
# base folder are told to the compiler relative to the build's folder, so that a second clone finds what the first one compiled.
find_program(SISPDE_CCACHE ccache)
mark_as_advanced(SISPDE_CCACHE)
if(SISPDE_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
      ${SISPDE_CCACHE})
endif()
