// warpscope nvcc: what the nvcc of `warpscope env` calls. Not for people.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "runner/build/build_environment.h"
#include "runner/build/nvcc_arguments.h"
#include "runner/build/old_sources.h"
#include "runner/cli/commands.h"
#include "runner/run/exec_program.h"
#include "runner/run/profiles.h"

namespace warpscope::cli {
namespace {

bool is_cuda_source(const std::string& word) {
  return !word.starts_with('-') && word.ends_with(".cu");
}

/// Nothing is compiled, or the build wants one architecture's text and no program.
bool stays_as_it_is(const std::vector<std::string>& words) {
  constexpr std::array<std::string_view, 12> kOthers{
      "--version", "-V",    "--help", "-h",      "--list-gpu-arch", "--list-gpu-code",
      "-ptx",      "--ptx", "-cubin", "--cubin", "-fatbin",         "--fatbin"};
  return words.empty() || std::ranges::any_of(words, [&](const std::string& word) {
           return std::ranges::find(kOthers, word) != kOthers.end();
         });
}

bool is_host_source(const std::string& word) {
  constexpr std::array<std::string_view, 3> kEndings{".cpp", ".cc", ".cxx"};
  return !word.starts_with('-') && std::ranges::any_of(kEndings, [&](std::string_view ending) {
    return word.ends_with(ending);
  });
}

/// What a build wants of sources that CUDA 13 no longer takes.
std::vector<std::string> options_for_old_sources(const std::vector<std::string>& words,
                                                 const std::string& header) {
  const auto folders = runner::include_folders_of(words);
  bool has_cuda = false, has_members = false, has_old_host = false;
  for (const auto& word : words) {
    if (!is_cuda_source(word) && !is_host_source(word)) continue;
    const auto names = runner::removed_names_of_source(word, folders);
    has_cuda = has_cuda || is_cuda_source(word);
    has_members = has_members || names.members;
    has_old_host = has_old_host || (is_host_source(word) && names.any());
  }
  if (!has_cuda && !has_old_host) return {};
  std::vector<std::string> options{"-include", header};
  if (has_members) options.emplace_back("-DWARPSCOPE_OLD_DEVICE_PROPERTIES");
  if (has_old_host) options.emplace_back("-DWARPSCOPE_OLD_HOST_SOURCES");
  return options;
}

/// Ours are among the arguments.
void take_out_of_environment(const std::string& ours) {
  const char* variable = std::getenv("NVCC_APPEND_FLAGS");
  std::string flags = variable != nullptr ? variable : "";
  if (!flags.ends_with(ours)) return;
  flags.erase(flags.size() - ours.size());
  ::setenv("NVCC_APPEND_FLAGS", flags.c_str(), 1);
}

int nvcc(const std::vector<std::string>& words, const std::stop_token& cancel) {
  if (words.size() < 2) throw UsageError("warpscope nvcc NVCC HEADER ARGUMENTS");
  const auto& real = words[0];
  std::vector<std::string> arguments(words.begin() + 2, words.end());
  const auto installation = runner::Installation::discover();
  const auto capability =
      runner::running_profile(installation, runner::ExecRequest().profile).compute_capability;
  take_out_of_environment(runner::virtual_gpu_flags(capability));
  if (!stays_as_it_is(arguments)) {
    const auto old = options_for_old_sources(arguments, words[1]);
    auto all =
        runner::for_virtual_gpu(arguments, runner::architectures_of(real, cancel), capability);
    for (const auto& note : all.notes) fmt::print(stderr, "warpscope: {}\n", note);
    arguments = std::move(all.arguments);
    arguments.insert(arguments.end(), old.begin(), old.end());
  }
  std::vector<char*> argv;
  std::string name = real;
  argv.push_back(name.data());
  for (auto& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  std::fflush(nullptr);
  // Interrupt has blocked Ctrl-C for this process; nvcc is to hear it.
  sigset_t none;
  ::sigemptyset(&none);
  ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
  ::execv(real.c_str(), argv.data());
  throw std::runtime_error(fmt::format("Cannot start {}: {}.", real, std::strerror(errno)));
}

}  // namespace

void add_nvcc(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("nvcc", "What the nvcc of `env` calls")->group("");
  command->prefix_command();
  command->callback([command, &action] {
    action = [words = command->remaining()](const std::stop_token& cancel) {
      return nvcc(words, cancel);
    };
  });
}

}  // namespace warpscope::cli
