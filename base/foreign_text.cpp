#include "base/foreign_text.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace warpscope {
namespace {

constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf";
constexpr char32_t kFirstSurrogate = 0xd800;
constexpr char32_t kSecondSurrogate = 0xdc00;
constexpr char32_t kBehindSurrogates = 0xe000;
constexpr char32_t kMostCode = 0x10ffff;

std::uint8_t byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint8_t>(bytes[at]);
}

void append_code(std::string& text, char32_t code) {
  constexpr unsigned kBits = 6;
  constexpr char32_t kLow = 0x3f;
  const auto put = [&](char32_t byte) { text += static_cast<char>(byte); };
  const auto rest = [&](unsigned shift) { put(0x80 | ((code >> shift) & kLow)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0 | (code >> kBits));
    rest(0);
  } else if (code < 0x10000) {
    put(0xe0 | (code >> (2 * kBits)));
    rest(kBits);
    rest(0);
  } else {
    put(0xf0 | (code >> (3 * kBits)));
    rest(2 * kBits);
    rest(kBits);
    rest(0);
  }
}

/// Bytes of the character that begins there; 0 when it is none.
std::size_t utf8_length(std::string_view bytes, std::size_t at) {
  const auto first = byte_at(bytes, at);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + length > bytes.size()) return 0;
  constexpr std::array<unsigned, 5> kBitsOfFirst{0, 0, 0x1f, 0x0f, 0x07};
  char32_t code = first & kBitsOfFirst.at(length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = byte_at(bytes, at + i);
    if ((next & 0xc0) != 0x80) return 0;
    code = code << 6 | (next & 0x3f);
  }
  constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= kFirstSurrogate && code < kBehindSurrogates;
  return code < kLeast.at(length) || code > kMostCode || is_surrogate ? 0 : length;
}

enum class Order : std::uint8_t { none, little, big };

/// By its mark; without one by the zero bytes that letters of programs have in UTF-16 and nowhere
/// else.
Order order_of(std::string_view bytes) {
  if (bytes.starts_with("\xff\xfe")) return Order::little;
  if (bytes.starts_with("\xfe\xff")) return Order::big;
  constexpr std::size_t kLooked = 256;
  constexpr std::size_t kFewest = 4;
  std::size_t pairs = 0, zero_first = 0, zero_second = 0;
  for (std::size_t at = 0; at + 1 < bytes.size() && pairs < kLooked; at += 2, ++pairs) {
    zero_first += bytes[at] == '\0' && bytes[at + 1] != '\0' ? 1 : 0;
    zero_second += bytes[at + 1] == '\0' && bytes[at] != '\0' ? 1 : 0;
  }
  if (pairs < kFewest) return Order::none;
  if (zero_second * 4 >= pairs * 3) return Order::little;
  return zero_first * 4 >= pairs * 3 ? Order::big : Order::none;
}

[[noreturn]] void broken_at(std::size_t at) {
  throw std::runtime_error(
      fmt::format("The text is UTF-16, and it is broken at byte {}; save it as UTF-8.", at));
}

std::string from_utf16(std::string_view bytes, Order order) {
  const auto unit = [&](std::size_t at) -> char32_t {
    if (at + 1 >= bytes.size()) broken_at(at);
    const auto first = byte_at(bytes, at), second = byte_at(bytes, at + 1);
    return order == Order::little ? first | second << 8U : first << 8U | second;
  };
  std::string text;
  text.reserve(bytes.size() / 2);
  for (std::size_t at = unit(0) == 0xfeff ? 2 : 0; at < bytes.size(); at += 2) {
    char32_t code = unit(at);
    if (code >= kSecondSurrogate && code < kBehindSurrogates) broken_at(at);
    if (code >= kFirstSurrogate && code < kSecondSurrogate) {
      const char32_t second = unit(at + 2);
      if (second < kSecondSurrogate || second >= kBehindSurrogates) broken_at(at + 2);
      constexpr unsigned kBits = 10;
      code = 0x10000 + ((code - kFirstSurrogate) << kBits) + (second - kSecondSurrogate);
      at += 2;
    }
    append_code(text, code);
  }
  return text;
}

std::string from_windows_1252(std::string_view bytes) {
  // Of 0x80 to 0x9f; the five that have no letter stay what they are in Latin-1.
  constexpr std::array<char32_t, 32> kLetters{
      0x20ac, 0x81,   0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
      0x2039, 0x0152, 0x8d,   0x017d, 0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
      0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d,   0x017e, 0x0178};
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    const auto byte = byte_at(bytes, at);
    append_code(text, byte >= 0x80 && byte < 0xa0 ? kLetters.at(byte - 0x80) : byte);
  }
  return text;
}

}  // namespace

bool is_utf8(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const auto length = utf8_length(bytes, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::string utf8_from_utf16(std::string bytes) {
  const auto order = order_of(bytes);
  return order == Order::none ? std::move(bytes) : from_utf16(bytes, order);
}

std::string utf8_of_any(std::string bytes) {
  auto text = utf8_from_utf16(std::move(bytes));
  if (text.starts_with(kUtf8Mark)) text.erase(0, kUtf8Mark.size());
  return is_utf8(text) ? text : from_windows_1252(text);
}

}  // namespace warpscope
