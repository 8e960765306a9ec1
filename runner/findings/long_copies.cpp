// Crashes of the host behind a copy of more than the case's arrays have.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "base/quantity.h"
#include "findings/catalogue.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using Kind = record::Transfer::Kind;

/// What one of the copies of a row moves.
std::uint64_t bytes_of(const record::Transfer& copy) {
  return copy.size_bytes / std::max<std::uint64_t>(copy.count, 1);
}

/// The case's longest copy to the host.
const record::Transfer* longest_to_host(const record::RunRecord& record, std::uint32_t index) {
  const record::Transfer* longest = nullptr;
  for (const auto& transfer : record.transfers) {
    if (transfer.case_index != index || transfer.kind != Kind::device_to_host) continue;
    if (longest == nullptr || bytes_of(transfer) > bytes_of(*longest)) longest = &transfer;
  }
  return longest;
}

/// A copy of more than the answer, in the case or in one before it of the same task: what lies
/// behind the array is missed later.
const record::Transfer* too_long(const record::RunRecord& record, std::uint32_t crashed) {
  for (std::uint32_t index = crashed + 1; index-- > 0;) {
    const auto& item = record.cases[index];
    if (item.task != record.cases[crashed].task) continue;
    const auto* copy = longest_to_host(record, index);
    const bool has_place = copy != nullptr && copy->asked && copy->asked->where;
    if (has_place && item.output_bytes > 0 && bytes_of(*copy) > item.output_bytes) return copy;
  }
  return nullptr;
}

}  // namespace

void explain_long_copies(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    const bool is_known = finding.case_index && *finding.case_index < record.cases.size();
    if (finding.id != "host-crash" || finding.where || !is_known) continue;
    const auto* copy = too_long(record, *finding.case_index);
    if (copy == nullptr) continue;
    const auto& item = record.cases[*copy->case_index];
    finding.where = copy->asked->where;
    const auto words =
        fmt::format(" In {} this line copied {} to the host, and the answer has {}.", item.name,
                    bytes_text(bytes_of(*copy)), bytes_text(item.output_bytes));
    finding.cause += words;
    finding.hint =
        "A copy of more bytes than the host's array has writes over what lies behind it, and the "
        "program crashes later. The bytes are elements times the size of one: sizeof of a pointer "
        "is 8.";
  }
}

}  // namespace warpscope::runner
