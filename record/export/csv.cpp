#include "record/export/csv.h"

#include <fmt/format.h>

#include <set>

#include "record/alone.h"
#include "record/derived.h"
#include "record/export/csv_table.h"
#include "record/names.h"
#include "record/occupancy.h"
#include "record/ranges.h"
#include "record/sample.h"
#include "record/transfers.h"
#include "record/warp_states.h"

namespace warpscope::record {
namespace {

std::set<std::string> counter_names(std::span<const RunRecord> records) {
  std::set<std::string> names;
  for (const auto& record : records) {
    for (const auto& launch : record.launches) {
      for (const auto& [name, value] : launch.counters) names.insert(name);
    }
  }
  return names;
}

std::string_view times_label(const RunRecord& record) {
  return record.device.times == Provenance::measured ? "measured" : "modelled";
}

void add_counters(CsvTable& table, const std::set<std::string>& names, const Counters& counters) {
  for (const auto& name : names) {
    const auto found = counters.find(name);
    table.cell(found == counters.end() ? std::uint64_t{0} : found->second);
  }
}

/// Empty where the clock has not timed the launch.
void add_clock(CsvTable& table, const RunRecord& record, const Launch& launch) {
  constexpr double kPercent = 100;
  const auto percent = [](std::optional<double> share) {
    return share ? std::optional<double>(*share * kPercent) : std::nullopt;
  };
  if (!launch.clock) {
    for (int i = 0; i < 7; ++i) table.cell(std::string_view());
    return;
  }
  const Throughput throughput = throughput_of(*launch.clock);
  table.cell(percent(throughput.issue));
  table.cell(percent(throughput.memory));
  table.cell(percent(throughput.compute));
  table.cell(percent(achieved_occupancy(record, *launch.clock)));
  table.cell(largest_stall(launch.clock->warp_cycles));
  const auto timeline = timeline_of(record, launch);
  const auto in_flight = timeline ? bytes_in_flight(launch, *timeline) : std::nullopt;
  table.cell(in_flight ? std::optional(in_flight->mean) : std::nullopt);
  table.cell(in_flight ? std::optional(in_flight->most) : std::nullopt);
}

}  // namespace

std::string cases_to_csv(std::span<const RunRecord> records) {
  const auto names = counter_names(records);
  CsvTable table;
  for (const auto* heading :
       {"label", "device", "times", "case", "task", "verdict", "message", "sweep", "sweep_x",
        "useful_bytes", "kernel_s", "effective_bytes_per_s"}) {
    table.cell(std::string_view(heading));
  }
  for (const auto& name : names) table.cell(name);
  for (const auto& metric : derived_metrics()) table.cell(metric.name);
  table.end_row();
  for (const auto& record : records) {
    for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
      const auto& item = record.cases[i];
      const auto counters = case_counters(record, i);
      table.cell(record.program.label);
      table.cell(record.device.id);
      table.cell(times_label(record));
      table.cell(item.name);
      table.cell(item.task);
      table.cell(name(item.verdict));
      table.cell(item.message);
      table.cell(item.sweep);
      table.cell(item.sweep_x);
      table.cell(item.useful_bytes);
      table.cell(case_kernel_s(record, i));
      table.cell(effective_bandwidth_bytes_per_s(record, i));
      add_counters(table, names, counters);
      for (const auto& metric : derived_metrics()) table.cell(evaluate(metric, counters));
      table.end_row();
    }
  }
  return table.take();
}

std::string launches_to_csv(std::span<const RunRecord> records) {
  const auto names = counter_names(records);
  CsvTable table;
  for (const auto* heading : {"label",
                              "device",
                              "times",
                              "launch",
                              "case",
                              "kernel",
                              "grid_x",
                              "grid_y",
                              "grid_z",
                              "block_x",
                              "block_y",
                              "block_z",
                              "stream",
                              "start_s",
                              "duration_s",
                              "queued_s",
                              "alone_s",
                              "dram_bytes",
                              "is_finished",
                              "finished_blocks",
                              "sampled_blocks",
                              "launches",
                              "resident_blocks",
                              "occupancy",
                              "occupancy_limiter",
                              "machine_instructions",
                              "modelled_issue_slots_percent",
                              "modelled_memory_throughput_percent",
                              "modelled_compute_throughput_percent",
                              "modelled_achieved_occupancy_percent",
                              "modelled_largest_stall",
                              "modelled_bytes_in_flight_of_sm",
                              "modelled_most_bytes_in_flight_of_sm",
                              "ranges"}) {
    table.cell(std::string_view(heading));
  }
  for (const auto& name : names) table.cell(name);
  table.end_row();
  for (const auto& record : records) {
    for (const auto& launch : record.launches) {
      const bool has_case = launch.case_index && *launch.case_index < record.cases.size();
      table.cell(record.program.label);
      table.cell(record.device.id);
      table.cell(times_label(record));
      table.cell(std::uint64_t{launch.id});
      table.cell(has_case ? std::string_view(record.cases[*launch.case_index].name)
                          : std::string_view());
      table.cell(launch.kernel);
      for (const auto size : {launch.grid.x, launch.grid.y, launch.grid.z, launch.block.x,
                              launch.block.y, launch.block.z, launch.stream}) {
        table.cell(std::uint64_t{size});
      }
      table.cell(launch.start_s);
      table.cell(launch.duration_s);
      table.cell(launch.queued_s);
      table.cell(alone_s(launch));
      table.cell(launch.dram_bytes);
      const bool is_finished = !launch.is_stopped.value_or(false);
      table.cell(std::uint64_t{is_finished});
      std::optional<double> finished;
      if (is_finished) {
        finished = static_cast<double>(blocks_to_run(launch));
      } else if (launch.finished_blocks) {
        finished = static_cast<double>(*launch.finished_blocks);
      }
      table.cell(finished);
      table.cell(launch.sampled_blocks
                     ? std::optional<double>(static_cast<double>(*launch.sampled_blocks))
                     : std::nullopt);
      table.cell(launch.count);
      const auto occupancy = occupancy_of(record, launch);
      table.cell(occupancy ? std::optional<double>(occupancy->blocks) : std::nullopt);
      table.cell(occupancy ? std::optional<double>(occupancy->share) : std::nullopt);
      table.cell(occupancy ? occupancy->limiter : std::string_view());
      table.cell(launch.machine_instructions ? name(*launch.machine_instructions)
                                             : std::string_view());
      add_clock(table, record, launch);
      table.cell(ranges_text(record, launch.ranges));
      add_counters(table, names, launch.counters);
      table.end_row();
    }
  }
  return table.take();
}

std::string stalls_to_csv(std::span<const RunRecord> records) {
  CsvTable table;
  for (const auto* heading : {"label", "launch", "kernel", "file", "line"})
    table.cell(std::string_view(heading));
  for (const auto& state : warp_states()) table.cell(state.name);
  for (const auto* heading :
       {"waits_for_file", "waits_for_line", "waits_for_cycles", "waits_for_times"})
    table.cell(std::string_view(heading));
  table.end_row();
  for (const auto& record : records) {
    for (const auto& launch : record.launches) {
      if (!launch.clock) continue;
      for (const auto& line : launch.clock->lines) {
        table.cell(record.program.label);
        table.cell(std::uint64_t{launch.id});
        table.cell(launch.kernel);
        table.cell(line.where.file);
        table.cell(std::uint64_t{line.where.line});
        for (const auto& state : warp_states()) {
          const auto found = line.warp_cycles.find(state.name);
          table.cell(found == line.warp_cycles.end() ? std::uint64_t{0} : found->second);
        }
        const ClockedLaunch::Cause none;
        const auto& cause = line.waits_for.empty() ? none : line.waits_for.front();
        table.cell(cause.where.file);
        table.cell(std::uint64_t{cause.where.line});
        table.cell(cause.cycles);
        table.cell(cause.times);
        table.end_row();
      }
    }
  }
  return table.take();
}

}  // namespace warpscope::record
