// Parts of a tile that nobody has written, because x and y of the block are exchanged.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"
#include "runner/findings/shared_tiles.h"
#include "runner/findings/source_text.h"
#include "runner/findings/spelled_out.h"

namespace warpscope::runner {
namespace {

using Lines = std::vector<std::string_view>;

/// What a constant of the source is given, without spaces; empty for another name.
std::string given_to(const Lines& lines, const std::string& name) {
  for (const auto line : lines) {
    if (!has_word(line, name)) continue;
    const auto text = without_spaces(line);
    const std::string defined = "#define" + name, assigned = name + "=";
    if (text.starts_with(defined)) return text.substr(defined.size());
    const bool is_constant = has_word(line, "constexpr") || has_word(line, "const");
    const auto at = is_constant ? text.find(assigned) : std::string::npos;
    if (at != std::string::npos) return text.substr(at + assigned.size());
  }
  return {};
}

/// What a number or the name of a constant stands for.
std::optional<std::uint32_t> value_of(const Lines& lines, std::string text) {
  if (is_name(text)) text = given_to(lines, text);
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  const bool is_all = end == text.data() + text.size() || *end == ';' || *end == ',';
  return is_all ? std::optional(value) : std::nullopt;
}

/// Elements of a row of the array, without its padding.
std::optional<std::uint32_t> row_length(const Lines& lines, const SharedTile& tile) {
  return value_of(lines, tile.columns.substr(0, tile.columns.find('+')));
}

/// A line of the function that writes "NAME[…][threadIdx.x…] =", of the tile.
bool is_filled_by_x(const Lines& lines, std::size_t first, std::size_t end,
                    const SharedTile& tile) {
  for (std::size_t at = first; at < end; ++at) {
    const auto text = without_spaces(lines[at]);
    const auto write = text.find("][threadIdx.x]=");
    const auto open = write == std::string::npos ? write : text.find('[');
    if (open == std::string::npos) continue;
    auto begin = open;
    while (begin > 0 && is_identifier(text[begin - 1])) --begin;
    if (text.substr(begin, open - begin) == tile.name) return true;
  }
  return false;
}

std::vector<SharedTile> tiles_between(const Lines& lines, std::size_t first, std::size_t end) {
  std::vector<SharedTile> tiles;
  for (std::size_t at = first; at < end; ++at) {
    for (auto& tile : tiles_on(lines[at])) tiles.push_back(std::move(tile));
  }
  return tiles;
}

}  // namespace

void explain_exchanged_blocks(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    const auto* launch = launch_of(record, finding);
    const auto found = finding.id == "uninitialised-shared" && launch != nullptr
                           ? line_in_source(record, finding)
                           : std::nullopt;
    if (!found) continue;
    const auto& lines = found->lines;
    const auto& block = launch->block;
    const auto [first, behind] = function_of(lines, found->at);
    const auto end = std::min(behind, lines.size());
    for (const auto& tile : tiles_between(lines, first, end)) {
      const auto length = row_length(lines, tile);
      const bool is_exchanged = length && block.x < *length && block.y >= *length && block.z == 1 &&
                                is_filled_by_x(lines, first, end, tile);
      if (!is_exchanged) continue;
      const auto site = launch_site(record, *launch);
      const auto place = site ? fmt::format(" in line {}", site->line) : std::string();
      finding.cause += fmt::format(
          " The launch{} gives blocks of {} x {} threads: threadIdx.x stays below {}, and a row of "
          "the array has {} elements.",
          place, block.x, block.y, block.x, *length);
      finding.hint =
          "Are x and y of the block exchanged? x is the number of threads along a row of the "
          "array.";
      break;
    }
  }
}

}  // namespace warpscope::runner
