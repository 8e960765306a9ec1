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
record::RunRecord without_program(const ExecRequest& request, const SourceProgram& built) {
  record::RunRecord record;
  record.device.id = device_name(request.profile);
  record.device.name = request.profile;
  record.program.path = request.source;
  record.program.label =
      request.label.empty() ? std::filesystem::path(request.source).stem().string() : request.label;
  record.program.compile_options = request.compile_options;
  record.outcome.compiler_output = built.compiler_output;
  if (built.is_canceled) {
    record.outcome.kind = record::Outcome::Kind::canceled;
    record.outcome.message = "The run was canceled.";
    return record;
  }
  record.outcome.kind = record::Outcome::Kind::compile_error;
  record.outcome.message = request.source + " does not compile.";
  record.sources.push_back({request.source, read_file(request.source)});
  if (auto error = compile_error(built.compiler_output, record.sources))
    record.findings.push_back(std::move(*error));
  return record;
}

}  // namespace

record::RunRecord run_source(const Installation& installation, ExecRequest request,
                             const std::function<void(const Progress&)>& on_progress,
                             const std::stop_token& cancel) {
  on_progress({"compiling", kCompiling});
  const auto capability = running_profile(installation, request.profile).compute_capability;
  const auto asked = with_machine_code({}, capability);
  request.source = request.program;
  request.compile_options = source_options(asked, capability);
  const auto built = build_source_program(installation, request.source, asked, capability, cancel);
  if (built.program.empty()) return without_program(request, built);
  request.program = built.program.string();
  request.compiler_output = built.compiler_output;
  on_progress({"running", kRunning});
  return exec_program(installation, request, cancel);
}

}  // namespace warpscope::runner
