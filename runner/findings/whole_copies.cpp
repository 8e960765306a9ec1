// Copies that are to be of a piece each, and are of the whole array each.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/quantity.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using Kind = record::Transfer::Kind;

/// The copies of one line in one case.
struct CopiesOfLine {
  Kind kind = Kind::host_to_device;
  std::uint64_t count = 0, bytes = 0, shortest = 0, longest = 0;
};

std::map<record::SourceLine, CopiesOfLine> copies_by_line(const record::RunRecord& record,
                                                          std::uint32_t case_index) {
  std::map<record::SourceLine, CopiesOfLine> lines;
  for (const auto& copy : record.transfers) {
    const bool is_of_host = copy.kind == Kind::host_to_device || copy.kind == Kind::device_to_host;
    if (!is_of_host || copy.case_index != case_index || copy.count != 1) continue;
    if (!copy.asked || !copy.asked->where) continue;
    auto& of = lines[*copy.asked->where];
    of.shortest = of.count == 0 ? copy.size_bytes : std::min(of.shortest, copy.size_bytes);
    of.longest = std::max(of.longest, copy.size_bytes);
    of.kind = copy.kind;
    of.bytes += copy.size_bytes;
    ++of.count;
  }
  return lines;
}

/// A line whose copies are each of as many bytes as all those of a line the other way together.
struct Whole {
  record::SourceLine where, pieces;
  CopiesOfLine own, other;
};

std::optional<Whole> whole_copies(const record::RunRecord& record, std::uint32_t case_index) {
  const auto lines = copies_by_line(record, case_index);
  for (const auto& [where, own] : lines) {
    if (own.count < 2 || own.shortest != own.longest) continue;
    for (const auto& [pieces, other] : lines) {
      if (other.kind == own.kind || other.count != own.count || other.bytes != own.longest)
        continue;
      return Whole{where, pieces, own, other};
    }
  }
  return std::nullopt;
}

}  // namespace

void explain_whole_copies(record::RunRecord& record) {
  std::map<record::SourceLine, Whole> found;
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    if (const auto whole = whole_copies(record, i)) found.emplace(whole->where, *whole);
  }
  for (auto& finding : record.findings) {
    if (finding.id != "stream-race" || !finding.where || !found.contains(*finding.where)) continue;
    const Whole& whole = found.at(*finding.where);
    finding.cause += fmt::format(
        " This line copies {} {} times, and line {} as much in {} pieces together.",
        bytes_text(whole.own.longest), whole.own.count, whole.pieces.line, whole.other.count);
    finding.hint =
        "Each of these copies is of the whole array. If each is meant for a piece of its own, add "
        "the piece's offset to both addresses and copy the piece's bytes alone.";
  }
}

}  // namespace warpscope::runner
