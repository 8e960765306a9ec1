// Work in several streams of which nothing overlaps, because the host waits in between.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "findings/catalogue.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

using Kind = record::Transfer::Kind;

/// One wait before everything and one after it are usual in right programs.
constexpr std::size_t kFewestIdleStarts = 3;
constexpr std::size_t kFewestStreams = 2;
/// Of records that do not tell when the host asked: an operation that stands in an engine's queue
/// begins at once when what it waits for has ended. After more than this nobody had asked for it.
constexpr double kAskedLate_s = 1.5e-6;
/// What rounding makes of the end of one operation and the beginning of the next.
constexpr double kNothing_s = 1e-9;
constexpr std::array<std::string_view, 3> kWaits{"cudaDeviceSynchronize(", "cudaStreamSynchronize(",
                                                 "cudaEventSynchronize("};

using CaseIndex = std::optional<std::uint32_t>;

struct Operation {
  double begin_s, end_s, asked_s;
  std::optional<record::HostOrder> asked;
  std::uint32_t stream;

  std::optional<record::SourceLine> where() const { return asked ? asked->where : std::nullopt; }
};

/// Launches and copies of a case, or of a program without cases, by their beginning. Empty when
/// they are not in several streams, or when some cannot overlap for another reason, which has a
/// finding of its own: the host waits for a copy, its memory is pageable, or it is in the legacy
/// default stream.
std::vector<Operation> operations_of(const record::RunRecord& record, CaseIndex case_index) {
  std::vector<Operation> all;
  std::set<std::uint32_t> streams;
  bool has_other_reason = false;
  const auto add = [&](const auto& item) {
    all.push_back({item.start_s, item.start_s + item.duration_s,
                   item.start_s - item.queued_s.value_or(kAskedLate_s), item.asked, item.stream});
    streams.insert(item.stream);
    if (item.stream == item.device_index) has_other_reason = true;
  };
  for (const auto& launch : record.launches) {
    if (launch.case_index == case_index) add(launch);
  }
  for (const auto& transfer : record.transfers) {
    if (transfer.case_index != case_index) continue;
    if (!transfer.is_asynchronous || transfer.is_pageable) has_other_reason = true;
    add(transfer);
  }
  if (has_other_reason || streams.size() < kFewestStreams) return {};
  std::ranges::sort(all, {}, &Operation::begin_s);
  return all;
}

/// Whether the host waited between asking for the two; nothing where the record does not tell.
std::optional<bool> waited_between(const Operation& one, const Operation& other) {
  const auto is_known = [](const Operation& it) { return it.asked && it.asked->order != 0; };
  if (!is_known(one) || !is_known(other)) return std::nullopt;
  return one.asked->waits != other.asked->waits;
}

/// Operations that found the device idle, and were asked for after a wait. None when any two
/// overlap, or when two of several streams could have, with no wait between them: such work is
/// over before the host has asked for the next, as that of short kernels is.
std::vector<Operation> idle_starts(const std::vector<Operation>& operations) {
  std::vector<Operation> starts;
  for (std::size_t i = 1; i < operations.size(); ++i) {
    const auto& before = operations[i - 1];
    const auto& operation = operations[i];
    if (operation.begin_s < before.end_s - kNothing_s) return {};
    const auto waited = waited_between(before, operation);
    if (waited == false && before.stream != operation.stream) return {};
    const bool is_late = operation.asked_s > before.end_s + kNothing_s;
    if (is_late && waited.value_or(true)) starts.push_back(operation);
  }
  return starts;
}

/// A line asks for pieces of the same work in several streams. Of a program whose task nobody knows
/// this tells that it cuts work up; of a lab's case the lab says so.
bool is_cut_up(const std::vector<Operation>& operations) {
  std::map<record::SourceLine, std::pair<std::size_t, std::set<std::uint32_t>>> lines;
  for (const auto& operation : operations) {
    const auto where = operation.where();
    if (!where) continue;
    auto& [count, streams] = lines[*where];
    ++count;
    streams.insert(operation.stream);
  }
  return std::ranges::any_of(lines, [](const auto& line) {
    return line.second.first >= kFewestIdleStarts && line.second.second.size() >= kFewestStreams;
  });
}

/// The only line that waits, if there is one.
std::optional<record::SourceLine> line_that_waits(const record::RunRecord& record) {
  std::optional<record::SourceLine> only;
  for (const auto word : kWaits) {
    const auto line = only_line_with(record, word);
    if (line && only) return std::nullopt;
    if (line) only = line;
  }
  return only;
}

}  // namespace

void find_host_waits(record::RunRecord& record) {
  std::vector<CaseIndex> parts(record.cases.size());
  for (std::uint32_t i = 0; i < parts.size(); ++i) parts[i] = i;
  if (parts.empty()) parts.emplace_back();
  for (const auto& part : parts) {
    const auto operations = operations_of(record, part);
    const auto starts = idle_starts(operations);
    if (starts.size() < kFewestIdleStarts || (!part && !is_cut_up(operations))) continue;
    auto finding = make_finding("host-waits-serialise");
    finding.case_index = part;
    finding.where = line_that_waits(record);
    finding.cause = fmt::format(
        "{} works in several streams, but no two of its {} launches and copies overlap: {} times "
        "the device had nothing to do when the host asked for the next one.",
        part ? record.cases[*part].name : "The program", operations.size(), starts.size());
    if (!finding.where && starts.front().where()) {
      finding.where = starts.front().where();
      finding.cause += fmt::format(" The first of these is asked for in line {}, behind the wait.",
                                   finding.where->line);
    }
    record.findings.push_back(std::move(finding));
    return;  // one is enough: the others are the same loop
  }
}

}  // namespace warpscope::runner
