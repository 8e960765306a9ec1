#include "runner/metrics/resident_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "record/kernel_name.h"
#include "record/occupancy.h"

namespace warpscope::runner {
namespace {

using record::Launch;
using record::RunRecord;

std::optional<double> occupancy_percent(const RunRecord& record, const Launch& launch) {
  const auto occupancy = record::occupancy_of(record, launch);
  return occupancy ? std::optional(100 * occupancy->share) : std::nullopt;
}

std::optional<double> waves(const RunRecord& record, const Launch& launch) {
  const auto occupancy = record::occupancy_of(record, launch);
  const double places = occupancy ? double(occupancy->blocks) * record.device.sm_count : 0;
  if (places <= 0) return std::nullopt;
  return double(launch.grid.x) * launch.grid.y * launch.grid.z / places;
}

std::optional<double> registers(const RunRecord&, const Launch& launch) {
  return launch.machine_code ? std::optional<double>(launch.machine_code->registers) : std::nullopt;
}

std::optional<double> spilled_bytes(const RunRecord&, const Launch& launch) {
  return launch.machine_code ? std::optional<double>(launch.machine_code->spilled_bytes)
                             : std::nullopt;
}

constexpr std::array kResidentMetrics{
    ResidentMetric{case_metric::kOccupancy, "occupancy", "% of warps", occupancy_percent, true},
    ResidentMetric{case_metric::kWaves, "waves", "waves", waves},
    ResidentMetric{case_metric::kRegistersPerThread, "registers per thread", "registers",
                   registers},
    ResidentMetric{case_metric::kSpilledBytes, "spilled registers", "bytes/thread", spilled_bytes},
};

/// The launch whose value counts.
const Launch* deciding_launch(const ResidentMetric& metric, const RunRecord& record,
                              std::span<const std::uint32_t> cases, Counted counted) {
  const Launch* deciding = nullptr;
  double decisive = 0;
  for (const auto& launch : record.launches) {
    const bool is_mine = launch.case_index &&
                         std::ranges::find(cases, *launch.case_index) != cases.end() &&
                         is_counted(launch, counted);
    const auto value = is_mine ? metric.value(record, launch) : std::nullopt;
    if (!value) continue;
    const bool is_first = deciding == nullptr;
    if (!is_first && (metric.is_least ? *value >= decisive : *value <= decisive)) continue;
    deciding = &launch;
    decisive = *value;
  }
  return deciding;
}

}  // namespace

std::span<const ResidentMetric> resident_metrics() { return kResidentMetrics; }

const ResidentMetric* find_resident_metric(std::string_view name) {
  const auto found = std::ranges::find(kResidentMetrics, name, &ResidentMetric::name);
  return found == kResidentMetrics.end() ? nullptr : &*found;
}

std::optional<double> resident_value(const ResidentMetric& metric, const RunRecord& record,
                                     std::span<const std::uint32_t> cases, Counted counted) {
  const auto* launch = deciding_launch(metric, record, cases, counted);
  return launch == nullptr ? std::nullopt : metric.value(record, *launch);
}

std::string resident_reason(const ResidentMetric& metric, const RunRecord& record,
                            std::span<const std::uint32_t> cases) {
  const auto* launch = deciding_launch(metric, record, cases, Counted::all);
  const auto occupancy = launch == nullptr ? std::nullopt : record::occupancy_of(record, *launch);
  if (!occupancy) return {};
  const auto needs = record::needs_of_block(*launch);
  const auto of_registers =
      needs.registers == 0 ? std::string() : fmt::format(" with {} registers", needs.registers);
  return fmt::format(
      "; {}, {} blocks of {} threads{}: a multiprocessor holds {} at a time, limited by {}",
      record::short_kernel_name(launch->kernel),
      std::uint64_t{launch->grid.x} * launch->grid.y * launch->grid.z, needs.threads, of_registers,
      occupancy->blocks, occupancy->limiter);
}

}  // namespace warpscope::runner
