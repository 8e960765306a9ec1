// An instructor's file: other points and bounds than lab.toml has, what students may not use, when
// it is due. docs/instructors/rules.md describes the format.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/lab/lab_description.h"

namespace warpscope::runner {

/// When students see a check, in Gradescope's words.
enum class Visibility : std::uint8_t { visible, hidden, after_due_date, after_published };
std::string_view name(Visibility visibility);

/// When students see the lab's reference: in the viewer, by `run --reference` and in the ladder.
/// after_own_version: of each task, once it was predicted and a version of the student's own
/// answers it.
enum class ReferenceShown : std::uint8_t { always, after_own_version, after_full_marks, never };

/// Changes of one check of lab.toml. What is not given stays.
struct CheckRule {
  std::string id;
  std::optional<double> points;                      ///< 0 takes the check out
  std::optional<double> at_most, at_least, zero_at;  ///< of a counter check
  Visibility visibility = Visibility::visible;
};

/// What a file may not use, and how many points that takes.
struct BannedRule {
  std::vector<std::string> names;    ///< "cudaMallocManaged", "std::sort"
  std::vector<std::string> headers;  ///< globs: "cub/*"
  double points = 0;                 ///< taken away once
};

/// A bound on the launches of each case, and how many points it takes to break it.
struct LaunchRule {
  std::uint64_t most_per_case = 0;
  std::string cases;  ///< only cases whose name matches this glob; empty for all
  double points = 0;
};

struct LateRule {
  std::chrono::sys_seconds due;
  double percent_per_day = 0;   ///< of the points that were reached, for each day that has begun
  std::uint64_t most_days = 0;  ///< after that: 0 points
  std::uint64_t grace_minutes = 0;
};

struct InstructorRules {
  std::string lab;
  std::vector<CheckRule> checks;
  std::optional<BannedRule> banned;
  std::vector<LaunchRule> launches;
  std::optional<LateRule> late;
  ReferenceShown reference = ReferenceShown::after_own_version;
  bool reference_by_choice = true;  ///< after_own_version: a student may ask for it before that
};

/// Beside lab.toml: rules for everybody who uses the lab.
inline constexpr const char* kRulesOfLab = "rules.toml";
/// A lab's own rules; empty where there are none.
std::filesystem::path rules_of_lab(const std::filesystem::path& lab_folder);

/// Why a student may not see the reference, whatever has run; a sentence, empty where they may.
std::string reason_to_hide(ReferenceShown rule, bool has_full_marks);

/// Reads an instructor's file. Throws std::runtime_error with file, line and reason for anything
/// that does not fit, unknown keys included.
InstructorRules parse_rules(std::string_view text, std::string_view name);
InstructorRules load_rules(const std::filesystem::path& path);

/// The lab's description with the changes. Throws std::runtime_error for rules of another lab, a
/// check that the lab does not have, or bounds for a check that counts nothing.
LabDescription with_rules(LabDescription lab, const std::string& lab_id,
                          const InstructorRules& rules);

/// Visible where the rules say nothing.
Visibility visibility_of(const InstructorRules& rules, std::string_view check);

/// "2026-11-30T23:59:00Z", "2026-11-30 23:59" (UTC), "…+01:00". Nothing for anything else.
std::optional<std::chrono::sys_seconds> parse_time(std::string_view text);

/// The share of the points that is taken for a submission at this time, from 0 to 1.
double late_penalty_share(const LateRule& rule, std::chrono::sys_seconds submitted);

}  // namespace warpscope::runner
