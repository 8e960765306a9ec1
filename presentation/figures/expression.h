// Small formulas of a figure, e.g. "lane * stride + 1".
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace warpscope::figures {

/// What a name stands for; nothing when there is no such name.
using NameValue = std::function<std::optional<std::int64_t>(std::string_view name)>;

/// The value of a formula of whole numbers, names, parentheses and C's operators
/// * / % + - << >> < <= > >= == != & ^ |, with C's precedence. Throws std::runtime_error with a
/// sentence for anything else, for a division by zero, and for values beyond 2^40.
std::int64_t evaluate(std::string_view formula, const NameValue& value_of);

/// True when the formula names it.
bool names(std::string_view formula, std::string_view name);

}  // namespace warpscope::figures
