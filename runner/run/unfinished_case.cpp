#include "runner/run/unfinished_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/quantity.h"
#include "findings/catalogue.h"
#include "record/kernel_name.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

/// What the device says of a launch that was still running when the program went away.
constexpr std::string_view kCanceled = "canceled";
/// More launches than this in one case come from a loop on the host that does not end.
constexpr std::ptrdiff_t kManyLaunches = 100;

std::string in_words(const record::Transfer& transfer) {
  using Kind = record::Transfer::Kind;
  const auto size = bytes_text(transfer.size_bytes);
  switch (transfer.kind) {
    case Kind::host_to_device:
      return "a copy of " + size + " to the device";
    case Kind::device_to_host:
      return "a copy of " + size + " from the device";
    case Kind::fill:
      return "a fill of " + size;
    default:
      return "a copy of " + size;
  }
}

/// The last launch or copy of a case.
std::string last_request(const record::RunRecord& record, std::uint32_t case_index) {
  double last_s = -1;
  std::string text = "nothing yet";
  for (const auto& transfer : record.transfers) {
    if (transfer.case_index != case_index || transfer.start_s < last_s) continue;
    last_s = transfer.start_s;
    text = in_words(transfer);
  }
  for (const auto& launch : record.launches) {
    if (launch.case_index != case_index || launch.start_s < last_s) continue;
    last_s = launch.start_s;
    text = "the launch of " + record::short_kernel_name(launch.kernel) + ", which has ended";
  }
  return text;
}

record::Finding cut_short(const record::Finding& canceled, double limit_s) {
  auto finding = make_finding("instruction-budget", "of a case's end");
  finding.cause = fmt::format(
      "The kernel was still running at the end of the {} s that a case may take; does a loop never "
      "end?",
      limit_s);
  finding.where = canceled.where;
  finding.launch = canceled.launch;
  finding.lanes = canceled.lanes;
  return finding;
}

}  // namespace

record::Finding unfinished_case(const record::RunRecord& record, std::uint32_t case_index,
                                double limit_s) {
  const auto launches =
      std::ranges::count(record.launches, case_index, &record::Launch::case_index);
  const auto canceled = std::ranges::find_if(record.findings, [&](const auto& finding) {
    return finding.id == kCanceled && finding.case_index == case_index;
  });
  record::Finding finding;
  if (launches > kManyLaunches) {
    finding = make_finding("host-timeout");
    finding.cause = fmt::format(
        "The host was still launching kernels at the end of the {} s that a case may take, {} or "
        "more by then.",
        limit_s, count_text(static_cast<std::uint64_t>(launches)));
  } else if (canceled != record.findings.end()) {
    finding = cut_short(*canceled, limit_s);
  } else if (record.device.times == record::Provenance::measured) {
    finding = make_finding("gpu-timeout");
    finding.cause = fmt::format(
        "The call had not ended after the {} s that a case may take. A real GPU tells of a kernel "
        "when it has ended: one that waits for ever and host code without end look alike.",
        limit_s);
  } else {
    finding = make_finding("host-timeout");
    finding.cause = fmt::format(
        "The host code was still running at the end of the {} s that a case may take, and the "
        "device had nothing to do. The last that the device was asked for: {}.",
        limit_s, last_request(record, case_index));
  }
  finding.case_index = case_index;
  return finding;
}

void drop_canceled_launches(record::RunRecord& record) {
  std::erase_if(record.findings, [](const auto& finding) { return finding.id == kCanceled; });
}

}  // namespace warpscope::runner
