// Reading unified diffs and applying them, strictly: a hunk fits where it says or not at all,
// because the line numbers that a test expects are those of the result. A diff may be hostile.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope {

/// Some lines of the base and what becomes of them, with the context that both have.
struct Hunk {
  std::size_t diff_line = 0;         ///< where its head stands in the diff, from 1
  std::size_t first_line = 1;        ///< of `before` in the base, from 1
  std::size_t first_line_after = 1;  ///< of `after` in the result, from 1
  std::vector<std::string> before, after;
};

struct UnifiedDiff {
  std::vector<std::string> header;  ///< the lines above "---"
  std::string base;                 ///< what "--- a/" names: "reference.cu"
  std::vector<Hunk> hunks;          ///< from top to bottom
};

/// Reads `diff -u --label a/BASE --label b/RESULT`, whose RESULT must be `result`. `name` stands
/// for the file in errors. Throws std::runtime_error with file, line and reason for anything that
/// is no such diff.
UnifiedDiff parse_diff(std::string_view text, const std::string& name,
                       std::string_view result = "exercise.cu");

/// The base with the changes. Throws std::runtime_error that names the diff and its line, the hunk,
/// and the line of the base, when a hunk does not fit.
std::string apply(const UnifiedDiff& diff, std::string_view base, const std::string& name);

}  // namespace warpscope
