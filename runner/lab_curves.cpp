#include "runner/lab_curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "runner/lab/programs.h"

namespace warpscope::runner {
namespace {

constexpr std::uint32_t kWarmUpRuns = 1;

/// What of the record's device says something about times.
record::Device measuring_device(record::Device device) {
  device.capabilities.reset();
  device.multiprocessor.reset();
  if (device.state && device.state->last_sm_clock_hz > 0)
    device.clock_hz = device.state->last_sm_clock_hz;
  return device;
}

std::uint32_t most_runs(const record::MeasuredProgram& program) {
  std::uint32_t most = 1;
  for (const auto& sweep : program.sweeps) {
    for (const auto& point : sweep.points) most = std::max(most, point.runs.value_or(1));
  }
  return most;
}

}  // namespace

std::vector<MeasuredChoice> programs_to_measure(const std::vector<ProgramsBeside>& beside) {
  std::vector<MeasuredChoice> programs{{"starter", {}}, {"reference", {}}};
  for (const auto& [sweep, names] : beside) {
    for (const auto& name : names) {
      const auto found = std::ranges::find(programs, name, &MeasuredChoice::program);
      if (found == programs.end()) {
        programs.push_back({name, {sweep}});
      } else if (!found->sweeps.empty()) {
        found->sweeps.push_back(sweep);
      }
    }
  }
  return programs;
}

record::MeasuredCurves measure_lab(const LabInfo& lab, const std::vector<MeasuredChoice>& programs,
                                   const std::string& device, double empty_kernel_s,
                                   const RunsLab& run) {
  record::MeasuredCurves curves;
  curves.lab = lab.id;
  curves.warm_up_runs = kWarmUpRuns;
  curves.empty_kernel_s = empty_kernel_s;
  for (const auto& [name, sweeps] : programs) {
    RunRequest request;
    request.lab = lab.given;
    request.file = lab.folder / (name + ".cu");
    request.text = lab_program(lab.folder, name).text;
    request.label = name;
    request.profile = device;
    request.measures_sweeps = true;
    request.only_sweeps = sweeps;
    record::MeasuredProgram program;
    request.on_measured = [&](record::MeasuredProgram of) { program = std::move(of); };
    const auto record = run(request);
    if (program.sweeps.empty()) {
      const auto& told = record.device.capabilities;
      throw std::runtime_error(fmt::format(
          "{} of {} was not measured. {}", name, lab.id,
          told && !told->why_no_curves.empty() ? told->why_no_curves : record.outcome.message));
    }
    program.label = name;
    program.sha256 = record.program.sha256;
    curves.created = record.created;
    curves.device = measuring_device(record.device);
    curves.producer = record.producer;
    curves.seed = record.seed;
    curves.runs = std::max(curves.runs, most_runs(program));
    curves.programs.push_back(std::move(program));
  }
  return curves;
}

}  // namespace warpscope::runner
