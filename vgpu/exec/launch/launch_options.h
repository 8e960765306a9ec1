// What a launch is given, besides the kernel and the device's memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "arch/multiprocessor.h"
#include "vgpu/exec/launch/dimensions.h"
#include "vgpu/exec/launch/left_out.h"

namespace warpscope::exec {

struct LaunchConfiguration {
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::span<const std::byte> parameters;  ///< the parameter buffer, laid out as the PTX declares it
};

class ClockReadings;  // trace/clock_readings.h

/// A grid that a kernel has launched.
struct ChildLaunch {
  std::string kernel;  ///< mangled
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<std::byte> parameters;  ///< laid out as the PTX declares them
  bool is_tail = false;               ///< in cudaStreamTailLaunch: behind all others of its parent
};

/// How much of a launch has run.
struct LaunchExtent {
  std::uint64_t instructions = 0;     ///< of warps
  std::uint64_t finished_blocks = 0;  ///< fewer than before, where some are run again
  std::uint64_t blocks = 0;           ///< that are to run
};

/// What clocks show to a launch.
struct ToldClock {
  const ClockReadings* readings = nullptr;  ///< nullptr: they count instructions
  double start_s = 0;                       ///< of the launch, on the device's clock
};

class LaunchObserver;  // observation/observer.h
class LaunchTrace;     // trace/launch_trace.h
class ContactTimes;    // trace/contact_times.h
class TextureTable;    // textures/texture.h
class RequestSampler;  // access/request_sampler.h
struct WorkerPool;     // scheduling/worker_pool.h

struct LaunchOptions {
  std::uint64_t instruction_budget = 0;  ///< warp instructions; 0 is no limit
  std::function<bool()> is_canceled;  ///< asked now and then, by one thread at a time; may be empty
  /// Told how far the launch has come, as often as is_canceled is asked; may be empty.
  std::function<void(const LaunchExtent&)> tell_progress;
  std::uint32_t worker_threads = 1;  ///< threads of the host that run blocks
  /// What several of them may save of the memory that they write to, so that it can be put back.
  std::uint64_t most_undo_bytes = std::uint64_t{64} << 20;
  WorkerPool* worker_pool = nullptr;  ///< their threads and memory; nullptr: made for the launch
  bool is_cooperative = false;        ///< all blocks are resident together
  /// Blocks of the grid that run, as a sample of it (block_sample.h); 0: all. All run all the same
  /// where blocks may wait for each other: LaunchResult::whole_because.
  std::uint64_t sample_blocks = 0;
  /// Of each thread, for recursion and calls through pointers.
  std::uint64_t stack_bytes = 16384;
  /// Registers and local memory of all warps that exist at a time, in this process. An H200 has 33
  /// MiB of registers; the rest is room for local memory, and for what ptxas would have kept in
  /// fewer registers.
  std::uint64_t most_state_bytes = std::uint64_t{4} << 30;
  std::uint64_t output_bytes = 1 << 20;    ///< that printf on the device may write in this launch
  const TextureTable* textures = nullptr;  ///< texture and surface objects; may be none
  /// Blocks of the launch that the device holds at a time; 0: not known. With checks.
  std::uint64_t resident_blocks = 0;
  /// Of the device, for the special registers that tell of it and for the clock.
  std::uint32_t sm_count = 1;
  double sm_clock_hz = 1e9;
  arch::Multiprocessor sm;
  /// Size of each multiprocessor's L1 cache in this launch. When it is not 0, hits and misses are
  /// counted, and one thread runs all blocks.
  std::uint64_t l1_bytes = 0;
  /// Are told what the instructions do, in this order; then one thread runs all blocks.
  std::vector<LaunchObserver*> observers;
  /// Takes down what warps executed, for a clock. Any number of workers does. May be none.
  LaunchTrace* trace = nullptr;
  /// Where blocks may see each other's work, those that the device holds at a time take turns of
  /// few instructions from the start, as they share a GPU's time: a clock that replays the trace
  /// needs what they saw of each other to be about what they would see there. Not with checks.
  bool shares_time = false;
  /// With shares_time, of a launch that a clock has timed before: when its warps had contact.
  const ContactTimes* contact_times = nullptr;
  /// What %clock, %clock64 and %globaltimer show.
  ToldClock clock;
  /// Looks for mistakes that show in no fault: LaunchResult::violations. Then one thread runs all
  /// blocks.
  bool checks = false;
  /// Without `checks`: looks for races in a sample of the blocks, which runs before the launch
  /// (sample_watch.h); what the launch computes and counts is the same.
  bool checks_sample = false;
  std::uint64_t sample_seed = 0;  ///< chooses these blocks
  /// Accesses of warps that the checks look at; what comes after these is not looked at, and all
  /// memory that the launch has touched counts as written. 0: no limit.
  std::uint64_t most_checked_accesses = 0;
  /// With checks: gives LaunchResult::footprint.
  bool wants_footprint = false;
  /// Gives LaunchResult::requests: with checks of all that runs, else of a sample of the blocks,
  /// which runs before the launch (sample_watch.h).
  bool wants_requests = false;
  RequestSampler* requests = nullptr;  ///< of an observed launch; set by launch()
  /// Gives LaunchResult::touched.
  bool wants_touched = false;
  /// With checks, when the blocks have ended without a fault: addresses of which
  /// LaunchResult::writers is to tell who wrote there last.
  std::function<std::vector<std::uint64_t>()> ask_writers;
  /// The caller puts memory back: nothing counts as written.
  bool is_trial = false;
  /// Another order in which blocks and warps get their turns, by a number; 0: the usual one.
  std::uint64_t schedule = 0;
  /// With `schedule`, and neither with observers nor with a trace: blocks that the device holds
  /// take turns as well, a warp may lose its turn in front of any access that others can see, some
  /// warps and blocks are slow, and plain stores reach other warps late (machine/held_stores.h). So
  /// what only the usual order hides shows in the result, which is the same for the same number.
  bool interleaves = false;
  LeftOut left_out;               ///< neither with checks nor with a trace
  std::uint64_t grid_number = 1;  ///< of the launch, for %gridid
  /// Whether a kernel may launch that grid, as CUDA's error code: 0 if so. Empty: it may not. The
  /// parameters are not known yet.
  std::function<std::int32_t(const ChildLaunch&)> check_child;
};

/// Whether warps of a kernel that has_contacts have their turns by time (scheduling/by_time.h).
inline bool may_go_by_time(const LaunchOptions& options) {
  return options.shares_time && !options.checks && options.schedule == 0;
}

}  // namespace warpscope::exec
