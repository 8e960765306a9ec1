#include "runner/build/exercise_build.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <optional>
#include <set>
#include <sstream>

#include "base/files.h"
#include "base/sha256.h"
#include "runner/build/compile_turn.h"
#include "runner/build/making_lock.h"
#include "runner/build/missing_functions.h"
#include "runner/build/new_folder.h"
#include "runner/build/object_symbols.h"
#include "runner/build/old_builds.h"
#include "runner/build/stages.h"
#include "runner/build/taken_names.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

/// Of a lab's compiled submissions.
constexpr std::uint64_t kKeptBytes = std::uint64_t{256} << 20;
constexpr const char* kSource = kExerciseSource;
constexpr const char* kLog = kBuildLog;
constexpr const char* kStandIns = "missing.cpp";
constexpr const char* kMissing = "missing-functions";  // a line for each: name, tabulator, sentence
constexpr const char* kTaken = "taken-names";          // a line for each
constexpr const char* kCompiledIn = "compiled-in";     // the debug information names that folder

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

/// Folder prefixes that names in records leave out, longest first.
std::vector<std::string> prefixes(const ExerciseBuild& build) {
  std::vector<std::string> result{build.folder.string() + "/"};
  for (fs::path own = kOwnHeaders; !own.empty(); own = own.parent_path())
    result.push_back((build.folder / own).string() + "/");
  if (!build.program.empty()) result.push_back(build.program.parent_path().string() + "/");
  if (!build.include_folders.empty()) {
    result.push_back(build.include_folders.front().parent_path().string() + "/");
  }
  for (const auto& folder : build.driver_folders) result.push_back(folder.string() + "/");
  for (const auto& folder : build.include_folders) result.push_back(folder.string() + "/");
  std::ranges::sort(result, std::greater<>{}, &std::string::size);
  return result;
}

std::string without_folders(const ExerciseBuild& build, std::string text) {
  for (const auto& prefix : prefixes(build)) text = replaced(std::move(text), prefix, "");
  return text;
}

/// Whether what the compiler calls exercise.cu is that name there, and no part of another one.
bool is_source_name(std::string_view text, std::size_t at) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '/';
  };
  const auto rest = text.substr(at + std::string_view(kSource).size());
  return (at == 0 || !is_part(text[at - 1])) && !rest.starts_with(".o") &&
         (rest.empty() || !is_part(rest.front()));
}

std::string with_name(std::string text, const std::string& name) {
  const std::string_view old = kSource;
  for (auto at = text.find(old); at != std::string::npos; at = text.find(old, at)) {
    const bool is_name = is_source_name(text, at);
    if (is_name) text.replace(at, old.size(), name);
    at += is_name ? name.size() : old.size();
  }
  return text;
}

/// What the exercise's object defines of these it defines no longer. Calls of such a function may
/// have become its body, so the object is made once more for functions that may be others.
void give_back(const std::set<std::string>& names, ExerciseBuild& build, const Compiler::Job& job,
               const Compiler& compiler, const std::stop_token& cancel) {
  if (names.empty()) return;
  const auto exercise = job.folder / kExerciseObject;
  const auto again = std::string("calls-") + kExerciseObject;
  if (build.taken_names.empty() &&
      compiler.with_calls().compile(job, kSource, again, cancel).is_success())
    fs::rename(job.folder / again, exercise);
  undefine_symbols(exercise, names);
  for (auto& name : as_written(names)) build.taken_names.push_back(std::move(name));
}

/// Links the objects. When the exercise lacks functions, stand-ins take their places: the rest of
/// the file is graded all the same.
FinishedProcess link(ExerciseBuild& build, const Compiler::Job& job, const DriverParts& parts,
                     const Compiler& compiler, const std::stop_token& cancel) {
  const auto exercise = job.folder / kExerciseObject;
  build.missing_functions.clear();
  auto objects = parts.objects;
  objects.push_back(exercise);
  give_back(names_of_driver(parts, exercise), build, job, compiler, cancel);
  auto step = compiler.link(job, objects, kProgram, cancel);
  if (step.is_success() || step.ending != FinishedProcess::Ending::ended) return step;
  if (auto sentence = own_main(parts, exercise); !sentence.empty()) {
    step.output = std::move(sentence);
    return step;
  }
  const auto missing = missing_functions(parts, exercise, step.output);
  if (missing.empty()) return step;
  write_file(job.folder / kStandIns, stand_ins(missing));
  const auto object = std::string(kStandIns) + ".o";
  if (!compiler.compile(job, kStandIns, object, cancel).is_success()) return step;
  objects.push_back(job.folder / object);
  auto again = compiler.link(job, objects, kProgram, cancel);
  if (!again.is_success()) return step;
  for (const auto& function : missing)
    build.missing_functions.push_back({function.cause, function.meant});
  return again;
}

std::optional<std::string> script_of(const DriverParts& parts, const std::string& compile,
                                     const std::string& link) {
  return stages_side_by_side({compile, link}, parts.host_headers);
}

/// How exercises are compiled with these parts, and in which sandbox, in a few characters: what was
/// compiled in another way is compiled again.
std::string way_of(const DriverParts& parts, const Compiler& compiler) {
  const auto script = script_of(parts, parts.compile_stages, parts.link_stages);
  return sha256(fmt::format("{}\n{}\n{}", compiler.sandbox_name(), script.value_or("nvcc"), kTaken))
      .substr(0, 8);
}

/// nvcc's stages, side by side. Nothing where they cannot be run so, or where one of the
/// compilation fails: nvcc itself has to say why.
std::optional<FinishedProcess> run_stages(const Compiler::Job& job, const DriverParts& parts,
                                          const Compiler& compiler, const std::stop_token& cancel) {
  const auto script = script_of(parts, stages_in(job, parts, parts.compile_stages),
                                stages_in(job, parts, parts.link_stages));
  if (!script) return std::nullopt;
  auto step = compiler.run_stages(job, *script, kExerciseObject, cancel);
  const bool has_object = step.exit.code == kLinkFailed && fs::exists(job.folder / kExerciseObject);
  const bool is_over = step.ending != FinishedProcess::Ending::ended || step.is_success() ||
                       !limit_in_words(step.output, compiler.limits()).empty();
  return is_over || has_object ? std::optional(std::move(step)) : std::nullopt;
}

/// False when it did not compile; the build then holds the reason.
bool compile_and_link(ExerciseBuild& build, const Compiler::Job& job, const DriverParts& parts,
                      const Compiler& compiler, const std::stop_token& cancel) {
  // The stages know nothing of headers of the student's own.
  const bool has_own_headers = job.include_folders.size() > parts.include_folders.size();
  const auto stages = has_own_headers ? std::nullopt : run_stages(job, parts, compiler, cancel);
  auto step = stages ? *stages : compiler.compile(job, kSource, kExerciseObject, cancel);
  auto output = step.output;
  const bool has_object = step.is_success() || (stages && step.exit.code == kLinkFailed);
  if (!has_object) build.limit_reached = limit_in_words(step.output, compiler.limits());
  const bool must_link = step.ending == FinishedProcess::Ending::ended &&
                         build.limit_reached.empty() &&
                         (stages ? !step.is_success() : step.is_success());
  if (must_link) {
    step = link(build, job, parts, compiler, cancel);
    output += step.output;
    if (!step.is_success()) build.limit_reached = limit_in_words(step.output, compiler.limits());
  }
  if (step.is_success()) {
    const auto exercise = job.folder / kExerciseObject;
    auto names = names_of_libraries(job.folder / kProgram, exercise);
    names.merge(names_of_driver(parts, exercise));
    if (!names.empty()) {
      give_back(names, build, job, compiler, cancel);
      step = link(build, job, parts, compiler, cancel);
      output += step.output;
    }
  }
  build.is_canceled = step.ending == FinishedProcess::Ending::canceled;
  if (step.ending == FinishedProcess::Ending::timed_out) {
    build.is_out_of_time = true;
    build.limit_reached = fmt::format("The compiler did not finish in {:g} s.",
                                      static_cast<double>(compiler.limits().time.count()) / 1000);
  }
  build.compiler_output = without_folders(build, std::move(output));
  return step.is_success();
}

/// The same in its turn. Where other programs took the compiler's time, it is tried again alone,
/// with four times as long, before anything is said of the file.
bool compile_in_turn(ExerciseBuild& build, const Compiler::Job& job, const DriverParts& parts,
                     const Compiler& compiler, const fs::path& work_folder,
                     const std::stop_token& cancel) {
  constexpr int kPatience = 4;
  const auto untried = build;
  {
    const CompileTurn turn(work_folder, CompileTurn::Kind::beside_others, cancel);
    const bool is_done = compile_and_link(build, job, parts, compiler, cancel);
    if (is_done || !build.is_out_of_time) return is_done;
  }
  build = untried;
  const CompileTurn turn(work_folder, CompileTurn::Kind::alone, cancel);
  const bool is_done =
      compile_and_link(build, job, parts, compiler.with_patience(kPatience), cancel);
  if (!is_done && !build.limit_reached.empty())
    build.limit_reached += " It was tried again with nothing beside it.";
  return is_done;
}

/// With the headers that the text can do with.
DriverParts parts_for(const std::string& text, DriverParts parts, const Installation& installation,
                      const Compiler& compiler, const std::stop_token& cancel) {
  const auto standard = headers_for(text);
  if (standard == StandardHeaders::lean) return parts;
  std::erase(parts.readable, parts.host_headers.text.parent_path());
  parts.host_headers = prepare_host_headers(installation, compiler, standard, cancel);
  parts.readable.push_back(parts.host_headers.text.parent_path());
  return parts;
}

/// Of exercises that are built with these parts and nothing else.
fs::path folder_for(const Installation& installation, const std::string& lab,
                    const std::string& text, const DriverParts& parts, const Compiler& compiler) {
  return installation.work_folder / lab /
         fmt::format("exercise-{}-{}-{}", sha256(text).substr(0, 16), parts.key,
                     way_of(parts, compiler));
}

/// What is compiled, in one text: of it a build's folder has its name.
std::string whole_text(const ExerciseFile& file) {
  auto text = file.text;
  for (const auto& header : file.headers)
    text += fmt::format("\n// {}: {}", header.location, sha256(header.text));
  return text;
}

/// Writes the exercise and the student's own headers.
void write_sources(const fs::path& folder, const ExerciseFile& file) {
  write_file(folder / kSource, file.text);
  for (const auto& header : file.headers) {
    const auto path = folder / header.location;
    fs::create_directories(path.parent_path());
    write_file(path, header.text);
  }
  // Names that lead upwards are followed folder by folder.
  if (!file.headers.empty()) fs::create_directories(folder / kOwnHeaders);
}

}  // namespace

std::string ExerciseBuild::source_name(const std::string& compiled_path) const {
  auto name = compiled_path;
  for (const auto& prefix : prefixes(*this)) {
    if (!compiled_path.starts_with(prefix)) continue;
    name = compiled_path.substr(prefix.size());
    break;
  }
  return name == kSource ? file_name : name;
}

const std::string& SourceNames::of(const std::string& compiled_path) {
  const auto [found, is_new] = names_.try_emplace(compiled_path);
  if (is_new) found->second = build_.source_name(compiled_path);
  return found->second;
}

std::string ExerciseBuild::named(std::string text) const {
  return with_name(without_folders(*this, std::move(text)), file_name);
}

fs::path exercise_folder(const Installation& installation, const std::string& lab,
                         const std::string& text, const DriverParts& parts,
                         const Compiler& compiler, const std::stop_token& cancel) {
  return folder_for(installation, lab, text, parts_for(text, parts, installation, compiler, cancel),
                    compiler);
}

ExerciseBuild build_exercise(const Installation& installation, const std::string& lab,
                             const ExerciseFile& file, const DriverParts& all_parts,
                             const Compiler& compiler, const std::stop_token& cancel) {
  const auto parts = parts_for(file.text, all_parts, installation, compiler, cancel);
  ExerciseBuild build;
  build.file_name = file.name;
  build.sha256 = sha256(file.text);
  build.include_folders = parts.include_folders;
  build.driver_folders = parts.readable;
  const auto target = folder_for(installation, lab, whole_text(file), parts, compiler);
  const auto folder = target.parent_path();
  std::optional<MakingLock> lock;
  if (!fs::exists(target / kProgram)) lock.emplace(folder, target.filename().string(), cancel);
  if (fs::exists(target / kProgram)) {
    fs::last_write_time(target, fs::file_time_type::clock::now());
  } else {
    NewFolder fresh(target);
    build.folder = fresh.path();
    write_sources(fresh.path(), file);
    Compiler::Job job;
    job.folder = fresh.path();
    job.include_folders = parts.include_folders;
    if (!file.headers.empty()) job.include_folders.push_back(fresh.path() / kOwnHeaders);
    job.readable = parts.readable;
    if (!compile_in_turn(build, job, parts, compiler, installation.work_folder, cancel)) {
      build.compiler_output = build.named(std::move(build.compiler_output));
      return build;
    }
    write_file(fresh.path() / kLog, build.compiler_output);
    std::string missing;
    for (const auto& [cause, meant] : build.missing_functions)
      missing += fmt::format("{}\t{}\n", meant, cause);
    write_file(fresh.path() / kMissing, missing);
    write_file(fresh.path() / kTaken, fmt::format("{}\n", fmt::join(build.taken_names, "\n")));
    write_file(fresh.path() / kCompiledIn, fresh.path().string());
    fresh.publish();
    remove_old_builds(folder, "exercise-", {.bytes = kKeptBytes});
  }
  build.program = target / kProgram;
  build.folder = read_file(target / kCompiledIn);
  build.compiler_output = build.named(read_file(target / kLog));
  build.missing_functions.clear();
  build.taken_names.clear();
  std::istringstream taken(read_file(target / kTaken));
  for (std::string line; std::getline(taken, line);)
    if (!line.empty()) build.taken_names.push_back(line);
  std::istringstream missing(read_file(target / kMissing));
  for (std::string line; std::getline(missing, line);) {
    const auto behind = line.find('\t');
    if (behind != std::string::npos)
      build.missing_functions.push_back({line.substr(behind + 1), line.substr(0, behind)});
  }
  return build;
}

}  // namespace warpscope::runner
