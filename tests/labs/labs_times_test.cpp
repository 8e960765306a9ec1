// Times of the labs' kernels beside those of a real GPU: labs/<lab>/h200.json.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "record/alone.h"
#include "record/measured_curves.h"
#include "tests/labs/graded.h"
#include "tests/labs/lab_file.h"

namespace warpscope::labs {
namespace {

/// `mini` is a sixteenth of an H200: with 16 times the data that takes as long.
constexpr std::uint32_t kDataScale = 16;
/// Of a kernel that does nothing, by the clock; measured times lie between two events.
constexpr double kEmpty_s = 2.0e-6;
/// The mean of a curve's points. docs/evidence/time.md has 18 % at most.
constexpr double kMostMeanError = 0.25;

/// Curves that are farther, with the reason in docs/evidence/time.md.
struct Far {
  std::string_view lab, sweep, task, program;
  double most;
};
constexpr std::array kFar{Far{"gather-scatter", "alignment", "gather", "starter", 0.35},
                          Far{"gather-scatter", "known", "gather", "starter", 0.35},
                          Far{"scan", "size", "scan_long", "reference", 0.6}};

double most_of(const std::string& lab, const record::MeasuredSweep& sweep,
               const std::string& program) {
  for (const auto& far : kFar) {
    if (far.lab == lab && far.sweep == sweep.id && far.task == sweep.task && far.program == program)
      return far.most;
  }
  return kMostMeanError;
}

struct Modelled {
  double time_s = 0;
  std::uint32_t launches = 0;
};

std::map<std::string, Modelled> kernel_times(const record::RunRecord& record) {
  std::map<std::string, Modelled> times;
  for (const auto& launch : record.launches) {
    EXPECT_TRUE(launch.timed_blocks) << launch.kernel << ", " << record.lab;
    if (!launch.case_index) continue;
    auto& of = times[record.cases[*launch.case_index].name];
    of.time_s += alone_s(launch);
    of.launches += launch.count;
  }
  return times;
}

/// Nothing where no point was measured right. With more data a program may launch more: such points
/// cannot be compared.
std::optional<double> mean_error(const record::MeasuredSweep& sweep,
                                 const std::map<std::string, Modelled>& modelled,
                                 double overhead_s) {
  double sum = 0;
  std::size_t count = 0;
  for (const auto& point : sweep.points) {
    const auto found = modelled.find(point.case_name);
    if (point.verdict != record::Case::Verdict::correct || point.launches == 0 ||
        found == modelled.end() || found->second.time_s == 0 ||
        found->second.launches != point.launches)
      continue;
    sum +=
        std::abs(found->second.time_s / (point.kernels.median_s - point.launches * overhead_s) - 1);
    ++count;
  }
  if (count == 0) return std::nullopt;
  return sum / static_cast<double>(count);
}

// Kernels of overlap are measured in several streams, where events wait for other streams as well.
TEST(Times, OfSweepsAreNearThoseOfAGpu) {
  std::size_t curves = 0;
  for (const std::string& lab : all_labs()) {
    const auto file = lab_folder(lab) / "h200.json";
    if (!std::filesystem::exists(file) || lab == "overlap") continue;
    const auto measured = record::load_measured_curves(file);
    for (const auto& program : measured.programs) {
      if (program.label != "starter" && program.label != "reference") continue;
      const auto record = graded({lab, program.label}).record;
      if (record.program.sha256 != program.sha256) continue;  // measured before its text changed
      const auto modelled = kernel_times(record);
      for (const auto& sweep : program.sweeps) {
        if (sweep.data_scale != kDataScale) continue;
        const auto error = mean_error(sweep, modelled, measured.empty_kernel_s - kEmpty_s);
        if (!error) continue;
        EXPECT_LT(*error, most_of(lab, sweep, program.label))
            << lab << ", " << sweep.id << ", " << sweep.task << ", " << program.label;
        ++curves;
      }
    }
  }
  EXPECT_GE(curves, 30U);
}

}  // namespace
}  // namespace warpscope::labs
