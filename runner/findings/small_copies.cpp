#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "base/quantity.h"
#include "findings/catalogue.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

using Kind = record::Transfer::Kind;

/// A copy of this size takes about as long as one of a single byte.
constexpr std::uint64_t kSmallBytes = 1024;
/// Together they take about a millisecond: a program notices that.
constexpr std::uint64_t kMany = 500;

struct Copies {
  std::uint64_t count = 0;
  std::uint64_t size_bytes = 0;
  double duration_s = 0;
};

std::string_view direction(Kind kind) {
  switch (kind) {
    case Kind::host_to_device:
      return " from host to device";
    case Kind::device_to_host:
      return " from device to host";
    default:
      return "";
  }
}

/// The line with the only copy in this direction, or with the only one at all. The device is told
/// of copies, but not of the lines on the host that ask for them.
std::optional<record::SourceLine> copy_site(const record::RunRecord& record, Kind kind) {
  const auto same = kind == Kind::host_to_device ? only_line_with(record, "cudaMemcpyHostToDevice")
                    : kind == Kind::device_to_host
                        ? only_line_with(record, "cudaMemcpyDeviceToHost")
                        : std::nullopt;
  return same ? same : only_line_with(record, "cudaMemcpy");
}

}  // namespace

void find_small_copies(record::RunRecord& record) {
  std::map<std::tuple<std::optional<std::uint32_t>, Kind>, Copies> by_case;
  for (const auto& transfer : record.transfers) {
    const bool is_small = transfer.size_bytes <= kSmallBytes * transfer.count;
    if (transfer.kind == Kind::fill || !is_small) continue;
    auto& copies = by_case[{transfer.case_index, transfer.kind}];
    copies.count += transfer.count;
    copies.size_bytes += transfer.size_bytes;
    copies.duration_s += transfer.duration_s;
  }
  std::map<Kind, std::tuple<double, record::Finding>> worst;
  for (const auto& [key, copies] : by_case) {
    const auto& [index, kind] = key;
    if (copies.count < kMany) continue;
    auto finding = make_finding("per-element-copy");
    finding.case_index = index;
    finding.where = copy_site(record, kind);
    const auto kernels_s = index ? record::case_kernel_s(record, *index) : 0.0;
    finding.cause = fmt::format(
        "{} calls of cudaMemcpy{} with {:.4g} bytes each on average took {} together{}.",
        count_text(copies.count), direction(kind),
        static_cast<double>(copies.size_bytes) / static_cast<double>(copies.count),
        time_text(copies.duration_s),
        kernels_s > 0 ? fmt::format(", and the kernels {}", time_text(kernels_s)) : std::string());
    auto& entry = worst[kind];
    if (std::get<record::Finding>(entry).id.empty() ||
        copies.duration_s > std::get<double>(entry)) {
      entry = {copies.duration_s, std::move(finding)};
    }
  }
  double all_kernels_s = 0;
  for (const auto& launch : record.launches) all_kernels_s += launch.duration_s;
  for (auto& [kind, entry] : worst) {
    // What costs more than all kernels together is to be mended before any of them.
    auto& [duration_s, finding] = entry;
    const bool is_first = duration_s > all_kernels_s;
    record.findings.insert(is_first ? record.findings.begin() : record.findings.end(),
                           std::move(finding));
  }
}

}  // namespace warpscope::runner
