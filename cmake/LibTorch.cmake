# Defines sispde::torch, the target to link for LibTorch on the CPU.
#
# With Torch_DIR set, as a CMake or environment variable, that LibTorch is used.
# Otherwise the one that scripts/setup puts into .deps/torch is imported.

include_guard(GLOBAL)

if(NOT Torch_DIR AND DEFINED ENV{Torch_DIR})
  # Cached, so that a later run of CMake without the variable keeps it.
  set(Torch_DIR "$ENV{Torch_DIR}" CACHE PATH "Folder of TorchConfig.cmake" FORCE)
endif()

add_library(sispde::torch INTERFACE IMPORTED GLOBAL)

if(Torch_DIR)
  find_package(Torch REQUIRED)
  separate_arguments(_torch_flags UNIX_COMMAND "${TORCH_CXX_FLAGS}") # carries the ABI of std::string
  target_compile_options(sispde::torch INTERFACE ${_torch_flags})
  target_include_directories(sispde::torch SYSTEM INTERFACE ${TORCH_INCLUDE_DIRS})
  target_link_libraries(sispde::torch INTERFACE ${TORCH_LIBRARIES})
  unset(_torch_flags)
  return()
endif()

set(_torch "${PROJECT_SOURCE_DIR}/.deps/torch")
set(_nvidia "${PROJECT_SOURCE_DIR}/.deps/nvidia/lib")

foreach(_file "${_torch}/lib/libtorch_cpu.so" "${_torch}/lib/libc10.so"
              "${_nvidia}/libcudart.so.13" "${_nvidia}/libcupti.so.13")
  if(NOT EXISTS "${_file}")
    message(FATAL_ERROR
      "LibTorch is not here: run scripts/setup, or set Torch_DIR to an existing LibTorch.")
  endif()
endforeach()

# libtorch_cpu.so loads these two even when no GPU is used. They are found through
# the rpath inside libtorch_cpu.so; nothing of the project calls them.
foreach(_name cudart cupti)
  add_library(sispde::torch_${_name} SHARED IMPORTED GLOBAL)
  set_target_properties(sispde::torch_${_name} PROPERTIES
    IMPORTED_LOCATION "${_nvidia}/lib${_name}.so.13"
    IMPORTED_SONAME "lib${_name}.so.13")
endforeach()

foreach(_name c10 torch_cpu)
  add_library(sispde::${_name} SHARED IMPORTED GLOBAL)
  set_target_properties(sispde::${_name} PROPERTIES
    IMPORTED_LOCATION "${_torch}/lib/lib${_name}.so"
    IMPORTED_SONAME "lib${_name}.so")
  # Headers of imported targets are system headers: their warnings stay silent.
  target_include_directories(sispde::${_name} INTERFACE
    "${_torch}/include" "${_torch}/include/torch/csrc/api/include")
endforeach()

# Gives the linker -rpath-link, so that it can check the symbols of libtorch_cpu.so.
set_target_properties(sispde::torch_cpu PROPERTIES
  IMPORTED_LINK_DEPENDENT_LIBRARIES "sispde::torch_cudart;sispde::torch_cupti")

# This LibTorch has the C++11 ABI of std::string, the default of g++ and clang here.
target_link_libraries(sispde::torch INTERFACE sispde::torch_cpu sispde::c10)

unset(_torch)
unset(_nvidia)
