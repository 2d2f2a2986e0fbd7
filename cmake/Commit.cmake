# sispde_commit(TARGET): gives TARGET the header sispde_commit.h, whose sispdeCommit is the commit that is built: "1a2b3c4d5e", with "+" behind
# it where files differ from it, or "unknown" outside of git. Looked up by every build, written where it changed.
function(sispde_commit TARGET)
  set(folder ${PROJECT_BINARY_DIR}/generated/commit)
  if(NOT TARGET sispde_written_commit)
    add_custom_target(sispde_written_commit
      COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DOUTPUT=${folder}/sispde_commit.h
              -P ${PROJECT_SOURCE_DIR}/cmake/WriteCommit.cmake
      BYPRODUCTS ${folder}/sispde_commit.h
      COMMENT "Looking up the commit"
      VERBATIM)
  endif()
  add_dependencies(${TARGET} sispde_written_commit)
  target_include_directories(${TARGET} PRIVATE ${folder})
endfunction()
