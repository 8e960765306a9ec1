#include "tests/labs/graded.h"

#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>

namespace warpscope::labs {
namespace {

namespace fs = std::filesystem;

const fs::path kLabs = WARPSCOPE_SOURCE_DIR "/labs";

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

std::string grade_command(const LabFile& file) {
  return quoted(WARPSCOPE_BINARY_DIR "/bin/warpscope") + " grade " + file.lab + " " +
         quoted(file.path()) + " --json";
}

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Where grade() keeps a file's record, report and exit code.
fs::path kept(const LabFile& file, const std::string& extension) {
  return fs::path(WARPSCOPE_BINARY_DIR "/graded") / file.lab / (file.name + extension);
}

}  // namespace

fs::path LabFile::path() const { return kLabs / lab / (name + ".cu"); }

std::vector<std::string> all_labs() {
  std::vector<std::string> labs;
  for (const auto& entry : fs::directory_iterator(kLabs)) {
    if (fs::exists(entry.path() / "lab.toml")) labs.push_back(entry.path().filename());
  }
  std::ranges::sort(labs);
  return labs;
}

std::vector<LabFile> files_named(const std::string& name) {
  std::vector<LabFile> files;
  for (const std::string& lab : all_labs()) {
    if (const LabFile file{lab, name}; fs::exists(file.path())) files.push_back(file);
  }
  return files;
}

std::vector<LabFile> all_faults() {
  std::vector<LabFile> faults;
  for (const std::string& lab : all_labs()) {
    if (!fs::exists(kLabs / lab / "faults")) continue;
    for (const auto& entry : fs::recursive_directory_iterator(kLabs / lab / "faults")) {
      if (entry.path().extension() != ".cu") continue;
      const auto name = entry.path().lexically_relative(kLabs / lab).replace_extension();
      faults.push_back({lab, name.generic_string()});
    }
  }
  std::ranges::sort(faults, {}, &LabFile::path);
  return faults;
}

Graded grade(const LabFile& file) {
  const fs::path record = kept(file, ".json"), log = kept(file, ".log");
  fs::create_directories(record.parent_path());
  fs::remove(record);
  const auto finished = run(grade_command(file) + " --record " + quoted(record) + " 2>" +
                            quoted(log) + " </dev/null");
  if (!fs::exists(record))
    throw std::runtime_error("no run record; the grader said: " + text_of(log) + finished.output);
  std::ofstream(kept(file, ".report"), std::ios::binary) << finished.output;
  std::ofstream(kept(file, ".exit-code")) << finished.exit_code;
  return graded(file);
}

Graded graded(const LabFile& file) {
  if (!fs::exists(kept(file, ".json"))) {
    throw std::runtime_error(file.path().string() +
                             " was not graded before this test; run the test by ctest.");
  }
  Graded graded;
  graded.record = record::load(kept(file, ".json"));
  if (graded.record.sources.empty() || graded.record.sources.front().text != text_of(file.path())) {
    throw std::runtime_error(file.path().string() +
                             " has changed since it was graded; run the test by ctest.");
  }
  graded.report = text_of(kept(file, ".report"));
  graded.exit_code = std::stoi(text_of(kept(file, ".exit-code")));
  return graded;
}

std::string report_again(const LabFile& file) {
  return run(grade_command(file) + " 2>/dev/null </dev/null").output;
}

Expectation expectation_of(const LabFile& fault) {
  std::ifstream file(fault.path());
  std::string line;
  std::getline(file, line);
  static const std::regex kFinding("// finding: ([a-z0-9-]+) line ([0-9]+)");
  static const std::regex kVerdict("// verdict: ([a-z_]+)");
  std::smatch match;
  if (std::regex_match(line, match, kFinding))
    return {match[1], static_cast<std::uint32_t>(std::stoul(match[2])), {}};
  if (std::regex_match(line, match, kVerdict)) return {{}, 0, match[1]};
  throw std::runtime_error(fault.path().string() +
                           ": the first line names no finding and no verdict");
}

bool has_finding(const record::RunRecord& record, const std::string& id, std::uint32_t line) {
  return std::ranges::any_of(record.findings, [&](const record::Finding& finding) {
    const std::uint32_t found_line = finding.where ? finding.where->line : 0;
    return finding.id == id && (line == 0 || found_line == line);
  });
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
