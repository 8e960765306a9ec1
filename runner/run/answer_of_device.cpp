#include "runner/run/answer_of_device.h"

#include <algorithm>
#include <vector>

#include "record/fingerprint.h"

namespace warpscope::runner {
namespace {

constexpr std::uint64_t kFewBytes = 64;
constexpr std::uint64_t kWordBytes = 4;

using Piece = std::pair<std::uint64_t, std::uint64_t>;

/// One copy, or several in a row that together have its size and its fingerprint.
bool is_brought_by(const Piece& output, const std::vector<Piece>& copies) {
  for (std::size_t first = 0; first < copies.size(); ++first) {
    std::uint64_t bytes = 0;
    std::uint64_t fingerprint = 0;
    for (std::size_t i = first; i < copies.size() && bytes < output.first; ++i) {
      bytes += copies[i].first;
      fingerprint = (fingerprint + copies[i].second) % record::kFingerprints;
    }
    if (bytes == output.first && fingerprint == output.second) return true;
  }
  return false;
}

}  // namespace

bool is_answer_of_device(std::span<const Piece> outputs, const record::RunRecord& record,
                         std::uint32_t case_index) {
  std::vector<Piece> copies;
  for (const auto& transfer : record.transfers) {
    if (transfer.case_index != case_index ||
        transfer.kind != record::Transfer::Kind::device_to_host)
      continue;
    const bool is_whole_answer =
        std::ranges::find(outputs, transfer.size_bytes, &Piece::first) != outputs.end();
    if (transfer.size_bytes % kWordBytes != 0 && !is_whole_answer) return true;
    copies.emplace_back(transfer.size_bytes, transfer.fingerprint);
  }
  const bool is_shared = std::ranges::any_of(record.launches, [&](const auto& launch) {
    return launch.case_index == case_index && launch.bytes_to_host > 0;
  });
  return is_shared || std::ranges::all_of(outputs, [&](const Piece& output) {
           return output.first < kFewBytes || is_brought_by(output, copies);
         });
}

}  // namespace warpscope::runner
