#include "runner/score/independent.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace warpscope::runner {

std::uint32_t bits_of(const std::vector<record::Mechanism>& mechanisms) {
  std::uint32_t bits = 0;
  for (const auto mechanism : mechanisms) bits |= record::bit_of(mechanism);
  return bits;
}

std::string names_of(std::uint32_t mechanisms) {
  std::vector<std::string_view> names;
  for (const auto& row : record::kMechanisms) {
    if ((mechanisms & record::bit_of(row.mechanism)) != 0) names.push_back(row.name);
  }
  return fmt::format("{}", fmt::join(names, "+"));
}

std::string why_independent(const record::RunRecord& record, const CheckDescription& check,
                            const std::vector<std::uint32_t>& cases) {
  if (check.depends_on.empty()) return {};
  const auto names = names_of(bits_of(check.depends_on));
  for (const auto i : cases) {
    const auto& item = record.cases[i];
    if (std::ranges::find(item.right_without, names) == item.right_without.end()) continue;
    std::vector<std::string_view> words;
    for (const auto mechanism : check.depends_on) words.push_back(record::in_words(mechanism));
    return fmt::format(
        "{} has the right answer also on a GPU that leaves out {}: what is counted has no part "
        "in it.",
        item.name, fmt::join(words, " and "));
  }
  return {};
}

}  // namespace warpscope::runner
