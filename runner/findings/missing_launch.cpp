// Wrong answers that were copied to the device and back, with no kernel in between.
#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.h"
#include "findings/catalogue.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using Kind = record::Transfer::Kind;

std::uint64_t copied_bytes(const record::RunRecord& record, std::uint32_t case_index, Kind kind) {
  std::uint64_t bytes = 0;
  for (const auto& transfer : record.transfers) {
    if (transfer.case_index == case_index && transfer.kind == kind) bytes += transfer.size_bytes;
  }
  return bytes;
}

/// Launches of the case, refused ones included, or something that explains why there is none.
bool is_explained(const record::RunRecord& record, std::uint32_t case_index) {
  return std::ranges::find(record.launches, case_index, &record::Launch::case_index) !=
             record.launches.end() ||
         std::ranges::find(record.findings, case_index, &record::Finding::case_index) !=
             record.findings.end();
}

}  // namespace

void find_missing_launch(record::RunRecord& record) {
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    if (record.cases[i].verdict != record::Case::Verdict::wrong || is_explained(record, i))
      continue;
    const auto to_device = copied_bytes(record, i, Kind::host_to_device);
    const auto to_host = copied_bytes(record, i, Kind::device_to_host);
    if (to_device == 0 || to_host == 0) continue;
    auto finding = make_finding("kernel-not-launched");
    finding.case_index = i;
    finding.cause = fmt::format(
        "In {}, {} were copied to the device and {} to the host, and no kernel was launched.",
        record.cases[i].name, bytes_text(to_device), bytes_text(to_host));
    record.findings.push_back(std::move(finding));
  }
}

}  // namespace warpscope::runner
