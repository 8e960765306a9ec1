#include "vgpu/exec/machine/block.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>

#include "vgpu/exec/machine/describe.h"

namespace warpscope::exec {
namespace {

// Instructions that a warp runs before the others get a turn: long enough to cost nothing, short
// enough that a warp which spins on another one's flag is not noticed by the user.
constexpr std::int64_t kSliceInstructions = 1 << 16;
// Tests of mbarriers that are made again in vain, when nothing else runs, before the block is taken
// for stuck: a program may count them and go on without.
constexpr std::uint32_t kMostVainWakes = 1 << 12;
// What shared memory holds before a block writes it. The hardware leaves it undefined.
constexpr int kUndefinedSharedByte = 0xff;

}  // namespace

struct BlockRunner::Warp {
  WarpContext context;
  std::vector<std::byte> registers;
  std::vector<std::byte> local;
  bool is_finished() const { return context.alive == 0; }
};

BlockRunner::BlockRunner(const Program& program, const Kernel& kernel,
                         const LaunchConfiguration& configuration, const LaunchOptions& options,
                         memory::DeviceMemory& memory, Footprint& footprint)
    : threads_per_block_(static_cast<std::uint32_t>(configuration.block.count())),
      warps_per_block_((threads_per_block_ + kWarpSize - 1) / kWarpSize) {
  block_.program = &program;
  block_.kernel = &kernel;
  block_.configuration = &configuration;
  block_.options = &options;
  block_.memory = &memory;
  block_.footprint = &footprint;
  block_.environment.resize(kernel.environment_bytes);
  block_.shared.resize(kernel.shared_bytes + configuration.dynamic_shared_bytes);
  block_.access_counters.resize(kernel.sites.size());
  block_.access_cache.resize(kernel.sites.size());
  block_.block_counters.resize(kernel.blocks.size());
  prepare_environment();
}

namespace {

void broadcast(std::byte* destination, std::uint64_t bits, std::uint32_t lane_bytes) {
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    std::memcpy(destination + std::size_t{lane} * lane_bytes, &bits, lane_bytes);
  }
}

std::uint32_t axis(const Dim3& dim, std::uint64_t index) {
  return index == 0 ? dim.x : index == 1 ? dim.y : dim.z;
}

std::uint64_t parameter_value(const EnvironmentEntry& entry,
                              std::span<const std::byte> parameters) {
  std::uint64_t bits = 0;
  if (entry.bits + entry.value_bytes <= parameters.size()) {
    std::memcpy(&bits, parameters.data() + entry.bits, entry.value_bytes);
  }
  if (entry.is_signed && entry.value_bytes < 8) {
    const std::uint32_t shift = 64 - 8 * entry.value_bytes;
    bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << shift) >> shift);
  }
  return bits;
}

}  // namespace

BlockRunner::~BlockRunner() = default;

void BlockRunner::prepare_environment() {
  for (const EnvironmentEntry& entry : block_.kernel->environment) {
    std::uint64_t bits = 0;
    switch (entry.kind) {
      case EnvironmentEntry::Kind::constant:
        bits = entry.bits;
        break;
      case EnvironmentEntry::Kind::parameter:
        bits = parameter_value(entry, block_.configuration->parameters);
        break;
      case EnvironmentEntry::Kind::block_dimension:
        bits = axis(block_.configuration->block, entry.bits);
        break;
      case EnvironmentEntry::Kind::grid_dimension:
        bits = axis(block_.configuration->grid, entry.bits);
        break;
      case EnvironmentEntry::Kind::block_index:
        continue;  // per block
    }
    broadcast(block_.environment.data() + entry.offset, bits, entry.lane_bytes);
  }
}

void BlockRunner::start(Warp& warp, std::uint32_t warp_index) {
  const Kernel& kernel = *block_.kernel;
  warp.registers.resize(kernel.register_file_bytes);
  warp.local.resize(std::size_t{kernel.local_bytes} * kWarpSize);
  WarpContext& context = warp.context;
  context.base[0] = warp.registers.data();
  context.base[1] = block_.environment.data();
  context.local = warp.local.data();
  context.operations = kernel.operations.data();
  context.access_counters = block_.access_counters.data();
  context.block_counters = block_.block_counters.data();
  context.access_cache = block_.access_cache.data();
  context.block = &block_;
  context.warp_index = warp_index;

  const Dim3& shape = block_.configuration->block;
  for (const WarpEntry& entry : kernel.warp_entries) {
    auto* lanes = reinterpret_cast<std::uint32_t*>(warp.registers.data() + entry.offset);
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      const std::uint32_t thread = warp_index * kWarpSize + lane;
      const std::uint32_t bit = 1u << lane;
      switch (entry.kind) {
        case WarpEntry::Kind::thread_index:
          lanes[lane] = entry.axis == 0   ? thread % shape.x
                        : entry.axis == 1 ? thread / shape.x % shape.y
                                          : thread / (shape.x * shape.y);
          break;
        case WarpEntry::Kind::lane:
          lanes[lane] = lane;
          break;
        case WarpEntry::Kind::warp:
          lanes[lane] = warp_index;
          break;
        case WarpEntry::Kind::lane_mask_eq:
          lanes[lane] = bit;
          break;
        case WarpEntry::Kind::lane_mask_lt:
          lanes[lane] = bit - 1;
          break;
        case WarpEntry::Kind::lane_mask_le:
          lanes[lane] = bit | (bit - 1);
          break;
        case WarpEntry::Kind::lane_mask_ge:
          lanes[lane] = ~(bit - 1);
          break;
        case WarpEntry::Kind::lane_mask_gt:
          lanes[lane] = ~(bit | (bit - 1));
          break;
      }
    }
  }
  const std::uint32_t threads = std::min(kWarpSize, threads_per_block_ - warp_index * kWarpSize);
  context.begin(kernel.operations.data(), threads == kWarpSize ? kFullMask : (1u << threads) - 1);
}

bool BlockRunner::may_go_on() {
  const LaunchOptions& options = *block_.options;
  if (options.instruction_budget != 0 && block_.executed > options.instruction_budget) {
    Fault fault;
    fault.kind = Fault::Kind::instruction_budget;
    fault.kernel = std::string(block_.kernel->function->name);
    fault.block_index = block_.block_index;
    fault.message = "The launch executed more than " + std::to_string(options.instruction_budget) +
                    " warp instructions, the limit set for it; does a loop never end?";
    describe_position(block_, warps_.empty() ? nullptr : &warps_.back()->context, fault);
    block_.fault = std::move(fault);
    return false;
  }
  if (options.is_canceled && options.is_canceled()) {
    Fault fault;
    fault.kind = Fault::Kind::canceled;
    fault.kernel = std::string(block_.kernel->function->name);
    fault.block_index = block_.block_index;
    fault.message = "The launch was canceled.";
    block_.fault = std::move(fault);
    return false;
  }
  return true;
}

// Runs a warp until it waits, ends or has used its slice. False on a fault.
bool BlockRunner::advance(Warp& warp) {
  WarpContext& context = warp.context;
  while (true) {
    context.slice = kSliceInstructions;
    const Operation* operation = context.resume();
    while (operation != nullptr) operation = operation->handler(context, operation);
    block_.executed += static_cast<std::uint64_t>(kSliceInstructions - context.slice);
    if (context.stop == Stop::fault) return false;
    if (context.stop == Stop::slice) {
      context.rotate();
      return may_go_on();
    }
    if (!release_syncs(warp)) return true;
  }
}

// Performs a *.sync operation for which all lanes of its mask have come together. False when there
// is none.
bool BlockRunner::release_syncs(Warp& warp) {
  WarpContext& context = warp.context;
  for (const Path& first : context.paths) {
    if (first.state != Path::State::at_sync) continue;
    std::uint32_t lanes = 0;
    for (const Path& path : context.paths) {
      if (path.state == Path::State::at_sync && path.next == first.next &&
          path.sync_mask == first.sync_mask) {
        lanes |= path.mask;
      }
    }
    if (first.meets_anywhere && release_warp_barrier(context, first.sync_mask)) return true;
    if ((first.sync_mask & context.alive & ~lanes) != 0) continue;
    const Operation* operation = first.next;
    const std::uint32_t sync_mask = first.sync_mask;
    context.path_mask = lanes;
    context.set_active(lanes);
    const Operation* next = operation->handler(context, operation);
    for (Path& path : context.paths) {
      if (path.state == Path::State::at_sync && path.next == operation &&
          path.sync_mask == sync_mask) {
        path.state = Path::State::ready;
        path.next = next;
      }
    }
    return true;
  }
  return false;
}

// Lets lanes go on that wait for the same mask at different bar.warp.sync, when none is missing.
// Only an exit gets here: the last lane to come releases the others itself.
bool BlockRunner::release_warp_barrier(WarpContext& context, std::uint32_t mask) {
  const auto waits = [&](const Path& path) {
    return path.state == Path::State::at_sync && path.meets_anywhere && path.sync_mask == mask;
  };
  std::uint32_t lanes = 0;
  for (const Path& path : context.paths) {
    if (waits(path)) lanes |= path.mask;
  }
  if ((mask & context.alive & ~lanes) != 0) return false;
  for (Path& path : context.paths) {
    if (!waits(path)) continue;
    path.state = Path::State::ready;
    ++path.next;
  }
  return true;
}

// barrier.cluster for the cluster of one block that every grid is cut into.
bool BlockRunner::release_cluster_barrier() {
  bool anyone_waits = false;
  for (const auto& warp : warps_) {
    const WarpContext& context = warp->context;
    if ((context.alive & ~context.cluster_arrived) != 0) return false;
    for (const Path& path : context.paths) {
      anyone_waits = anyone_waits ||
                     (path.state == Path::State::at_barrier && path.barrier == kClusterBarrier);
    }
  }
  if (!anyone_waits) return false;
  for (const auto& warp : warps_) {
    warp->context.cluster_arrived = 0;
    for (Path& path : warp->context.paths) {
      if (path.state == Path::State::at_barrier && path.barrier == kClusterBarrier)
        path.state = Path::State::ready;
    }
  }
  return true;
}

// Makes tests of mbarriers run again: all when a phase ended, else those that waited long enough,
// or all when nothing else runs. False when the block is stuck.
bool BlockRunner::wake_mbarrier_waiters(bool nothing_else_runs) {
  const bool has_news = block_.has_mbarrier_news;
  block_.has_mbarrier_news = false;
  if (has_news) vain_wakes_ = 0;
  if (nothing_else_runs && !has_news && ++vain_wakes_ > kMostVainWakes) return false;
  bool any = false;
  for (const auto& warp : warps_) {
    for (Path& path : warp->context.paths) {
      if (path.state != Path::State::at_mbarrier) continue;
      if (!has_news) {
        if (path.patience > 0) --path.patience;
        if (path.patience > 0 && !nothing_else_runs) continue;
        path.has_lost_patience = true;
      }
      path.state = Path::State::ready;
      any = true;
    }
  }
  return any;
}

// Opens every barrier that all its threads have reached. False when none has.
bool BlockRunner::release_barriers() {
  std::uint32_t alive = 0;
  struct Barrier {
    std::uint32_t waiting = 0, expected = 0;
  };
  std::map<std::uint32_t, Barrier> barriers;
  for (const auto& warp : warps_) {
    alive += static_cast<std::uint32_t>(std::popcount(warp->context.alive));
    for (const Path& path : warp->context.paths) {
      if (path.state != Path::State::at_barrier || path.barrier == kClusterBarrier) continue;
      Barrier& barrier = barriers[path.barrier];
      barrier.waiting += static_cast<std::uint32_t>(std::popcount(path.mask));
      barrier.expected = path.barrier_threads;
    }
  }
  bool any = release_cluster_barrier();
  for (const auto& [id, barrier] : barriers) {
    const std::uint32_t expected = barrier.expected == 0 ? alive : barrier.expected;
    if (barrier.waiting + block_.arrived[id] < expected) continue;
    any = true;
    block_.arrived[id] = 0;
    for (const auto& warp : warps_) {
      for (Path& path : warp->context.paths) {
        if (path.state != Path::State::at_barrier || path.barrier != id) continue;
        path.state = Path::State::ready;
        path.barrier_true = block_.reduced_true[id];
        path.barrier_reducers = block_.reducers[id];
      }
    }
    block_.reduced_true[id] = block_.reducers[id] = 0;
  }
  return any;
}

void BlockRunner::report_deadlock() {
  std::vector<const WarpContext*> contexts;
  contexts.reserve(warps_.size());
  for (const auto& warp : warps_) contexts.push_back(&warp->context);
  block_.fault = describe_deadlock(block_, contexts);
}

bool BlockRunner::run(const Dim3& block_index) {
  block_.block_index = block_index;
  for (const EnvironmentEntry& entry : block_.kernel->environment) {
    if (entry.kind != EnvironmentEntry::Kind::block_index) continue;
    broadcast(block_.environment.data() + entry.offset, axis(block_index, entry.bits),
              entry.lane_bytes);
  }
  if (!block_.shared.empty())
    std::memset(block_.shared.data(), kUndefinedSharedByte, block_.shared.size());
  std::fill(std::begin(block_.arrived), std::end(block_.arrived), 0u);
  std::fill(std::begin(block_.reducers), std::end(block_.reducers), 0u);
  std::fill(std::begin(block_.reduced_true), std::end(block_.reduced_true), 0u);
  block_.async.begin(warps_per_block_);
  block_.has_mbarrier_news = false;
  vain_wakes_ = 0;

  std::uint32_t started = 0;
  while (true) {
    bool any_ran = false;
    for (std::size_t i = 0; i < warps_.size() || started < warps_per_block_;) {
      if (i == warps_.size()) {
        if (free_warps_.empty()) free_warps_.push_back(std::make_unique<Warp>());
        warps_.push_back(std::move(free_warps_.back()));
        free_warps_.pop_back();
        start(*warps_[i], started++);
      }
      Warp& warp = *warps_[i];
      const bool can_run =
          std::any_of(warp.context.paths.begin(), warp.context.paths.end(),
                      [](const Path& path) { return path.state == Path::State::ready; });
      if (can_run) {
        any_ran = true;
        if (!advance(warp)) return false;
      }
      if (warp.is_finished()) {
        free_warps_.push_back(std::move(warps_[i]));
        warps_.erase(warps_.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
    if (warps_.empty()) {
      block_.async.end();
      return true;
    }
    const bool released = release_barriers();
    if (released) vain_wakes_ = 0;
    const bool woken = wake_mbarrier_waiters(!any_ran && !released);
    if (!any_ran && !released && !woken) {
      report_deadlock();
      return false;
    }
  }
}

}  // namespace warpscope::exec
