// The curves of a lab's sweeps as they were measured once on a real GPU: labs/<lab>/h200.json.
// docs/reference/measured_curves.md describes the file; field names there are the member names
// here. `warpscope compare-devices --curves` writes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace warpscope::record {

inline constexpr int kMeasuredCurvesVersion = 1;

/// Of the runs of one case, in seconds.
struct MeasuredTime {
  double median_s = 0, min_s = 0, max_s = 0;
};

/// One case of a sweep, run many times, each with a cold L2 cache.
struct MeasuredPoint {
  double x = 0;           ///< on the sweep's axis
  std::string case_name;  ///< as Case::name
  std::uint64_t useful_bytes = 0;
  Case::Verdict verdict = Case::Verdict::not_run;  ///< the judge's, of the last run's answer
  std::string message;                             ///< why, when not correct
  std::uint32_t launches = 0;                      ///< kernels of one run
  MeasuredTime kernels;  ///< the GPU's time in the kernels of a run, added
  MeasuredTime call;     ///< from its first operation on the GPU to the end of its last
  std::optional<double> result_spread_ulp{};  ///< as Case::result_spread_ulp, of the last run
  std::optional<std::uint32_t> runs{};        ///< of this case; without: MeasuredCurves::runs
};

/// One of a task's; a sweep with several tasks has one for each.
struct MeasuredSweep {
  std::string id;                ///< of a Sweep
  std::string task;              ///< the function that was called
  std::uint32_t data_scale = 1;  ///< how many times the data of the lab's own cases
  std::vector<MeasuredPoint> points;
};

struct MeasuredProgram {
  std::string label;   ///< "starter" or "reference"
  std::string sha256;  ///< of its source file
  std::vector<MeasuredSweep> sweeps;
};

struct MeasuredCurves {
  int schema_version = kMeasuredCurvesVersion;
  std::string lab;
  std::string created;  ///< UTC, ISO 8601
  Device device;        ///< clock_hz: of a busy SM, as it was measured
  Producer producer;    ///< version: the commit of the sources
  std::uint64_t seed = 0;
  std::uint32_t warm_up_runs = 0, runs = 0;  ///< of each case; `runs`: at most
  double empty_kernel_s = 0;                 ///< what `kernels` is for a kernel that does nothing
  std::vector<MeasuredProgram> programs;
};

std::string to_json(const MeasuredCurves& curves);
/// Throws RecordError that says where and why. Unlike a run record, a file with a field that this
/// version does not know is refused: nothing of it gets lost.
MeasuredCurves measured_curves_from_json(std::string_view text);
/// Throws RecordError that names the file.
MeasuredCurves load_measured_curves(const std::filesystem::path& path);

/// The program's sweep of this task, new at the end where there is none yet.
MeasuredSweep& sweep_of(MeasuredProgram& program, std::string_view id, std::string_view task,
                        std::uint32_t data_scale);

/// The program's measurements of one sweep, of its first task; null when there are none.
const MeasuredSweep* find_measured(const MeasuredCurves& curves, std::string_view program,
                                   std::string_view sweep);

/// One of them to be drawn: its right answers, with useful bytes over the kernels' median time.
MeasuredCurve curve_of(const MeasuredCurves& curves, std::string_view program,
                       const MeasuredSweep& sweep);

/// All that have points, in the order of the file.
std::vector<MeasuredCurve> curves_of(const MeasuredCurves& curves);

/// The curves of useful bandwidth to be drawn beside this run's own, one for each task; a task
/// without useful bytes has none. The reference's stand beside the reference only, since they give
/// the answer away; beside every other run, a student's too, stand its own, where it was measured,
/// and the starter's.
std::vector<const MeasuredCurve*> measured_beside(const RunRecord& record, std::string_view sweep);

/// What a legend says: "reference, add_one: measured, H200, 2026-11-22, 16 times the data".
std::string label_of(const MeasuredCurve& curve);

}  // namespace warpscope::record
