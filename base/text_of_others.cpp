#include "base/text_of_others.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <optional>

namespace warpscope {
namespace {

struct Range {
  char32_t first, last;
};
/// Controls; what has no width, separates lines or turns the direction of writing (Unicode's Bidi_
/// Control and Default_Ignorable_Code_Point, without the marks that join letters); tags.
constexpr std::array kUnseen{Range{0x00, 0x1F},     Range{0x7F, 0x9F},     Range{0xAD, 0xAD},
                             Range{0x61C, 0x61C},   Range{0x180E, 0x180E}, Range{0x200B, 0x200B},
                             Range{0x200E, 0x200F}, Range{0x2028, 0x202E}, Range{0x2060, 0x206F},
                             Range{0xFEFF, 0xFEFF}, Range{0xFFF9, 0xFFFB}, Range{0xE0000, 0xE0FFF}};

bool is_unseen(char32_t character) {
  return std::ranges::any_of(kUnseen, [&](const Range& range) {
    return character >= range.first && character <= range.last;
  });
}

struct Character {
  char32_t code = 0;
  std::size_t bytes = 0;
};

/// The first character of UTF-8 (RFC 3629); nothing where there is none.
std::optional<Character> first_of(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return Character{lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return std::nullopt;
  char32_t code = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0U) != 0x80U) return std::nullopt;
    code = code << 6 | (byte & 0x3FU);
  }
  constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kLeast.at(bytes) || code > 0x10FFFF || is_surrogate) return std::nullopt;
  return Character{code, bytes};
}

void append_escaped(std::string& text, const char* format, std::uint32_t value) {
  std::array<char, 16> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, value);
  text += buffer.data();
}

void append(std::string& shown, std::string_view text) {
  while (!text.empty()) {
    const auto character = first_of(text);
    if (!character) {
      append_escaped(shown, "\\x%02x", static_cast<unsigned char>(text.front()));
      text.remove_prefix(1);
      continue;
    }
    if (!is_unseen(character->code)) {
      shown += text.substr(0, character->bytes);
    } else {
      append_escaped(shown, character->code < 0x80 ? "\\x%02x" : "\\u%04x", character->code);
    }
    text.remove_prefix(character->bytes);
  }
}

}  // namespace

std::string one_line_of_others(std::string_view text) {
  std::string shown;
  append(shown, text);
  return shown;
}

std::string lines_of_others(std::string_view text, std::string_view margin) {
  std::string shown;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    shown += margin;
    for (auto tab = line.find('\t'); tab != std::string_view::npos; tab = line.find('\t')) {
      append(shown, line.substr(0, tab));
      shown += '\t';
      line.remove_prefix(tab + 1);
    }
    append(shown, line);
    shown += '\n';
  }
  return shown;
}

}  // namespace warpscope
