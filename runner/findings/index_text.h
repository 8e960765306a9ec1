// Taking apart the indices that a line of a source has.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::runner {

bool is_identifier(char c);
bool is_name(std::string_view text);
/// Whether the name stands in the text as a word of its own.
bool has_word(std::string_view text, std::string_view name);
/// Where it does, from `from` on; npos where it does not.
std::size_t find_word(std::string_view text, std::string_view name, std::size_t from = 0);

/// An index is a sum: "row*cols", "col" and a distance of -1.
struct Access {
  std::string array;
  std::multiset<std::string> terms;  ///< with their signs, without plain numbers
  std::multiset<std::string> numbers;
  bool is_pointer = false;  ///< name[a] of name[a][b], which need not be a load
};

/// name[index], and of name[a][b] all but the last index belong to the name; name[a] comes first.
std::vector<Access> accesses_of(std::string_view line);

/// The lines of the function that has line `at`, as far as its braces stand at the margin.
std::pair<std::size_t, std::size_t> function_of(const std::vector<std::string_view>& lines,
                                                std::size_t at);

/// An access, and where its index was written so.
struct Written {
  Access access;
  std::size_t line;
};

/// The access as its line has it, and with the values that the lines above give to its names.
std::vector<Written> ways_to_write(const Access& access, const std::vector<std::string_view>& lines,
                                   std::size_t at);

/// Without their line comments.
std::vector<std::string_view> lines_of(std::string_view text);

}  // namespace warpscope::runner
