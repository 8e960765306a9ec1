// What a line of a source declares, as far as its own words tell.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace warpscope::runner {

using Tokens = std::vector<std::string_view>;

template <std::size_t kCount>
bool is_one_of(std::string_view token, const std::array<std::string_view, kCount>& of) {
  return std::ranges::find(of, token) != of.end();
}

/// Names, numbers and operators of a line whose line comment is gone already.
void add_tokens(std::string_view line, Tokens& tokens);
Tokens tokens_of(std::string_view line);

/// not_of_words: wider than an int, so narrow that a sum of it never passes the end of one, or
/// several of them.
enum class DeclaredType : std::uint8_t { unknown, of_int, not_of_words };

struct Declared {
  DeclaredType type = DeclaredType::unknown;
  bool is_pointer = false;  ///< or an array
};

/// What the name at `at` is declared as; nothing where it is only used.
std::optional<Declared> declared_at(const Tokens& tokens, std::size_t at);

/// A line, and the function that has it.
struct FunctionSource {
  const std::vector<std::string_view>& lines;
  std::size_t at = 0;              ///< the line
  std::size_t first = 0, end = 0;  ///< of the function
};

/// Where a name is looked for that the function does not declare.
enum class Outside : std::uint8_t { variables_of_device, all };

/// All declarations of the name in the function, or else in the file.
std::vector<Declared> declarations_of(const FunctionSource& source, std::string_view name,
                                      Outside outside);

}  // namespace warpscope::runner
