# Libraries from Debian. Each is described in docs/dependencies.md; setup/debian-packages.txt installs them.
set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL TRUE)
find_package(Threads REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET GLOBAL libzstd)  # PkgConfig::zstd
pkg_check_modules(lz4 REQUIRED IMPORTED_TARGET GLOBAL liblz4)    # PkgConfig::lz4
