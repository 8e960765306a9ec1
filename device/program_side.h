// What a program's process needs to reach a device, besides its end of the connection.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace warpscope::device {

struct ProgramSide {
  std::vector<std::string> environment;                ///< "NAME=value", each
  std::vector<std::filesystem::path> library_folders;  ///< for LD_LIBRARY_PATH, first ones first
  std::vector<std::filesystem::path> readable;         ///< files and folders besides the system's
  std::vector<std::filesystem::path> device_files;     ///< below /dev, to read and write
  /// Its driver reserves addresses for all memory of host and GPUs, so that no limit on them can
  /// hold.
  bool reserves_addresses = false;
  /// What its first use may take of a case's time, besides the case: drivers and CUPTI load.
  std::uint32_t start_s = 0;
  std::uint32_t threads = 0;  ///< that it adds to the program's own
};

}  // namespace warpscope::device
