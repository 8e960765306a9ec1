#include "vgpu/timing/clock/launch_sample.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <variant>

#include "vgpu/counting/atomic_queues.h"
#include "vgpu/exec/program/kernel.h"
#include "vgpu/exec/trace/trace_reader.h"
#include "vgpu/timing/clock/line_cache.h"

namespace warpscope::timing {
namespace {

/// What is timed at least of a launch that is long. So much of a trace is a million instructions or
/// so. GPUs that are scaled down for labs, whose students wait for the result, need less of it.
struct Least {
  std::uint64_t sms, bytes;
};
constexpr std::uint64_t kSmsOfLarge = 64;
constexpr std::uint64_t kFewestBlocks = 4;  ///< for each SM of a small one
Least least_sample(std::uint64_t sms) {
  return sms < kSmsOfLarge ? Least{std::min<std::uint64_t>(sms, 4), 64 << 10} : Least{6, 3 << 19};
}

/// What blocks ask of the memory that all SMs share.
struct SharedUse {
  std::unordered_set<std::uint64_t> granules;                 ///< that they read
  std::unordered_map<std::uint64_t, std::uint64_t> in_parts;  ///< of L2: sectors of atomics

  void add(const exec::TracedAccess& access, exec::AccessSite::Kind kind,
           std::uint64_t granule_sectors) {
    using Kind = exec::AccessSite::Kind;
    const bool is_atomic = kind == Kind::global_atomic || kind == Kind::global_reduction;
    if (!is_atomic && kind != Kind::global_load && kind != Kind::asynchronous_copy) return;
    for (const exec::SectorRun& run : access.runs) {
      for (std::uint64_t sector = run.first; sector < run.first + run.count; ++sector) {
        if (is_atomic)
          ++in_parts[exec::atomic_part_of(sector / kLineSectors)];
        else
          granules.insert(sector / granule_sectors);
      }
    }
  }
  void add(const exec::BulkCopyRecord& copy, std::uint64_t granule_bytes) {
    if (copy.is_to_global || copy.is_within_shared || copy.bytes == 0) return;
    const std::uint64_t last = (copy.address + copy.bytes - 1) / granule_bytes;
    for (std::uint64_t granule = copy.address / granule_bytes; granule <= last; ++granule)
      granules.insert(granule);
  }
  std::uint64_t longest_queue() const {
    std::uint64_t longest = 0;
    for (const auto& [part, sectors] : in_parts) longest = std::max(longest, sectors);
    return longest;
  }
};

SharedUse shared_use(const std::vector<const exec::BlockTrace*>& blocks,
                     std::span<const exec::AccessSite> sites, std::uint32_t granule_bytes) {
  SharedUse use;
  for (const exec::BlockTrace* block : blocks) {
    for (std::size_t warp = 0; warp < block->warp_end.size(); ++warp) {
      exec::TraceReader reader(block->warp(warp));
      for (auto record = reader.next(); record; record = reader.next()) {
        if (const auto* access = std::get_if<exec::TracedAccess>(&*record))
          use.add(*access, sites[access->site].kind, granule_bytes / kSectorBytes);
        else if (const auto* copy = std::get_if<exec::BulkCopyRecord>(&*record))
          use.add(*copy, granule_bytes);
      }
    }
  }
  return use;
}

/// The column of a sample that is not simply one of the first ones: it has the longest trace of
/// all, if that is much longer than those of the first `columns`, and is the last of these
/// otherwise. A launch takes as long as the SM that has most to do.
std::uint64_t longest_column(const exec::LaunchTrace& trace, std::uint64_t sms,
                             std::uint64_t columns) {
  constexpr double kMuch = 1.05;
  std::vector<std::uint64_t> bytes(sms, 0);
  for (const auto& [number, block] : trace.blocks()) bytes[number % sms] += block.bytes.size();
  const auto first = std::span(bytes).first(columns);
  const auto longest = std::ranges::max_element(bytes);
  const auto of_first = static_cast<double>(*std::ranges::max_element(first));
  if (static_cast<double>(*longest) <= kMuch * of_first) return columns - 1;
  return static_cast<std::uint64_t>(longest - bytes.begin());
}

}  // namespace

Sample sample_of(const arch::Profile& profile, const exec::LaunchTrace& trace,
                 const TimedShape& shape) {
  const std::uint64_t sms = profile.sm.count;
  const Least least = least_sample(sms);
  const std::uint64_t used = std::clamp<std::uint64_t>(shape.blocks, 1, sms);
  // Columns of the grid: what one SM gets.
  std::uint64_t traced = 1;
  for (const auto& [number, block] : trace.blocks()) traced = std::max(traced, number % sms + 1);
  const double wanted = static_cast<double>(traced) * static_cast<double>(least.bytes) /
                        static_cast<double>(std::max<std::uint64_t>(1, trace.size_bytes()));
  auto columns = static_cast<std::uint64_t>(
      std::clamp(std::floor(wanted), static_cast<double>(std::min(traced, least.sms)),
                 static_cast<double>(traced)));
  // With few blocks a burst of one SM finds the memory free, and a share of it would be too slow.
  if (sms < kSmsOfLarge && shape.blocks < kFewestBlocks * sms) columns = traced;
  Sample sample;
  const std::uint64_t longest = longest_column(trace, sms, columns);
  for (const auto& [number, block] : trace.blocks()) {
    const std::uint64_t column = number % sms;
    if (column + 1 < columns || column == longest) sample.blocks.push_back(&block);
  }
  sample.sms = static_cast<std::uint32_t>(columns);
  if (columns == used) return sample;
  // SMs of the sample may have a block more than others.
  sample.share = sample.memory_share =
      std::clamp(static_cast<double>(sample.blocks.size()) / static_cast<double>(shape.blocks),
                 static_cast<double>(columns) / static_cast<double>(used), 1.0);
  // Data that all blocks share are read by the sample, too: it misses as often as all would, not as
  // its share would. Words that all change are as busy as with all.
  const SharedUse use = shared_use(sample.blocks, trace.sites(), profile.memory.dram_granule_bytes);
  if (shape.read_granules != 0)
    sample.memory_share = std::clamp(
        static_cast<double>(use.granules.size()) / static_cast<double>(shape.read_granules),
        sample.share, 1.0);
  if (const std::uint64_t own = use.longest_queue(); own != 0)
    sample.turns =
        std::clamp(static_cast<double>(shape.longest_atomic_queue) / static_cast<double>(own), 1.0,
                   1 / sample.share);
  return sample;
}

exec::LaunchTrace::Limits limits_of_trace(const arch::Profile& profile, const TimedShape& shape) {
  constexpr std::uint64_t kMostWarps = 1 << 16;
  constexpr std::uint64_t kMostTraceBytes = std::uint64_t{1} << 28;
  const std::uint64_t warps = shape.blocks * arch::warps_of(shape.block.threads);
  exec::LaunchTrace::Limits limits;
  limits.most_bytes = kMostTraceBytes;
  if (warps <= kMostWarps || shape.blocks <= profile.sm.count) return limits;
  limits.period = profile.sm.count;
  limits.count = std::clamp<std::uint64_t>(limits.period * kMostWarps / warps,
                                           std::min(limits.period, least_sample(limits.period).sms),
                                           limits.period);
  return limits;
}

std::optional<exec::LaunchTrace::Limits> least_limits_of_trace(const arch::Profile& profile,
                                                               const TimedShape& shape) {
  exec::LaunchTrace::Limits limits = limits_of_trace(profile, shape);
  const std::uint64_t sms = profile.sm.count;
  const std::uint64_t traced = limits.period <= 1 ? std::min(sms, shape.blocks) : limits.count;
  limits.period = sms;
  limits.count = std::min(sms, least_sample(sms).sms);
  if (limits.count >= traced) return std::nullopt;
  return limits;
}

}  // namespace warpscope::timing
