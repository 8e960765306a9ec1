#include <fmt/format.h>

#include <map>

#include "base/quantity.h"
#include "findings/catalogue.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

/// One or two may be how a program begins or ends.
constexpr std::uint64_t kFewestReturns = 4;
/// On average; smaller ones are over before anybody notices.
constexpr std::uint64_t kLeastReturnedBytes = 16 << 10;

struct Returns {
  std::uint64_t count = 0, size_bytes = 0;
  double duration_s = 0;
};

}  // namespace

void find_returning_copies(record::RunRecord& record) {
  std::map<record::SourceLine, Returns> lines;
  for (const auto& transfer : record.transfers) {
    if (!transfer.is_unchanged || !transfer.asked || !transfer.asked->where) continue;
    auto& returns = lines[*transfer.asked->where];
    returns.count += transfer.count;
    returns.size_bytes += transfer.size_bytes;
    returns.duration_s += transfer.duration_s;
  }
  for (const auto& [where, returns] : lines) {
    if (returns.count < kFewestReturns || returns.size_bytes < returns.count * kLeastReturnedBytes)
      continue;
    auto finding = make_finding("transfer-every-iteration");
    finding.where = where;
    finding.cause = fmt::format(
        "{} copies to the device ({}, {}) bring back what was copied from there just before; "
        "nobody has changed it on either side.",
        returns.count, bytes_text(returns.size_bytes), time_text(returns.duration_s));
    record.findings.push_back(std::move(finding));
  }
}

}  // namespace warpscope::runner
