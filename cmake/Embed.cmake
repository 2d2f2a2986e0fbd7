# sispde_embed(TARGET FILE SYMBOL): makes the bytes of FILE available to TARGET as `extern const std::string_view SYMBOL`
# in namespace sispde, so that the program needs no file beside it.
function(sispde_embed TARGET FILE SYMBOL)
  set(output ${PROJECT_BINARY_DIR}/generated/embedded/${SYMBOL}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${FILE} -DOUTPUT=${output} -DSYMBOL=${SYMBOL}
            -P ${PROJECT_SOURCE_DIR}/cmake/EmbedFile.cmake
    DEPENDS ${FILE} ${PROJECT_SOURCE_DIR}/cmake/EmbedFile.cmake
    VERBATIM)
  target_sources(${TARGET} PRIVATE ${output})
endfunction()
