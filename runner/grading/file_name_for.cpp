#include "base/foreign_text.h"
#include "base/sha256.h"
#include "runner/grading/submission.h"

namespace warpscope::runner {

std::string file_name_for(const std::string& name) {
  constexpr std::size_t kMostNameBytes = 120;
  constexpr unsigned char kDelete = 0x7f;
  const auto text = utf8_of_any(name);
  auto result = text.substr(0, kMostNameBytes);
  while (!is_utf8(result)) result.pop_back();
  for (char& letter : result) {
    const auto code = static_cast<unsigned char>(letter);
    if (code < ' ' || code == kDelete || letter == '/') letter = '_';
  }
  if (result.empty() || result.front() == '.') result.insert(0, "_");
  // Names may differ only behind the limit.
  if (text.size() > kMostNameBytes) {
    constexpr std::size_t kDigits = 8;
    result += "-" + sha256(text).substr(0, kDigits);
  }
  return result;
}

}  // namespace warpscope::runner
