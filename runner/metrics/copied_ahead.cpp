#include "runner/metrics/copied_ahead.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace warpscope::runner {
namespace {

using Kind = record::Transfer::Kind;

struct AskedCopy {
  double asked_s = 0;
  double bytes = 0;  ///< in, or less than 0 out
};

/// In bytes.
double most_ahead(std::vector<AskedCopy> copies) {
  std::ranges::stable_sort(copies, {}, &AskedCopy::asked_s);
  double ahead = 0, most = 0;
  for (const AskedCopy& copy : copies) {
    ahead = std::max(0.0, ahead + copy.bytes);  // what is copied out twice is none of the next
    most = std::max(most, ahead);
  }
  return most;
}

}  // namespace

std::optional<double> copied_ahead(const record::RunRecord& record, std::uint32_t case_index,
                                   Counted counted) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<AskedCopy>> streams;
  double bytes_in = 0;
  for (const auto& transfer : record.transfers) {
    const bool is_in = transfer.kind == Kind::host_to_device;
    const bool is_out = transfer.kind == Kind::device_to_host;
    if (transfer.case_index != case_index || !is_counted(transfer, counted) || !(is_in || is_out))
      continue;
    if (!transfer.queued_s) return std::nullopt;
    const auto bytes = static_cast<double>(transfer.size_bytes);
    if (is_in) bytes_in += bytes;
    streams[{transfer.device_index, transfer.stream}].push_back(
        {transfer.start_s - *transfer.queued_s, is_in ? bytes : -bytes});
  }
  if (bytes_in <= 0) return std::nullopt;
  double ahead = 0;
  for (auto& [stream, copies] : streams) ahead += most_ahead(std::move(copies));
  return ahead / bytes_in;
}

}  // namespace warpscope::runner
