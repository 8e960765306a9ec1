// The run record: everything one run of one program produced. Whatever draws or scores reads this.
//
// On disk it is one JSON document (docs/reference/record.md). Field names there are the member
// names here.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arch/multiprocessor.h"
#include "record/case.h"
#include "record/clocked_launch.h"
#include "record/range.h"
#include "record/source_line.h"
#include "record/timelines.h"
#include "record/warp_request.h"

namespace warpscope::record {

inline constexpr int kSchemaVersion = 1;

/// Where a number comes from. Every number shown says which.
enum class Provenance : std::uint8_t {
  exact_count,  ///< counted by the virtual GPU, equal to what the hardware counts
  modelled,     ///< a time of the virtual GPU
  measured,     ///< read on a real GPU
};

struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  bool operator==(const Dim3&) const = default;
};

/// Text of a source file at the time of the run.
struct SourceFile {
  std::string path;
  std::string text;
};

struct LineCounters {
  SourceLine where;
  Counters counters;
  /// A sample of its requests to global and shared memory, where they were asked for: of each space
  /// and kind the first, the worst and a few in between.
  std::vector<WarpRequest> requests{};
};

/// What one warp did from when to when, as the kernel marked it (kernels/trace). On the virtual GPU
/// a block's clock is modelled: it begins at 0 and advances with the block's instructions.
struct Phase {
  std::uint64_t block = 0;  ///< linear index in the grid
  std::uint32_t warp = 0;   ///< in the block
  std::uint32_t sm = 0;
  std::string name;                 ///< "load"; "phase 3" when the program gave none
  std::uint64_t warp_start_ns = 0;  ///< on the device's clock, when the warp began to mark
  std::uint64_t begin_cycles = 0;   ///< of the SM's clock, from then on
  std::uint64_t end_cycles = 0;     ///< not before begin_cycles
};

/// When and where the program asked for it, where that is known (labs, exec --check).
struct HostOrder {
  std::optional<SourceLine> where;
  std::uint32_t order = 0;  ///< counts all that the program asked for, from 1; 0: not known
  std::uint32_t waits = 0;  ///< how often the host had waited before, other than by a copy
};

/// What ptxas has given each thread of a kernel.
struct MachineCode {
  std::uint32_t registers = 0;    ///< of 32 bits
  std::uint32_t frame_bytes = 0;  ///< of local memory: arrays, and registers that were spilled
  /// Of them for registers, at least; 0 also where it cannot be told from the arrays.
  std::uint32_t spilled_bytes = 0;
};

/// How sure a number is that is concluded from what was executed.
enum class Certainty : std::uint8_t {
  exact,
  at_least,  ///< values decide of what more was executed
  about      ///< part of it could not be followed, or depends on time
};

/// What clocks showed to a launch that reads one, under a clock (exec --clock), and whether blocks
/// that may wait for each other had their turns by it (docs/reference/clocks.md).
enum class ClockReads : std::uint8_t {
  by_clock,  ///< the cycle of each read
  about,     ///< the same, but for reads that decided how long the launch took
  // Numbers of instructions, as without a clock:
  not_timed,    ///< the clock cannot time the launch
  not_repeated  ///< it cannot be executed again: heap, launches of its own, too much written, the
                ///< host
};

/// Why a launch ran all of its blocks although a sample of them was asked for.
enum class WholeBecause : std::uint8_t {
  is_cooperative,
  blocks_may_wait  ///< for each other: one that is left out would be waited for
};

/// Times of a launch that a case's runs repeated; its duration is that of the run whose kernels
/// together took the median.
struct RepeatedTimes {
  std::uint32_t runs = 0;  ///< after those that warmed up
  double shortest_s = 0, longest_s = 0;
};

/// Times of a launch in further runs at whose first kernel the L2 cache held other data.
struct ColdTimes {
  std::uint32_t runs = 0;
  double median_s = 0, shortest_s = 0, longest_s = 0;
};

/// One kernel launch.
struct Launch {
  std::uint32_t id = 0;                     ///< position in RunRecord::launches
  std::optional<std::uint32_t> case_index;  ///< the case it belongs to
  std::string kernel;                       ///< demangled, with parameter types
  std::string kernel_mangled;
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t device_index = 0;  ///< of a program's devices, the one that it ran on
  std::uint32_t stream = 0;
  double start_s = 0;  ///< on the device's clock, from the start of the run
  double duration_s = 0;
  std::optional<double> queued_s{};  ///< from when the host had asked for it until it began
  std::uint64_t dram_bytes = 0;  ///< that the time model moved (modelled) or the GPU did (measured)
  std::uint64_t read_sectors = 0;  ///< distinct ones of global memory that were read; 0: unknown
  /// What the kernel had from the host without a copy: sectors of memory that the host sees too,
  /// and parameters beyond 64 bytes.
  std::uint64_t bytes_from_host = 0;
  std::uint64_t bytes_to_host = 0;  ///< sectors that it wrote into such memory
  /// Distinct 32-byte sectors of global memory that were written, atomics included; 0 when unknown.
  std::uint64_t written_sectors = 0;
  /// Those of them that lie in arrays which atomics changed; 0 when there were none, or unknown.
  std::uint64_t written_sectors_beside_atomics = 0;
  Counters counters;
  std::vector<LineCounters> lines;
  /// So many of its blocks were watched for the requests of its lines; 0: none.
  std::uint64_t request_blocks = 0;
  std::vector<Phase> phases;          ///< by block and warp
  std::uint64_t phases_left_out = 0;  ///< marks beyond the limits, or that make no sense
  std::optional<HostOrder> asked{};
  std::optional<MachineCode> machine_code{};  ///< where the program has some for this GPU
  /// Of the counters of machine code; nothing where there are none.
  std::optional<Certainty> machine_instructions{};
  /// So many blocks were timed instruction by instruction, and the duration is made of them;
  /// nothing where the duration is an estimate from what was counted.
  std::optional<std::uint64_t> timed_blocks{};
  std::optional<RepeatedTimes> repeated{};  ///< where it was measured more than once
  std::optional<ColdTimes> cold{};          ///< where it was measured with a cold cache too
  std::optional<ClockedLaunch> clock{};     ///< nothing where the clock has not timed it
  std::optional<ClockReads> clock_reads{};  ///< nothing of a launch that needs none
  bool is_unused = false;  ///< nothing of its case's answer comes from what it wrote
  /// True: it was cut off, by somebody or by a limit, and what was counted is of what had run by
  /// then.
  std::optional<bool> is_stopped;
  std::optional<std::uint64_t> finished_blocks{};  ///< of such: those that had run to their end
  /// Of a launch that ran a sample of its blocks (exec --blocks): how many. Times and counters are
  /// of these.
  std::optional<std::uint64_t> sampled_blocks{};
  std::optional<WholeBecause> whole_because{};  ///< where a sample was asked for
  /// How many launches of this kernel it stands for; their times and counters are added. 1 unless
  /// there were too many to keep each one.
  std::uint64_t count = 1;
  /// Around the call that asked for it: positions in RunRecord::ranges, of each domain the
  /// innermost.
  std::vector<std::uint32_t> ranges{};
};

/// A copy or a fill on the device's clock.
struct Transfer {
  enum class Kind : std::uint8_t {
    host_to_device,
    device_to_host,
    device_to_device,
    host_to_host,
    fill
  };
  Kind kind = Kind::host_to_device;
  std::optional<std::uint32_t> case_index;
  std::uint64_t size_bytes = 0;
  std::uint32_t device_index = 0;  ///< of a program's devices, the one that was asked for it
  std::uint32_t stream = 0;
  bool is_asynchronous = false;
  double start_s = 0;
  double duration_s = 0;
  std::optional<double> queued_s{};  ///< as in Launch
  std::uint64_t count = 1;           ///< how many it stands for; their bytes and times are added
  bool is_pageable = false;          ///< the host's side of the copy is not page-locked
  bool is_uniform = false;           ///< the same 4 bytes again and again, as for clearing an array
  /// Of what was copied from or to the host: record/fingerprint.h; 0: unknown.
  std::uint64_t fingerprint = 0;
  /// 32-byte sectors of global memory that a copy from one place of the device to another reads and
  /// writes, or a fill writes: of each row its own; 0: unknown.
  std::uint64_t touched_sectors = 0;
  bool is_unchanged = false;  ///< it brought to the device what had just come from there
  std::optional<HostOrder> asked{};
  bool is_unused = false;  ///< as in Launch
  /// It brought to the host what launches wrote that its case's answer does not come from.
  bool is_beside_answer = false;
  std::vector<std::uint32_t> ranges{};  ///< as in Launch
};

/// An access that stopped its launch: who made it, and where it lies.
struct StoppedAccess {
  Dim3 block_index{0, 0, 0}, thread_index{0, 0, 0};  ///< of the first lane
  std::uint32_t lanes = 0;                           ///< of its warp, that did the same
  std::uint32_t bytes = 0;                           ///< of each of them
  enum class Place : std::uint8_t {
    other,
    before_array,
    across_end,  ///< an array ends within it
    past_end,
    beyond_shared,  ///< not in the block's shared memory
    null_pointer    ///< at address 0, or hardly above
  };
  Place place = Place::other;
  std::uint64_t array_bytes = 0;     ///< of the array that the place is about
  std::uint64_t distance_bytes = 0;  ///< from the array; across_end: what of it is inside
  bool operator==(const StoppedAccess&) const = default;
};

/// A diagnosis.
struct Finding {
  enum class Severity : std::uint8_t { error, warning, information };
  std::string id;  ///< e.g. "uncoalesced-load"; findings/findings.toml has all
  std::string title;
  Severity severity = Severity::error;
  std::optional<SourceLine> where;
  std::string cause;                    ///< one sentence
  std::string hint;                     ///< what to try; may be empty
  std::string lesson;                   ///< deck and slide, e.g. "coalescing#sectors"; may be empty
  std::optional<std::uint32_t> launch;  ///< id
  std::optional<std::uint32_t> case_index;
  std::string lanes;  ///< e.g. "block (3,0,0) warp 1 lanes 4-31"; may be empty
  // What rules ask, besides. No rule searches a sentence of the device for these.
  std::optional<SourceLine> other;  ///< of a race: the other access
  /// Of an index that leads out of an array: what it is made of, besides constants, parameters and
  /// loop variables.
  enum class IndexSource : std::uint8_t {
    thread,           ///< the numbers of the thread and of its block
    thread_in_block,  ///< the number of the thread, not that of its block
    block,            ///< the number of the block, not that of the thread
    data              ///< also what was read from memory or came from other threads
  };
  /// The same where that is the number of the thread: what was compared before the access.
  enum class IndexGuard : std::uint8_t {
    none,
    of_part,         ///< the index has parts that were not compared
    of_all,          ///< all of its parts were compared
    below,           ///< the index itself is less than a size
    up_to,           ///< it may be as large as that
    up_to_in_groups  ///< the same of its row or group
  };
  std::optional<IndexSource> index_source;
  std::optional<IndexGuard> index_guard;
  using Access = StoppedAccess;
  std::optional<Access> access;
};

/// A curve's description; its points are the cases that name it.
struct Sweep {
  std::string id;  ///< "record-size"
  std::string title;
  std::string x_label;  ///< with unit
  /// Counter or derived metric drawn beside the bandwidth; empty: sectors per request.
  std::string metric{};
  /// What the time model does not know and this curve depends on, e.g. "atomics that wait for each
  /// other": the modelled times have the wrong shape, and measured ones are drawn before them.
  std::string model_lacks{};
};

/// A curve that was measured once on a real GPU, to be drawn beside a run's own. Not a result of
/// the run: it comes with the lab.
struct MeasuredCurve {
  struct Point {
    double x = 0;
    double bytes_per_s = 0;                     ///< useful bytes over time in kernels
    double call_s = 0;                          ///< from the call until the GPU was idle again
    std::optional<double> result_spread_ulp{};  ///< as Case::result_spread_ulp
  };
  std::string sweep;             ///< id of a Sweep
  std::string program;           ///< "starter" or "reference"
  std::string task;              ///< the function that was called
  std::string source;            ///< "measured, H200, 2026-11-22"
  std::uint32_t data_scale = 1;  ///< how many times the data of the sweep's own cases
  double dram_bytes_per_s = 0;   ///< peak bandwidth of that GPU's memory
  std::vector<Point> points;     ///< by x
};

/// A sweep as another program of the lab ran it once on the virtual GPU, e.g. a step of its ladder:
/// to be drawn beside a run's own curve where somebody asks for it. Not a result of the run.
struct BesideCurve {
  struct Point {
    double x = 0;
    std::optional<double> bytes_per_s;  ///< useful bytes over modelled time in kernels
    std::optional<double> counter;      ///< the sweep's metric
  };
  std::string sweep;    ///< id of a Sweep
  std::string program;  ///< "step-2", "ways/library": below the lab's folder, without extension
  std::string task;     ///< the function that was called
  std::vector<Point> points{};  ///< by x
};

struct Check {
  std::string id;
  std::string title;
  double points = 0;
  double max_points = 0;
  /// Why points were lost, or what the device could not tell; empty when there is nothing to say.
  std::string reason;
};
/// False of a check that the device could not tell: 0 of 0 points, and the reason says why.
inline bool is_judged(const Check& check) {
  return check.max_points != 0 || check.points != 0 || check.reason.empty();
}

struct Score {
  double points = 0, max_points = 0;
  std::vector<Check> checks;
};

/// How the whole run ended.
struct Outcome {
  enum class Kind : std::uint8_t {
    completed,
    compile_error,
    wrong_answer,
    device_error,
    crashed,
    timed_out,
    canceled,
    tool_error,
    out_of_memory  ///< of the machine that simulates the GPU; says nothing of the program
  };
  Kind kind = Kind::completed;
  std::string message;          ///< a sentence; empty when completed
  std::string compiler_output;  ///< of the student's file, with warnings
  std::string program_output;   ///< stdout and stderr of the program, cut at a limit
  bool is_output_kept = true;   ///< false: what it printed went elsewhere; program_output is empty
  int exit_code = 0;
};

/// What a real GPU was at while it was measured, by NVML.
struct GpuState {
  double first_sm_clock_hz = 0, last_sm_clock_hz = 0;  ///< while it worked, at the two ends
  double memory_clock_hz = 0;
  double first_temperature_c = 0, last_temperature_c = 0;
  double last_power_w = 0;
  /// Why its clock was held down at some time: "power", "heat", "hardware"; sorted.
  std::vector<std::string> held_down_by;
  std::string sharing;  ///< "MIG", "MPS" or "WSL"; empty: none of them was seen
};

/// What a device can tell and be told, so that nobody needs to know which device it was.
struct Capabilities {
  bool counts_lines = true;                    ///< counters of source lines, not only of launches
  std::vector<std::string> left_out_counters;  ///< of docs/reference/counters.md, not counted
  /// What it looks for beside faults: "races", "unwritten-memory", "orders" (other orders of
  /// blocks), "host" (mistakes of the program's own calls).
  std::vector<std::string> checks;
  /// Tells from which operations an answer came: their sources, and the fingerprints of copies.
  bool follows_data = false;
  bool can_stop = false;  ///< a launch that runs can be told to stop
  bool can_step = false;  ///< a launch can be run step by step
  /// Tells what warps waited for (Launch::clock), of launches that its clock can time.
  bool tells_warp_states = false;
  bool tries_changes = false;     ///< and what they would take without one of their costs
  std::string why_no_curves{};    ///< a sentence, of a real GPU where measuring the sweeps failed
  std::string why_not_counted{};  ///< a sentence, of a real GPU whose counters cannot be read
};

struct Device {
  std::string id;  ///< "virtual:mini" or "cuda:0"
  std::string name;
  Provenance counters = Provenance::exact_count;
  Provenance times = Provenance::modelled;
  std::uint32_t sm_count = 0;
  double clock_hz = 0;
  double dram_bytes_per_s = 0;
  std::string compute_capability;  ///< "9.0"
  /// Its limits; nothing when they are not known, as in records of earlier versions.
  std::optional<arch::Multiprocessor> multiprocessor{};
  std::optional<Capabilities> capabilities;  ///< nothing: not known, as in older records
  std::optional<GpuState> state{};           ///< of a real GPU
};

struct Producer {
  std::string version;       ///< of Warpscope
  std::string cuda_toolkit;  ///< "13.0.88"
  std::string driver;        ///< of a real GPU; empty otherwise
};

struct Program {
  std::string label;   ///< "student", "reference", "starter" or the program's name
  std::string path;    ///< of the exercise file or the executable
  std::string sha256;  ///< of that file
  std::vector<std::string> compile_options;
  std::string sandbox;  ///< "bubblewrap", "Landlock", "process limits"; empty when there was none
};

struct Timings {  ///< of the tool itself, on the host
  double compile_s = 0, run_s = 0, judge_s = 0;
};

/// Hints that the student had opened before the run.
struct OpenedHints {
  std::uint32_t task = 0;    ///< number of the handout's task
  std::uint32_t opened = 0;  ///< of its hints
};

/// What the student had written to one of the handout's last questions.
struct Explanation {
  std::uint32_t number = 0;  ///< of the question, from 1
  std::string question;      ///< Markdown, as the handout has it
  std::string text;          ///< the student's
};

/// What somebody predicted of the run before it, as an answer to a question of the lab, beside
/// what came of it.
struct Prediction {
  struct Value {
    std::optional<double> x;  ///< of a curve, where on the sweep's axis
    double predicted = 0;
    std::optional<double> truth;  ///< nothing: the run did not count it
  };
  std::string id, question, unit;
  Provenance provenance = Provenance::exact_count;  ///< of the true values
  std::vector<Value> values;                        ///< a number, or a curve by x; else a choice
  std::string choice, true_choice;                  ///< true_choice: empty where it is not known
  /// Predicted less true, of a curve where that is largest; of a choice 0 or 1. Nothing: not known.
  std::optional<double> miss;
  bool is_within = false;  ///< the tolerance of the question, at each point
};

struct RunRecord {
  int schema_version = kSchemaVersion;
  std::string created;  ///< UTC, ISO 8601
  Producer producer;
  Device device;
  Program program;
  std::string lab;  ///< "coalescing"; empty for warpscope exec
  std::uint64_t seed = 0;
  std::vector<SourceFile> sources;
  std::vector<Sweep> sweeps;
  std::vector<MeasuredCurve> measured_curves;
  std::vector<BesideCurve> beside_curves;
  std::vector<Case> cases;
  std::vector<Launch> launches;
  std::vector<Transfer> transfers;
  std::vector<Range> ranges;  ///< in the order in which something was asked for in them
  std::vector<Mark> marks;
  std::uint64_t ranges_left_out = 0, marks_left_out = 0;  ///< beyond the limits
  std::vector<Finding> findings;
  Outcome outcome;
  std::optional<Score> score;
  std::vector<OpenedHints> opened_hints;               ///< tasks without are left out
  std::optional<std::vector<Prediction>> predictions;  ///< where some were given
  std::vector<Explanation> explanations;               ///< questions without an answer are left out
  Timings host_timings;
  std::shared_ptr<const Timelines> timelines{};  ///< beside the document; nullptr: none
};

/// Thrown for a document that is not a record; what() says where and why in a sentence.
class RecordError : public std::exception {
 public:
  explicit RecordError(std::string message) : message_(std::move(message)) {}
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

std::string to_json(const RunRecord& record);
/// Reads a record. Unknown fields are ignored (a newer minor writer); a schema_version above ours,
/// a missing required field or a wrong type is a RecordError. `text` may be hostile.
RunRecord from_json(std::string_view text);
/// Writes through a temporary file in the same folder and a rename, so that a reader never sees
/// half a record. Its timelines go beside a regular file; what was there of another run goes.
void save(const RunRecord& record, const std::filesystem::path& path);
/// With the timelines that stand beside it (timelines.h), or what is wrong with them.
RunRecord load(const std::filesystem::path& path);

/// Sum of a counter over the launches of one case; 0 when it never appears.
std::uint64_t case_counter(const RunRecord& record, std::uint32_t case_index,
                           std::string_view metric);
/// Device time of one case: of its launches, each as if by itself (alone.h), in seconds.
double case_kernel_s(const RunRecord& record, std::uint32_t case_index);

}  // namespace warpscope::record
