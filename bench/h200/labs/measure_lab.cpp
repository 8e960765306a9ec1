#include "bench/h200/labs/measure_lab.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "base/files.h"
#include "bench/h200/labs/measured_program.h"
#include "labs/judge/judge.h"
#include "runner/data_lab/data_judge.h"

namespace warpscope::bench {
namespace {

using record::Case;
using record::MeasuredPoint;
using record::MeasuredTime;

constexpr std::uint64_t kSeed = 1;

MeasuredTime time_of(const std::vector<RunTimes>& runs, double RunTimes::*which) {
  std::vector<double> values;
  for (const RunTimes& run : runs) values.push_back(run.*which);
  if (values.empty()) return {};
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  const double median =
      values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  return {median, values.front(), values.back()};
}

/// One lab's program; started again after it was lost.
class Measuring {
 public:
  Measuring(const judge::Judge& judge, std::filesystem::path program, int runs)
      : judge_(judge), program_(std::move(program)), runs_(runs) {}

  MeasuredPoint point(const judge::Case& set) {
    MeasuredPoint point;
    point.x = set.sweep_x;
    point.case_name = set.name;
    point.useful_bytes = set.useful_bytes;
    try {
      const auto result = session().run(set);
      judged(set, result.answer, point);
      if (!result.runs.empty()) point.launches = result.runs.back().launches;
      point.kernels = time_of(result.runs, &RunTimes::kernel_s);
      point.call = time_of(result.runs, &RunTimes::call_s);
    } catch (const ProgramLost& lost) {
      session_.reset();
      point.verdict = lost.is_too_slow() ? Case::Verdict::timed_out : Case::Verdict::crashed;
      point.message = lost.what();
    }
    if (point.verdict != Case::Verdict::correct) {
      std::fprintf(stderr, "%s %s: %s\n", program_.filename().c_str(), set.name.c_str(),
                   point.message.c_str());
    }
    return point;
  }

  const Machine& machine() { return session().machine(); }

 private:
  MeasuredProgram& session() {
    if (!session_) session_.emplace(program_, runs_);
    return *session_;
  }

  void judged(const judge::Case& set, const runner::Answer& answer, MeasuredPoint& point) const {
    if (answer.status != lab_protocol::Status::ok) {
      point.verdict = Case::Verdict::error;
      point.message = answer.message;
      return;
    }
    const auto opinion = judge_.examine(set, answer.outputs);
    point.verdict = opinion.is_correct ? Case::Verdict::correct : Case::Verdict::wrong;
    point.message = opinion.message;
    point.result_spread_ulp = opinion.result_spread_ulp;
  }

  const judge::Judge& judge_;
  std::filesystem::path program_;
  int runs_;
  std::optional<MeasuredProgram> session_;
};

record::Device device_of(const Machine& machine) {
  record::Device device;
  device.id = "cuda:0";
  device.name = machine.name;
  device.counters = record::Provenance::measured;
  device.times = record::Provenance::measured;
  device.sm_count = machine.sm_count;
  device.clock_hz = machine.clock_hz;
  device.dram_bytes_per_s = machine.dram_bytes_per_s;
  device.compute_capability = std::to_string(machine.major) + "." + std::to_string(machine.minor);
  return device;
}

/// A program of the lab, and the sweeps that are measured with it; none: all.
struct ProgramOfLab {
  std::string label;
  std::vector<std::string> sweeps;
};

/// run.sh writes a line for each program that a sweep names as `beside`: label and sweeps.
std::vector<ProgramOfLab> programs_of(const std::string& lab, const std::filesystem::path& folder) {
  std::vector<ProgramOfLab> programs{{"starter", {}}, {"reference", {}}};
  const auto beside = folder / (lab + ".beside");
  if (!std::filesystem::exists(beside)) return programs;
  std::istringstream lines(read_file(beside));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    ProgramOfLab program;
    if (!(words >> program.label)) continue;
    for (std::string sweep; words >> sweep;) program.sweeps.push_back(sweep);
    programs.push_back(std::move(program));
  }
  return programs;
}

}  // namespace

void take_answers(const std::string& lab, judge::Judge& judge, const Options& options) {
  auto* data = dynamic_cast<runner::DataJudge*>(&judge);
  if (data == nullptr) return;
  const auto own = options.programs / (lab + "-answers");
  MeasuredProgram program(
      std::filesystem::exists(own) ? own : options.programs / (lab + "-reference"), 1);
  const auto questions = data->questions(judge.measured(kSeed).cases);
  runner::Answers answers;
  for (const auto& question : questions) {
    auto result = program.run(question);
    if (result.answer.status != lab_protocol::Status::ok)
      throw std::runtime_error(question.name + " has no answer: " + result.answer.message);
    answers[runner::question_key(question)] = std::move(result.answer.outputs);
  }
  data->take_answers(questions, std::move(answers));
}

record::MeasuredCurves measure_lab(const std::string& lab, const judge::Judge& judge,
                                   const Options& options) {
  const auto measured = judge.measured(kSeed);
  record::MeasuredCurves curves;
  curves.lab = lab;
  curves.created = options.created;
  curves.producer = {options.commit, options.toolkit, options.driver};
  curves.seed = kSeed;
  curves.warm_up_runs = kWarmUpRuns;
  curves.runs = static_cast<std::uint32_t>(options.runs);
  for (const auto& [label, sweeps] : programs_of(lab, options.programs)) {
    auto file = lab + "-" + label;
    std::ranges::replace(file, '/', '-');
    const auto path = options.programs / file;
    record::MeasuredProgram program;
    program.label = label;
    program.sha256 = read_file(path.string() + ".sha256").substr(0, 64);
    Measuring measuring(judge, path, options.runs);
    curves.device = device_of(measuring.machine());
    curves.empty_kernel_s = measuring.machine().empty_kernel_s;
    for (const auto& set : measured.cases) {
      if (!sweeps.empty() && std::ranges::find(sweeps, set.sweep) == sweeps.end()) continue;
      auto point = measuring.point(set);
      record::sweep_of(program, set.sweep, set.task, measured.scale_of(set.sweep))
          .points.push_back(std::move(point));
    }
    for (auto& sweep : program.sweeps) std::ranges::sort(sweep.points, {}, &MeasuredPoint::x);
    curves.programs.push_back(std::move(program));
  }
  return curves;
}

}  // namespace warpscope::bench
