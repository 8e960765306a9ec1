#include "vgpu/exec/machine/block.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>

#include "vgpu/exec/machine/barrier_name.h"
#include "vgpu/exec/machine/describe.h"
#include "vgpu/exec/machine/mbarrier.h"
#include "vgpu/exec/program/protocol_of.h"

namespace warpscope::exec {
namespace {

// What shared memory holds before a block writes it. The hardware leaves it undefined.
constexpr int kUndefinedSharedByte = 0xff;
// In a round that only tests mbarriers, of each warp.
constexpr std::uint64_t kMostInstructionsOfTest = 256;

bool waits_at_mbarrier(const WarpContext& warp) {
  return std::any_of(warp.nodes.begin(), warp.nodes.end(), [](const DivergenceNode& node) {
    return node.state == DivergenceNode::State::at_mbarrier;
  });
}

}  // namespace

BlockRunner::BlockRunner(Worker& worker)
    : worker_(worker),
      threads_per_block_(static_cast<std::uint32_t>(worker.launch().configuration.block.count())),
      warps_per_block_((threads_per_block_ + kWarpSize - 1) / kWarpSize) {
  LaunchContext& launch = worker.launch();
  block_.program = &launch.program;
  block_.kernel = &launch.kernel;
  block_.configuration = &launch.configuration;
  block_.options = &launch.options;
  block_.memory = &launch.memory;
  block_.footprint = &worker.footprint;
  block_.l1 = worker.l1.get();
  block_.worker = &worker;
  block_.local_bytes = launch.local_bytes;
  block_.exchanges_nothing = launch.options.left_out.lane_exchange;
  block_.exchanges_in_pairs = launch.options.left_out.many_lane_exchange;
  block_.async.brings_other_bytes = launch.options.left_out.async_copies;
  block_.environment.reserve(launch.kernel.environment_bytes);
  block_.shared.resize(launch.kernel.shared_bytes + launch.configuration.dynamic_shared_bytes);
  const BlockShape shape{static_cast<std::uint32_t>(block_.shared.size()), warps_per_block_,
                         launch.local_bytes};
  for (LaunchObserver* observer : launch.options.observers)
    block_.observers.add(observer->observe_blocks(shape));
  if (block_.observers.any()) {
    block_.undefined = std::make_unique<UndefinedValues>(warps_per_block_);
    block_.sums.resize(launch.kernel.sum_lines);
    block_.async.on_done = [this](const CopyDone& copy) { report_done(copy); };
  }
  if (launch.options.trace != nullptr)
    tracer_.emplace(*launch.options.trace, warps_per_block_, launch.kernel.sites.size());
  block_.requests = launch.options.requests;
  block_.has_more_observers =
      block_.l1 != nullptr || block_.observers.any() || tracer_ || block_.requests != nullptr;
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

std::byte* BlockRunner::environment_at(Slot slot) {
  return block_.environment.data() + block_.kernel->preface_bytes() + slot;
}

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
        block_index_entries_.push_back(entry);  // set for each block
        continue;
    }
    broadcast(environment_at(entry.slot), bits, entry.lane_bytes);
  }
}

// A warp that runs where another one did needs only what differs from warp to warp.
void BlockRunner::fill_preface(WarpStorage& warp, std::uint32_t warp_index) {
  const Kernel& kernel = *block_.kernel;
  Frame& frame = warp.context.entry_frame();
  frame.preface_bytes = kernel.preface_bytes();
  std::byte* registers = frame.registers();
  if (!warp.has_preface) {
    if (kernel.environment_bytes > 0)
      std::memcpy(frame.bytes.data(), block_.environment.data(), kernel.environment_bytes);
    warp.has_preface = true;
  } else {
    for (const EnvironmentEntry& entry : block_index_entries_)
      std::memcpy(registers + entry.slot, environment_at(entry.slot),
                  std::size_t{entry.lane_bytes} * kWarpSize);
  }
  if (kernel.warp_bytes > 0)
    std::memcpy(registers - kernel.warp_bytes, worker_.warp_values[warp_index].data(),
                kernel.warp_bytes);
}

// Room for one more, which has not begun.
WarpStorage& BlockRunner::add_warp() {
  const Kernel& kernel = *block_.kernel;
  warps_.push_back(worker_.take_warp());
  WarpStorage& warp = *warps_.back();
  WarpContext& context = warp.context;
  LaunchContext& launch = worker_.launch();
  if (!launch.reserve_state(warp.local, block_.local_bytes * kWarpSize) ||
      !launch.reserve_state(context.entry_frame().bytes,
                            kernel.preface_bytes() + kernel.functions.front().frame_bytes)) {
    throw std::runtime_error(
        "The registers and the local memory of the launch's resident threads need more than " +
        std::to_string(launch.options.most_state_bytes >> 20) +
        " MiB; launch fewer threads, declare smaller local arrays or set a smaller stack "
        "(cudaLimitStackSize).");
  }
  context.local = warp.local.data();
  context.operations = kernel.operations.data();
  context.access_counters = worker_.access_counters.data();
  context.block_counters = worker_.block_counters.data();
  context.access_cache = worker_.access_cache.data();
  context.block = &block_;
  return warp;
}

void BlockRunner::start_next_warp() {
  const Kernel& kernel = *block_.kernel;
  const auto warp_index = static_cast<std::uint32_t>(warp_order_(started_++));
  WarpStorage& warp = add_warp();
  WarpContext& context = warp.context;
  for (std::uint32_t lane = 0; context.local_written > 0 && lane < kWarpSize; ++lane)
    std::memset(context.local + lane * block_.local_bytes, 0, context.local_written);
  context.local_written = 0;
  context.warp_index = warp_index;
  fill_preface(warp, warp_index);
  const std::uint32_t threads = std::min(kWarpSize, threads_per_block_ - warp_index * kWarpSize);
  context.begin(kernel.functions.front(), threads == kWarpSize ? kFullMask : (1u << threads) - 1);
  context.rounds_to_wait = 0;
  context.held_stores.forget();
  context.heard.begin();
  context.trace = tracer_ ? tracer_->begin_warp(warp_index) : nullptr;
  if (!block_.observers.any()) return;
  block_.observers.tell(WarpBegin{warp_index});
  block_.undefined->begin_warp(warp_index);
  for (const std::uint32_t index : kernel.unset_registers)
    block_.undefined->set(warp_index, context.entry_frame().registers(), index, kFullMask,
                          {kFullMask, UndefinedValues::kUnset, 0});
}

bool BlockRunner::has_begun(std::uint32_t warp) const {
  for (std::uint32_t k = 0; k < started_; ++k)
    if (warp_order_(k) == warp) return true;
  return false;
}

BlockState BlockRunner::save() const {
  const BlockValues& values = block_;  // not what it was given to work with
  BlockState state{values, started_, turns_, is_spinning_, vain_waits_, {}};
  for (const auto& warp : warps_) state.warps.push_back(warp->context.save());
  return state;
}

void BlockRunner::abandon() {
  for (auto& warp : warps_) worker_.give_back(std::move(warp));
  warps_.clear();
}

void BlockRunner::restore(const BlockState& state) {
  abandon();
  begin(state.values.block_index);
  // In place: asynchronous copies that are under way know where shared memory is.
  std::vector<std::byte> shared = std::move(block_.shared);
  static_cast<BlockValues&>(block_) = state.values;
  block_.shared = std::move(shared);
  std::copy(state.values.shared.begin(), state.values.shared.end(), block_.shared.begin());
  block_.running = nullptr;
  block_.fault.reset();
  started_ = state.started;
  turns_ = state.turns;
  is_spinning_ = state.is_spinning;
  vain_waits_ = state.vain_waits;
  for (const WarpState& saved : state.warps) {
    WarpStorage& warp = add_warp();
    warp.has_preface = true;
    if (!warp.context.restore(saved))
      throw std::runtime_error("The registers of a warp no longer fit into the launch's state.");
  }
}

std::vector<const WarpContext*> BlockRunner::contexts() const {
  std::vector<const WarpContext*> contexts;
  contexts.reserve(warps_.size());
  for (const auto& warp : warps_) contexts.push_back(&warp->context);
  return contexts;
}

void BlockRunner::report_deadlock() {
  // What has been issued counts as made, even where nobody has asked for it.
  for (const NamedBarrier& barrier : block_.named_barriers) {
    std::byte* const at = block_.shared.data() + barrier.offset;
    if (!Mbarrier::load(at).is_valid) continue;
    block_.async.perform_for(at);
    note_phase(block_, at);
  }
  block_.fault = describe_deadlock(block_, contexts());
}

// What is kept is of the first block of the grid that has something.
bool BlockRunner::keeps_unmet() const {
  return !worker_.unmet_arrival || linear_index(block_) < worker_.unmet_arrival->block;
}

void BlockRunner::keep_unmet_arrival() {
  for (std::uint32_t id = 0; id < std::size(block_.arrived); ++id) {
    const std::uint32_t arrived = block_.arrived[id] + block_.arrived_alone[id];
    if (arrived == 0 || !keeps_unmet()) continue;
    const Operation& last = *block_.last_arrival[id];
    const bool is_of_object = is_of_file(block_.kernel->instruction(last.instruction),
                                         block_.program->module(), "/cudadma/");
    const std::uint32_t threads = block_.threads_of_arrival[id];
    worker_.unmet_arrival =
        UnmetArrival{block_.block_index,        linear_index(block_), id, arrived, threads,
                     source_line(block_, last), is_of_object,         {}};
  }
}

// Data that was announced at an mbarrier, and that nobody waited for.
void BlockRunner::keep_unmet_data() {
  for (const NamedBarrier& barrier : block_.named_barriers) {
    if (!barrier.announces_data) continue;
    std::byte* const at = block_.shared.data() + barrier.offset;
    if (!Mbarrier::load(at).is_valid || block_.async.perform_for(at) != nullptr) continue;
    const bool ended_parity = !Mbarrier::load(at).parity;
    if (barrier.awaited_parity == ended_parity || barrier.last_use == nullptr || !keeps_unmet())
      continue;
    const auto name = barrier_name(block_, barrier.offset);
    if (!name) continue;
    worker_.unmet_arrival = UnmetArrival{block_.block_index,
                                         linear_index(block_),
                                         0,
                                         0,
                                         0,
                                         source_line(block_, *barrier.last_use),
                                         false,
                                         name->awaited};
  }
}

// What a copy brought into shared memory is there now.
void BlockRunner::report_done(const CopyDone& copy) {
  block_.observers.tell(CopyPerformed{copy.to});
  const auto offset = static_cast<std::uint64_t>(copy.to - block_.shared.data());
  if (offset >= block_.shared.size()) return;
  const std::uint32_t lane = copy.thread % kWarpSize;
  std::array<std::uint64_t, kWarpSize> addresses{};
  std::array<std::byte*, kWarpSize> hosts{};
  addresses.at(lane) = offset;
  hosts.at(lane) = copy.to;
  AccessEvent event;
  event.instruction = copy.instruction;
  event.space = ptx::Space::shared;
  event.kind = AccessKind::copy_done;
  event.ordering = copy.is_for_waiters ? Ordering::release : Ordering::weak;
  event.warp = copy.thread / kWarpSize;
  event.lanes = 1u << lane;
  event.size_bytes = copy.size_bytes;
  event.addresses = addresses.data();
  event.hosts = hosts.data();
  worker_.changes.note(event, *block_.memory);
  block_.observers.tell_access(event);
}

void BlockRunner::begin(const Dim3& block_index) {
  block_.block_index = block_index;
  block_.observers.tell(BlockBegin{linear_index(block_), block_index});
  if (tracer_) tracer_->begin(linear_index(block_));
  for (const EnvironmentEntry& entry : block_index_entries_)
    broadcast(environment_at(entry.slot), axis(block_index, entry.bits), entry.lane_bytes);
  if (!block_.shared.empty())
    std::memset(block_.shared.data(), kUndefinedSharedByte, block_.shared.size());
  if (block_.options->left_out.shared_exchange) block_.shared_writers.begin(block_.shared.size());
  std::fill(std::begin(block_.arrived), std::end(block_.arrived), 0u);
  std::fill(std::begin(block_.arrived_alone), std::end(block_.arrived_alone), 0u);
  std::fill(std::begin(block_.reducers), std::end(block_.reducers), 0u);
  std::fill(std::begin(block_.reduced_true), std::end(block_.reduced_true), 0u);
  block_.async.begin(warps_per_block_);
  block_.named_barriers.clear();
  block_.stage_phases.begin(linear_index(block_), warps_per_block_);
  block_.has_mbarrier_news = false;
  block_.executed = 0;
  block_.clock_cycles = 0;
  is_spinning_ = false;
  vain_waits_ = {};
  started_ = 0;
  turns_ = 0;
  const std::uint64_t seed = block_.options->schedule;
  warp_order_ = {warps_per_block_, seed == 0 ? 0 : scrambled(seed + linear_index(block_)) | 1};
}

Progress BlockRunner::run_round() {
  bool any_ran = false, only_tests_ran = true, is_any_held_up = false;
  for (std::size_t i = 0; i < warps_.size() || started_ < warps_per_block_;) {
    if (i == warps_.size()) start_next_warp();
    WarpStorage& warp = *warps_[i];
    const bool can_run = std::any_of(
        warp.context.nodes.begin(), warp.context.nodes.end(),
        [](const DivergenceNode& node) { return node.state == DivergenceNode::State::ready; });
    if (can_run && has_turns() && is_held_up(warp)) {
      any_ran = is_any_held_up = true;
    } else if (can_run) {
      any_ran = true;
      const std::uint64_t before = block_.executed;
      if (!advance(warp)) return Progress::fault;
      only_tests_ran = only_tests_ran && block_.executed - before < kMostInstructionsOfTest &&
                       waits_at_mbarrier(warp.context);
    }
    if (warp.is_finished()) {
      warp.context.held_stores.make_all();
      block_.observers.tell(WarpEnd{warp.context.warp_index});
      worker_.give_back(std::move(warps_[i]));
      warps_.erase(warps_.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
  if (warps_.empty()) {
    end();
    return Progress::finished;
  }
  const bool released = release_barriers();
  if (block_.fault) return Progress::fault;
  const bool is_vain = only_tests_ran && !released && !block_.has_mbarrier_news;
  if (!is_any_held_up && vain_waits_.is_stuck(is_vain, block_, warps_)) {
    report_deadlock();
    return Progress::fault;
  }
  const bool woken = wake_mbarrier_waiters(!any_ran && !released);
  if (any_ran || released || woken) return Progress::going_on;
  return is_stuck() ? Progress::fault : Progress::going_on;
}

// All its warps have ended.
void BlockRunner::end() {
  keep_unmet_arrival();
  keep_unmet_data();
  worker_.keep(block_.stage_phases);
  if (tracer_) tracer_->end();
  block_.async.end();
}

// No warp can run. A GPU's threads exit without waiting for the others of their warp, and none
// waits for a lane that may return on its way to where they reconverge.
bool BlockRunner::is_stuck() {
  bool any_exits = false;
  for (const auto& warp : warps_)
    any_exits = warp->context.release_early_reconvergence() || any_exits;
  if (any_exits) return false;
  bool any_parts = false;
  for (const auto& warp : warps_) any_parts = warp->context.release_for_barriers() || any_parts;
  if (any_parts) return false;
  report_deadlock();
  return true;
}

}  // namespace warpscope::exec
