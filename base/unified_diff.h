// Reading unified diffs and applying them, strictly: a hunk fits where it says or not at all,
// because the line numbers that a test expects are those of the result.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope {

struct Hunk {
  std::size_t first_line = 1;  ///< of `before` in the base, from 1
  std::vector<std::string> before, after;
};

struct UnifiedDiff {
  std::vector<std::string> header;  ///< the lines above "---"
  std::string base;                 ///< what "--- a/" names: "reference.cu"
  std::vector<Hunk> hunks;          ///< from top to bottom
};

/// Reads `diff -u --label a/BASE --label b/exercise.cu`. `name` stands for the file in errors.
/// Throws std::runtime_error that says where and why for anything that is no such diff.
UnifiedDiff parse_diff(std::string_view text, const std::string& name);

/// The base with the changes. Throws std::runtime_error that names file and hunk when one does not
/// fit.
std::string apply(const UnifiedDiff& diff, std::string_view base, const std::string& name);

}  // namespace warpscope
