# Libraries from Debian. Each is described in docs/dependencies.md; setup/debian-packages.txt installs them.
set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL TRUE)
find_package(Threads REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET GLOBAL libzstd)        # PkgConfig::zstd
pkg_check_modules(lz4 REQUIRED IMPORTED_TARGET GLOBAL liblz4)          # PkgConfig::lz4
pkg_check_modules(md REQUIRED IMPORTED_TARGET GLOBAL libmd)            # PkgConfig::md
pkg_check_modules(elf REQUIRED IMPORTED_TARGET GLOBAL libelf)          # PkgConfig::elf
pkg_check_modules(seccomp REQUIRED IMPORTED_TARGET GLOBAL libseccomp)  # PkgConfig::seccomp
pkg_check_modules(zip REQUIRED IMPORTED_TARGET GLOBAL libzip)          # PkgConfig::zip
