# What the desktop program is drawn with: GLFW, Dear ImGui and ImPlot, compiled from the sources in .deps/imgui-bundle that
# scripts/setup puts there, and an OpenGL loader that comes with GLFW's sources.
set(_bundle "${PROJECT_SOURCE_DIR}/.deps/imgui-bundle")
if(NOT EXISTS "${_bundle}/imgui/imgui.h")
  message(FATAL_ERROR "Dear ImGui is not here: run scripts/setup, or configure with -DSISPDE_STUDIO=OFF.")
endif()
enable_language(C)
find_package(OpenGL REQUIRED)

#   name               value  why
set(GLFW_BUILD_DOCS     OFF CACHE BOOL "not needed" FORCE)
set(GLFW_BUILD_TESTS    OFF CACHE BOOL "not needed" FORCE)
set(GLFW_BUILD_EXAMPLES OFF CACHE BOOL "not needed" FORCE)
set(GLFW_INSTALL        OFF CACHE BOOL "not needed" FORCE)
set(GLFW_BUILD_WAYLAND  OFF CACHE BOOL "X11 serves Wayland sessions too, and needs fewer packages" FORCE)
add_subdirectory(${_bundle}/glfw ${PROJECT_BINARY_DIR}/glfw EXCLUDE_FROM_ALL SYSTEM)

# The headers, for all that draws; a program links one of the libraries below beside it.
add_library(sispde_gui_headers INTERFACE)
target_include_directories(sispde_gui_headers SYSTEM INTERFACE ${_bundle}/imgui ${_bundle}/imgui/backends ${_bundle}/implot
                           ${_bundle}/glfw/deps ${_bundle}/glfw/include ${_bundle}/portable_file_dialogs)
target_compile_definitions(sispde_gui_headers INTERFACE IMGUI_DISABLE_DEMO_WINDOWS IMGUI_DISABLE_OBSOLETE_FUNCTIONS
                           GLFW_INCLUDE_NONE)

# sispde_gui_library(NAME SOURCES…): Dear ImGui and ImPlot with these sources more, as one static library.
function(sispde_gui_library NAME)
  add_library(${NAME} STATIC EXCLUDE_FROM_ALL
    ${_bundle}/imgui/imgui.cpp ${_bundle}/imgui/imgui_draw.cpp ${_bundle}/imgui/imgui_tables.cpp
    ${_bundle}/imgui/imgui_widgets.cpp ${_bundle}/imgui/imgui_stacklayout.cpp
    ${_bundle}/imgui/backends/imgui_impl_glfw.cpp ${_bundle}/imgui/backends/imgui_impl_opengl3.cpp
    ${_bundle}/implot/implot.cpp ${_bundle}/implot/implot_items.cpp ${ARGN})
  target_link_libraries(${NAME} PUBLIC sispde_gui_headers glfw OpenGL::GL)
  # Plots are of doubles and floats alone; all of ImPlot's ten types take a minute and a half to compile.
  set_source_files_properties(${_bundle}/implot/implot_items.cpp PROPERTIES COMPILE_DEFINITIONS "IMPLOT_CUSTOM_NUMERIC_TYPES=(float)(double)")
endfunction()
sispde_gui_library(sispde_gui)

# The same with the test engine's hooks, for tests alone: its licence keeps it out of the program.
set(_engine "${_bundle}/imgui_test_engine/imgui_test_engine")
sispde_gui_library(sispde_gui_tested
  ${_engine}/imgui_te_context.cpp ${_engine}/imgui_te_coroutine.cpp ${_engine}/imgui_te_engine.cpp
  ${_engine}/imgui_te_exporters.cpp ${_engine}/imgui_te_perftool.cpp ${_engine}/imgui_te_ui.cpp ${_engine}/imgui_te_utils.cpp
  ${_engine}/imgui_capture_tool.cpp)
target_include_directories(sispde_gui_tested SYSTEM PUBLIC ${_bundle}/imgui_test_engine ${_engine})
target_compile_definitions(sispde_gui_tested PUBLIC IMGUI_ENABLE_TEST_ENGINE IMGUI_TEST_ENGINE_ENABLE_STD_FUNCTION=1
                           IMGUI_TEST_ENGINE_ENABLE_COROUTINE_STDTHREAD_IMPL=1 IMGUI_TEST_ENGINE_ENABLE_CAPTURE=0)
