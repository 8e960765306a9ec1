#include "runner/build/fetch_compiler.h"

#include <unistd.h>

#include <stdexcept>
#include <thread>

#include "runner/process/child_process.h"

namespace warpscope::runner {

void provide_compiler(Installation& installation, const std::stop_token& cancel) {
  if (!installation.nvcc.empty() || !installation.is_installed) return;
  SpawnOptions options;
  options.arguments = {"bash", (installation.root / "setup" / "fetch-nvcc.sh").string(),
                       installation.work_folder.string()};
  for (char** entry = environ; *entry != nullptr; ++entry) options.environment.emplace_back(*entry);
  options.descriptors = {{STDERR_FILENO, STDOUT_FILENO}};
  auto script = ChildProcess::spawn(options);
  while (!script.try_wait() && !cancel.stop_requested()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  if (cancel.stop_requested()) throw std::runtime_error("Canceled.");
  const auto nvcc = installation.work_folder / "cuda" / "bin" / "nvcc";
  if (!script.wait().is_success() || !std::filesystem::exists(nvcc)) {
    throw std::runtime_error(
        "There is no CUDA compiler, and none could be fetched. Install CUDA 13.0 or newer and put "
        "its nvcc in PATH, or set CUDACXX to it.");
  }
  installation.nvcc = nvcc;
}

}  // namespace warpscope::runner
