# What the desktop program is drawn with: GLFW, Dear ImGui and ImPlot, compiled from the sources in .deps/imgui-bundle that
# scripts/setup puts there, and an OpenGL loader that comes with GLFW's sources.
set(_bundle "${PROJECT_SOURCE_DIR}/.deps/imgui-bundle")
if(NOT EXISTS "${_bundle}/imgui/imgui.h")
  message(FATAL_ERROR "Dear ImGui is not here: run scripts/setup, or configure with -DSISPDE_STUDIO=OFF.")
endif()
enable_language(C)
find_package(OpenGL REQUIRED COMPONENTS OpenGL EGL)
find_package(PNG REQUIRED)

#   name               value  why
set(GLFW_BUILD_DOCS     OFF CACHE BOOL "not needed" FORCE)
set(GLFW_BUILD_TESTS    OFF CACHE BOOL "not needed" FORCE)
set(GLFW_BUILD_EXAMPLES OFF CACHE BOOL "not needed" FORCE)
set(GLFW_INSTALL        OFF CACHE BOOL "not needed" FORCE)
set(GLFW_BUILD_WAYLAND  OFF CACHE BOOL "X11 serves Wayland sessions too, and needs fewer packages" FORCE)
add_subdirectory(${_bundle}/glfw ${PROJECT_BINARY_DIR}/glfw EXCLUDE_FROM_ALL SYSTEM)

# sispde_gui_library(NAME DEFINITIONS…): ImGui and ImPlot as one static library. The tests compile a second one with the
# test engine's hooks, which the shipped program does not have.
function(sispde_gui_library NAME)
  add_library(${NAME} STATIC EXCLUDE_FROM_ALL
    ${_bundle}/imgui/imgui.cpp ${_bundle}/imgui/imgui_draw.cpp ${_bundle}/imgui/imgui_tables.cpp
    ${_bundle}/imgui/imgui_widgets.cpp ${_bundle}/imgui/imgui_stacklayout.cpp
    ${_bundle}/imgui/backends/imgui_impl_glfw.cpp ${_bundle}/imgui/backends/imgui_impl_opengl3.cpp
    ${_bundle}/implot/implot.cpp ${_bundle}/implot/implot_items.cpp)
  target_include_directories(${NAME} SYSTEM PUBLIC ${_bundle}/imgui ${_bundle}/imgui/backends ${_bundle}/implot
                             ${_bundle}/glfw/deps)
  target_compile_definitions(${NAME} PUBLIC IMGUI_DISABLE_DEMO_WINDOWS IMGUI_DISABLE_OBSOLETE_FUNCTIONS
                             GLFW_INCLUDE_NONE ${ARGN})
  target_link_libraries(${NAME} PUBLIC glfw OpenGL::GL)
endfunction()
sispde_gui_library(sispde_gui)
