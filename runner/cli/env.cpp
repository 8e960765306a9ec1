// warpscope env
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "runner/build/build_environment.h"
#include "runner/build/compiler.h"
#include "runner/build/fetch_compiler.h"
#include "runner/build/virtual_toolkit.h"
#include "runner/cli/commands.h"
#include "runner/run/exec_program.h"
#include "runner/run/profiles.h"

namespace warpscope::cli {
namespace {

int env(const std::stop_token& cancel) {
  auto installation = runner::Installation::discover();
  runner::provide_compiler(installation, cancel);
  const auto read = [](const char* name) -> const char* { return std::getenv(name); };
  const auto capability =
      runner::running_profile(installation, runner::ExecRequest().profile).compute_capability;
  runner::expect_compiler(installation);
  const auto toolkit = std::filesystem::absolute(installation.work_folder / "toolkit");
  runner::make_virtual_toolkit(toolkit, installation.nvcc,
                               std::filesystem::read_symlink("/proc/self/exe"));
  for (const auto& [name, value] : runner::build_environment(toolkit, capability, read)) {
    fmt::print("{}", runner::export_line(name, value));
  }
  return 0;
}

}  // namespace

void add_env(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand(
      "env", "Print what lets make, CMake and nvcc build for the virtual GPU: eval \"$(… env)\"");
  command->footer(
      "For a build of your own, unchanged:\n"
      "  eval \"$(./run env)\"     # in the shell where you then call make, cmake or nvcc\n"
      "Then begin with a clean build folder: what was built before stays as it is.");
  command->callback(
      [&action] { action = [](const std::stop_token& cancel) { return env(cancel); }; });
}

}  // namespace warpscope::cli
