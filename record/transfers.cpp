#include "record/transfers.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <tuple>
#include <utility>

namespace warpscope::record {
namespace {

using KeptTransfer = ClockTimeline::Transfer;

}  // namespace

std::string_view in_words(KeptTransfer::Kind kind) {
  switch (kind) {
    case KeptTransfer::Kind::bulk_copies:
      return "bulk copies";
    case KeptTransfer::Kind::asynchronous_copies:
      return "cp.async";
    case KeptTransfer::Kind::loads:
      return "loads and stores";
  }
  return "transfers";
}

std::string warps_text(std::uint64_t warps) {
  const int first = std::countr_zero(warps);
  if (warps == 0) return "no warp";
  if (std::popcount(warps) == 1) return "warp " + std::to_string(first);
  const int last = 63 - std::countl_zero(warps);
  if (last - first + 1 == std::popcount(warps))
    return "warps " + std::to_string(first) + " to " + std::to_string(last);
  std::string text = "warps";
  for (int i = first; i <= last; ++i) {
    if ((warps >> i & 1) != 0) text += (i == first ? " " : ", ") + std::to_string(i);
  }
  return text;
}

std::uint64_t last_cycle(const KeptTransfer& transfer) {
  return std::max({transfer.arrived_cycle, transfer.used_cycle, transfer.given_back_cycle});
}

std::vector<TransferRow> transfer_rows(const ClockTimeline& timeline) {
  std::vector<TransferRow> rows;
  std::vector<std::uint64_t> free_at;
  for (std::size_t i = 0; i < timeline.transfers.size(); ++i) {
    const KeptTransfer& transfer = timeline.transfers[i];
    std::size_t row = 0;
    while (row < rows.size() &&
           (rows[row].block != transfer.block || rows[row].stage != transfer.stage ||
            free_at[row] > transfer.asked_cycle))
      ++row;
    if (row == rows.size()) {
      rows.push_back({transfer.block, transfer.stage, {}});
      free_at.push_back(0);
    }
    rows[row].transfers.push_back(i);
    free_at[row] = last_cycle(transfer);
  }
  std::vector<std::uint64_t> blocks;
  for (const TransferRow& row : rows) {
    if (std::ranges::find(blocks, row.block) == blocks.end()) blocks.push_back(row.block);
  }
  std::ranges::stable_sort(rows, {}, [&](const TransferRow& row) {
    return std::tuple(std::ranges::find(blocks, row.block) - blocks.begin(), row.stage);
  });
  return rows;
}

std::optional<TransferSummary> transfer_summary(const RunRecord& record,
                                                const ClockTimeline& timeline) {
  if (timeline.transfers.empty() || !(record.device.clock_hz > 0)) return std::nullopt;
  TransferSummary summary;
  double bytes = 0, byte_cycles = 0, on_the_way = 0, waits = 0, in_use = 0;
  std::size_t given_back = 0, used = 0;
  for (const KeptTransfer& transfer : timeline.transfers) {
    bytes += static_cast<double>(transfer.bytes);
    byte_cycles +=
        static_cast<double>(transfer.bytes) * static_cast<double>(transfer.latency_cycles);
    on_the_way += static_cast<double>(transfer.arrived_cycle - transfer.asked_cycle);
    const auto open = std::ranges::count_if(timeline.transfers, [&](const KeptTransfer& other) {
      return other.block == transfer.block && other.asked_cycle <= transfer.asked_cycle &&
             other.arrived_cycle > transfer.asked_cycle;
    });
    summary.most_open = std::max(summary.most_open, static_cast<std::size_t>(open));
    if (transfer.used_cycle == 0) continue;
    ++used;
    waits += static_cast<double>(transfer.used_cycle - transfer.arrived_cycle);
    if (transfer.given_back_cycle == 0) continue;
    ++given_back;
    in_use += static_cast<double>(transfer.given_back_cycle - transfer.used_cycle);
  }
  summary.transfers = timeline.transfers.size();
  const auto mean_s = [&](double cycles, std::size_t count) {
    return count == 0 ? 0 : cycles / static_cast<double>(count) / record.device.clock_hz;
  };
  summary.bytes = bytes / static_cast<double>(summary.transfers);
  summary.on_the_way_s = mean_s(on_the_way, summary.transfers);
  if (bytes > 0) summary.latency_s = byte_cycles / bytes / record.device.clock_hz;
  summary.waits_s = mean_s(waits, used);
  summary.in_use_s = mean_s(in_use, given_back);
  return summary;
}

std::vector<LaunchRing> longest_rings(const RunRecord& record, std::size_t most) {
  std::vector<const Launch*> launches;
  for (const auto& launch : record.launches) {
    if (record.timelines && record.timelines->has(launch.id)) launches.push_back(&launch);
  }
  std::ranges::stable_sort(launches, std::greater{}, &Launch::duration_s);
  std::vector<LaunchRing> rings;
  for (const auto* launch : launches) {
    if (rings.size() == most) break;
    auto timeline = timeline_of(record, *launch);
    if (const auto summary = transfer_summary(record, *timeline))
      rings.push_back({launch, *std::move(timeline), *summary});
  }
  return rings;
}

std::optional<BytesInFlight> bytes_in_flight(const Launch& launch, const ClockTimeline& timeline) {
  const double sms = launch.clock ? std::max(1U, launch.clock->sms) : 1;
  BytesInFlight bytes;
  for (const std::uint64_t interval : timeline.bytes_in_flight) {
    bytes.mean +=
        static_cast<double>(interval) / sms / static_cast<double>(timeline.bytes_in_flight.size());
    bytes.most = std::max(bytes.most, static_cast<double>(interval) / sms);
  }
  return bytes.most > 0 ? std::optional(bytes) : std::nullopt;
}

std::optional<double> bytes_for_peak(const RunRecord& record, double latency_s) {
  if (!(record.device.dram_bytes_per_s > 0) || record.device.sm_count == 0) return std::nullopt;
  return record.device.dram_bytes_per_s * latency_s / record.device.sm_count;
}

double time_of_cycle(const RunRecord& record, const Launch& launch, std::uint64_t cycle) {
  // Beside others it takes longer than the clock timed it.
  const double alone_s = launch.clock ? launch.clock->alone_s.value_or(0) : 0;
  const double stretch = alone_s > 0 ? launch.duration_s / alone_s : 1;
  return launch.start_s + static_cast<double>(cycle) / record.device.clock_hz * stretch;
}

}  // namespace warpscope::record
