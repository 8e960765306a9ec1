#include <fmt/format.h>

#include <map>

#include "runner/findings/catalogue.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

/// A copy of this size takes about as long as one of a single byte.
constexpr std::uint64_t kSmallBytes = 1024;
constexpr std::size_t kMany = 500;

struct Copies {
  std::size_t count = 0;
  std::uint64_t size_bytes = 0;
  double duration_s = 0;
};

}  // namespace

void find_small_copies(record::RunRecord& record) {
  std::map<std::optional<std::uint32_t>, Copies> by_case;
  for (const auto& transfer : record.transfers) {
    if (transfer.kind == record::Transfer::Kind::fill || transfer.size_bytes > kSmallBytes)
      continue;
    auto& copies = by_case[transfer.case_index];
    ++copies.count;
    copies.size_bytes += transfer.size_bytes;
    copies.duration_s += transfer.duration_s;
  }
  for (const auto& [index, copies] : by_case) {
    if (copies.count < kMany) continue;
    auto finding = make_finding("per-element-copy");
    finding.case_index = index;
    finding.cause = fmt::format(
        "At least {} copies of {:.0f} bytes on average took {:.3g} ms together.", copies.count,
        static_cast<double>(copies.size_bytes) / static_cast<double>(copies.count),
        copies.duration_s * 1e3);
    record.findings.push_back(std::move(finding));
  }
}

}  // namespace warpscope::runner
