#include "viewer/model/text_form.h"

#include <algorithm>
#include <cstddef>
#include <stdexcept>

#include "base/foreign_text.h"

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

/// Letters of at most 16 bits, as Dear ImGui knows no others, and of what is none tabs and form
/// feeds.
bool can_be_edited(std::string_view line) {
  const auto is_refused = [](char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return byte >= 0xF0 || (byte < 0x20 && byte != '\t' && byte != '\f');
  };
  return is_utf8(line) && std::ranges::none_of(line, is_refused);
}

}  // namespace

std::string_view without_mark(std::string_view bytes) {
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  return bytes;
}

PlainText plain_text(std::string_view bytes) {
  PlainText plain;
  const auto body = without_mark(bytes);
  plain.form.has_mark = body.size() < bytes.size();
  plain.form.has_returns = body.find("\r\n") != std::string_view::npos;
  plain.text = without_returns(body);
  if (in_form(plain.text, plain.form) != bytes)
    throw std::runtime_error("has lines that end with \\n and others that end with \\r\\n");
  std::size_t number = 1;
  for (std::string_view rest = plain.text;; ++number) {
    const auto end = rest.find('\n');
    if (!can_be_edited(rest.substr(0, end))) {
      throw std::runtime_error("has something in line " + std::to_string(number) +
                               " that is no letter that the viewer knows");
    }
    if (end == rest.npos) return plain;
    rest.remove_prefix(end + 1);
  }
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
