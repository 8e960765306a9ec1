// The texts of the source files that a program's line tables name, put into its record.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "record/record.h"

namespace warpscope::runner {

/// Text of a source, by its absolute path; nothing of what is no source or too large.
std::optional<std::string> source_text(const std::filesystem::path& path);

/// What is taken at most. Those with the most executed instructions come first.
inline constexpr std::size_t kMostSources = 64;
inline constexpr std::uint64_t kMostSourceBytes = std::uint64_t{1} << 20;   ///< of one file
inline constexpr std::uint64_t kMostSourcesBytes = std::uint64_t{8} << 20;  ///< of all

/// Adds the text of each file that lines of launches and findings name and that can be read. The
/// names come from the program and may be hostile, and a record may be given to others: only
/// regular files are opened, whose names, also behind symbolic links, end as sources do (.cu, .h,
/// …), and which hold text. Relative names are looked for in `folders`, in their order. What cannot
/// be read is left out.
void embed_sources(record::RunRecord& record, const std::vector<std::filesystem::path>& folders);

}  // namespace warpscope::runner
