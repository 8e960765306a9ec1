#include "runner/build/source_program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "base/files.h"
#include "base/sha256.h"
#include "runner/build/compiler.h"
#include "runner/build/making_lock.h"
#include "runner/build/new_folder.h"
#include "runner/build/old_builds.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

/// The user sees the compiler work and can stop it.
constexpr std::chrono::milliseconds kNoTimeLimit = std::chrono::hours(24);
constexpr std::uint64_t kOutputBytes = 16 << 20;
constexpr const char* kOutputFile = kBuildLog;
constexpr const char* kFilesFile = "files";            // that went into the program: see stamp()
constexpr const char* kDependencies = "dependencies";  // the same as the compiler writes it
constexpr std::string_view kPrefix = "program-";

bool begins_with_any(const std::vector<std::string>& words, const auto& beginnings) {
  return std::ranges::any_of(words, [&](const std::string& word) {
    return std::ranges::any_of(
        beginnings, [&](std::string_view beginning) { return word.starts_with(beginning); });
  });
}

bool names_source(const std::string& word) {
  constexpr std::array<std::string_view, 8> kEndings{".cu", ".cpp", ".cc", ".cxx",
                                                     ".c",  ".C",   ".o",  ".a"};
  return !word.starts_with('-') && std::ranges::any_of(kEndings, [&](std::string_view ending) {
    return word.ends_with(ending);
  });
}

/// A file that was changed gives another line; one that is not there none.
std::string stamp(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  if (error) return {};
  const auto time = fs::last_write_time(file, error).time_since_epoch().count();
  return fmt::format("{} {} {}\n", size, time, file.string());
}

/// One program for each compiler, source, options, folder and what of the environment the compiler
/// reads.
std::string key_of(const fs::path& nvcc, const fs::path& source,
                   const std::vector<std::string>& options) {
  std::string text = stamp(nvcc) + fs::absolute(source).string() + '\n' + source.string() + '\n' +
                     fs::current_path().string();
  for (const auto& option : options) text += '\n' + option;
  for (const char* name : {"NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS", "NVCC_CCBIN", "PATH", "CPATH",
                           "CPLUS_INCLUDE_PATH", "LIBRARY_PATH"}) {
    const char* value = std::getenv(name);
    text += fmt::format("\n{}={}", name, value != nullptr ? value : "");
  }
  return sha256(text).substr(0, 16);
}

/// The names in a rule for make: after its colon, separated by spaces; one in a name has \ before.
std::vector<fs::path> prerequisites(const std::string& rule) {
  std::vector<fs::path> files;
  std::string name;
  const auto end_name = [&] {
    if (!name.empty()) files.emplace_back(std::exchange(name, {}));
  };
  for (std::size_t i = rule.find(" : "); i < rule.size(); ++i) {
    const char next = i + 1 < rule.size() ? rule[i + 1] : '\n';
    if (rule[i] == '\\' && (next == ' ' || next == '#')) {
      name += rule[++i];
    } else if (rule[i] == '$' && next == '$') {
      name += rule[++i];
    } else if (rule[i] == ' ' || rule[i] == '\n' || (rule[i] == '\\' && next == '\n')) {
      end_name();
    } else {
      name += rule[i];
    }
  }
  end_name();
  std::erase(files, fs::path(":"));
  return files;
}

/// Whether every file that went into the program is as it was.
bool is_fresh(const fs::path& folder) {
  std::istringstream lines(read_file(folder / kFilesFile));
  for (std::string line; std::getline(lines, line);) {
    const auto name = line.find(' ', line.find(' ') + 1) + 1;
    if (stamp(line.substr(name)) != line + '\n') return false;
  }
  return true;
}

/// The user's environment. As for labs, a host compiler by way of ccache needs a home that can be
/// written, and nvcc a folder of its own for what it makes in between.
std::vector<std::string> environment_for(const fs::path& temporary_folder) {
  std::vector<std::string> result{"TMPDIR=" + temporary_folder.string(),
                                  "HOME=" + temporary_folder.string(), "CCACHE_DISABLE=1"};
  constexpr std::array<std::string_view, 3> kReplaced{"TMPDIR=", "HOME=", "CCACHE_DISABLE="};
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (!begins_with_any({text}, kReplaced)) result.push_back(text);
  }
  return result;
}

FinishedProcess compile_in(const fs::path& folder, const fs::path& nvcc, const fs::path& source,
                           const std::vector<std::string>& options, const std::stop_token& cancel) {
  const auto temporary = folder / "making";
  fs::create_directory(temporary);
  SpawnOptions spawn;
  spawn.arguments = {nvcc.string(), source.string()};
  spawn.arguments.insert(spawn.arguments.end(), options.begin(), options.end());
  spawn.arguments.insert(spawn.arguments.end(), {"-MD", "-MF", (folder / kDependencies).string(),
                                                 "-o", (folder / source.stem()).string()});
  spawn.environment = environment_for(temporary);
  auto result = run_to_end(
      [&](int output_fd) {
        spawn.descriptors = {{output_fd, 1}, {output_fd, 2}};
        return ChildProcess::spawn(spawn);
      },
      kNoTimeLimit, kOutputBytes, cancel);
  fs::remove_all(temporary);
  return result;
}

}  // namespace

bool is_cuda_source(const fs::path& file) { return file.extension() == ".cu"; }

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool is_in_word = false;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      is_in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (std::exchange(is_in_word, false)) words.push_back(std::exchange(word, {}));
    } else {
      word += c;
      is_in_word = true;
    }
  }
  if (quote != 0) {
    throw std::runtime_error(fmt::format("A quote ({}) is not closed in: {}", quote, text));
  }
  if (is_in_word) words.push_back(word);
  return words;
}

namespace {

constexpr std::array<std::string_view, 4> kArchitecture{"-arch", "--gpu-architecture", "-gencode",
                                                        "--generate-code"};

}  // namespace

std::vector<std::string> with_machine_code(std::vector<std::string> asked,
                                           const arch::ComputeCapability& capability) {
  if (begins_with_any(asked, kArchitecture)) return asked;
  for (const auto& ours : {architecture_options(capability), machine_code_options(capability)})
    asked.insert(asked.end(), ours.begin(), ours.end());
  return asked;
}

std::vector<std::string> source_options(const std::vector<std::string>& asked,
                                        const arch::ComputeCapability& capability) {
  constexpr std::array<std::string_view, 3> kOptimisation{"-O", "--optimize", "-G"};
  auto options = asked;
  options.emplace_back("-lineinfo");
  // Lines of the host's code, for findings: a call at a function's end stays a call.
  options.insert(options.end(), {"-g", "-Xcompiler", "-fno-optimize-sibling-calls"});
  if (!begins_with_any(asked, kOptimisation)) options.emplace_back("-O3");
  if (!begins_with_any(asked, kArchitecture)) {
    const auto ours = architecture_options(capability);
    options.insert(options.end(), ours.begin(), ours.end());
  }
  options.insert(options.end(), {"-cudart", "shared"});
  return options;
}

SourceProgram build_source_program(const Installation& installation, const fs::path& source,
                                   const std::vector<std::string>& options,
                                   const arch::ComputeCapability& capability,
                                   const std::stop_token& cancel) {
  expect_compiler(installation);
  std::error_code error;
  if (!fs::is_regular_file(source, error)) {
    throw std::runtime_error("There is no file " + source.string() + ".");
  }
  const auto all_options = source_options(options, capability);
  const auto folder = installation.work_folder / "programs";
  const auto name = std::string(kPrefix) + key_of(installation.nvcc, source, all_options);
  const bool may_take = std::ranges::none_of(options, names_source);
  remove_deserted_folders(folder);
  // A folder for each set of files, so that nobody's running program is replaced.
  const MakingLock lock(folder, name, cancel);
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (!may_take || entry.path().stem() != name || entry.path().extension().empty()) continue;
    if (!fs::exists(entry.path() / kFilesFile) || !is_fresh(entry.path())) continue;
    fs::last_write_time(entry.path(), fs::file_time_type::clock::now());
    return {entry.path() / source.stem(), false, read_file(entry.path() / kOutputFile)};
  }
  NewFolder fresh(folder / name);
  // Before the compiler reads the file: a change while it works must not go unseen.
  const auto before = stamp(fs::absolute(source));
  const auto result = compile_in(fresh.path(), installation.nvcc, source, all_options, cancel);
  SourceProgram built{{}, result.ending == FinishedProcess::Ending::canceled, result.output};
  if (!result.is_success()) return built;
  std::string files = before;
  for (const auto& file : prerequisites(read_file(fresh.path() / kDependencies))) {
    if (!fs::equivalent(file, source)) files += stamp(fs::absolute(file));
  }
  write_file(fresh.path() / kFilesFile, files);
  write_file(fresh.path() / kOutputFile, built.compiler_output);
  built.program = fresh.keep() / source.stem();
  remove_old_builds(folder, kPrefix);
  return built;
}

}  // namespace warpscope::runner
