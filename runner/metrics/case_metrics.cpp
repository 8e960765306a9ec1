#include "runner/metrics/case_metrics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "record/alone.h"
#include "record/capabilities.h"
#include "record/derived.h"
#include "record/metrics.h"
#include "record/sample.h"
#include "runner/metrics/carried_share.h"
#include "runner/metrics/phase_metrics.h"
#include "runner/metrics/resident_metrics.h"
#include "runner/metrics/timeline.h"

namespace warpscope::runner {
namespace {

struct Totals {
  record::Counters counters;
  double useful_bytes = 0;
  double moved_bytes = 0;  ///< by every way
  double requests = 0;     ///< the same
  double from_host = 0;    ///< bytes
  double kernel_s = 0;
  double launches = 0, blocks = 0, warps = 0, threads = 0;  ///< of the launches
  std::optional<double> shared_bytes;         ///< of a block; nothing without launches
  const record::RunRecord* record = nullptr;  ///< of `cases`
  std::span<const std::uint32_t> cases;
  Counted counted = Counted::all;
};

constexpr double kSectorBytes = 32;
constexpr double kMostBytesOfARequest = 512;  ///< 16 for each lane

using Names = std::span<const std::string_view>;
using namespace record::metric;

constexpr std::array kMovedSectors{kLoadSectors,      kStoreSectors, kAtomicSectors,
                                   kReductionSectors, kImageSectors, kBulkCopySectors};
constexpr std::array kRequests{kLoadRequests,      kStoreRequests,      kAtomicRequests,
                               kReductionRequests, kAsynchronousCopies, kImageRequests};
constexpr std::array kMovingRequests{kLoadRequests,      kStoreRequests,      kAtomicRequests,
                                     kReductionRequests, kAsynchronousCopies, kImageRequests,
                                     kBulkCopies,        kBulkCopySectors};
constexpr std::array kSectorsOfAtomics{kAtomicSectors, kReductionSectors, kOtherReductionSectors};
constexpr std::array kRequestsOfAtomics{kAtomicRequests, kReductionRequests,
                                        kOtherReductionRequests};
constexpr std::array kOfInstructions{kInstructions};

double value_of(const record::Counters& counters, std::string_view name) {
  return record::metric_value(name, counters).value_or(0);
}

/// What a launch moved through global memory: each sector of each request, and no less than the
/// sectors that it touched.
double moved_by(const record::Launch& launch) {
  double sectors = 0;
  for (const auto name : kMovedSectors) sectors += value_of(launch.counters, name);
  const bool is_known = launch.read_sectors > 0;
  const auto touched = static_cast<double>(launch.read_sectors + launch.written_sectors);
  return kSectorBytes * (is_known ? std::max(sectors, touched) : sectors);
}

/// What a copy from one place of the device to another moved.
double moved_by(const record::Transfer& transfer) {
  if (transfer.kind != record::Transfer::Kind::device_to_device) return 0;
  if (transfer.touched_sectors == 0) return 2 * static_cast<double>(transfer.size_bytes);
  return kSectorBytes * static_cast<double>(transfer.touched_sectors);
}

/// The requests of warps that would have moved as much, at their best; no less than there were.
double requests_for(double moved_bytes, double operations) {
  return std::max(operations, moved_bytes / kMostBytesOfARequest);
}

double requests_of(const record::Launch& launch) {
  double requests = 0;
  for (const auto name : kRequests) requests += value_of(launch.counters, name);
  const auto bulk_bytes = kSectorBytes * value_of(launch.counters, kBulkCopySectors);
  return requests + requests_for(bulk_bytes, value_of(launch.counters, kBulkCopies));
}

double requests_of(const record::Transfer& transfer) {
  if (transfer.kind != record::Transfer::Kind::device_to_device) return 0;
  return requests_for(moved_by(transfer), static_cast<double>(transfer.count));
}

double from_host(const record::Transfer& transfer) {
  return transfer.kind == record::Transfer::Kind::host_to_device
             ? static_cast<double>(transfer.size_bytes)
             : 0;
}

double volume(const record::Dim3& size) { return double(size.x) * size.y * size.z; }

void add_shape(const record::Launch& launch, Totals& totals) {
  constexpr double kWarp = 32;
  const auto blocks = static_cast<double>(record::blocks_to_run(launch));
  const double threads = volume(launch.block);
  totals.blocks += blocks;
  totals.threads += blocks * threads;
  totals.warps += blocks * std::ceil(threads / kWarp);
}

/// Instructions whose results nothing needed are no work for the answer.
void leave_out_without_use(record::Counters& counters) {
  using namespace record::metric;
  const auto leave_out = [&](std::string_view of, std::string_view without_use) {
    const auto all = counters.find(of), unneeded = counters.find(without_use);
    if (all != counters.end() && unneeded != counters.end())
      all->second -= std::min(all->second, unneeded->second);
  };
  leave_out(kInstructions, kInstructionsWithoutUse);
  leave_out(kThreadInstructions, kThreadInstructionsWithoutUse);
}

Totals totals_of(const record::RunRecord& record, std::span<const std::uint32_t> cases,
                 Counted counted) {
  Totals totals;
  totals.record = &record;
  totals.cases = cases;
  totals.counted = counted;
  for (const auto index : cases) {
    if (index < record.cases.size()) {
      totals.useful_bytes += static_cast<double>(record.cases[index].useful_bytes);
    }
  }
  const auto is_mine = [&](const auto& operation) {
    return operation.case_index && std::ranges::find(cases, *operation.case_index) != cases.end() &&
           is_counted(operation, counted);
  };
  for (const auto& transfer : record.transfers) {
    if (!is_mine(transfer)) continue;
    totals.moved_bytes += moved_by(transfer);
    totals.requests += requests_of(transfer);
    totals.from_host += from_host(transfer);
  }
  for (const auto& launch : record.launches) {
    if (!is_mine(launch)) continue;
    for (const auto& [name, value] : launch.counters) totals.counters[name] += value;
    totals.kernel_s += record::alone_s(launch);
    totals.launches += static_cast<double>(launch.count);
    add_shape(launch, totals);
    totals.moved_bytes += moved_by(launch);
    totals.requests += requests_of(launch);
    totals.from_host += static_cast<double>(launch.bytes_from_host);
    const double bytes = double(launch.static_shared_bytes) + launch.dynamic_shared_bytes;
    totals.shared_bytes = std::max(totals.shared_bytes.value_or(0), bytes);
  }
  if (counted == Counted::used) leave_out_without_use(totals.counters);
  return totals;
}

double sum(const Totals& totals, Names names) {
  double total = 0;
  for (const auto name : names) total += value_of(totals.counters, name);
  return total;
}

std::optional<double> ratio(double numerator, double denominator) {
  if (denominator <= 0) return std::nullopt;
  return numerator / denominator;
}

std::optional<double> bytes_moved_per_useful_byte(const Totals& totals, const record::Device&) {
  return ratio(totals.moved_bytes, totals.useful_bytes);
}
std::optional<double> useful_bytes_per_request(const Totals& totals, const record::Device&) {
  return ratio(totals.useful_bytes, totals.requests);
}
std::optional<double> atomic_sectors(const Totals& totals, const record::Device&) {
  return sum(totals, kSectorsOfAtomics);
}
std::optional<double> atomic_requests(const Totals& totals, const record::Device&) {
  return sum(totals, kRequestsOfAtomics);
}
std::optional<double> instructions_per_128_useful_bytes(const Totals& totals,
                                                        const record::Device&) {
  return ratio(
      128 * record::metric_value(record::metric::kInstructions, totals.counters).value_or(0),
      totals.useful_bytes);
}
std::optional<double> effective_bandwidth(const Totals& totals, const record::Device&) {
  return ratio(totals.useful_bytes, totals.kernel_s);
}
std::optional<double> effective_bandwidth_percent(const Totals& totals,
                                                  const record::Device& device) {
  const auto bandwidth = ratio(totals.useful_bytes, totals.kernel_s);
  return bandwidth ? ratio(100 * *bandwidth, device.dram_bytes_per_s) : std::nullopt;
}

std::optional<double> shared_bytes_per_block(const Totals& totals, const record::Device&) {
  return totals.shared_bytes;
}

std::optional<double> transfer_share(const Totals& totals, const record::Device&) {
  return use_with_transfer_under_way(*totals.record, totals.cases, totals.counted);
}

std::optional<double> carried_share(const Totals& totals, const record::Device&) {
  return 100 * carried_by_dma_warps(*totals.record, totals.cases, totals.counted);
}
std::optional<double> stages_of_rings(const Totals& totals, const record::Device&) {
  return ring_stages(*totals.record, totals.cases, totals.counted);
}
std::optional<double> dma_warps_of_rings(const Totals& totals, const record::Device&) {
  return ring_dma_warps(*totals.record, totals.cases, totals.counted);
}

std::optional<double> launches(const Totals& totals, const record::Device&) {
  return totals.launches;
}
std::optional<double> blocks_launched(const Totals& totals, const record::Device&) {
  return totals.blocks;
}
std::optional<double> threads_launched(const Totals& totals, const record::Device&) {
  return totals.threads;
}
std::optional<double> warps_launched(const Totals& totals, const record::Device&) {
  return totals.warps;
}

std::optional<double> bytes_from_host(const Totals& totals, const record::Device&) {
  return totals.from_host;
}

std::optional<double> correct_cases(const Totals& totals, const record::Device&) {
  const auto right = std::ranges::count_if(totals.cases, [&](std::uint32_t index) {
    return index < totals.record->cases.size() &&
           totals.record->cases[index].verdict == record::Case::Verdict::correct;
  });
  return ratio(100 * static_cast<double>(right), static_cast<double>(totals.cases.size()));
}

std::optional<double> result_spread(const Totals& totals, const record::Device&) {
  std::optional<double> largest;
  for (const auto index : totals.cases) {
    if (index >= totals.record->cases.size()) continue;
    const auto& spread = totals.record->cases[index].result_spread_ulp;
    if (spread) largest = std::max(largest.value_or(0), *spread);
  }
  return largest;
}

struct CaseMetric {
  std::string_view name, short_name, unit;
  std::optional<double> (*value)(const Totals&, const record::Device&);
  Names counters{};  ///< that it is made of
};

constexpr std::array kCaseMetrics{
    CaseMetric{case_metric::kBytesMovedPerUsefulByte, "bytes moved per useful byte", "bytes/byte",
               bytes_moved_per_useful_byte, kMovedSectors},
    CaseMetric{case_metric::kUsefulBytesPerRequest, "useful bytes per request", "bytes/request",
               useful_bytes_per_request, kMovingRequests},
    CaseMetric{case_metric::kAtomicSectorsOfAll, "turns", "sectors", atomic_sectors,
               kSectorsOfAtomics},
    CaseMetric{case_metric::kAtomicRequestsOfAll, "requests of atomics and reductions", "requests",
               atomic_requests, kRequestsOfAtomics},
    CaseMetric{case_metric::kInstructionsPer128UsefulBytes,
               "warp instructions per 128 useful bytes", "instructions/128 bytes",
               instructions_per_128_useful_bytes, kOfInstructions},
    CaseMetric{case_metric::kEffectiveBandwidth, "useful bandwidth", "bytes/s",
               effective_bandwidth},
    CaseMetric{case_metric::kEffectiveBandwidthPercent, "useful bandwidth", "% of peak",
               effective_bandwidth_percent},
    CaseMetric{case_metric::kSharedBytesPerBlock, "shared memory per block", "bytes",
               shared_bytes_per_block},
    CaseMetric{case_metric::kLaunches, "launches", "launches", launches},
    CaseMetric{case_metric::kBlocksLaunched, "blocks", "blocks", blocks_launched},
    CaseMetric{case_metric::kThreadsLaunched, "threads", "threads", threads_launched},
    CaseMetric{case_metric::kWarpsLaunched, "warps", "warps", warps_launched},
    CaseMetric{case_metric::kBytesFromHost, "bytes from the host", "bytes", bytes_from_host},
    CaseMetric{case_metric::kCorrectCases, "right cases", "% of cases", correct_cases},
    CaseMetric{case_metric::kResultSpread, "spread of the results", "units in the last place",
               result_spread},
    CaseMetric{case_metric::kCarriedByDmaWarps, "carried by DMA warps",
               "% of what is brought to shared memory", carried_share},
    CaseMetric{case_metric::kRingStages, "stages of a ring", "stages", stages_of_rings},
    CaseMetric{case_metric::kRingDmaWarps, "DMA warps of a block's rings", "warps",
               dma_warps_of_rings},
    CaseMetric{case_metric::kUseWithTransferUnderWay, "use with a transfer under way", "of 1",
               transfer_share},
};

const CaseMetric* find(std::string_view name) {
  for (const auto& metric : kCaseMetrics) {
    if (metric.name == name) return &metric;
  }
  return nullptr;
}

}  // namespace

std::vector<std::string_view> case_metric_names() {
  auto names = record::metric_names();
  for (const auto& metric : kCaseMetrics) names.push_back(metric.name);
  for (const auto& metric : resident_metrics()) names.push_back(metric.name);
  for (const auto& metric : timeline_metrics()) names.push_back(metric.name);
  return names;
}

std::string_view case_metric_unit(std::string_view name) {
  if (const auto* metric = find(name)) return metric->unit;
  if (const auto* metric = find_resident_metric(name)) return metric->unit;
  if (const auto* metric = find_timeline_metric(name)) return metric->unit;
  return record::metric_unit(name);
}

std::string_view case_metric_short_name(std::string_view name) {
  if (const auto* metric = find(name)) return metric->short_name;
  if (const auto* metric = find_resident_metric(name)) return metric->short_name;
  if (const auto* metric = find_timeline_metric(name)) return metric->short_name;
  return record::metric_short_name(name);
}

std::optional<double> measured_value(const record::MeasuredCurve::Point& point,
                                     std::string_view metric) {
  constexpr double kMicroseconds = 1e6;
  if (metric == case_metric::kEffectiveBandwidth && point.bytes_per_s > 0) return point.bytes_per_s;
  if (metric == timeline_metric::kSpan && point.call_s > 0) return point.call_s * kMicroseconds;
  if (metric == case_metric::kResultSpread) return point.result_spread_ulp;
  return std::nullopt;
}

bool is_made_of_times(std::string_view name) {
  if (const auto* metric = find_timeline_metric(name)) return metric->is_made_of_times;
  return name == case_metric::kEffectiveBandwidth ||
         name == case_metric::kEffectiveBandwidthPercent ||
         name == case_metric::kUseWithTransferUnderWay;
}

bool is_absolute_time(std::string_view name) {
  return name == case_metric::kEffectiveBandwidth || name == timeline_metric::kSpan;
}

bool is_about_what_is_at_once(std::string_view name) {
  const auto* metric = find_timeline_metric(name);
  return metric != nullptr && metric->is_made_of_times && !is_absolute_time(name);
}

bool is_about_timeline(std::string_view name) { return find_timeline_metric(name) != nullptr; }

std::string_view left_out_counter(const record::Device& device, std::string_view metric) {
  const auto first_of = [&](Names names) -> std::string_view {
    const auto found =
        std::ranges::find_if(names, [&](auto name) { return !record::counts(device, name); });
    return found == names.end() ? std::string_view() : *found;
  };
  if (find_timeline_metric(metric) != nullptr || find_resident_metric(metric) != nullptr) return {};
  if (const auto* of_cases = find(metric)) return first_of(of_cases->counters);
  const auto* ratio = record::find_derived_metric(metric);
  if (ratio == nullptr) return record::counts(device, metric) ? std::string_view() : metric;
  for (const auto names : {ratio->numerator, ratio->denominator, ratio->denominator_minus}) {
    if (const auto found = first_of(names); !found.empty()) return found;
  }
  return {};
}

std::optional<double> case_metric_value(const record::RunRecord& record,
                                        std::span<const std::uint32_t> cases, std::string_view name,
                                        Counted counted) {
  if (const auto* metric = find_timeline_metric(name)) {
    return metric->value(timeline_of(record, cases, counted));
  }
  if (const auto* metric = find_resident_metric(name))
    return resident_value(*metric, record, cases, counted);
  const auto totals = totals_of(record, cases, counted);
  if (const auto* metric = find(name)) return metric->value(totals, record.device);
  return record::metric_value(name, totals.counters);
}

}  // namespace warpscope::runner
