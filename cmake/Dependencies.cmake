# Every library that the core or the command line links. scripts/setup installs them; THIRD_PARTY.md says why each is here.
find_package(Threads REQUIRED)
find_package(TBB REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(pugixml REQUIRED)
find_package(CURL REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)

# Debian's libzip-config.cmake also wants libzip's command-line tools, which nothing here uses.
find_path(SISPDE_ZIP_INCLUDE zip.h REQUIRED)
find_library(SISPDE_ZIP_LIBRARY zip REQUIRED)
mark_as_advanced(SISPDE_ZIP_INCLUDE SISPDE_ZIP_LIBRARY)
add_library(sispde_zip INTERFACE)
target_include_directories(sispde_zip SYSTEM INTERFACE ${SISPDE_ZIP_INCLUDE})
target_link_libraries(sispde_zip INTERFACE ${SISPDE_ZIP_LIBRARY})
