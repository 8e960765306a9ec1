#include "runner/run/answer_of_device.h"

#include <algorithm>

#include "record/fingerprint.h"

namespace warpscope::runner {
namespace {

constexpr std::uint64_t kFewBytes = 64;
constexpr std::uint64_t kWordBytes = 4;

using Piece = std::pair<std::uint64_t, std::uint64_t>;

struct Copy {
  Piece piece;
  std::size_t position = 0;  ///< in the record
};

/// The copies to the host of a case, in their order.
std::vector<Copy> copies_to_host(const record::RunRecord& record, std::uint32_t case_index) {
  std::vector<Copy> copies;
  for (std::size_t i = 0; i < record.transfers.size(); ++i) {
    const auto& transfer = record.transfers[i];
    if (transfer.case_index == case_index &&
        transfer.kind == record::Transfer::Kind::device_to_host)
      copies.push_back({{transfer.size_bytes, transfer.fingerprint}, i});
  }
  return copies;
}

/// One copy, or several in a row, that together have the output's size and its fingerprint; the
/// last ones if there are more. Empty if there are none.
std::span<const Copy> bringing(const Piece& output, const std::vector<Copy>& copies) {
  for (std::size_t end = copies.size(); end > 0; --end) {
    std::uint64_t bytes = 0;
    std::uint64_t fingerprint = 0;
    std::size_t first = end;
    while (first > 0 && bytes < output.first) {
      --first;
      bytes += copies[first].piece.first;
      fingerprint = (fingerprint + copies[first].piece.second) % record::kFingerprints;
    }
    if (bytes == output.first && fingerprint == output.second)
      return std::span(copies).subspan(first, end - first);
  }
  return {};
}

/// Kernels wrote as much as the answer is into memory that the host sees.
bool is_shared_with_host(Outputs outputs, const record::RunRecord& record,
                         std::uint32_t case_index) {
  std::uint64_t shared = 0;
  for (const auto& launch : record.launches) {
    if (launch.case_index == case_index) shared += launch.bytes_to_host;
  }
  std::uint64_t bytes = 0;
  for (const auto& output : outputs) bytes += output.first;
  return shared > 0 && shared >= bytes;
}

/// The fingerprint of pieces that are not whole words is not that of the whole.
bool has_odd_pieces(Outputs outputs, const std::vector<Copy>& copies) {
  return std::ranges::any_of(copies, [&](const Copy& copy) {
    const auto bytes = copy.piece.first;
    return bytes % kWordBytes != 0 &&
           std::ranges::find(outputs, bytes, &Piece::first) == outputs.end();
  });
}

}  // namespace

bool is_answer_of_device(Outputs outputs, const record::RunRecord& record,
                         std::uint32_t case_index) {
  const auto copies = copies_to_host(record, case_index);
  return has_odd_pieces(outputs, copies) || is_shared_with_host(outputs, record, case_index) ||
         std::ranges::all_of(outputs, [&](const Piece& output) {
           return output.first < kFewBytes || !bringing(output, copies).empty();
         });
}

std::optional<std::vector<std::size_t>> copies_of_answer(Outputs outputs,
                                                         const record::RunRecord& record,
                                                         std::uint32_t case_index) {
  const auto copies = copies_to_host(record, case_index);
  std::vector<std::size_t> positions;
  for (const auto& output : outputs) {
    if (output.first == 0) continue;
    const auto found = bringing(output, copies);
    if (found.empty() && output.first >= kFewBytes) return {};
    for (const auto& copy : found) positions.push_back(copy.position);
  }
  if (positions.empty()) return {};
  return positions;
}

}  // namespace warpscope::runner
