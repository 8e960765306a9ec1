#include <fmt/format.h>

#include <map>
#include <utility>

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
  bool is_to_same_place = true;  ///< each of them
};

/// What the last copies of each size from a device have brought to the host.
class SeenByHost {
 public:
  void note(const record::Transfer& transfer) {
    if (transfer.fingerprint != 0) last_[key_of(transfer)] = transfer.fingerprint;
  }
  /// It brings to the device what had come from there in the last copy of this size. The same word
  /// again and again may be there by itself.
  bool has(const record::Transfer& transfer) const {
    const auto found = last_.find(key_of(transfer));
    return transfer.fingerprint != 0 && !transfer.is_uniform && found != last_.end() &&
           found->second == transfer.fingerprint;
  }

 private:
  using Key = std::pair<std::uint32_t, std::uint64_t>;  ///< the device, and bytes
  static Key key_of(const record::Transfer& transfer) {
    return {transfer.device_index, transfer.size_bytes};
  }
  std::map<Key, std::uint64_t> last_;
};

}  // namespace

void find_returning_copies(record::RunRecord& record) {
  std::map<record::SourceLine, Returns> lines;
  SeenByHost seen;
  for (const auto& transfer : record.transfers) {
    if (transfer.kind == record::Transfer::Kind::device_to_host) seen.note(transfer);
    const bool is_elsewhere = !transfer.is_unchanged &&
                              transfer.kind == record::Transfer::Kind::host_to_device &&
                              seen.has(transfer);
    if (!transfer.is_unchanged && !is_elsewhere) continue;
    if (!transfer.asked || !transfer.asked->where) continue;
    auto& returns = lines[*transfer.asked->where];
    returns.count += transfer.count;
    returns.size_bytes += transfer.size_bytes;
    returns.duration_s += transfer.duration_s;
    returns.is_to_same_place = returns.is_to_same_place && !is_elsewhere;
  }
  for (const auto& [where, returns] : lines) {
    if (returns.count < kFewestReturns || returns.size_bytes < returns.count * kLeastReturnedBytes)
      continue;
    auto finding = make_finding("transfer-every-iteration");
    finding.where = where;
    finding.cause = fmt::format(
        "{} copies to the device ({}, {}) bring back what was copied from there just before; {}.",
        returns.count, bytes_text(returns.size_bytes), time_text(returns.duration_s),
        returns.is_to_same_place ? "nobody has changed it on either side"
                                 : "the host has not changed it, and the device had it already");
    record.findings.push_back(std::move(finding));
  }
}

}  // namespace warpscope::runner
