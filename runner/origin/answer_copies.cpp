#include "runner/origin/answer_copies.h"

#include <algorithm>

#include "record/fingerprint.h"

namespace warpscope::runner {
namespace {

constexpr std::uint64_t kWordBytes = 4;

using Piece = std::pair<std::uint64_t, std::uint64_t>;

struct Copy {
  Piece piece;
  std::size_t position = 0;  ///< in the record
};

using Kind = record::Transfer::Kind;

/// The copies of a kind of a case, in their order.
std::vector<Copy> copies_of(const record::RunRecord& record, std::uint32_t case_index, Kind kind) {
  std::vector<Copy> copies;
  for (std::size_t i = 0; i < record.transfers.size(); ++i) {
    const auto& transfer = record.transfers[i];
    if (transfer.case_index == case_index && transfer.kind == kind)
      copies.push_back({{transfer.size_bytes, transfer.fingerprint}, i});
  }
  return copies;
}

/// One copy, or several in a row.
struct Run {
  std::span<const Copy> copies;
  std::uint64_t fingerprint = 0;
  std::size_t odd = 0;  ///< copies that are not whole words
};

/// The last run that has so many bytes and is wanted; empty if there is none. `is_wanted`: tells it
/// of a Run.
std::span<const Copy> last_run(std::uint64_t wanted_bytes, const std::vector<Copy>& copies,
                               const auto& is_wanted) {
  if (wanted_bytes == 0) return {};
  std::uint64_t bytes = 0;
  Run run;
  std::size_t first = copies.size();
  for (std::size_t end = copies.size(); end > 0; --end) {
    while (first > 0 && bytes < wanted_bytes) {
      const auto& [size, fingerprint] = copies[--first].piece;
      bytes += size;
      run.fingerprint = (run.fingerprint + fingerprint) % record::kFingerprints;
      run.odd += size % kWordBytes != 0 ? 1 : 0;
    }
    run.copies = std::span(copies).subspan(first, end - first);
    if (bytes == wanted_bytes && is_wanted(run)) return run.copies;
    const auto& [size, fingerprint] = copies[end - 1].piece;  // the next runs end before it
    bytes -= size;
    run.fingerprint =
        (run.fingerprint + record::kFingerprints - fingerprint) % record::kFingerprints;
    run.odd -= size % kWordBytes != 0 ? 1 : 0;
  }
  return {};
}

/// Copies that together have the output's size and its fingerprint.
std::span<const Copy> bringing(const Piece& output, const std::vector<Copy>& copies) {
  return last_run(output.first, copies,
                  [&](const Run& run) { return run.fingerprint == output.second; });
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

/// The outputs as if they were one.
Piece together(Outputs outputs) {
  Piece all{0, 0};
  for (const auto& [bytes, fingerprint] : outputs) {
    all.first += bytes;
    all.second = (all.second + fingerprint) % record::kFingerprints;
  }
  return all;
}

/// Several copies in a row that together have the bytes of the output, and are not all whole words:
/// their fingerprints do not add up to that of the output, so nobody can tell.
std::span<const Copy> odd_pieces(std::uint64_t bytes_of_output, const std::vector<Copy>& copies) {
  return last_run(bytes_of_output, copies,
                  [&](const Run& run) { return run.odd > 0 && run.copies.size() > 1; });
}

/// What brought the output, or may have done so.
std::span<const Copy> likely_bringing(const Piece& output, const std::vector<Copy>& copies) {
  const auto found = bringing(output, copies);
  return found.empty() ? odd_pieces(output.first, copies) : found;
}

/// Several outputs may come in pieces by turns.
bool is_brought(Outputs outputs, const std::vector<Copy>& copies) {
  return !likely_bringing(together(outputs), copies).empty() ||
         std::ranges::all_of(outputs, [&](const Piece& output) {
           return output.first < kFewBytes || !likely_bringing(output, copies).empty();
         });
}

/// More inputs than that are not tried in all combinations.
constexpr std::size_t kMostInputs = 10;

/// The output may be an input in another order, or several of them.
bool has_words_of_inputs(const Piece& output, const judge::Case& set) {
  if (set.inputs.size() > kMostInputs) return true;
  std::vector<Piece> sums{{0, 0}};  // of each choice of the inputs so far
  for (const auto& [name, array] : set.inputs) {
    const Piece input{array.bytes().size(), record::fingerprint(array.bytes())};
    for (std::size_t i = 0, count = sums.size(); i < count; ++i) {
      sums.emplace_back(sums[i].first + input.first,
                        (sums[i].second + input.second) % record::kFingerprints);
    }
  }
  return std::ranges::find(sums, output) != sums.end();
}

}  // namespace

bool is_answer_of_device(Outputs outputs, const record::RunRecord& record, std::uint32_t case_index,
                         bool is_copied_by_driver) {
  const auto copies = copies_of(record, case_index, Kind::device_to_host);
  if (is_copied_by_driver) {
    return std::ranges::all_of(outputs, [&](const Piece& output) {
      return output.first < kFewBytes || !bringing(output, copies).empty();
    });
  }
  return is_shared_with_host(outputs, record, case_index) || is_brought(outputs, copies);
}

std::optional<std::vector<std::size_t>> copies_of_answer(Outputs outputs,
                                                         const record::RunRecord& record,
                                                         std::uint32_t case_index) {
  const auto copies = copies_of(record, case_index, Kind::device_to_host);
  std::vector<std::size_t> positions;
  const auto add = [&](std::span<const Copy> found) {
    for (const auto& copy : found) positions.push_back(copy.position);
  };
  bool is_all_found = true;
  for (const auto& output : outputs) {
    if (output.first == 0) continue;
    const auto found = likely_bringing(output, copies);
    is_all_found = is_all_found && (!found.empty() || output.first < kFewBytes);
    add(found);
  }
  if (!is_all_found) {
    positions.clear();
    add(likely_bringing(together(outputs), copies));
  }
  if (positions.empty()) return {};
  return positions;
}

std::optional<std::vector<std::size_t>> copies_to_host(const record::RunRecord& record,
                                                       std::uint32_t case_index) {
  const auto is_seen_by_host = [&](const record::Launch& launch) {
    return launch.case_index == case_index && launch.bytes_to_host > 0;
  };
  if (std::ranges::any_of(record.launches, is_seen_by_host)) return {};
  std::vector<std::size_t> positions;
  for (const auto& copy : copies_of(record, case_index, Kind::device_to_host))
    positions.push_back(copy.position);
  if (positions.empty()) return {};
  return positions;
}

bool is_answer_uploaded(const judge::Case& set, Outputs outputs, const record::RunRecord& record,
                        std::uint32_t case_index) {
  auto copies = copies_of(record, case_index, Kind::host_to_device);
  std::erase_if(copies, [&](const Copy& copy) {
    return record.transfers[copy.position].is_uniform || copy.piece.second == 0;
  });
  return std::ranges::any_of(outputs, [&](const Piece& output) {
    return output.first >= kFewBytes && !bringing(output, copies).empty() &&
           !has_words_of_inputs(output, set);
  });
}

}  // namespace warpscope::runner
