# Repeated builds go through ccache where it is installed. A precompiled header needs the two sloppiness settings.
find_program(SISPDE_CCACHE ccache)
mark_as_advanced(SISPDE_CCACHE)
if(SISPDE_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      ${SISPDE_CCACHE})
endif()
