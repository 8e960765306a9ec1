// What a person may have meant who wrote a word that nobody knows.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace warpscope {

/// The known word that differs least from `written`; empty when all differ too much to be meant.
std::string_view nearest_word(std::string_view written, std::span<const std::string_view> known);

/// "; did you mean \"title\"?" with the nearest word, or nothing: for the end of an error.
std::string did_you_mean(std::string_view written, std::span<const std::string_view> known);

/// Words as a sentence lists them: "a", "b" or "c"; each in quotes.
std::string list_of_words(std::span<const std::string_view> words, std::string_view conjunction);

}  // namespace warpscope
