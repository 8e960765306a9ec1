// Divisions of two whole constants that give 0.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/catalogue.h"
#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

struct Division {
  std::size_t line = 0;  ///< as an index of the lines
  std::string text;      ///< "1 / 2"
};

/// "1 / 2" of whole numbers, the first below the second and not 0; nothing in a string.
std::optional<std::string> division_that_is_0(std::string_view line) {
  constexpr std::size_t kMostDigits = 9;
  for (auto at = line.find('/'); at != std::string_view::npos; at = line.find('/', at + 1)) {
    if (std::ranges::count(line.substr(0, at), '"') % 2 != 0) continue;
    std::size_t left_end = at, right = at + 1;
    while (left_end > 0 && line[left_end - 1] == ' ') --left_end;
    while (right < line.size() && line[right] == ' ') ++right;
    std::size_t left = left_end, right_end = right;
    while (left > 0 && is_digit(line[left - 1])) --left;
    while (right_end < line.size() && is_digit(line[right_end])) ++right_end;
    const auto above = line.substr(left, left_end - left);
    const auto below = line.substr(right, right_end - right);
    if (above.empty() || below.empty() || above.size() > kMostDigits || below.size() > kMostDigits)
      continue;
    // "0.1 / 2", "x1 / 2", "a * 1 / 2", which is (a * 1) / 2
    auto before = line.substr(0, left);
    while (before.ends_with(' ')) before.remove_suffix(1);
    const bool is_part = left > 0 && (is_identifier(line[left - 1]) || line[left - 1] == '.');
    const bool is_behind_product = before.ends_with('*') || before.ends_with('/') ||
                                   before.ends_with('%') || before.ends_with(')');
    const bool goes_on =
        right_end < line.size() && (is_identifier(line[right_end]) || line[right_end] == '.');
    if (is_part || is_behind_product || goes_on) continue;
    const int over = std::stoi(std::string(above)), under = std::stoi(std::string(below));
    if (over > 0 && over < under) return fmt::format("{} / {}", over, under);
  }
  return std::nullopt;
}

/// The only one of a source.
std::optional<Division> only_division(const std::vector<std::string_view>& lines) {
  std::optional<Division> only;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    auto text = division_that_is_0(lines[at]);
    if (!text) continue;
    if (only) return std::nullopt;
    only = {at, std::move(*text)};
  }
  return only;
}

}  // namespace

void find_constant_divisions(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    if (finding.id != "wrong-element" || !finding.where) continue;
    const auto* source = source_of(record, *finding.where);
    if (source == nullptr) continue;
    const auto division = only_division(lines_of(source->text));
    if (!division) continue;
    give_words(finding, "constant-division-is-0");
    const auto words =
        fmt::format("{} of whole numbers is 0, whatever it is multiplied with.", division->text);
    finding.cause += " " + words;
    finding.where->line = static_cast<std::uint32_t>(division->line + 1);
  }
}

}  // namespace warpscope::runner
