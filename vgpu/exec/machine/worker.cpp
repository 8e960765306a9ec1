#include "vgpu/exec/machine/worker.h"

#include <algorithm>
#include <iterator>

#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/machine/describe.h"
#include "vgpu/memory/written_bytes.h"

namespace warpscope::exec {
namespace {

// Long enough to cost nothing, short enough that a warp which spins on another one's flag is not
// noticed by the user.
constexpr std::int64_t kSliceInstructions = 1 << 16;

// The budget is looked at between slices, so none is longer than the whole of it.
std::int64_t slice_within(std::uint64_t budget) {
  if (budget == 0 || budget > std::uint64_t{kSliceInstructions}) return kSliceInstructions;
  return static_cast<std::int64_t>(budget);
}

bool is_canceled(LaunchContext& launch) {
  if (!launch.options.is_canceled) return false;
  const std::lock_guard lock(launch.canceling);
  return launch.options.is_canceled();
}

std::uint32_t thread_axis(const Dim3& shape, std::uint32_t thread, std::uint32_t axis) {
  return axis == 0   ? thread % shape.x
         : axis == 1 ? thread / shape.x % shape.y
                     : thread / (shape.x * shape.y);
}

std::uint32_t lane_value(const WarpEntry& entry, const Dim3& shape, std::uint32_t warp_index,
                         std::uint32_t lane) {
  const std::uint32_t bit = 1u << lane;
  switch (entry.kind) {
    case WarpEntry::Kind::thread_index:
      return thread_axis(shape, warp_index * kWarpSize + lane, entry.axis);
    case WarpEntry::Kind::lane:
      return lane;
    case WarpEntry::Kind::warp:
      return warp_index;
    case WarpEntry::Kind::lane_mask_eq:
      return bit;
    case WarpEntry::Kind::lane_mask_lt:
      return bit - 1;
    case WarpEntry::Kind::lane_mask_le:
      return bit | (bit - 1);
    case WarpEntry::Kind::lane_mask_ge:
      return ~(bit - 1);
    case WarpEntry::Kind::lane_mask_gt:
      return ~(bit | (bit - 1));
  }
  return 0;
}

}  // namespace

bool LaunchContext::reserve_state(AlignedBytes& place, std::uint64_t size_bytes) {
  if (size_bytes <= place.size_bytes()) return true;
  const std::uint64_t more = size_bytes - place.size_bytes();
  if (state_bytes.fetch_add(more) + more > options.most_state_bytes) {
    state_bytes -= more;
    return false;
  }
  place.reserve(size_bytes);
  return true;
}

std::uint64_t LaunchContext::state_bytes_of_block() const {
  const std::uint64_t warps = (configuration.block.count() + kWarpSize - 1) / kWarpSize;
  return warps * (kernel.preface_bytes() + kernel.functions.front().frame_bytes +
                  local_bytes * std::uint64_t{kWarpSize});
}

Worker::Worker(LaunchContext& launch, UndoLog* undo_log, std::uint32_t number)
    : footprint(undo_log, launch.options.wants_touched),
      slice_instructions(slice_within(launch.options.instruction_budget)),
      launch_(launch) {
  if (undo_log != nullptr) undo = std::make_unique<UndoWriter>(*undo_log, number);
  const Kernel& kernel = launch.kernel;
  access_counters.resize(kernel.sites.size());
  access_cache.resize(kernel.sites.size());
  if (launch.options.trace != nullptr) traced_counters.resize(kernel.sites.size());
  block_counters.resize(kernel.blocks.size());
  if (launch.options.l1_bytes != 0)
    l1 = std::make_unique<L1Caches>(launch.options.l1_bytes, launch.options.sm_count,
                                    kernel.sites.size());
  const std::uint64_t threads = launch.configuration.block.count();
  const auto warps = static_cast<std::uint32_t>((threads + kWarpSize - 1) / kWarpSize);
  warp_values.resize(warps);
  for (std::uint32_t warp = 0; warp < warps; ++warp) prepare_warp_values(warp);
}

void Worker::prepare_warp_values(std::uint32_t warp_index) {
  AlignedBytes& values = warp_values[warp_index];
  values.reserve(launch_.kernel.warp_bytes);
  for (const WarpEntry& entry : launch_.kernel.warp_entries) {
    auto* lanes =
        reinterpret_cast<std::uint32_t*>(values.data() + launch_.kernel.warp_bytes + entry.slot);
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      lanes[lane] = lane_value(entry, launch_.configuration.block, warp_index, lane);
  }
}

std::unique_ptr<WarpStorage> Worker::take_warp() {
  if (free_warps_.empty()) return std::make_unique<WarpStorage>();
  // The one that ended last: its registers are in the cache.
  std::unique_ptr<WarpStorage> warp = std::move(free_warps_.back());
  free_warps_.pop_back();
  return warp;
}

void Worker::give_back(std::unique_ptr<WarpStorage> warp) {
  free_warps_.push_back(std::move(warp));
}

void Worker::keep(const StagePhases& phases) {
  stage_phases.insert(stage_phases.end(), phases.kept().begin(), phases.kept().end());
  stage_phases_left_out += phases.left_out();
}

WorkerState Worker::save() const {
  return {access_counters, block_counters,        output,     unmet_arrival,
          stage_phases,    stage_phases_left_out, unreported, launch_.executed.load(),
          longest_warp,    slice_instructions,    time_tables};
}

void Worker::restore(const WorkerState& state) {
  // In place: the warps know where the counters are.
  std::copy(state.access_counters.begin(), state.access_counters.end(), access_counters.begin());
  std::copy(state.block_counters.begin(), state.block_counters.end(), block_counters.begin());
  output = state.output;
  unmet_arrival = state.unmet_arrival;
  stage_phases = state.stage_phases;
  stage_phases_left_out = state.stage_phases_left_out;
  unreported = state.unreported;
  launch_.executed = state.executed;
  longest_warp = state.longest_warp;
  slice_instructions = state.slice_instructions;
  time_tables = state.time_tables;
}

void Worker::take_counts(Worker& other) {
  for (std::size_t i = 0; i < access_counters.size(); ++i) {
    access_counters[i].add(other.access_counters[i]);
    other.access_counters[i] = {};
    if (traced_counters.empty()) continue;
    traced_counters[i].add(other.traced_counters[i]);
    other.traced_counters[i] = {};
  }
  for (std::size_t i = 0; i < block_counters.size(); ++i) {
    block_counters[i].executions += other.block_counters[i].executions;
    block_counters[i].lanes += other.block_counters[i].lanes;
    other.block_counters[i] = {};
  }
  time_tables.take(other.time_tables);
  if (other.unmet_arrival && (!unmet_arrival || other.unmet_arrival->block < unmet_arrival->block))
    unmet_arrival = other.unmet_arrival;
  other.unmet_arrival.reset();
  stage_phases.insert(stage_phases.end(), other.stage_phases.begin(), other.stage_phases.end());
  other.stage_phases.clear();
  stage_phases_left_out += other.stage_phases_left_out;
  other.stage_phases_left_out = 0;
  output += other.output;
  other.output.clear();
  launch_.executed += other.unreported;
  other.unreported = 0;
  longest_warp = std::max(longest_warp, other.longest_warp);
  other.longest_warp = 0;
}

void Worker::take_footprint(Worker& other) { others_.push_back(std::move(other.footprint)); }

Footprint::Counts Worker::count_footprints() {
  if (others_.empty()) return footprint.count();
  footprint.close();
  footprint.keep();
  std::vector<const Footprint*> all{&footprint};
  for (const Footprint& other : others_) all.push_back(&other);
  return Footprint::count(all);
}

TouchedMemory Worker::touched() const {
  TouchedMemory touched;
  footprint.add_touched(touched);
  for (const Footprint& other : others_) other.add_touched(touched);
  return touched;
}

void Worker::mark_touched_as_written() const {
  const auto mark = [this](std::uint64_t address) {
    const memory::Allocation* allocation = launch_.memory.find(address);
    if (allocation != nullptr && allocation->written != nullptr)
      allocation->written->mark(0, allocation->size_bytes);
  };
  footprint.for_each_address(mark);
  for (const Footprint& other : others_) other.for_each_address(mark);
}

void Worker::take_idle_warps(Worker& other) {
  std::move(other.free_warps_.begin(), other.free_warps_.end(), std::back_inserter(free_warps_));
  other.free_warps_.clear();
}

std::uint64_t Worker::idle_state_bytes() const {
  std::uint64_t bytes = 0;
  for (const auto& warp : free_warps_) {
    bytes += warp->local.size_bytes();
    for (const auto& frame : warp->context.frames) bytes += frame->bytes.size_bytes();
  }
  return bytes;
}

std::uint64_t Worker::executed() const {
  return launch_.executed.load(std::memory_order_relaxed) + unreported;
}

bool Worker::is_over_budget() const {
  const std::uint64_t budget = launch_.options.instruction_budget;
  return budget != 0 && executed() > budget;
}

namespace {

void tell_progress(LaunchContext& launch) {
  if (!launch.options.tell_progress) return;
  const std::scoped_lock lock(launch.canceling);
  launch.options.tell_progress({launch.executed, launch.finished_blocks, launch.blocks.count()});
}

}  // namespace

bool Worker::may_go_on(BlockContext& block) {
  const LaunchOptions& options = launch_.options;
  launch_.executed += unreported;
  unreported = 0;
  Fault fault;
  if (options.instruction_budget != 0 && launch_.executed > options.instruction_budget) {
    fault.kind = Fault::Kind::instruction_budget;
    fault.message = "The launch executed more than " + std::to_string(options.instruction_budget) +
                    " warp instructions, the limit set for it.";
    describe_position(block, fault);
  } else if (is_canceled(launch_)) {
    fault.kind = Fault::Kind::canceled;
    fault.message = "The launch was canceled.";
    describe_position(block, fault);
  } else {
    tell_progress(launch_);
    return true;
  }
  fault.kernel = std::string(launch_.kernel.function->name);
  fault.block_index = block.block_index;
  block.fault = std::move(fault);
  return false;
}

}  // namespace warpscope::exec
