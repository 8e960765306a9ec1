#include "tests/labs/fault_batches.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/files.h"
#include "base/sha256.h"
#include "runner/build/exercise_build.h"
#include "runner/build/making_lock.h"
#include "runner/build/new_folder.h"
#include "runner/build/stages.h"
#include "runner/compiler_settings.h"
#include "runner/data_lab/data_lab.h"
#include "runner/data_lab/driver_text.h"
#include "runner/run/profiles.h"
#include "tests/labs/lab_file.h"
#include "tests/support/compiler_output.h"

namespace warpscope::labs {
namespace {

namespace fs = std::filesystem;

constexpr const char* kScript = WARPSCOPE_SOURCE_DIR "/tests/labs/batch.py";
constexpr const char* kNames = WARPSCOPE_SOURCE_DIR "/tests/labs/declared_names.py";
/// In the folder of a program: how it was made.
constexpr const char* kMadeBy = "batch";
/// In the lab's folder of compiled programs: names of those that were left out.
constexpr const char* kLeftOut = "left-out-of-batches";
/// Where batches are compiled: records have files in the order of their paths, and this one stands
/// there as the folder of an exercise alone does.
constexpr const char* kWork = "exercises";
/// A batch of many long exercises, beside builds.
constexpr std::chrono::minutes kLongest{10};

/// What compiles the files of a lab as `warpscope grade` does it.
struct LabBuild {
  runner::Installation installation;
  runner::Sandbox sandbox;
  runner::Compiler compiler;
  runner::DriverParts parts;

  static LabBuild of(const std::string& lab) {
    const auto folder = lab_folder(lab);
    auto installation = runner::Installation::discover();
    const auto capability = runner::running_profile(installation, "mini").compute_capability;
    const auto settings =
        runner::compiler_settings(runner::load_lab(folder / "lab.toml"), capability);
    const auto data = runner::load_data_lab(folder);
    return LabBuild(std::move(installation), settings, folder,
                    data ? runner::made_sources(*data) : runner::MadeSources());
  }
  fs::path folder_of(const std::string& lab, const std::string& exercise) const {
    return runner::exercise_folder(installation, lab, exercise, parts, compiler, {});
  }

 private:
  LabBuild(runner::Installation where, const runner::CompilerSettings& settings,
           const fs::path& folder, const runner::MadeSources& made)
      : installation(std::move(where)),
        sandbox(runner::Sandbox::detect()),
        compiler(installation, sandbox, settings),
        parts(runner::prepare_driver_parts(installation, folder, compiler, {}, made)) {}
};

/// Takes away what another version of the script has made, in one step: a process that is killed
/// leaves no half of it.
bool is_there(const fs::path& program, const std::string& version) {
  if (!fs::exists(program / runner::kProgram)) return false;
  if (!fs::exists(program / kMadeBy) || read_file(program / kMadeBy) == version) return true;
  const runner::NewFolder away(program.parent_path() / kWork);
  fs::rename(program, away.path() / runner::kProgram);
  return false;
}

/// Of a folder in `work`, so that the path is as long as where the program would be compiled alone.
std::size_t length_of_name(const fs::path& work, const fs::path& program) {
  const auto alone = runner::NewFolder(program).path();
  return alone.string().size() - work.string().size() - 1;
}

/// Runs the script, in a folder for the exercises' programs; those that it made get their names.
void run_script(const LabBuild& build, const fs::path& folder,
                const std::map<fs::path, std::string>& exercises) {
  auto entries = nlohmann::json::array();
  std::map<std::string, fs::path> names;  // by the folder that the script fills
  for (const auto& [program, text] : exercises) {
    const auto made = folder / std::to_string(names.size());
    fs::create_directory(made);
    write_file(made / runner::kExerciseSource, text);
    names.emplace(made.filename().string(), program);
    entries.push_back(made.string());
  }
  const nlohmann::json plan{
      {"compile", build.parts.compile_stages},
      {"link", build.parts.link_stages},
      {"exercise_folder", (build.parts.folder / runner::kExerciseFolder).string()},
      {"id", runner::kModuleId},
      {"exercises", entries},
      {"name_length", length_of_name(folder, exercises.begin()->first)}};
  write_file(folder / "plan.json", plan.dump());
  const auto said = compiler_output("'" WARPSCOPE_PYTHON "' '" + std::string(kScript) + "' '" +
                                    folder.string() + "/plan.json' && echo finished");
  if (!said.ends_with("finished\n")) throw std::runtime_error("batch.py failed: " + said);
  for (const auto& [name, program] : names) {
    if (!fs::exists(folder / name / runner::kProgram)) continue;
    write_file(folder / name / kMadeBy, version_of_batches());
    std::error_code is_made_by_another;
    fs::rename(folder / name, program, is_made_by_another);
  }
}

/// Those of `exercises` (texts, by the folder of their program) that were made in a batch.
std::set<std::string> made_together(const std::map<fs::path, std::string>& exercises) {
  std::set<std::string> made;
  for (const auto& [program, text] : exercises)
    if (fs::exists(program / kMadeBy)) made.insert(text);
  return made;
}

}  // namespace

std::string version_of_batches() {
  return sha256(read_file(kScript) + read_file(kNames)).substr(0, 16);
}

std::set<std::string> compile_together(const std::string& lab,
                                       const std::vector<std::string>& exercises) {
  if (exercises.empty()) return {};
  const auto build = LabBuild::of(lab);
  if (!runner::stages_side_by_side({build.parts.compile_stages, build.parts.link_stages}))
    return {};
  const auto folder = build.installation.work_folder / lab;
  const runner::MakingLock lock(folder, "batches", {}, kLongest);
  const auto version = version_of_batches();
  const auto left_out = folder / kLeftOut / version;
  std::map<fs::path, std::string> wanted, missing;
  for (const auto& text : exercises) wanted.emplace(build.folder_of(lab, text), text);
  for (const auto& [program, text] : wanted) {
    if (!is_there(program, version) && !fs::exists(left_out / program.filename()))
      missing.emplace(program, text);
  }
  if (!missing.empty()) {
    const runner::NewFolder work(folder / kWork);
    run_script(build, work.path(), missing);
    fs::create_directories(left_out);
    for (const auto& [program, text] : missing)
      if (!fs::exists(program)) write_file(left_out / program.filename(), "");
  }
  return made_together(wanted);
}

}  // namespace warpscope::labs
