#include "runner/build/compiler.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <stdexcept>

#include "runner/build/large_pages.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLogBytes = 256 << 10;
constexpr const char* kDryRun = "--dryrun";

/// A folder for nvcc's intermediate files while it makes one output. nvcc names them after its
/// process id, which is the same number in every sandbox, so two that share a folder remove each
/// other's.
class IntermediateFolder {
 public:
  IntermediateFolder(const fs::path& job_folder, std::string output) {
    std::ranges::replace(output, '/', '_');
    path_ = job_folder / ("making-" + output);
    fs::create_directories(path_);
  }
  ~IntermediateFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  IntermediateFolder(const IntermediateFolder&) = delete;
  IntermediateFolder& operator=(const IntermediateFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// nvcc finds the host compiler in PATH, and may write to no other folder than the job's: where
/// PATH leads to ccache first, ccache wants a home folder even when told to keep nothing.
std::vector<std::string> environment(const fs::path& temporary_folder) {
  const char* path = std::getenv("PATH");
  return {"PATH=" + std::string(path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin"),
          "TMPDIR=" + temporary_folder.string(), "HOME=" + temporary_folder.string(),
          "LC_ALL=C.UTF-8", "CCACHE_DISABLE=1"};
}

/// What belongs to a CUDA toolkit, by name: the folder that holds `bin` may be somebody's home.
constexpr std::array kToolkitParts{"bin", "include", "lib", "lib64", "nvvm", "targets"};

bool is_toolkit(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / "nvvm", ignored) ||
         fs::exists(folder / "include" / "cuda_runtime.h", ignored);
}

/// What of this machine nvcc and its stages read besides the system's folders.
std::vector<fs::path> parts_of_toolkit(const fs::path& nvcc) {
  std::vector<fs::path> parts;
  for (const auto& program : {nvcc, fs::weakly_canonical(nvcc)}) {
    const auto folder = program.parent_path().parent_path();
    if (!is_toolkit(folder)) {
      parts.push_back(program);
      continue;
    }
    for (const auto* name : kToolkitParts) {
      std::error_code ignored;
      if (fs::exists(folder / name, ignored)) parts.push_back(folder / name);
    }
  }
  return parts;
}

std::string output_of(const FinishedProcess& dry_run) {
  return dry_run.is_success() ? dry_run.output : std::string();
}

}  // namespace

std::vector<std::string> architecture_options(const arch::ComputeCapability& capability) {
  const auto ptx = arch::ptx_architecture(capability);
  return {"-gencode", "arch=" + ptx + ",code=" + ptx};
}

std::vector<std::string> machine_code_options(const arch::ComputeCapability& capability) {
  return {"-gencode", "arch=" + arch::ptx_architecture(capability) +
                          ",code=" + arch::machine_architecture(capability)};
}

std::vector<std::string> compile_options(const arch::ComputeCapability& capability) {
  std::vector<std::string> options{"-std=c++20", "-O3", "-lineinfo", "-DWARPSCOPE_LAB",
                                   "--extended-lambda", "--expt-relaxed-constexpr",
                                   // Lines of the host's code, for findings: a call at a function's
                                   // end stays a call.
                                   "-Xcompiler", "-g1,-fno-optimize-sibling-calls"};
  const auto architecture = architecture_options(capability);
  options.insert(options.end(), architecture.begin(), architecture.end());
  options.insert(options.end(), {"-cudart", "shared"});
  return options;
}

void expect_compiler(const Installation& installation) {
  if (!installation.nvcc.empty()) return;
  throw std::runtime_error(
      "There is no CUDA compiler; run ./run once, which installs one, or set CUDACXX to an nvcc of "
      "CUDA 13.0 or newer.");
}

Compiler::Compiler(const Installation& installation, const Sandbox& sandbox,
                   CompilerSettings settings)
    : nvcc_(installation.nvcc), hidden_(installation.root), settings_(settings), sandbox_(sandbox) {
  expect_compiler(installation);
}

std::vector<std::string> Compiler::options() const {
  auto options = compile_options(settings_.capability);
  if (settings_.has_openmp) options.insert(options.end(), {"-Xcompiler", "-fopenmp"});
  if (settings_.has_machine_code) {
    const auto machine_code = machine_code_options(settings_.capability);
    options.insert(options.end(), machine_code.begin(), machine_code.end());
  }
  if (settings_.keeps_calls) options.insert(options.end(), {"-Xcompiler", "-fPIC"});
  return options;
}

FinishedProcess Compiler::run(const Job& job, const fs::path& temporary_folder,
                              std::vector<std::string> arguments,
                              const std::stop_token& cancel) const {
  SandboxedCommand command;
  command.arguments = std::move(arguments);
  command.environment = environment(temporary_folder);
  command.working_folder = job.folder;
  command.may_start_processes = true;
  command.has_endless_devices = false;
  command.limits.address_space_bytes = settings_.limits.memory_bytes;
  command.limits.file_bytes = settings_.limits.file_bytes;
  command.limits.cpu_s = static_cast<std::uint64_t>(
      std::chrono::ceil<std::chrono::seconds>(settings_.limits.time).count());
  command.readable = parts_of_toolkit(nvcc_);
  command.readable.insert(command.readable.end(), job.readable.begin(), job.readable.end());
  // cudafe++ touches 50 to 90 MB in small pieces.
  const auto pages = large_pages();
  if (!pages.environment.empty()) command.environment.push_back(pages.environment);
  command.readable.insert(command.readable.end(), pages.readable.begin(), pages.readable.end());
  command.hidden = {hidden_};
  if (!job.folder.empty()) command.writable = {job.folder};
  return run_to_end(
      [&](int output_fd) {
        command.descriptors = {{output_fd, 1}, {output_fd, 2}};
        return sandbox_.start(command);
      },
      settings_.limits.time * settings_.limits.patience, kLogBytes, cancel);
}

Compiler Compiler::with_patience(int times) const {
  Compiler patient = *this;
  patient.settings_.limits.patience = times;
  return patient;
}

Compiler Compiler::with_calls() const {
  Compiler other = *this;
  other.settings_.keeps_calls = true;
  return other;
}

std::string Compiler::version(const std::stop_token& cancel) const {
  const auto result = run({}, {}, {nvcc_.string(), "--version"}, cancel);
  const std::string marker = ", V";
  const auto at = result.output.rfind(marker);
  if (!result.is_success() || at == std::string::npos) {
    throw std::runtime_error(nvcc_.string() +
                             " does not run as a CUDA compiler; set CUDACXX to an nvcc of CUDA "
                             "13.0 or newer. It said: " +
                             result.output);
  }
  const auto begin = at + marker.size();
  return result.output.substr(begin, result.output.find_first_not_of("0123456789.", begin) - begin);
}

FinishedProcess Compiler::run_nvcc(const Job& job, const std::string& output,
                                   std::vector<std::string> arguments,
                                   const std::stop_token& cancel) const {
  arguments.insert(arguments.begin(), nvcc_.string());
  const IntermediateFolder intermediate(job.folder, output);
  return run(job, intermediate.path(), std::move(arguments), cancel);
}

std::vector<std::string> Compiler::compile_arguments(const Job& job, const std::string& source,
                                                     const std::string& object) const {
  auto arguments = options();
  for (const auto& folder : job.include_folders) arguments.push_back("-I" + folder.string());
  arguments.insert(arguments.end(), {"-c", source, "-o", object});
  return arguments;
}

std::vector<std::string> Compiler::link_arguments(const std::vector<fs::path>& objects,
                                                  const std::string& program) const {
  std::vector<std::string> arguments{"-cudart", "shared", "-o", program};
  if (settings_.has_openmp) arguments.insert(arguments.end(), {"-Xcompiler", "-fopenmp"});
  for (const auto& object : objects) arguments.push_back(object.string());
  return arguments;
}

FinishedProcess Compiler::compile(const Job& job, const std::string& source,
                                  const std::string& object, const std::stop_token& cancel) const {
  return run_nvcc(job, object, compile_arguments(job, source, object), cancel);
}

FinishedProcess Compiler::link(const Job& job, const std::vector<fs::path>& objects,
                               const std::string& program, const std::stop_token& cancel) const {
  return run_nvcc(job, program, link_arguments(objects, program), cancel);
}

std::string Compiler::stages_of_compile(const Job& job, const std::string& source,
                                        const std::string& object,
                                        const std::stop_token& cancel) const {
  auto arguments = compile_arguments(job, source, object);
  arguments.insert(arguments.begin(), kDryRun);
  return output_of(run_nvcc(job, object, std::move(arguments), cancel));
}

std::string Compiler::stages_of_link(const Job& job, const std::vector<fs::path>& objects,
                                     const std::string& program,
                                     const std::stop_token& cancel) const {
  auto arguments = link_arguments(objects, program);
  arguments.insert(arguments.begin(), kDryRun);
  return output_of(run_nvcc(job, program, std::move(arguments), cancel));
}

FinishedProcess Compiler::run_stages(const Job& job, const std::string& script,
                                     const std::string& output,
                                     const std::stop_token& cancel) const {
  const IntermediateFolder intermediate(job.folder, output);
  return run(job, intermediate.path(), {"/bin/sh", "-c", script}, cancel);
}

}  // namespace warpscope::runner
