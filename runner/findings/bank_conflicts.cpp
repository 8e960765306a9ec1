#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "record/derived.h"
#include "record/metrics.h"
#include "runner/findings/index_text.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"
#include "runner/findings/shared_tiles.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

/// Half again as many passes as needed.
constexpr double kConflictWays = 1.5;

double conflicts(const record::LineCounters& line) {
  return line_counter(line, kSharedLoadConflicts) + line_counter(line, kSharedStoreConflicts);
}

std::optional<int> number_of(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_all = error == std::errc() && end == text.data() + text.size();
  return is_all ? std::optional(value) : std::nullopt;
}

/// "[A + 1][A]": a row more and no column more.
bool has_padding_of_rows(const SharedTile& tile) {
  if (tile.rows.starts_with(tile.columns + "+") || tile.rows.ends_with("+" + tile.columns))
    return true;
  const auto rows = number_of(tile.rows), columns = number_of(tile.columns);
  constexpr int kBanks = 32;
  return rows && columns && *columns % kBanks == 0 && *rows % kBanks == 1;
}

/// What the function of the line declares, of an array that the line uses.
std::optional<SharedTile> tile_of(const record::RunRecord& record,
                                  const record::SourceLine& where) {
  const auto found = line_in_source(record, where);
  if (!found) return std::nullopt;
  const auto& lines = found->lines;
  const auto [first, end] = function_of(lines, found->at);
  for (const Access& access : accesses_of(lines[found->at])) {
    const auto name = access.array.substr(0, access.array.find('['));
    for (std::size_t at = first; at < std::min(end, lines.size()); ++at) {
      const auto tiles = tiles_on(lines[at]);
      const auto tile = std::ranges::find(tiles, name, &SharedTile::name);
      if (tile != tiles.end()) return *tile;
    }
  }
  return std::nullopt;
}

/// Which padding is there and does not help.
void explain_padding(const record::RunRecord& record, record::Finding& finding) {
  const auto tile = tile_of(record, *finding.where);
  if (!tile || !has_padding_of_rows(*tile)) return;
  give_words(finding, finding.id, "of a padded row");
  finding.cause += fmt::format(
      " {0}[{1}][{2}] has more rows, but its rows are still {2} elements apart: a column lies in "
      "the same bank as before.",
      tile->name, tile->rows, tile->columns);
}

/// The line, or the function of the place that it calls, puts the elements of each row in another
/// order by an exclusive or.
bool has_swizzle(const record::RunRecord& record, const record::SourceLine& where) {
  const auto found = line_in_source(record, where);
  if (!found) return false;
  return std::ranges::any_of(accesses_of(found->lines[found->at]), [](const Access& access) {
    return std::ranges::any_of(
        access.terms, [](const std::string& term) { return term.find('^') != std::string::npos; });
  });
}

/// A swizzle that takes too few bits of the row: `ways` rows have the same order.
void explain_swizzle(const record::RunRecord& record, record::Finding& finding, double ways) {
  constexpr double kBanks = 32;
  if (!has_swizzle(record, *finding.where)) return;
  give_words(finding, finding.id, "of a weak swizzle");
  finding.cause += fmt::format(
      " The exchange spreads a column over {:.0f} of the {:.0f} banks: too few bits of the row "
      "take "
      "part in it.",
      kBanks / ways, kBanks);
}

}  // namespace

void find_bank_conflicts(record::RunRecord& record) {
  const auto worst = worst_lines(record, [](const auto&, const auto& line) {
    const auto ways = record::metric_value(record::derived::kSharedConflictWays, line.counters);
    return conflicts(line) >= kFewestRequests && ways.value_or(0) >= kConflictWays ? *ways : 0.0;
  });
  for (const auto& [where, entry] : worst) {
    record.findings.push_back(finding_at(
        entry, "shared-bank-conflict",
        fmt::format("{:.0f} extra passes through shared memory, {:.1f} passes for each one that is "
                    "needed (launch {}).",
                    conflicts(*entry.line), entry.badness, entry.launch->id)));
    explain_padding(record, record.findings.back());
    explain_swizzle(record, record.findings.back(), entry.badness);
  }
}

}  // namespace warpscope::runner
