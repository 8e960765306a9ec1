#include "tests/labs/grading.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <regex>
#include <stdexcept>

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

std::string command_line(const std::string& lab, const fs::path& file, const std::string& options) {
  return quoted(WARPSCOPE_BINARY_DIR "/bin/warpscope") + " grade " + lab + " " + quoted(file) +
         " " + options;
}

}  // namespace

Graded grade(const std::string& lab, const fs::path& file) {
  const fs::path record_path =
      fs::temp_directory_path() / ("warpscope-test-" + std::to_string(getpid()) + ".json");
  fs::remove(record_path);
  const auto finished =
      run(command_line(lab, file, "--record " + quoted(record_path)) + " 2>&1 </dev/null");
  if (!fs::exists(record_path)) {
    throw std::runtime_error("no run record; the grader said: " + finished.output);
  }
  Graded graded{finished.exit_code, finished.output, record::load(record_path)};
  fs::remove(record_path);
  return graded;
}

std::string grade_output(const std::string& lab, const fs::path& file, const std::string& options) {
  return run(command_line(lab, file, options) + " 2>/dev/null </dev/null").output;
}

Expectation expectation_of(const fs::path& fault) {
  std::ifstream file(fault);
  std::string line;
  std::getline(file, line);
  static const std::regex kFinding("// finding: ([a-z0-9-]+) line ([0-9]+)");
  static const std::regex kVerdict("// verdict: ([a-z_]+)");
  std::smatch match;
  if (std::regex_match(line, match, kFinding)) {
    return {match[1], static_cast<std::uint32_t>(std::stoul(match[2])), {}};
  }
  if (std::regex_match(line, match, kVerdict)) return {{}, 0, match[1]};
  throw std::runtime_error(fault.string() + ": the first line names no finding and no verdict");
}

std::vector<fs::path> faults_of(const std::string& lab) {
  std::vector<fs::path> faults;
  const fs::path folder = fs::path(WARPSCOPE_SOURCE_DIR "/labs") / lab / "faults";
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".cu") faults.push_back(entry.path());
  }
  std::ranges::sort(faults);
  return faults;
}

}  // namespace warpscope::labs
