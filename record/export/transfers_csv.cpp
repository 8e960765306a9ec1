#include "record/export/transfers_csv.h"

#include "record/export/csv_table.h"
#include "record/transfers.h"

namespace warpscope::record {
namespace {

void add_row(CsvTable& table, const RunRecord& record, const Launch& launch,
             const ClockTimeline::Transfer& transfer) {
  const auto cycle_or_nothing = [](std::uint64_t cycle) {
    return cycle == 0 ? std::string() : std::to_string(cycle);
  };
  table.cell(record.program.label);
  table.cell(std::uint64_t{launch.id});
  table.cell(launch.kernel);
  table.cell(transfer.block);
  table.cell(std::uint64_t{transfer.stage});
  table.cell(in_words(transfer.kind));
  table.cell(warps_text(transfer.asking_warps));
  table.cell(warps_text(transfer.using_warps));
  table.cell(transfer.requests);
  table.cell(transfer.bytes);
  table.cell(transfer.latency_cycles);
  table.cell(transfer.asked_cycle);
  table.cell(transfer.arrived_cycle);
  table.cell(cycle_or_nothing(transfer.used_cycle));
  table.cell(cycle_or_nothing(transfer.given_back_cycle));
  table.cell(record.device.clock_hz > 0
                 ? std::optional(time_of_cycle(record, launch, transfer.asked_cycle))
                 : std::nullopt);
  table.end_row();
}

}  // namespace

std::string transfers_to_csv(std::span<const RunRecord> records) {
  CsvTable table;
  for (const auto* heading : {"label", "launch", "kernel", "block", "stage", "kind", "asked_by",
                              "used_by", "requests", "bytes", "latency_cycles", "asked_cycle",
                              "arrived_cycle", "used_cycle", "given_back_cycle", "asked_s"})
    table.cell(std::string_view(heading));
  table.end_row();
  for (const auto& record : records) {
    for (const auto& launch : record.launches) {
      const auto timeline = timeline_of(record, launch);
      if (!timeline) continue;
      for (const auto& transfer : timeline->transfers) add_row(table, record, launch, transfer);
    }
  }
  return table.take();
}

}  // namespace warpscope::record
