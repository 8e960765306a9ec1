// Indices that are too large for their type, and come out below 0.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "findings/catalogue.h"
#include "runner/findings/declarations.h"
#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

/// A type that cannot hold 2^(bits - 1).
struct Narrow {
  std::uint32_t bits;
  std::string_view name;
};

/// The function of the line has a variable of 16 bits.
bool has_short(const record::RunRecord& record, const record::Finding& finding) {
  const auto found = line_in_source(record, finding);
  if (!found) return false;
  const auto& lines = found->lines;
  const auto [first, end] = function_of(lines, found->at);
  for (std::size_t at = first; at < std::min(end + 1, lines.size()); ++at)
    if (has_word(lines[at], "short") || has_word(lines[at], "int16_t")) return true;
  return false;
}

/// The index with the 2^bits that the type could not hold; 0 where that leads into no element.
std::uint64_t meant_index(const record::Finding::Access& access, std::uint32_t bits) {
  if (access.bytes == 0) return 0;
  const std::uint64_t elements = access.array_bytes / access.bytes;
  const std::uint64_t before = access.distance_bytes / access.bytes;
  const std::uint64_t lost = std::uint64_t{1} << bits;
  if (access.distance_bytes % access.bytes != 0 || before == 0 || before > lost / 2) return 0;
  return lost - before < elements ? lost - before : 0;
}

}  // namespace

void find_index_overflows(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    if (finding.id != "out-of-bounds" || !finding.access ||
        finding.access->place != record::Finding::Access::Place::before_array)
      continue;
    for (const Narrow& type : {Narrow{32, "int"}, Narrow{16, "short"}}) {
      const std::uint64_t meant = meant_index(*finding.access, type.bits);
      if (meant == 0 || (type.bits == 16 && !has_short(record, finding))) continue;
      give_words(finding, "index-overflow");
      const auto sentence = fmt::format(
          " The array has an element {}: {} less than that, as {} bits of {} have it, is the index "
          "here.",
          meant, std::uint64_t{1} << type.bits, type.bits, type.name);
      finding.cause += sentence;
      break;
    }
  }
}

}  // namespace warpscope::runner
