// What keeps work from overlapping in a program without cases, between two waits of its host.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "base/quantity.h"
#include "findings/catalogue.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using TransferKind = record::Transfer::Kind;

/// As in the rules for cases.
constexpr std::size_t kFewestStreamsOfPhase = 2;
constexpr std::size_t kFewestCopiesOfPhase = 3;
constexpr std::uint64_t kLeastBytesOfCopies = 16 << 10;
/// What overlap could save at best, of the time of one stream: less is not worth several.
constexpr double kWorthOverlapping = 0.25;
constexpr double kFewestSavedSeconds = 20e-6;

/// A launch, or a copy between host and device, as the program asked for it.
struct Asked {
  std::uint32_t order = 0;
  std::uint32_t stream = 0;
  bool is_legacy = false;                  ///< in the device's legacy default stream
  bool waits = false;                      ///< a copy for which the host waits
  const record::Transfer* copy = nullptr;  ///< nullptr: a launch
  double duration_s = 0;
  std::optional<record::SourceLine> where;
  bool is_of_stream() const { return !is_legacy && !waits; }
};
using Phase = std::vector<Asked>;  ///< by order

/// Empty unless it is known of all.
std::map<std::uint32_t, Phase> phases_of(const record::RunRecord& record) {
  std::map<std::uint32_t, Phase> phases;
  for (const auto& launch : record.launches) {
    if (!launch.asked) return {};
    phases[launch.asked->waits].push_back({launch.asked->order, launch.stream,
                                           launch.stream == launch.device_index, false, nullptr,
                                           launch.duration_s, launch.asked->where});
  }
  for (const auto& copy : record.transfers) {
    if (copy.kind != TransferKind::host_to_device && copy.kind != TransferKind::device_to_host)
      continue;
    if (!copy.asked) return {};
    phases[copy.asked->waits].push_back({copy.asked->order, copy.stream,
                                         copy.stream == copy.device_index, !copy.is_asynchronous,
                                         &copy, copy.duration_s, copy.asked->where});
  }
  for (auto& [waits, phase] : phases) std::ranges::sort(phase, {}, &Asked::order);
  return phases;
}

bool is_worth_naming(const Phase& copies) {
  std::uint64_t bytes = 0;
  for (const auto& each : copies) bytes += each.copy->size_bytes;
  return copies.size() >= kFewestCopiesOfPhase && bytes >= copies.size() * kLeastBytesOfCopies;
}

/// Those for which `is_it` holds, and which have one before and one behind them for which `is_near`
/// does.
template <typename IsIt, typename IsNear>
Phase between(const Phase& phase, IsIt is_it, IsNear is_near) {
  const auto first = std::ranges::find_if(phase, is_near);
  const auto last = std::ranges::find_if(phase.rbegin(), phase.rend(), is_near);
  Phase result;
  if (first == phase.end()) return result;
  std::copy_if(first, last.base(), std::back_inserter(result), is_it);
  return result;
}

void add_at_lines(record::RunRecord& record, const record::Finding& finding, const Phase& guilty) {
  std::set<record::SourceLine> lines;
  for (const auto& each : guilty) {
    if (each.where) lines.insert(*each.where);
  }
  for (const auto& line : lines) {
    record.findings.push_back(finding);
    record.findings.back().where = line;
  }
}

void find_waiting(record::RunRecord& record, const Phase& phase, std::size_t streams) {
  const auto guilty = between(
      phase, [](const Asked& each) { return each.waits; },
      [](const Asked& each) { return each.is_of_stream(); });
  if (guilty.empty() || !is_worth_naming(guilty)) return;
  auto finding = make_finding("waiting-copies-serialise");
  finding.cause = fmt::format(
      "The program works in {} streams, and {} of its copies come between their work: the host "
      "waits for each, and meanwhile asks for nothing else.",
      streams, guilty.size());
  add_at_lines(record, finding, guilty);
}

void find_default_stream(record::RunRecord& record, const Phase& phase, std::size_t streams) {
  Phase copies;
  std::ranges::copy_if(phase, std::back_inserter(copies),
                       [](const Asked& each) { return each.copy != nullptr && !each.waits; });
  if (!is_worth_naming(copies)) return;
  const auto guilty = between(
      phase, [](const Asked& each) { return each.is_legacy && !each.waits; },
      [](const Asked& each) { return each.is_of_stream() && each.copy != nullptr; });
  if (guilty.empty()) return;
  auto finding = make_finding("default-stream-serialises");
  finding.cause = fmt::format(
      "{} launches and asynchronous copies are in the legacy default stream, between copies of {} "
      "other streams: each waits for all that was asked for before it, and holds up all that is "
      "asked for after it.",
      guilty.size(), streams);
  add_at_lines(record, finding, guilty);
}

/// All of the program in one stream.
void find_no_overlap(record::RunRecord& record, const Phase& phase) {
  double to_device_s = 0;
  double to_host_s = 0;
  double kernels_s = 0;
  const Asked* first = nullptr;
  for (const auto& each : phase) {
    if (each.waits || (each.copy != nullptr && each.copy->is_pageable)) return;
    if (each.copy == nullptr) {
      kernels_s += each.duration_s;
    } else {
      const bool is_to_device = each.copy->kind == TransferKind::host_to_device;
      (is_to_device ? to_device_s : to_host_s) += each.duration_s;
      if (is_to_device && first == nullptr) first = &each;
    }
  }
  const double all_s = to_device_s + to_host_s + kernels_s;
  const double saved_s = all_s - std::max({to_device_s, to_host_s, kernels_s});
  const bool has_all = to_device_s > 0 && to_host_s > 0 && kernels_s > 0;
  if (!has_all || saved_s < kWorthOverlapping * all_s || saved_s < kFewestSavedSeconds) return;
  auto finding = make_finding("no-overlap-of-copies");
  finding.where = first->where;
  finding.cause = fmt::format(
      "Copies to the device ({}), kernels ({}) and copies to the host ({}) follow each other in "
      "one stream. Side by side they would take up to {} less.",
      time_text(to_device_s), time_text(kernels_s), time_text(to_host_s), time_text(saved_s));
  record.findings.push_back(std::move(finding));
}

/// The default stream holds up none of these, and the record does not say which stream is one.
bool has_streams_that_do_not_wait(const record::RunRecord& record) {
  return std::ranges::any_of(record.sources, [](const record::SourceFile& source) {
    return source.text.find("cudaStreamNonBlocking") != std::string::npos;
  });
}

}  // namespace

void find_serialised_phases(record::RunRecord& record) {
  if (!record.cases.empty()) return;
  const auto phases = phases_of(record);
  std::set<std::uint32_t> all_streams;
  bool uses_default = false;
  for (const auto& [waits, phase] : phases) {
    std::set<std::uint32_t> streams;
    for (const auto& each : phase) {
      if (!each.is_legacy) streams.insert(each.stream);
      uses_default = uses_default || each.is_legacy;
    }
    all_streams.insert(streams.begin(), streams.end());
    if (streams.size() < kFewestStreamsOfPhase) continue;
    find_waiting(record, phase, streams.size());
    if (!has_streams_that_do_not_wait(record)) find_default_stream(record, phase, streams.size());
  }
  if (all_streams.size() != 1 || uses_default) return;
  for (const auto& [waits, phase] : phases) find_no_overlap(record, phase);
}

}  // namespace warpscope::runner
