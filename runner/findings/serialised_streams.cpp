// What keeps work in several streams from overlapping.
#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>

#include "base/quantity.h"
#include "findings/catalogue.h"
#include "runner/findings/lines_asked.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

using Kind = record::Transfer::Kind;
using CaseIndex = std::optional<std::uint32_t>;

/// A program that uses one stream besides the default one has not asked for overlap.
constexpr std::size_t kFewestStreams = 2;
/// One copy before everything and one after it are usual in right programs.
constexpr std::uint64_t kFewestCopies = 3;
/// Of copies, on average; smaller ones are over before anybody notices that they wait.
constexpr std::uint64_t kLeastBytes = 16 << 10;

/// Copies of one sort, or operations in the legacy default stream.
struct Group {
  std::uint64_t count = 0;
  std::uint64_t size_bytes = 0;
  double duration_s = 0;
  bool is_worth_naming() const {
    return count >= kFewestCopies && size_bytes / count >= kLeastBytes;
  }
};

/// What a case, or a program without cases, asked for.
struct Work {
  std::set<std::uint32_t> streams;                 ///< besides legacy default streams
  Group copies, waiting, pageable;                 ///< between host and device
  std::set<record::SourceLine> lines_of_pageable;  ///< as far as they are known
  LinesAsked lines_of_waiting, lines_of_default;
  std::uint64_t in_default_stream = 0;  ///< launches and asynchronous copies
  std::uint64_t all = 0;                ///< launches and copies
};

bool is_legacy(std::uint32_t stream, std::uint32_t device) {
  return stream == device;  // a device's legacy default stream has the number of the device
}

void add(Group& group, const record::Transfer& transfer) {
  group.count += transfer.count;
  group.size_bytes += transfer.size_bytes;
  group.duration_s += transfer.duration_s;
}

std::map<CaseIndex, Work> work_by_case(const record::RunRecord& record) {
  std::map<CaseIndex, Work> result;
  const auto place = [](Work& work, std::uint32_t stream, std::uint32_t device, std::uint64_t count,
                        const std::optional<record::SourceLine>& where) {
    work.all += count;
    if (is_legacy(stream, device)) {
      work.in_default_stream += count;
      work.lines_of_default.add(where);
    } else {
      work.streams.insert(stream);
    }
  };
  for (const auto& launch : record.launches) {
    const bool is_default = is_legacy(launch.stream, launch.device_index);
    place(result[launch.case_index], launch.stream, launch.device_index, 1,
          is_default ? launch_site(record, launch) : std::nullopt);
  }
  for (const auto& transfer : record.transfers) {
    if (transfer.kind != Kind::host_to_device && transfer.kind != Kind::device_to_host) continue;
    auto& work = result[transfer.case_index];
    add(work.copies, transfer);
    if (!transfer.is_asynchronous) {
      add(work.waiting, transfer);
      work.lines_of_waiting.add(transfer.asked);
      continue;
    }
    place(work, transfer.stream, transfer.device_index, transfer.count,
          transfer.asked ? transfer.asked->where : std::nullopt);
    if (!transfer.is_pageable) continue;
    add(work.pageable, transfer);
    if (transfer.asked && transfer.asked->where)
      work.lines_of_pageable.insert(*transfer.asked->where);
  }
  return result;
}

std::string name_of(const record::RunRecord& record, const CaseIndex& index) {
  return index && *index < record.cases.size() ? record.cases[*index].name : "the program";
}

record::Finding waiting_copies(const record::RunRecord& record, const CaseIndex& index,
                               const Work& work) {
  auto finding = make_finding("waiting-copies-serialise");
  finding.case_index = index;
  finding.where = only_line_with(record, "cudaMemcpy(");
  if (!finding.where) finding.where = work.lines_of_waiting.first();
  finding.cause = fmt::format(
      "{} works in {} streams, but for {} of its {} copies ({}, {}) the host waits, and while it "
      "waits it asks for nothing else.",
      name_of(record, index), work.streams.size(), work.waiting.count, work.copies.count,
      bytes_text(work.waiting.size_bytes), time_text(work.waiting.duration_s));
  finding.cause += work.lines_of_waiting.sentence();
  return finding;
}

record::Finding pageable_copies(const record::RunRecord& record, const CaseIndex& index,
                                const Work& work) {
  auto finding = make_finding("pageable-copies-serialise");
  finding.case_index = index;
  if (work.pageable.count == work.copies.count) {
    finding.where = only_line_with(record, "cudaMemcpyAsync(");
  }
  finding.cause = fmt::format(
      "{} of the {} asynchronous copies of {} ({}, {}) are from or to memory that is not "
      "page-locked, so the host is busy until each is done.",
      work.pageable.count, work.copies.count, name_of(record, index),
      bytes_text(work.pageable.size_bytes), time_text(work.pageable.duration_s));
  return finding;
}

record::Finding default_stream(const record::RunRecord& record, const CaseIndex& index,
                               const Work& work) {
  auto finding = make_finding("default-stream-serialises");
  finding.case_index = index;
  finding.where = work.lines_of_default.first();
  finding.cause = fmt::format(
      "{} of the {} launches and asynchronous copies of {} are in the legacy default stream, and "
      "{} "
      "in other streams: each of the former waits for all of the latter asked for before it, and "
      "holds up all asked for after it.",
      work.in_default_stream, work.all, name_of(record, index), work.all - work.in_default_stream);
  finding.cause += work.lines_of_default.sentence();
  return finding;
}

}  // namespace

void find_serialised_streams(record::RunRecord& record) {
  bool has_waiting = false;
  bool has_pageable = false;
  bool has_default = false;
  for (const auto& [index, work] : work_by_case(record)) {
    if (work.streams.size() < kFewestStreams) continue;
    // Phases of a program without cases may well use streams and the default stream in turn.
    const bool is_one_task = index.has_value();
    if (!has_waiting && is_one_task && work.waiting.is_worth_naming()) {
      record.findings.push_back(waiting_copies(record, index, work));
      has_waiting = true;
    }
    if (!has_pageable && work.pageable.is_worth_naming()) {
      auto finding = pageable_copies(record, index, work);
      for (const auto& line : work.lines_of_pageable) {
        finding.where = line;
        record.findings.push_back(finding);
      }
      if (work.lines_of_pageable.empty()) record.findings.push_back(std::move(finding));
      has_pageable = true;
    }
    const bool is_mixed = work.in_default_stream > 0 && work.copies.is_worth_naming();
    if (!has_default && is_one_task && is_mixed) {
      record.findings.push_back(default_stream(record, index, work));
      has_default = true;
    }
  }
}

}  // namespace warpscope::runner
