// What a device is told before anything else: one struct with one list of its fields. It is the
// first command on the control socket.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include "record/json_view.h"
#include "record/mechanism.h"
#include "vgpu/protocol/message.h"

namespace warpscope::device {

inline constexpr std::uint32_t kMostWorkerThreads = 64, kMostCopyEngines = 8;
inline constexpr std::uint64_t kMostSampleBlocks = std::numeric_limits<std::uint32_t>::max();

struct Options {
  std::string profile_path;              ///< of the TOML file of each device's data sheet
  std::uint32_t device_count = 1;        ///< 1 to kMostDevices
  std::uint32_t copy_engines = 0;        ///< instead of the data sheet's; 0: as many as it says
  std::uint64_t instruction_budget = 0;  ///< per launch, warp instructions; 0 is no limit
  /// Threads of the host that run a launch's blocks, 1 to kMostWorkerThreads. Results and counters
  /// are the same for any number.
  std::uint32_t worker_threads = 1;
  bool models_l1 = false;  ///< counts hits in L1; then one thread runs a launch's blocks
  /// NVIDIA's assembler, with which instructions of machine code are counted; empty: they are not.
  std::string ptxas;
  /// With `ptxas`: a folder where what it made is kept for other runs, made when missing; empty:
  /// none is kept.
  std::string cubins_folder;
  /// With `ptxas`: launches take as long as the clock of vgpu/timing/clock says.
  bool uses_clock = false;
  /// With `uses_clock`: a folder where times are kept for other runs, made when missing; empty:
  /// none are kept.
  std::string times_folder;
  bool flushes_caches = false;  ///< with `uses_clock`: L2 is empty when a launch begins
  /// Keeps a sample of the requests of launches' lines (record::LineCounters::requests).
  bool keeps_requests = false;
  bool tries_changes = false;  ///< with `uses_clock`: also times launches without their costs
  bool checks = false;         ///< looks for races and unwritten memory; one thread as well
  std::uint64_t most_checked_threads = 0;   ///< launches with more are not checked; 0: no limit
  std::uint64_t most_checked_accesses = 0;  ///< of warps, in each case; 0: no limit
  std::uint64_t watch_seed = 0;  ///< chooses blocks and launches of which a part is checked
  bool compares_orders = false;  ///< with checks: runs what may depend on the order in others too
  std::uint64_t sample_blocks = 0;  ///< of each launch with more blocks only so many run; 0: all
  std::uint64_t schedule = 0;       ///< another order of blocks and warps; 0: the usual one
  std::uint32_t left_out = 0;       ///< record::Mechanism, as bits; neither checks nor a clock then
  bool interleaves = false;         ///< with `schedule`, without checks: exec::LaunchOptions has it
  bool watches_host = false;        ///< takes what the program's runtime tells of its mistakes
  bool follows_data = false;        ///< tells of each operation where its data comes from
  bool tells_progress = false;      ///< tells of launches that run for long how far they have come
  bool exchanges_inputs = false;    ///< its cases may have inputs of which the host sees others
  /// Stops in front of a launch's first instruction, tells it with Stood, and does what StepCommand
  /// says: of the launches of the case (without cases, of the program) whose kernel's short name
  /// `stepped_kernel` is, or of all where that is empty, number `stepped_launch`, from 0. Not with
  /// checks, L1 caches or a clock.
  bool steps = false;
  std::uint64_t stepped_launch = 0;
  std::string stepped_kernel;
  bool reads_counters = false;  ///< of a device that measures: from the first launch on
};

/// Calls v.field(name, member) for each, of whole numbers with the smallest and the largest.
template <typename Part>
requires std::same_as<std::remove_const_t<Part>, Options>
void visit_fields(auto& v, Part& part) {
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  v.field("profile_path", part.profile_path);
  v.field("device_count", part.device_count, 1, kMostDevices);
  v.field("copy_engines", part.copy_engines, 0, kMostCopyEngines);
  v.field("instruction_budget", part.instruction_budget, 0, kMost);
  v.field("worker_threads", part.worker_threads, 1, kMostWorkerThreads);
  v.field("models_l1", part.models_l1);
  v.field("ptxas", part.ptxas);
  v.field("cubins_folder", part.cubins_folder);
  v.field("uses_clock", part.uses_clock);
  v.field("times_folder", part.times_folder);
  v.field("flushes_caches", part.flushes_caches);
  v.field("tries_changes", part.tries_changes);
  v.field("keeps_requests", part.keeps_requests);
  v.field("checks", part.checks);
  v.field("most_checked_threads", part.most_checked_threads, 0, kMost);
  v.field("most_checked_accesses", part.most_checked_accesses, 0, kMost);
  v.field("watch_seed", part.watch_seed, 0, kMost);
  v.field("compares_orders", part.compares_orders);
  v.field("sample_blocks", part.sample_blocks, 0, kMostSampleBlocks);
  v.field("schedule", part.schedule, 0, kMost);
  v.field("left_out", part.left_out, 0, record::kAllMechanisms);
  v.field("interleaves", part.interleaves);
  v.field("watches_host", part.watches_host);
  v.field("follows_data", part.follows_data);
  v.field("tells_progress", part.tells_progress);
  v.field("exchanges_inputs", part.exchanges_inputs);
  v.field("steps", part.steps);
  v.field("stepped_launch", part.stepped_launch, 0, kMost);
  v.field("stepped_kernel", part.stepped_kernel);
  v.field("reads_counters", part.reads_counters);
}

nlohmann::json to_json_value(const Options& options);
/// Throws record::RecordError, with a sentence that names the field, for one that is missing,
/// unknown, of another type or out of its range.
Options options_from_json(const record::JsonView& view);

}  // namespace warpscope::device
