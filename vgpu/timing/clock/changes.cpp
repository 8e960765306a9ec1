#include "vgpu/timing/clock/changes.h"

#include <algorithm>
#include <vector>

#include "vgpu/timing/clock/line_cache.h"

namespace warpscope::timing {
namespace {

using Kind = exec::AccessSite::Kind;

/// So many times a rate is more than any launch asks for, and still a whole number of ticks.
constexpr double kAnyNumber = 1e6;

bool is_of_global_memory(Kind kind) {
  return kind == Kind::global_load || kind == Kind::global_store;
}

bool is_of_shared_memory(Kind kind) {
  return kind == Kind::shared_load || kind == Kind::shared_store || kind == Kind::shared_atomic ||
         kind == Kind::matrix_load || kind == Kind::matrix_store;
}

void answer_at_once(arch::ClockFigures& clock) {
  auto& caches = clock.caches;
  caches.l2_hit_cycles = caches.l2_asked_cycles = caches.handed_over_cycles = 0;
  clock.dram.latency_cycles = clock.dram.page_walk_cycles = 0;
  clock.atomics.to_l2_cycles = clock.atomics.result_cycles = 0;
}

void serve_any_number(arch::Profile& profile) {
  auto& caches = profile.clock.caches;
  caches.l2_bytes_per_cycle *= kAnyNumber;
  caches.l2_scattered_sectors_per_cycle *= kAnyNumber;
  caches.l2_to_sm_sectors_per_cycle *= kAnyNumber;
  caches.sm_to_l2_sectors_per_cycle *= kAnyNumber;
  profile.memory.dram_bytes_per_s *= kAnyNumber;
}

}  // namespace

std::string_view name(Change change) {
  constexpr std::array<std::string_view, kChanges.size()> kNames = {
      "no_bank_conflicts", "fewest_sectors",   "no_memory_latency", "unlimited_memory",
      "no_barrier_waits",  "no_atomic_queues", "full_occupancy",    "unlimited_units",
      "code_is_there",     "no_launch_cost"};
  return kNames[static_cast<std::size_t>(change)];
}

arch::Profile changed_profile(const arch::Profile& profile, Change change) {
  arch::Profile changed = profile;
  arch::ClockFigures& clock = changed.clock;
  switch (change) {
    case Change::no_memory_latency:
      answer_at_once(clock);
      break;
    case Change::unlimited_memory:
      serve_any_number(changed);
      break;
    case Change::no_atomic_queues:
      changed.memory.atomic_sector_s = changed.memory.float_atomic_s = 0;
      break;
    case Change::unlimited_units: {
      const auto pipes = clock.pipes;
      clock.pipes = {};
      clock.pipes.taken_branch_cycles = pipes.taken_branch_cycles;
      clock.pipes.return_cycles = pipes.return_cycles;
      clock.pipes.reconvergence_cycles = pipes.reconvergence_cycles;
      clock.pipes.exit_cycles = pipes.exit_cycles;
      break;
    }
    case Change::code_is_there:
      clock.fetch.first_line_cycles = clock.fetch.next_line_cycles = 0;
      clock.fetch.first_constant_cycles = 0;
      clock.fetch.parameter_line_cycles = clock.fetch.constant_line_cycles = 0;
      break;
    case Change::no_launch_cost:
      clock.grid = {};
      break;
    case Change::no_bank_conflicts:
    case Change::fewest_sectors:
    case Change::no_barrier_waits:
    case Change::full_occupancy:
      break;
  }
  return changed;
}

std::uint32_t resident_blocks(const arch::Multiprocessor& sm, const arch::BlockNeeds& block,
                              std::optional<Change> without) {
  arch::BlockNeeds needs = block;
  if (without == Change::full_occupancy) {
    needs.registers = 0;
    needs.shared_bytes = 0;
  }
  const arch::Occupancy room = arch::occupancy(sm, needs);
  const std::uint32_t blocks =
      without == Change::full_occupancy
          ? std::min(room.room_by(arch::Limiter::blocks), room.room_by(arch::Limiter::threads))
          : room.blocks();
  return std::max(1U, blocks);
}

void ChangedRequests::apply(WarpRequests& warp, std::span<const exec::AccessSite> sites) {
  if (!without_) return;
  for (Request& request : warp.requests) {
    if (request.kind == Request::Kind::barrier) {
      if (without_ == Change::no_barrier_waits) request.waits = false;
      continue;
    }
    if (request.kind != Request::Kind::access) continue;
    const Kind kind = sites[request.site].kind;
    if (without_ == Change::no_bank_conflicts && is_of_shared_memory(kind))
      request.wavefronts = std::min(request.wavefronts, request.least);
    if (without_ == Change::fewest_sectors && is_of_global_memory(kind)) keep_fewest(warp, request);
  }
}

/// Which sectors the data would lie in is not known. So warps that ask for the same ones take
/// turns: each keeps as many as its data need, the next warp the next ones. Together they touch
/// what they touched before, or as much as they need where that is less. What a warp keeps is put
/// side by side, into lines of its own, so that sectors of other warps are in its place nowhere.
void ChangedRequests::keep_fewest(WarpRequests& warp, Request& request) {
  constexpr std::size_t kMostTurns = std::size_t{1} << 20;
  const auto lines = std::span(warp.lines).subspan(request.first_line, request.lines);
  struct Sector {
    std::uint64_t line = 0;
    std::uint32_t place = 0;  ///< in the line
  };
  std::vector<Sector> sectors;
  for (const LineRequest& line : lines) {
    for (std::uint32_t place = 0; place < kLineSectors; ++place) {
      if ((line.sectors >> place & 1) != 0) sectors.push_back({line.line, place});
    }
  }
  const std::size_t least = std::max<std::size_t>(1, request.least);
  if (sectors.size() <= least) return;
  const Sector& first = sectors.front();
  const std::uint64_t key = (first.line * kLineSectors + first.place) << 8 | sectors.size();
  if (turns_.size() > kMostTurns) turns_.clear();
  const std::size_t turn = turns_[key]++ % (sectors.size() / least);
  const auto kept = std::span(sectors).subspan(turn * least, least);
  std::vector<std::uint64_t> own;
  for (const Sector& sector : kept) {
    if (own.empty() || own.back() != sector.line) own.push_back(sector.line);
  }
  // Sectors in one column of `least` lines, and those of the three other columns, fill these lines.
  std::size_t count = 0;
  for (std::size_t i = 0; i < least; ++i) {
    const std::size_t place = kept.front().place * least + i;
    const std::uint64_t line = own[place / kLineSectors % own.size()];
    const auto bit = std::uint64_t{1} << (place % kLineSectors);
    if (count == 0 || lines[count - 1].line != line || (lines[count - 1].sectors & bit) != 0) {
      if (count == lines.size()) break;
      lines[count] = {line, 0, 1};
      ++count;
    }
    lines[count - 1].sectors |= bit;
  }
  request.lines = static_cast<std::uint32_t>(count);
  request.sectors = static_cast<std::uint8_t>(std::min<std::size_t>(least, 255));
  // Side by side a line's sectors are in banks of their own.
  request.bank_words = static_cast<std::uint8_t>(
      std::min<std::size_t>(request.bank_words, (least + kLineSectors - 1) / kLineSectors));
}

}  // namespace warpscope::timing
