// Wrong answers whose arrays were not copied, or not whole.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/quantity.h"
#include "findings/catalogue.h"
#include "record/derived.h"
#include "record/metrics.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

using Kind = record::Transfer::Kind;

/// Sizes of the usual elements: who counts elements copies this part of the bytes.
constexpr std::array<std::uint64_t, 2> kElementBytes{4, 8};
/// What the judge says of an output that was written in part: a copy that is too short leaves the
/// same traces as a kernel that is.
constexpr std::array<std::string_view, 6> kUnwrittenRests{
    "grid-too-small",     "last-elements-left-out", "guard-too-strict",
    "vector-tail-missed", "local-for-global-index", "threads-share-an-index"};

/// What makes the thing that a finding of the device says to be left over; nothing for another one.
std::optional<std::string_view> call_that_makes(std::string_view finding) {
  if (finding == "memory-not-freed") return "cudaMalloc";
  if (finding == "stream-not-destroyed") return "cudaStreamCreate";
  if (finding == "event-not-destroyed") return "cudaEventCreate";
  return {};
}

struct Copied {
  std::uint64_t to_device = 0, to_host = 0;  ///< bytes
  std::uint64_t shortest = 0, longest = 0;   ///< bytes of one copy

  void add(const record::Transfer& transfer) {
    const bool is_to_device = transfer.kind == Kind::host_to_device;
    if (!is_to_device && transfer.kind != Kind::device_to_host) return;
    (is_to_device ? to_device : to_host) += transfer.size_bytes;
    shortest = shortest == 0 ? transfer.size_bytes : std::min(shortest, transfer.size_bytes);
    longest = std::max(longest, transfer.size_bytes);
  }
};

Copied copied_in(const record::RunRecord& record, std::uint32_t case_index) {
  Copied copied;
  for (const auto& transfer : record.transfers) {
    if (transfer.case_index == case_index) copied.add(transfer);
  }
  return copied;
}

/// Whether all copies, or the shortest beside the longest, have the bytes of as many bytes as there
/// are elements.
bool is_counted_in_elements(const Copied& copied, std::uint64_t useful_bytes) {
  const auto all = copied.to_device + copied.to_host;
  return copied.shortest > 0 && all < useful_bytes &&
         std::ranges::any_of(kElementBytes, [&](std::uint64_t size) {
           return all * size == useful_bytes || copied.shortest * size == copied.longest;
         });
}

/// Whether a kernel of the case read memory that the host can write without a copy.
bool reads_of_host(const record::RunRecord& record, std::uint32_t case_index) {
  return std::ranges::any_of(record.launches, [&](const record::Launch& launch) {
    return launch.case_index == case_index && launch.bytes_from_host > 0;
  });
}

/// What is missing in a case; a finding without id when nothing is.
record::Finding missing_copy(const record::RunRecord& record, std::uint32_t index) {
  using record::metric::kLoadBytes;
  using record::metric::kStoreBytes;
  const auto copied = copied_in(record, index);
  const auto stored = record::case_counter(record, index, kStoreBytes);
  const auto loaded = record::case_counter(record, index, kLoadBytes);
  record::Finding finding;
  if (stored > 0 && copied.to_device > 0 && copied.to_host == 0) {
    finding = make_finding("result-not-copied-back");
    finding.cause = fmt::format(
        "{} were copied to the device, and its kernels wrote {}; nothing was copied to the host.",
        bytes_text(copied.to_device), bytes_text(stored));
  } else if (loaded > 0 && copied.to_device == 0 && copied.to_host > 0 &&
             !reads_of_host(record, index)) {
    finding = make_finding("input-not-copied");
    finding.cause = fmt::format(
        "The kernels read {}, and nothing was copied to the device: they read memory that nobody "
        "has filled.",
        bytes_text(loaded));
    finding.where = only_line_with(record, "cudaMemcpy");
  } else if (is_counted_in_elements(copied, record.cases[index].useful_bytes)) {
    finding = make_finding("copy-too-short");
    finding.cause = fmt::format(
        "The copies moved {} of the {} of the arrays; the shortest has {}, the longest {}.",
        bytes_text(copied.to_device + copied.to_host), bytes_text(record.cases[index].useful_bytes),
        bytes_text(copied.shortest), bytes_text(copied.longest));
  }
  finding.case_index = index;
  return finding;
}

}  // namespace

void find_missing_copies(record::RunRecord& record) {
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    if (record.cases[i].verdict != record::Case::Verdict::wrong) continue;
    auto finding = missing_copy(record, i);
    if (finding.id.empty()) continue;
    std::erase_if(record.findings, [&](const record::Finding& other) {
      return other.case_index == i &&
             std::ranges::find(kUnwrittenRests, other.id) != kUnwrittenRests.end();
    });
    record.findings.push_back(std::move(finding));
  }
}

void confirm_early_reads(record::RunRecord& record) {
  std::erase_if(record.findings, [&](const record::Finding& finding) {
    return finding.id == "result-read-too-early" && finding.case_index &&
           record::case_counter(record, *finding.case_index, record::metric::kStoreBytes) == 0;
  });
}

void place_leaks(record::RunRecord& record) {
  std::erase_if(record.findings, [&](const record::Finding& finding) {
    return call_that_makes(finding.id) && finding.case_index &&
           *finding.case_index < record.cases.size() &&
           record.cases[*finding.case_index].verdict != record::Case::Verdict::correct;
  });
  for (auto& finding : record.findings) {
    if (finding.where) continue;
    if (const auto call = call_that_makes(finding.id))
      finding.where = only_line_with(record, *call);
  }
}

}  // namespace warpscope::runner
