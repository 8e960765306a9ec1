#include "viewer/model/text_form.h"

#include <cstddef>
#include <stdexcept>

namespace warpscope::viewer {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string without_returns(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    if (bytes[at] != '\r' || bytes.substr(at, 2) != "\r\n") text += bytes[at];
  }
  return text;
}

/// Length of the UTF-8 sequence at the begin; 0 where there is none, or one of a letter that takes
/// more than 16 bits, which Dear ImGui does not know.
std::size_t length_of_letter(std::string_view text) {
  const auto at = [text](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  if (at(0) < 0x80) return at(0) >= 0x20 || at(0) == '\n' || at(0) == '\t' || at(0) == '\f';
  const std::size_t length = at(0) >= 0xC2 && at(0) <= 0xDF ? 2 : (at(0) & 0xF0U) == 0xE0 ? 3 : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((at(k) & 0xC0U) != 0x80) return 0;
  }
  const bool is_overlong = at(0) == 0xE0 && at(1) < 0xA0;
  const bool is_half = at(0) == 0xED && at(1) >= 0xA0;
  return is_overlong || is_half ? 0 : length;
}

}  // namespace

PlainText plain_text(std::string_view bytes) {
  PlainText plain;
  plain.form.has_mark = bytes.starts_with(kByteOrderMark);
  const auto body = plain.form.has_mark ? bytes.substr(kByteOrderMark.size()) : bytes;
  plain.form.has_returns = body.find("\r\n") != std::string_view::npos;
  plain.text = without_returns(body);
  if (in_form(plain.text, plain.form) != bytes)
    throw std::runtime_error("has lines that end with \\n and others that end with \\r\\n");
  std::size_t line = 1;
  for (std::size_t at = 0; at < plain.text.size();) {
    const auto length = length_of_letter(std::string_view(plain.text).substr(at));
    if (length == 0) {
      throw std::runtime_error("has something in line " + std::to_string(line) +
                               " that is no letter that the viewer knows");
    }
    line += plain.text[at] == '\n' ? 1 : 0;
    at += length;
  }
  return plain;
}

std::string in_form(std::string_view text, TextForm form) {
  std::string bytes(form.has_mark ? kByteOrderMark : "");
  bytes.reserve(text.size());
  for (const char letter : text) {
    if (letter == '\n' && form.has_returns) bytes += '\r';
    bytes += letter;
  }
  return bytes;
}

}  // namespace warpscope::viewer
