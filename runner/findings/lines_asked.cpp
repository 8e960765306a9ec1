#include "runner/findings/lines_asked.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpscope::runner {
namespace {

/// Whoever looks at these finds the others.
constexpr std::size_t kMostNamed = 4;

}  // namespace

void LinesAsked::add(const std::optional<record::SourceLine>& where) {
  if (where && std::ranges::find(lines_, *where) == lines_.end()) lines_.push_back(*where);
}

void LinesAsked::add(const std::optional<record::HostOrder>& asked) {
  if (asked) add(asked->where);
}

std::optional<record::SourceLine> LinesAsked::first() const {
  return lines_.empty() ? std::nullopt : std::optional(lines_.front());
}

std::string LinesAsked::sentence() const {
  std::vector<std::uint32_t> numbers;
  for (const auto& line : lines_)
    if (line.file == lines_.front().file) numbers.push_back(line.line);
  if (numbers.size() < 2 || numbers.size() > kMostNamed) return {};
  std::ranges::sort(numbers);
  std::string text = fmt::format(" Lines {}", numbers.front());
  for (std::size_t i = 1; i < numbers.size(); ++i)
    text += fmt::format("{}{}", i + 1 < numbers.size() ? ", " : " and ", numbers[i]);
  return text + " ask for them.";
}

}  // namespace warpscope::runner
