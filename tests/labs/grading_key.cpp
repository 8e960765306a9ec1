#include "tests/labs/grading_key.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/sha256.h"
#include "runner/data_lab/data_lab.h"
#include "tests/support/compiler_output.h"

namespace warpscope::labs {
namespace {

namespace fs = std::filesystem;

/// Variables that decide whether a grading is made, not what comes of it (graded.h).
constexpr std::string_view kGrade = "WARPSCOPE_GRADE_";
/// Folder of the modules that the runner loads, <lab>.so.
constexpr std::string_view kJudges = "judges";
constexpr std::string_view kStep = "step-";
constexpr std::string_view kReference = "reference.cu";

/// A line for each file, in alphabetical order.
class Lines {
 public:
  void add(std::string_view name, std::string_view content) {
    lines_.push_back(std::string(name) + " " + sha256(content) + "\n");
  }
  void add_file(const fs::path& file, const fs::path& root) {
    add(fs::relative(file, root).string(), read_file(file));
  }
  /// Those below a folder that `is_wanted` takes, if the folder is there.
  template <typename Wanted>
  void add_below(const fs::path& folder, const fs::path& root, Wanted is_wanted) {
    if (!fs::exists(folder)) return;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.is_regular_file() && is_wanted(entry.path())) add_file(entry.path(), root);
  }
  std::string key() {
    std::ranges::sort(lines_);
    std::string text;
    for (const auto& line : lines_) text += line;
    return sha256(text);
  }

 private:
  std::vector<std::string> lines_;
};

/// Exercises can include all of them.
bool is_header(const fs::path& file) {
  return file.extension() == ".h" || file.extension() == ".cuh" || file.extension() == ".hpp";
}

/// Below the folder of a lab.
bool is_of_lab(const fs::path& file, const fs::path& labs) {
  const auto below = file.lexically_relative(labs);
  return *below.begin() != ".." && fs::exists(labs / *below.begin() / "lab.toml");
}

/// What drivers are compiled of (runner/build/driver_parts.cpp), and what the device reads. `file`
/// is below the source tree.
bool is_of_every_grading(const fs::path& file) {
  constexpr std::array<std::string_view, 5> kFolders{"kernels/", "lab_protocol/", "labs/driver/",
                                                     "labs/judge/", "arch/profiles/"};
  const std::string name = file.string();
  return std::ranges::any_of(kFolders, [&](auto folder) { return name.starts_with(folder); });
}

/// Variables that our programs, the compilers or the loader look at.
std::string environment_text() {
  constexpr std::array<std::string_view, 11> kBegins{
      "WARPSCOPE_", "CUDA_", "NVCC_", "CPATH=", "C_INCLUDE_", "CPLUS_INCLUDE_",
      "LD_",        "PATH=", "LANG=", "LC_",    "GCC_"};
  std::vector<std::string> found;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string_view variable = *each;
    if (variable.starts_with(kGrade)) continue;
    if (std::ranges::any_of(kBegins, [&](auto begin) { return variable.starts_with(begin); }))
      found.emplace_back(variable);
  }
  std::ranges::sort(found);
  std::string text;
  for (const auto& variable : found) text += variable + "\n";
  return text;
}

}  // namespace

std::string common_grading_key(const GradingInputs& inputs) {
  Lines lines;
  lines.add("tools", inputs.tools);
  lines.add("environment", environment_text());
  for (const auto& entry : fs::directory_iterator(inputs.binary / "bin")) {
    const auto name = entry.path().filename().string();
    if (name == "warpscope" || name.starts_with("warpscope-"))
      lines.add_file(entry.path(), inputs.binary);
  }
  lines.add_below(inputs.binary / "lib", inputs.binary,
                  [](const fs::path& file) { return file.parent_path().filename() != kJudges; });
  lines.add_file(inputs.source / "labs/course.toml", inputs.source);
  for (const auto& entry : fs::directory_iterator(inputs.source)) {
    const auto name = entry.path().filename().string();
    if (!entry.is_directory() || name.starts_with('.') || name == "build") continue;
    lines.add_below(entry.path(), inputs.source, [&](const fs::path& file) {
      if (is_of_lab(file, inputs.source / "labs")) return false;
      return is_header(file) || is_of_every_grading(fs::relative(file, inputs.source));
    });
  }
  return lines.key();
}

bool is_seen_by_gradings(const fs::path& file_of_lab) {
  constexpr std::array<std::string_view, 2> kUnseen{"starter.cu", "handout.md"};
  const auto name = file_of_lab.filename().string();
  if (name == kReference) {
    const auto data = runner::load_data_lab(file_of_lab.parent_path());
    return data && data->answers_file() == kReference;
  }
  return std::ranges::find(kUnseen, name) == kUnseen.end() && !name.starts_with(kStep);
}

std::string grading_key(const std::string& common, const GradingInputs& inputs,
                        const std::string& lab, const std::string& exercise) {
  Lines lines;
  lines.add("common", common);
  lines.add("exercise", exercise);
  const auto folder = inputs.source / "labs" / lab;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_regular_file() && is_seen_by_gradings(entry.path()))
      lines.add_file(entry.path(), folder);
  const auto judge = inputs.binary / "lib" / kJudges / (lab + ".so");
  if (fs::exists(judge)) lines.add_file(judge, inputs.binary);
  return lines.key();
}

std::string versions_of_tools(const fs::path& nvcc) {
  return compiler_output("'" + nvcc.string() +
                         "' --version; g++ --version; bwrap --version; uname -srm; "
                         "grep -m 1 '^flags' /proc/cpuinfo");
}

}  // namespace warpscope::labs
