// A table of comma-separated values without quoting, as Nsight Compute's counters were saved.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace warpscope {

/// One map per row, by column heading. Throws std::runtime_error when a row has another number of
/// cells.
std::vector<std::map<std::string, std::string>> read_csv(const std::filesystem::path& path);

}  // namespace warpscope
