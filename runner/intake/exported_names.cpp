#include "runner/intake/exported_names.h"

#include <algorithm>
#include <array>
#include <regex>
#include <set>
#include <utility>

#include "runner/intake/archive.h"

namespace warpscope::runner {
namespace {

constexpr std::size_t kMostNameBytes = 1000;  // std::regex recurses

std::optional<std::smatch> matched(const std::string& text, const std::regex& pattern) {
  std::smatch match;
  if (text.size() > kMostNameBytes || !std::regex_match(text, match, pattern)) return std::nullopt;
  return match;
}

std::optional<ExportedName> parse_canvas(const std::string& name) {
  static const std::regex file(
      "(?:(.+?)_)?(LATE_|late_)?(anon_[A-Za-z0-9]{5}|[0-9]+)_([0-9]+)_(.+)");
  static const std::regex typed(
      "(?:(.+?)_)?(LATE_|late_)?(anon_[A-Za-z0-9]{5}|[0-9]+)_(?:text|link)\\.html");
  ExportedName result;
  if (const auto match = matched(name, typed)) {
    result.student = (*match)[1];
    result.is_late = (*match)[2].matched;
    result.id = (*match)[3];
    result.is_typed = true;
  } else if (const auto with_file = matched(name, file)) {
    result.student = (*with_file)[1];
    result.is_late = (*with_file)[2].matched;
    result.id = (*with_file)[3];
    result.attachment = (*with_file)[4];
    result.file = (*with_file)[5];
  } else {
    return std::nullopt;
  }
  if (result.student == "LATE" || result.student == "late") {
    result.student.clear();  // an anonymous student's
    result.is_late = true;
  }
  const bool is_anonymous = result.id.starts_with("anon_");
  if (result.student.empty() != is_anonymous) return std::nullopt;
  result.group = is_anonymous ? result.id : result.student + "_" + result.id;
  return result;
}

std::optional<ExportedName> parse_moodle(const std::string& name) {
  static const std::regex pattern("(.*?)_?([0-9]+)_assignsubmission_(file|onlinetext)_?(.*)");
  const auto match = matched(name, pattern);
  if (!match) return std::nullopt;
  ExportedName result;
  result.student = (*match)[1];
  result.id = (*match)[2];
  result.is_typed = (*match)[3] == "onlinetext";
  result.file = (*match)[4];
  result.group = result.student.empty() ? result.id : result.student + "_" + result.id;
  return result;
}

const std::regex& attempt_pattern() {
  static const std::regex pattern(
      "(.+)_attempt_([0-9]{4}-[0-9]{2}-[0-9]{2})-([0-9]{2})-([0-9]{2})-([0-9]{2})(?:_(.+)|\\.txt)");
  return pattern;
}

std::optional<ExportedName> parse_blackboard(const std::string& name,
                                             const std::string& assignment) {
  const auto match = matched(name, attempt_pattern());
  if (!match) return std::nullopt;
  const std::string both = (*match)[1];
  ExportedName result;
  if (!assignment.empty() && both.starts_with(assignment + "_")) {
    result.id = both.substr(assignment.size() + 1);
  } else {
    const auto bar = both.rfind('_');
    result.id = bar == std::string::npos ? both : both.substr(bar + 1);
  }
  const std::string date = (*match)[2];
  result.submitted =
      date + "T" + (*match)[3].str() + ":" + (*match)[4].str() + ":" + (*match)[5].str();
  result.file = (*match)[6];
  result.is_about = !(*match)[6].matched;
  result.group = result.id + "_attempt_" + date + "-" + (*match)[3].str() + "-" +
                 (*match)[4].str() + "-" + (*match)[5].str();
  return result;
}

}  // namespace

std::optional<ExportedName> parse_exported(LearningSystem system, const std::string& name,
                                           const std::string& assignment) {
  switch (system) {
    case LearningSystem::canvas:
      return parse_canvas(name);
    case LearningSystem::moodle:
      return parse_moodle(name);
    case LearningSystem::blackboard:
      return parse_blackboard(name, assignment);
  }
  return std::nullopt;
}

std::optional<LearningSystem> system_of(const std::vector<std::string>& names) {
  // Moodle's and Blackboard's own words first; Canvas' numbers fit more.
  for (const auto system :
       {LearningSystem::moodle, LearningSystem::blackboard, LearningSystem::canvas}) {
    std::size_t count = 0;
    std::set<std::pair<std::string, std::string>> attachments;
    const bool all_fit = std::ranges::all_of(names, [&](const std::string& name) {
      if (name.starts_with('.') || name == "__MACOSX") return true;
      const auto exported = parse_exported(system, name);
      const bool fits =
          exported && (exported->attachment.empty() ||
                       attachments.emplace(exported->group, exported->attachment).second);
      count += fits ? 1 : 0;
      // A worksheet or a note beside the submissions is none of them.
      return fits || !(is_source(name) || is_archive(name)) || name.ends_with(".txt");
    });
    if (all_fit && count > 0) return system;
  }
  return std::nullopt;
}

std::string assignment_of(const std::vector<std::string>& names) {
  std::optional<std::string> common;
  for (const auto& name : names) {
    const auto match = matched(name, attempt_pattern());
    if (!match) continue;
    const std::string both = (*match)[1];
    if (!common) {
      // The user's name is not part of it.
      common = both.substr(0, std::min(both.rfind('_'), both.size()));
      continue;
    }
    while (!common->empty() && !both.starts_with(*common + "_")) {
      const auto bar = common->rfind('_');
      *common = bar == std::string::npos ? std::string() : common->substr(0, bar);
    }
  }
  return common.value_or("");
}

std::optional<AttemptText> parse_attempt_text(const std::string& text) {
  static const std::regex pattern("Name: (.*) \\(([^()]+)\\)\\s*");
  const auto line = text.substr(0, text.find('\n'));
  const auto match = matched(line, pattern);
  if (!match) return std::nullopt;
  return AttemptText{(*match)[2], (*match)[1]};
}

}  // namespace warpscope::runner
