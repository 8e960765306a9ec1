#include "runner/run_source.h"

#include <filesystem>
#include <utility>

#include "base/files.h"
#include "runner/build/source_program.h"
#include "runner/findings/compile_errors.h"
#include "runner/run/open_device.h"
#include "runner/run/profiles.h"

namespace warpscope::runner {
namespace {

constexpr double kCompiling = 0.05, kRunning = 0.4;  // shares of the whole, by experience

/// The record of a source from which no program was made.
record::RunRecord without_program(const ExecRequest& request, bool is_canceled) {
  record::RunRecord record;
  record.device.id = device_name(request.profile);
  record.device.name = request.profile;
  record.program.path = request.source;
  record.program.label =
      request.label.empty() ? std::filesystem::path(request.source).stem().string() : request.label;
  record.program.compile_options = request.compile_options;
  record.outcome.compiler_output = request.compiler_output;
  if (is_canceled) {
    record.outcome.kind = record::Outcome::Kind::canceled;
    record.outcome.message = "The run was canceled.";
    return record;
  }
  record.outcome.kind = record::Outcome::Kind::compile_error;
  record.outcome.message = request.source + " does not compile.";
  record.sources.push_back({request.source, read_file(request.source)});
  if (auto error = compile_error(request.compiler_output, record.sources))
    record.findings.push_back(std::move(*error));
  return record;
}

}  // namespace

std::optional<record::RunRecord> compile_to_run(const Installation& installation,
                                                std::vector<std::string> nvcc, ExecRequest& request,
                                                const std::stop_token& cancel) {
  const auto capability = running_profile(installation, request.profile).compute_capability;
  // With the checks and without: a program may ask for its registers, and how many blocks fit.
  nvcc = with_machine_code(std::move(nvcc), capability);
  request.source = request.program;
  request.compile_options = source_options(nvcc, capability);
  auto built = build_source_program(installation, request.source, nvcc, capability, cancel);
  request.compiler_output = std::move(built.compiler_output);
  if (built.program.empty()) return without_program(request, built.is_canceled);
  request.program = built.program.string();
  return std::nullopt;
}

record::RunRecord run_source(const Installation& installation, ExecRequest request,
                             const std::function<void(const Progress&)>& on_progress,
                             const std::stop_token& cancel) {
  on_progress({"compiling", kCompiling});
  if (auto record = compile_to_run(installation, {}, request, cancel)) return *std::move(record);
  on_progress({"running", kRunning});
  return exec_program(installation, request, cancel);
}

}  // namespace warpscope::runner
