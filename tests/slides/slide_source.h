// What the tests need of a deck: its slides with their notes, code blocks and table rows.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace warpscope::slides {

struct CodeBlock {
  std::string language;
  std::string text;
  std::size_t line = 0;  ///< of its first line in the file
};

struct Slide {
  std::string title;   ///< without the anchor
  std::string anchor;  ///< what {#…} names; empty without one
  bool has_notes = false;
  bool asks = false;  ///< there is a question on it, outside of code and notes
  std::vector<CodeBlock> code;
  std::vector<std::vector<std::string>> rows;  ///< of its tables, rule rows left out
};

/// Throws std::runtime_error when the file cannot be read or a fence or a note is never closed.
std::vector<Slide> read_deck(const std::filesystem::path& path);

/// slides/*.md in alphabetical order.
std::vector<std::filesystem::path> all_decks();

}  // namespace warpscope::slides
