#include "tests/labs/graded.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>

#include "base/sha256.h"
#include "tests/labs/fault_batches.h"
#include "tests/labs/grading_key.h"

namespace warpscope::labs {
namespace {

namespace fs = std::filesystem;

struct Finished {
  int exit_code = -1;
  std::string output;
};

Finished run(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot start " + command);
  Finished finished;
  char buffer[4096];
  while (const auto count = std::fread(buffer, 1, sizeof buffer, pipe)) {
    finished.output.append(buffer, count);
  }
  const int status = pclose(pipe);
  if (WIFEXITED(status)) finished.exit_code = WEXITSTATUS(status);
  return finished;
}

std::string quoted(const fs::path& path) { return "'" + path.string() + "'"; }

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Where grade() keeps a file's record, report and exit code.
fs::path kept(const LabFile& file, const std::string& extension) {
  return fs::path(WARPSCOPE_BINARY_DIR "/graded") / file.lab / (file.name + extension);
}

/// The file itself, or what its diff makes of another, kept beside the record.
fs::path exercise_of(const LabFile& file) {
  if (file.path().extension() == ".cu") return file.path();
  auto exercise = kept(file, ".cu");
  fs::create_directories(exercise.parent_path());
  std::ofstream(exercise, std::ios::binary) << file.text();
  return exercise;
}

/// Warpscope as an instructor may have it who has deleted the labs' solutions: neither references
/// nor steps, faults or ways; nor starters and handouts. All the rest is this build's, and so are
/// the programs it compiled.
class WithoutReferences {
 public:
  WithoutReferences()
      : root_(fs::path(WARPSCOPE_BINARY_DIR) / ("without-references-" + std::to_string(getpid()))) {
    const fs::path source = WARPSCOPE_SOURCE_DIR, binary = WARPSCOPE_BINARY_DIR;
    fs::create_directories(root_ / "build/bin");
    for (const auto& entry : fs::directory_iterator(source)) {
      const bool is_there = entry.path() == source / "labs" || entry.path() == source / "build";
      if (!is_there) fs::create_symlink(entry.path(), root_ / entry.path().filename());
    }
    for (const auto& entry : fs::directory_iterator(source / "labs")) copy_lab(entry.path());
    for (const auto& entry : fs::directory_iterator(binary / "bin")) {
      if (entry.path().filename().string().starts_with("warpscope")) {
        fs::create_hard_link(entry.path(), root_ / "build/bin" / entry.path().filename());
      }
    }
    for (const char* folder : {"lib", "lab-cache"}) {
      fs::create_directories(binary / folder);
      fs::create_symlink(binary / folder, root_ / "build" / folder);
    }
  }
  ~WithoutReferences() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  WithoutReferences(const WithoutReferences&) = delete;
  WithoutReferences& operator=(const WithoutReferences&) = delete;
  fs::path program() const { return root_ / "build/bin/warpscope"; }

 private:
  /// A lab, or what else lies beside them.
  void copy_lab(const fs::path& from) const {
    const auto to = root_ / "labs" / from.filename();
    fs::create_directories(to.parent_path());
    if (!fs::exists(from / "lab.toml")) {
      fs::create_symlink(from, to);
      return;
    }
    fs::create_directory(to);
    for (const auto& entry : fs::directory_iterator(from)) {
      const auto name = entry.path().filename().string();
      if (entry.is_regular_file() && is_seen_by_gradings(entry.path()))
        fs::copy_file(entry.path(), to / name);
    }
  }

  fs::path root_;
};

/// `has_solutions`: whether the labs are as they are, or without them.
std::string grade_command(const LabFile& file, const fs::path& exercise, bool has_solutions) {
  static const WithoutReferences other;
  const fs::path program =
      has_solutions ? fs::path(WARPSCOPE_BINARY_DIR "/bin/warpscope") : other.program();
  return quoted(program) + " grade " + file.lab + " " + quoted(exercise) + " --seed 1 --json";
}

bool is_fault(const LabFile& file) { return file.name.starts_with("faults/"); }

/// What a grading depends on: all of it, and what only this lab and this file have.
struct Keys {
  std::string whole, own;
  std::uint64_t chance = 0;  ///< another one for each change of what all gradings share
};

Keys keys_of(const LabFile& file) {
  static const GradingInputs inputs{WARPSCOPE_SOURCE_DIR, WARPSCOPE_BINARY_DIR,
                                    versions_of_tools(WARPSCOPE_NVCC)};
  static const std::string common = common_grading_key(inputs);
  static const std::string batches = version_of_batches();
  const auto text = file.text();
  const auto name = sha256(common + file.lab + "/" + file.name);
  const auto how = is_fault(file) ? batches : std::string();
  return {grading_key(common + how, inputs, file.lab, text),
          grading_key(how, inputs, file.lab, text), std::stoull(name.substr(0, 8), nullptr, 16)};
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// Whether the file is graded anew when only what all gradings share has changed.
bool is_of_part(const LabFile& file, const Keys& keys) {
  const std::string one_in = variable("WARPSCOPE_GRADE_PART");
  if (one_in.empty() || file.name == "reference" || file.name == "starter") return true;
  const std::string wanted = " " + variable("WARPSCOPE_GRADE_FINDINGS") + " ";
  const auto findings = expectations_of(file).findings;
  return keys.chance % std::max(1UL, std::stoul(one_in)) == 0 ||
         std::ranges::any_of(findings, [&](const auto& finding) {
           return wanted.find(" " + finding.id + " ") != std::string::npos;
         });
}

/// Whether what is kept of the file may be taken.
bool is_kept(const LabFile& file, const Keys& keys) {
  if (!variable("WARPSCOPE_GRADE_AGAIN").empty()) return false;
  return text_of(kept(file, ".key")) == keys.whole ||
         (text_of(kept(file, ".own-key")) == keys.own && !is_of_part(file, keys));
}

/// Compiles the lab's faults that will be graded, once in each process; whether this one's program
/// is of a batch. A fault whose point is that it does not compile is left to the compiler alone.
bool is_of_batch(const LabFile& file) {
  static std::map<std::string, std::set<std::string>> of_batches;
  if (!is_fault(file)) return false;
  const auto [made, is_first] = of_batches.try_emplace(file.lab);
  if (is_first) {
    std::vector<std::string> exercises;
    for (const auto& fault : files_below("faults")) {
      if (fault.lab != file.lab || expectations_of(fault).verdict == "compile_error") continue;
      if (!is_kept(fault, keys_of(fault))) exercises.push_back(fault.text());
    }
    made->second = compile_together(file.lab, exercises);
  }
  return made->second.contains(file.text());
}

}  // namespace

Graded grade(const LabFile& file) {
  const fs::path record = kept(file, ".json"), log = kept(file, ".log");
  const Keys keys = keys_of(file);
  if (is_kept(file, keys)) {
    Graded earlier = graded(file);
    earlier.is_kept = true;
    return earlier;
  }
  fs::create_directories(record.parent_path());
  const bool has_batch = is_of_batch(file);
  forget(file);
  fs::remove(record);
  const auto finished = run(grade_command(file, exercise_of(file), false) + " --record " +
                            quoted(record) + " 2>" + quoted(log) + " </dev/null");
  if (!fs::exists(record))
    throw std::runtime_error("no run record; the grader said: " + text_of(log) + finished.output);
  std::ofstream(kept(file, ".report"), std::ios::binary) << finished.output;
  std::ofstream(kept(file, ".exit-code")) << finished.exit_code;
  std::ofstream(kept(file, ".batch")) << has_batch;
  std::ofstream(kept(file, ".key")) << keys.whole;
  std::ofstream(kept(file, ".own-key")) << keys.own;
  return graded(file);
}

std::vector<std::string> labs_to_repeat() {
  auto labs = all_labs();
  const std::string wanted = " " + variable("WARPSCOPE_GRADE_LABS") + " ";
  if (wanted != "  ")
    std::erase_if(
        labs, [&](const auto& lab) { return wanted.find(" " + lab + " ") == std::string::npos; });
  return labs;
}

void forget(const LabFile& file) {
  for (const char* key : {".key", ".own-key"}) fs::remove(kept(file, key));
}

Graded graded(const LabFile& file) {
  if (!fs::exists(kept(file, ".json"))) {
    throw std::runtime_error(file.path().string() +
                             " was not graded before this test; run the test by ctest.");
  }
  Graded graded;
  graded.record = record::load(kept(file, ".json"));
  if (graded.record.sources.empty() || graded.record.sources.front().text != file.text()) {
    throw std::runtime_error(file.path().string() +
                             " has changed since it was graded; run the test by ctest.");
  }
  graded.report = text_of(kept(file, ".report"));
  graded.exit_code = std::stoi(text_of(kept(file, ".exit-code")));
  return graded;
}

std::uintmax_t record_bytes(const LabFile& file) { return fs::file_size(kept(file, ".json")); }

std::string report_again(const LabFile& file) {
  return run(grade_command(file, exercise_of(file), true) + " 2>/dev/null </dev/null").output;
}

namespace {

record::RunRecord graded_once_more(const LabFile& file, const fs::path& exercise,
                                   bool has_solutions, const std::string& options,
                                   const std::string& extension) {
  const fs::path record = kept(file, extension);
  fs::remove(record);
  const auto finished = run(grade_command(file, exercise, has_solutions) + options + " --record " +
                            quoted(record) + " 2>&1 </dev/null");
  if (!fs::exists(record)) throw std::runtime_error("no run record: " + finished.output);
  return record::load(record);
}

}  // namespace

record::RunRecord graded_without_checks(const LabFile& file) {
  return graded_once_more(file, exercise_of(file), true, " --without-checks",
                          ".without-checks.json");
}

std::optional<LabFile> fault_of_batch(const std::string& lab) {
  std::map<std::uint64_t, LabFile> found;
  for (const auto& fault : files_below("faults"))
    if (fault.lab == lab && text_of(kept(fault, ".batch")) == "1")
      found.emplace(keys_of(fault).chance, fault);
  if (found.empty()) return std::nullopt;
  return found.begin()->second;
}

record::RunRecord graded_alone(const LabFile& file) {
  const auto exercise = kept(file, ".alone") / kept(file, ".cu").filename();
  fs::create_directories(exercise.parent_path());
  std::ofstream(exercise, std::ios::binary) << file.text() << "\n";
  return graded_once_more(file, exercise, false, "", ".alone.json");
}

bool has_finding(const record::RunRecord& record, const std::string& id, std::uint32_t line) {
  return std::ranges::any_of(record.findings, [&](const record::Finding& finding) {
    const std::uint32_t found_line = finding.where ? finding.where->line : 0;
    return finding.id == id && (line == 0 || found_line == line);
  });
}

std::optional<record::Check> check_of(const record::RunRecord& record, const std::string& id) {
  if (!record.score) return std::nullopt;
  const auto found = std::ranges::find(record.score->checks, id, &record::Check::id);
  if (found == record.score->checks.end()) return std::nullopt;
  return *found;
}

std::string findings_text(const record::RunRecord& record) {
  std::string text;
  for (const record::Finding& finding : record.findings) {
    text += "  " + finding.id + " line " +
            (finding.where ? std::to_string(finding.where->line) : "none") + ": " + finding.cause +
            '\n';
  }
  return text.empty() ? "  no findings" : text;
}

}  // namespace warpscope::labs
