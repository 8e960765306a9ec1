#include "runner/build/exercise_build.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "base/files.h"
#include "base/sha256.h"
#include "runner/build/making_lock.h"
#include "runner/build/new_folder.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSource = "exercise.cu";
constexpr const char* kProgram = "program";
constexpr const char* kLog = "compiler-output";
constexpr const char* kCompiledIn = "compiled-in";  // the debug information names that folder
constexpr std::size_t kKeptBuilds = 64;
constexpr auto kKeptAtLeast = std::chrono::hours(1);

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

/// Folder prefixes that names in records leave out, longest first.
std::vector<std::string> prefixes(const ExerciseBuild& build) {
  std::vector<std::string> result{build.folder.string() + "/"};
  for (const auto& folder : build.include_folders) result.push_back(folder.string() + "/");
  std::ranges::sort(result, std::greater<>{}, &std::string::size);
  return result;
}

/// Removes the oldest builds that nobody can still be running.
void prune(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> builds;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().starts_with("exercise-")) {
      builds.emplace_back(entry.last_write_time(), entry.path());
    }
  }
  std::ranges::sort(builds, std::greater<>{});
  for (std::size_t i = kKeptBuilds; i < builds.size(); ++i) {
    std::error_code ignored;
    const bool is_old = builds[i].first < fs::file_time_type::clock::now() - kKeptAtLeast;
    if (is_old) fs::remove_all(builds[i].second, ignored);
  }
}

/// False when it did not compile; the build then holds the reason.
bool compile_and_link(ExerciseBuild& build, const Compiler::Job& job, const DriverParts& parts,
                      const Compiler& compiler, const std::stop_token& cancel) {
  const auto object = job.folder / (std::string(kSource) + ".o");
  auto step = compiler.compile(job, kSource, object.filename().string(), cancel);
  auto output = step.output;
  if (step.is_success()) {
    auto objects = parts.objects;
    objects.push_back(object);
    step = compiler.link(job, objects, kProgram, cancel);
    output += step.output;
  }
  build.is_canceled = step.ending == FinishedProcess::Ending::canceled;
  build.is_too_slow = step.ending == FinishedProcess::Ending::timed_out;
  build.compiler_output = build.without_folders(std::move(output));
  return step.is_success();
}

}  // namespace

std::string ExerciseBuild::source_name(const std::string& compiled_path) const {
  for (const auto& prefix : prefixes(*this)) {
    if (compiled_path.starts_with(prefix)) return compiled_path.substr(prefix.size());
  }
  return compiled_path;
}

std::string ExerciseBuild::without_folders(std::string text) const {
  for (const auto& prefix : prefixes(*this)) text = replaced(std::move(text), prefix, "");
  return text;
}

ExerciseBuild build_exercise(const Installation& installation, const std::string& lab,
                             const std::string& text, const DriverParts& parts,
                             const Compiler& compiler, const std::stop_token& cancel) {
  ExerciseBuild build;
  build.sha256 = sha256(text);
  build.include_folders = parts.include_folders;
  const auto folder = installation.work_folder / lab;
  const auto target = folder / fmt::format("exercise-{}-{}", build.sha256.substr(0, 16), parts.key);
  std::optional<MakingLock> lock;
  if (!fs::exists(target / kProgram)) lock.emplace(folder, target.filename().string(), cancel);
  if (fs::exists(target / kProgram)) {
    fs::last_write_time(target, fs::file_time_type::clock::now());
  } else {
    NewFolder fresh(target);
    build.folder = fresh.path();
    write_file(fresh.path() / kSource, text);
    Compiler::Job job;
    job.folder = fresh.path();
    job.include_folders = parts.include_folders;
    job.readable = {parts.include_folders.front().parent_path()};
    if (!compile_and_link(build, job, parts, compiler, cancel)) return build;
    write_file(fresh.path() / kLog, build.compiler_output);
    write_file(fresh.path() / kCompiledIn, fresh.path().string());
    fresh.publish();
    prune(folder);
  }
  build.program = target / kProgram;
  build.folder = read_file(target / kCompiledIn);
  build.compiler_output = read_file(target / kLog);
  return build;
}

}  // namespace warpscope::runner
