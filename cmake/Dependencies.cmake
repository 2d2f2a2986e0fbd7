# Every library that the core or the command line links. scripts/setup installs them; THIRD_PARTY.md says why each is here.
find_package(Threads REQUIRED)
find_package(TBB REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(pugixml REQUIRED)
find_package(CURL REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(PNG REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(CAIRO REQUIRED IMPORTED_TARGET cairo)

# Debian's libzip-config.cmake also wants libzip's command-line tools, which nothing here uses.
find_path(SISPDE_ZIP_INCLUDE zip.h REQUIRED)
find_library(SISPDE_ZIP_LIBRARY zip REQUIRED)
mark_as_advanced(SISPDE_ZIP_INCLUDE SISPDE_ZIP_LIBRARY)
add_library(sispde_zip INTERFACE)
target_include_directories(sispde_zip SYSTEM INTERFACE ${SISPDE_ZIP_INCLUDE})
target_link_libraries(sispde_zip INTERFACE ${SISPDE_ZIP_LIBRARY})

# Headers alone. What Eigen has under the LGPL is kept out.
find_package(Eigen3 REQUIRED NO_MODULE)
find_path(SISPDE_SPECTRA_INCLUDE Spectra/SymEigsSolver.h REQUIRED)
mark_as_advanced(SISPDE_SPECTRA_INCLUDE)
add_library(sispde_eigen INTERFACE)
target_include_directories(sispde_eigen SYSTEM INTERFACE ${EIGEN3_INCLUDE_DIRS} ${SISPDE_SPECTRA_INCLUDE})
target_compile_definitions(sispde_eigen INTERFACE EIGEN_MPL2_ONLY EIGEN_DONT_PARALLELIZE)

find_path(SISPDE_HWY_INCLUDE hwy/highway.h REQUIRED)
find_library(SISPDE_HWY_LIBRARY hwy REQUIRED)
mark_as_advanced(SISPDE_HWY_INCLUDE SISPDE_HWY_LIBRARY)
add_library(sispde_highway INTERFACE)
target_include_directories(sispde_highway SYSTEM INTERFACE ${SISPDE_HWY_INCLUDE})
target_link_libraries(sispde_highway INTERFACE ${SISPDE_HWY_LIBRARY})
if(SISPDE_SANITIZE)
  # The baseline and AVX2: each set more takes minutes to compile under the sanitizers, and shows them the same addresses and races.
  target_compile_definitions(sispde_highway INTERFACE "HWY_DISABLED_TARGETS=(HWY_SSSE3|HWY_SSE4|HWY_AVX3|HWY_AVX3_DL)")
else()
  # The baseline, AVX2 and AVX-512; what lies between serves no processor of the last ten years.
  target_compile_definitions(sispde_highway INTERFACE "HWY_DISABLED_TARGETS=(HWY_SSSE3|HWY_SSE4|HWY_AVX3_DL)")
endif()
