// Numbers of a case that follow from its sizes: "n", "rows*columns", "2*n + 1".
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace warpscope::runner {

/// What the sizes of a case are, by name.
using Sizes = std::map<std::string, std::int64_t>;

/// Whole numbers and names with + - * /, where * and / bind more tightly and / drops the fraction.
/// No parentheses. Throws std::runtime_error with a sentence for anything else, for a name that is
/// no size, a division by zero and a number beyond 2^62.
std::int64_t evaluate(std::string_view expression, const Sizes& sizes);

/// The same for an expression that is not evaluated yet: throws what is wrong with it.
void check_expression(std::string_view expression, std::span<const std::string> names);

}  // namespace warpscope::runner
