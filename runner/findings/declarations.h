// Reading from a source which local variables a function declares without a value.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::runner {

struct Declaration {
  std::string name;
  std::size_t line = 0;  ///< as an index of `lines`
  bool is_array = false;
  bool is_pointer = false;
};

/// Variables and arrays in lines [first, end) that are declared with a type of one word or of the
/// built-in ones, without a value, `__shared__`, `static` or `extern`. A declaration stands at the
/// beginning of its line or behind a brace.
std::vector<Declaration> unset_declarations(const std::vector<std::string_view>& lines,
                                            std::size_t first, std::size_t end);

}  // namespace warpscope::runner
