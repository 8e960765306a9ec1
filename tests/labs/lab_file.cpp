#include "tests/labs/lab_file.h"

#include <algorithm>
#include <regex>
#include <stdexcept>

#include "base/files.h"
#include "base/unified_diff.h"
#include "runner/lab/programs.h"

namespace warpscope::labs {
namespace {

namespace fs = std::filesystem;

const fs::path kLabs = WARPSCOPE_SOURCE_DIR "/labs";
constexpr const char* kDiff = ".diff";

/// The lines at the top of a file that may hold expectations.
std::vector<std::string> header_of(const LabFile& file) {
  const bool is_step = file.name.starts_with("step-");
  if (file.path().extension() == kDiff && !is_step)
    return parse_diff(read_file(file.path()), file.path().string()).header;
  const auto text = file.text();
  std::vector<std::string> lines;
  static const std::string kComment = "// ";
  for (std::size_t at = 0; text.compare(at, kComment.size(), kComment) == 0;) {
    const auto end = std::min(text.find('\n', at), text.size() - 1);
    lines.push_back(text.substr(at + kComment.size(), end - at - kComment.size()));
    at = end + 1;
  }
  return lines;
}

}  // namespace

fs::path lab_folder(const std::string& lab) { return kLabs / lab; }

fs::path LabFile::path() const {
  const fs::path diff = kLabs / lab / (name + kDiff), whole = kLabs / lab / (name + ".cu");
  if (fs::exists(diff) && fs::exists(whole)) {
    throw std::runtime_error(diff.string() + " is there as a .cu file as well; remove one.");
  }
  return fs::exists(diff) ? diff : whole;
}

std::string LabFile::text() const { return runner::lab_program(kLabs / lab, name).text; }

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

std::vector<LabFile> files_below(const std::string& folder) {
  std::vector<LabFile> files;
  for (const std::string& lab : all_labs()) {
    if (!fs::exists(kLabs / lab / folder)) continue;
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(kLabs / lab / folder)) {
      const auto& path = entry.path();
      if (path.extension() != ".cu" && path.extension() != kDiff) continue;
      names.push_back(path.lexically_relative(kLabs / lab).replace_extension().generic_string());
    }
    std::ranges::sort(names);
    const auto same = std::ranges::unique(names);
    names.erase(same.begin(), same.end());
    for (const auto& name : names) files.push_back({lab, name});
  }
  return files;
}

std::vector<LabFile> steps_of(const std::string& lab) {
  std::vector<LabFile> steps;
  const auto count = runner::number_of_steps(kLabs / lab);
  for (std::size_t number = 1; number <= count; ++number)
    steps.push_back({lab, runner::step_name(number)});
  return steps;
}

std::vector<LabFile> all_steps() {
  std::vector<LabFile> steps;
  for (const auto& lab : all_labs()) {
    for (auto& step : steps_of(lab)) steps.push_back(std::move(step));
  }
  return steps;
}

bool says(const LabFile& file, std::string_view words) {
  return std::ranges::any_of(header_of(file),
                             [&](const auto& line) { return line.starts_with(words); });
}

Expectations expectations_of(const LabFile& file) {
  static const std::regex kKnown("(finding|verdict|check|way):.*");
  static const std::regex kFinding("finding: ([a-z0-9-]+) line ([0-9]{1,6})");
  static const std::regex kVerdict("verdict: ([a-z_]+)");
  static const std::regex kCheck("check: ([a-z0-9-]+)");
  static const std::regex kWay("way: (.+)");
  Expectations expected;
  for (const auto& line : header_of(file)) {
    std::smatch match;
    if (std::regex_match(line, match, kFinding)) {
      expected.findings.push_back({match[1], static_cast<std::uint32_t>(std::stoul(match[2]))});
    } else if (std::regex_match(line, match, kVerdict)) {
      expected.verdict = match[1];
    } else if (std::regex_match(line, match, kCheck)) {
      expected.lost_checks.push_back(match[1]);
    } else if (std::regex_match(line, match, kWay)) {
      expected.way = match[1];
    } else if (std::regex_match(line, kKnown)) {
      throw std::runtime_error(file.path().string() + ": \"" + line +
                               "\" is none of \"finding: ID line N\", \"verdict: NAME\", \"check: "
                               "ID\" and \"way: SENTENCE\".");
    }
  }
  return expected;
}

}  // namespace warpscope::labs
