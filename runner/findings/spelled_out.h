// Putting in what a function's names are set to.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::runner {

std::string without_spaces(std::string_view text);

/// Without spaces, casts and parentheses.
std::string plain(std::string_view text);

/// What "NAME = …" says last at or before line `at`, of the function that begins at line `first`.
std::optional<std::string> value_before(const std::vector<std::string_view>& lines,
                                        std::size_t first, std::size_t at, std::string_view name);

/// The text with the names of the function put in by what they are set to at or before line `at`.
std::string spelled_out(const std::vector<std::string_view>& lines, std::size_t first,
                        std::size_t at, std::string text);

/// The condition of a "for" or "while", and the line that it is on.
struct Condition {
  std::size_t line = 0;
  std::string text;
};

/// Of the loop at or above line `at` whose condition has the variable.
std::optional<Condition> condition_of(const std::vector<std::string_view>& lines, std::size_t first,
                                      std::size_t at, std::string_view variable);

/// Of the innermost loop with braces around line `at`.
std::optional<Condition> loop_around(const std::vector<std::string_view>& lines, std::size_t first,
                                     std::size_t at);

}  // namespace warpscope::runner
