#include "runner/score/case_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace warpscope::runner {
namespace {

using record::Case;
using Values = std::set<std::int64_t>;

/// The values of one parameter, of the cases that are right and of those that are not.
struct Split {
  Values right, wrong;
  bool is_complete = true;  ///< each case has it, and none of the values is in both
};

/// The parameters, and the size that a name such as "sum/1025" ends with.
std::map<std::string, std::int64_t> numbers_of(const Case& item) {
  std::map<std::string, std::int64_t> numbers;
  for (const auto& [name, value] : item.parameters) {
    if (value == std::floor(value)) numbers[name] = static_cast<std::int64_t>(value);
  }
  const auto label = item.name.substr(item.name.rfind('/') + 1);
  std::int64_t size = 0;
  const auto [end, error] = std::from_chars(label.data(), label.data() + label.size(), size);
  const bool is_number = error == std::errc() && end == label.data() + label.size();
  if (is_number && !numbers.contains("count")) numbers["size"] = size;
  return numbers;
}

std::string listed(const Values& values) {
  constexpr std::size_t kMost = 4;
  std::string text;
  std::size_t count = 0;
  for (const auto value : values) {
    if (count == kMost) return text + " …";
    text += (count++ == 0 ? "" : ", ") + std::to_string(value);
  }
  return text;
}

/// What tells wrong values from right ones.
std::optional<std::string> rule_of(const Split& split) {
  constexpr std::array<std::int64_t, 6> kUnits{32, 4, 2, 8, 16, 256};
  constexpr std::size_t kFewest = 2;
  if (split.wrong.size() == 1 && split.right.size() >= kFewest)
    return "all of them, and no right one";
  if (split.wrong.size() < kFewest || split.right.size() < kFewest) return std::nullopt;
  if (*split.wrong.begin() > *split.right.rbegin())
    return fmt::format("all from {} on", *split.wrong.begin());
  if (*split.wrong.rbegin() < *split.right.begin())
    return fmt::format("all up to {}", *split.wrong.rbegin());
  const auto is_odd = [](auto value) { return value % 2 != 0; };
  // Sizes next to a multiple of 32 may all be odd: then nobody knows which of the two it is.
  const bool is_by_parity =
      std::ranges::all_of(split.wrong, is_odd) && std::ranges::none_of(split.right, is_odd);
  for (const auto unit : kUnits) {
    const auto is_multiple = [&](auto value) { return value % unit == 0; };
    if (std::ranges::all_of(split.right, is_multiple) &&
        std::ranges::none_of(split.wrong, is_multiple))
      return fmt::format("all that are no multiple of {}{}", unit,
                         is_by_parity && unit != 2 ? ", and all that are odd" : "");
  }
  return std::nullopt;
}

}  // namespace

std::string pattern_of_cases(const record::RunRecord& record,
                             const std::vector<std::uint32_t>& cases) {
  constexpr std::size_t kFewestCases = 5;
  std::map<std::string, Split> splits;
  std::size_t ran = 0;
  for (const auto i : cases) {
    const Case& item = record.cases[i];
    if (item.task != record.cases[cases.front()].task) return {};
    if (item.verdict == Case::Verdict::not_run) continue;
    const bool is_right = item.verdict == Case::Verdict::correct;
    const auto numbers = numbers_of(item);
    for (const auto& [name, value] : numbers) {
      if (ran == 0) splits[name];
      const auto split = splits.find(name);
      if (split == splits.end()) continue;
      (is_right ? split->second.right : split->second.wrong).insert(value);
      split->second.is_complete &=
          !(is_right ? split->second.wrong : split->second.right).contains(value);
    }
    std::erase_if(splits, [&](const auto& entry) { return !numbers.contains(entry.first); });
    ++ran;
  }
  if (ran < kFewestCases) return {};
  for (const auto& [name, split] : splits) {
    const auto rule = split.is_complete ? rule_of(split) : std::nullopt;
    if (rule)
      return fmt::format("Not correct are those with {} {} ({}); correct are {}.", name,
                         listed(split.wrong), *rule, listed(split.right));
  }
  return {};
}

}  // namespace warpscope::runner
