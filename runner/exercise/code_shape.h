// The code of a text without what changes nothing in the program.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::runner {

using CodeTokens = std::vector<std::string>;

/// Of the letters of a word, also in UTF-8.
bool is_of_word(char letter);
/// A name or a word of the language.
bool is_word(std::string_view token);

/// Without empty statements, statements of a single value, blocks that only enclose, parentheses
/// that bind nothing, and const. Tokens of one piece, in order; operators are joined.
CodeTokens without_idle(const CodeTokens& tokens);

/// A piece outside of all others as text, in which each name that it declares stands as a number,
/// counted in the order of their declarations. `outer` gives the text of other names.
std::string with_numbers(const CodeTokens& tokens,
                         const std::function<std::string(std::string_view name)>& outer);

}  // namespace warpscope::runner
