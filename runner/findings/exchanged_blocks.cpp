// Parts of a tile that nobody has written, because x and y of the block are exchanged.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"
#include "runner/findings/spelled_out.h"

namespace warpscope::runner {
namespace {

using Lines = std::vector<std::string_view>;

/// What a number or the name of a constant of the source stands for.
std::optional<std::uint32_t> value_of(const Lines& lines, std::string text) {
  if (is_name(text)) {
    const std::string wanted = text + "=";
    for (const auto line : lines) {
      const bool is_constant = has_word(line, text) && (line.find("constexpr") != line.npos ||
                                                        line.find("const ") != line.npos);
      const auto spelled = is_constant ? without_spaces(line) : std::string();
      const auto at = spelled.find(wanted);
      if (at == std::string::npos) continue;
      text = spelled.substr(at + wanted.size());
      break;
    }
    if (const auto define = std::ranges::find_if(
            lines, [&](auto line) { return line.starts_with("#define") && has_word(line, text); });
        define != lines.end()) {
      const auto behind = define->substr(define->find(text) + text.size());
      text = without_spaces(behind);
    }
  }
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  return end == text.data() + text.size() || *end == ';' || *end == ',' ? std::optional(value)
                                                                        : std::nullopt;
}

/// Elements of a row of an array of shared memory that the function declares with two dimensions,
/// without its padding.
struct Rows {
  std::string name;
  std::uint32_t length = 0;
};

std::vector<Rows> tiles_of(const Lines& lines, std::size_t first, std::size_t end) {
  std::vector<Rows> tiles;
  for (std::size_t at = first; at < end; ++at) {
    const auto qualifier = lines[at].find("__shared__");
    if (qualifier == std::string_view::npos) continue;
    const auto text = without_spaces(lines[at].substr(qualifier));
    const auto between = text.find("][");
    const auto close = between == std::string::npos ? between : text.find(']', between + 2);
    const auto open = text.find('[');
    if (close == std::string::npos || open >= between) continue;
    auto columns = text.substr(between + 2, close - between - 2);
    columns.resize(std::min(columns.size(), columns.find('+')));  // padding
    const auto length = value_of(lines, columns);
    // The type and the name are one word without spaces; the accesses have the name alone.
    if (length) tiles.push_back({text.substr(0, open), *length});
  }
  return tiles;
}

/// A line of the function that writes "NAME[…][threadIdx.x…] =", of the tile.
bool is_filled_by_x(const Lines& lines, std::size_t first, std::size_t end, const Rows& tile) {
  for (std::size_t at = first; at < end; ++at) {
    const auto text = without_spaces(lines[at]);
    const auto write = text.find("][threadIdx.x]=");
    const auto open = write == std::string::npos ? write : text.find('[');
    if (open == std::string::npos) continue;
    auto begin = open;
    while (begin > 0 && is_identifier(text[begin - 1])) --begin;
    if (open > begin && tile.name.ends_with(text.substr(begin, open - begin))) return true;
  }
  return false;
}

}  // namespace

void explain_exchanged_blocks(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    const auto* launch = launch_of(record, finding);
    const auto found = finding.id == "uninitialised-shared" && launch != nullptr
                           ? line_in_source(record, finding)
                           : std::nullopt;
    if (!found) continue;
    const auto& block = launch->block;
    const auto [first, behind] = function_of(found->lines, found->at);
    const auto end = std::min(behind, found->lines.size());
    for (const auto& tile : tiles_of(found->lines, first, end)) {
      const bool is_exchanged = block.x < tile.length && block.y >= tile.length && block.z == 1 &&
                                is_filled_by_x(found->lines, first, end, tile);
      if (!is_exchanged) continue;
      const auto site = launch_site(record, *launch);
      const auto place = site ? fmt::format(" in line {}", site->line) : std::string();
      finding.cause += fmt::format(
          " The launch{} gives blocks of {} x {} threads: threadIdx.x stays below {}, and a row of "
          "the array has {} elements.",
          place, block.x, block.y, block.x, tile.length);
      finding.hint =
          "Are x and y of the block exchanged? x is the number of threads along a row of the "
          "array.";
      break;
    }
  }
}

}  // namespace warpscope::runner
