// Calling nvcc, inside the sandbox: a hostile source file must not read this machine's files by
// including them.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "arch/compute_capability.h"
#include "runner/build/compiler_limits.h"
#include "runner/installation/installation.h"
#include "runner/process/run_to_end.h"
#include "runner/sandbox/sandbox.h"

namespace warpscope::runner {

/// Has nvcc embed the PTX that a virtual GPU of this compute capability runs.
std::vector<std::string> architecture_options(const arch::ComputeCapability& capability);
/// The same for machine code, of which registers are known.
std::vector<std::string> machine_code_options(const arch::ComputeCapability& capability);

/// Options of every compilation of a lab's files, without include paths.
std::vector<std::string> compile_options(const arch::ComputeCapability& capability);

/// Throws std::runtime_error when there is no nvcc.
void expect_compiler(const Installation& installation);

/// What one lab's files need and others' do not.
struct CompilerSettings {
  arch::ComputeCapability capability = arch::kCountedArchitecture;  ///< of the virtual GPU
  bool has_openmp = false;        ///< host code may use its directives
  bool has_machine_code = false;  ///< ptxas runs as well: registers per thread are known
  /// What the host calls may be another definition than the one in the file: nothing follows of it.
  bool keeps_calls = false;
  CompilerLimits limits{};
};

class Compiler {
 public:
  /// `sandbox` must outlive this. Throws std::runtime_error when there is no nvcc.
  Compiler(const Installation& installation, const Sandbox& sandbox,
           CompilerSettings settings = {});

  /// Options of every compilation, without include paths.
  std::vector<std::string> options() const;
  const CompilerLimits& limits() const { return settings_.limits; }
  /// The same, which gives the wall clock so many times as long.
  Compiler with_patience(int times) const;
  /// The same with CompilerSettings::keeps_calls.
  Compiler with_calls() const;
  /// As Sandbox::name(): what a weaker one let in must not be taken for what a stronger one made.
  std::string_view sandbox_name() const { return sandbox_.name(); }

  /// "13.0.88". Throws std::runtime_error when nvcc does not run.
  std::string version(const std::stop_token& cancel) const;

  struct Job {
    std::filesystem::path folder;  ///< sources and objects are named relative to it; written to
    std::vector<std::filesystem::path> include_folders;
    std::vector<std::filesystem::path> readable;
  };
  /// Compiles one source file to an object file.
  FinishedProcess compile(const Job& job, const std::string& source, const std::string& object,
                          const std::stop_token& cancel) const;
  /// Links object files (absolute, or relative to the folder) with the shared CUDA runtime.
  FinishedProcess link(const Job& job, const std::vector<std::filesystem::path>& objects,
                       const std::string& program, const std::stop_token& cancel) const;

  /// What nvcc would run to compile or to link, as `nvcc --dryrun` prints it; empty when it fails.
  std::string stages_of_compile(const Job& job, const std::string& source,
                                const std::string& object, const std::stop_token& cancel) const;
  std::string stages_of_link(const Job& job, const std::vector<std::filesystem::path>& objects,
                             const std::string& program, const std::stop_token& cancel) const;
  /// Runs a shell script that was made of such stages (stages.h) and whose result is `output`.
  FinishedProcess run_stages(const Job& job, const std::string& script, const std::string& output,
                             const std::stop_token& cancel) const;

 private:
  std::vector<std::string> compile_arguments(const Job& job, const std::string& source,
                                             const std::string& object) const;
  std::vector<std::string> link_arguments(const std::vector<std::filesystem::path>& objects,
                                          const std::string& program) const;
  FinishedProcess run(const Job& job, const std::filesystem::path& temporary_folder,
                      std::vector<std::string> arguments, const std::stop_token& cancel) const;
  /// For nvcc, or for its dry run.
  FinishedProcess run_nvcc(const Job& job, const std::string& output,
                           std::vector<std::string> arguments, const std::stop_token& cancel) const;

  std::filesystem::path nvcc_, hidden_;
  CompilerSettings settings_;
  const Sandbox& sandbox_;
};

}  // namespace warpscope::runner
