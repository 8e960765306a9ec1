#include "runner/cli/measure_curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/files.h"
#include "base/temporary_folder.h"
#include "base/text_of_others.h"
#include "runner/cli/commands.h"
#include "runner/cli/compile_source.h"
#include "runner/cli/exit_codes.h"
#include "runner/cli/lab_run.h"
#include "runner/cli/outputs.h"
#include "runner/lab_curves.h"
#include "runner/run/exec_program.h"
#include "runner/run/gpu_profile.h"
#include "runner/run/open_device.h"

namespace warpscope::cli {
namespace {

/// A kernel that does nothing, launched often.
constexpr const char* kNothing = R"(#include <cuda_runtime.h>
__global__ void nothing() {}
int main() {
  for (int i = 0; i < 50; ++i) {
    nothing<<<1, 32>>>();
    cudaDeviceSynchronize();
  }
}
)";

/// Its median time on the device, by activity records as the sweeps' times are.
double empty_kernel_s(runner::Installation& installation, const std::string& device,
                      const std::stop_token& cancel) {
  const TemporaryFolder folder("nothing");
  runner::ExecRequest request;
  request.program = folder.path() / "nothing.cu";
  write_file(request.program, kNothing);
  request.profile = device;
  request.options.reads_counters = false;
  if (compile_source({}, installation, request, cancel))
    throw std::runtime_error("An empty kernel does not compile.");
  const auto record = runner::exec_program(installation, request, cancel);
  std::vector<double> times_s;
  for (const auto& launch : record.launches) times_s.push_back(launch.duration_s);
  if (times_s.empty())
    throw std::runtime_error("An empty kernel was not measured. " + record.outcome.message);
  std::ranges::nth_element(times_s, times_s.begin() + static_cast<long>(times_s.size() / 2));
  return times_s[times_s.size() / 2];
}

}  // namespace

int measure_curves(const CurvesToMeasure& wanted, const std::stop_token& cancel) {
  auto installation = runner::Installation::discover();
  const auto lab = chosen_lab(installation, wanted.lab);
  expect_reference_shown(installation, lab);
  const auto device = runner::profile_of_device(wanted.device, {});
  if (!runner::gpu_index(device))
    throw UsageError("--curves measures on one real GPU: --devices cuda:0.");
  check_profile(installation, device);
  expect_writable(wanted.file);
  auto programs = runner::programs_to_measure(runner::load_lab(lab.folder / "lab.toml").beside);
  if (!wanted.only.empty()) {
    std::erase_if(programs, [&](const runner::MeasuredChoice& of) {
      return std::ranges::find(wanted.only, of.program) == wanted.only.end();
    });
  }
  if (programs.empty()) throw UsageError("None of --only is a program that is measured.");
  const auto curves =
      runner::measure_lab(lab, programs, device, empty_kernel_s(installation, device, cancel),
                          [&](const runner::RunRequest& request) {
                            return run_with_progress(installation, request, cancel);
                          });
  write_file(wanted.file, record::to_json(curves));
  fmt::print("{}: {} programs of {}, measured on {}\n", wanted.file, curves.programs.size(), lab.id,
             one_line_of_others(curves.device.name));
  return kFullMarks;
}

}  // namespace warpscope::cli
