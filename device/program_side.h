// What a program's process needs to reach a device, besides its end of the connection.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace warpscope::device {

/// Names the file libcupti.so.13 to the library of cupti/.
inline constexpr const char* kCuptiVariable = "WARPSCOPE_CUPTI";

struct ProgramSide {
  std::vector<std::string> environment;                ///< "NAME=value", each
  std::vector<std::filesystem::path> library_folders;  ///< for LD_LIBRARY_PATH, first ones first
  std::vector<std::filesystem::path> readable;         ///< files and folders besides the system's
  std::vector<std::filesystem::path> device_files;     ///< below /dev, to read and write
  /// Its driver reserves addresses for all memory of host and GPUs, so that no limit on them can
  /// hold.
  bool reserves_addresses = false;
  /// That a case's first run may take besides its limit: drivers load, and launches are executed
  /// again for counters, with all memory saved and put back.
  std::uint32_t counted_run_s = 0;
  std::uint32_t threads = 0;  ///< that it adds to the program's own
};

/// Its library folders as LD_LIBRARY_PATH has them.
std::string library_path(const ProgramSide& side);

}  // namespace warpscope::device
