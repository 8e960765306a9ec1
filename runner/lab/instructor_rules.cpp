#include "runner/lab/instructor_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "base/files.h"
#include "base/spelling.h"
#include "base/toml_table.h"

namespace warpscope::runner {
namespace {

constexpr std::uint64_t kRulesBytes = 1 << 20;
constexpr double kMostPoints = 1e6;
constexpr double kMostPercent = 100;
constexpr std::uint64_t kMostDays = 10'000;
constexpr std::uint64_t kMostMinutes = 1'000'000;
constexpr std::uint64_t kMostLaunches = 1'000'000'000;

constexpr std::pair<std::string_view, Visibility> kVisibilities[] = {
    {"visible", Visibility::visible},
    {"hidden", Visibility::hidden},
    {"after_due_date", Visibility::after_due_date},
    {"after_published", Visibility::after_published}};

constexpr std::pair<std::string_view, ReferenceShown> kReferences[] = {
    {"always", ReferenceShown::always},
    {"after_own_version", ReferenceShown::after_own_version},
    {"after_full_marks", ReferenceShown::after_full_marks},
    {"never", ReferenceShown::never}};

/// What the key's word stands for; `otherwise` where there is none.
template <typename Value, std::size_t count>
Value choice_or(TomlTable& table, const std::string& key, Value otherwise,
                const std::pair<std::string_view, Value> (&choices)[count]) {
  return table.text_or(key, "").empty() ? otherwise : table.choice(key, choices);
}

CheckRule read_check(TomlTable& table) {
  CheckRule rule;
  rule.id = table.text("id");
  rule.points = table.number_if_there("points");
  if (rule.points && (*rule.points < 0 || *rule.points > kMostPoints)) {
    table.fail("points", "must be from 0 to 1000000");
  }
  rule.at_most = table.number_if_there("at_most");
  rule.at_least = table.number_if_there("at_least");
  rule.zero_at = table.number_if_there("zero_at");
  rule.visibility = choice_or(table, "visibility", rule.visibility, kVisibilities);
  return rule;
}

BannedRule read_banned(TomlTable& table) {
  BannedRule rule{table.texts("names"), table.texts("headers"),
                  table.number("points", 0, kMostPoints)};
  if (rule.names.empty() && rule.headers.empty()) {
    table.fail("names", "or \"headers\" must list something");
  }
  return rule;
}

LateRule read_late(TomlTable& table) {
  LateRule rule;
  const auto written = table.text("due");
  const auto due = parse_time(written);
  if (!due) {
    table.fail("due", "must be a time such as 2026-11-30T23:59:00+01:00, in quotes");
  }
  rule.due = *due;
  rule.percent_per_day = table.number("percent_per_day", 0, kMostPercent);
  rule.most_days = table.whole("most_days", 0, kMostDays);
  rule.grace_minutes = table.whole_or("grace_minutes", 0);
  if (rule.grace_minutes > kMostMinutes) table.fail("grace_minutes", "must be at most 1000000");
  return rule;
}

InstructorRules read_rules(TomlTable& table) {
  InstructorRules rules;
  rules.lab = table.text("lab");
  rules.reference = choice_or(table, "reference", rules.reference, kReferences);
  const auto by_choice = table.whole_or("reference_by_choice", 1);
  if (by_choice > 1) table.fail("reference_by_choice", "must be 0 or 1");
  rules.reference_by_choice = by_choice == 1;
  table.for_each("check", [&](TomlTable& check) {
    rules.checks.push_back(read_check(check));
    const auto is_same = [&](const CheckRule& rule) { return rule.id == rules.checks.back().id; };
    if (std::ranges::count_if(rules.checks, is_same) > 1) check.fail("id", "is used twice");
  });
  table.table_if_there("banned", [&](TomlTable& banned) { rules.banned = read_banned(banned); });
  table.for_each("launches", [&](TomlTable& launches) {
    rules.launches.push_back({launches.whole("most_per_case", 0, kMostLaunches),
                              launches.text_or("cases", ""),
                              launches.number("points", 0, kMostPoints)});
  });
  table.table_if_there("late", [&](TomlTable& late) { rules.late = read_late(late); });
  return rules;
}

void change(CheckDescription& check, const CheckRule& rule) {
  if (rule.points) check.points = *rule.points;
  if (!rule.at_most && !rule.at_least && !rule.zero_at) return;
  if (check.kind != CheckDescription::Kind::counter) {
    throw std::runtime_error(
        fmt::format("The rules give the check \"{}\" a bound, but it counts nothing.", rule.id));
  }
  if (rule.at_most) check.at_most = rule.at_most;
  if (rule.at_least) check.at_least = rule.at_least;
  if (rule.zero_at) check.zero_at = rule.zero_at;
  if (check.at_most && check.at_least && *check.at_least > *check.at_most) {
    throw std::runtime_error(
        fmt::format("With the rules the check \"{}\" wants at least {:g} and at most {:g}.",
                    rule.id, *check.at_least, *check.at_most));
  }
}

/// The digits at the front of `text`, exactly `count` of them; they are taken off.
std::optional<int> take_number(std::string_view& text, std::size_t count) {
  int value = 0;
  if (text.size() < count) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + count, value);
  if (error != std::errc() || end != text.data() + count || text.front() == '-') {
    return std::nullopt;
  }
  text.remove_prefix(count);
  return value;
}

bool take(std::string_view& text, std::string_view any_of) {
  if (text.empty() || any_of.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

/// "Z", "+01:00" or nothing.
std::optional<std::chrono::minutes> take_zone(std::string_view& text) {
  if (text.empty() || text == "Z") return std::chrono::minutes(0);
  const bool is_west = text.front() == '-';
  if (!take(text, "+-")) return std::nullopt;
  const auto hours = take_number(text, 2);
  take(text, ":");
  const auto minutes = take_number(text, 2);
  if (!hours || !minutes || !text.empty()) return std::nullopt;
  const auto ahead = std::chrono::hours(*hours) + std::chrono::minutes(*minutes);
  return is_west ? -ahead : ahead;
}

}  // namespace

std::string_view name(Visibility visibility) {
  return std::ranges::find(kVisibilities, visibility,
                           &std::pair<std::string_view, Visibility>::second)
      ->first;
}

InstructorRules parse_rules(std::string_view text, std::string_view name) {
  InstructorRules rules;
  read_toml(text, name, [&](TomlTable& table) { rules = read_rules(table); });
  return rules;
}

InstructorRules load_rules(const std::filesystem::path& path) {
  return parse_rules(read_file(path, kRulesBytes), path.string());
}

std::string reason_to_hide(ReferenceShown rule, bool has_full_marks) {
  if (rule == ReferenceShown::never) return "The rules of this lab do not show its reference.";
  if (rule == ReferenceShown::after_full_marks && !has_full_marks)
    return "The rules of this lab show its reference when you have full marks.";
  return {};
}

std::filesystem::path rules_of_lab(const std::filesystem::path& lab_folder) {
  const auto file = lab_folder / kRulesOfLab;
  return std::filesystem::exists(file) ? file : std::filesystem::path();
}

LabDescription with_rules(LabDescription lab, const std::string& lab_id,
                          const InstructorRules& rules) {
  if (rules.lab != lab_id) {
    throw std::runtime_error(
        fmt::format("The rules are for the lab \"{}\", not for \"{}\".", rules.lab, lab_id));
  }
  for (const auto& rule : rules.checks) {
    const auto check = std::ranges::find(lab.checks, rule.id, &CheckDescription::id);
    if (check == lab.checks.end()) {
      std::vector<std::string_view> ids;
      for (const auto& known : lab.checks) ids.push_back(known.id);
      throw std::runtime_error(
          fmt::format("The rules name a check \"{}\" that the lab {} does "
                      "not have{}",
                      rule.id, lab_id, did_you_mean(rule.id, ids)));
    }
    change(*check, rule);
  }
  std::erase_if(lab.checks, [](const CheckDescription& check) { return check.points == 0; });
  return lab;
}

Visibility visibility_of(const InstructorRules& rules, std::string_view check) {
  const auto rule = std::ranges::find(rules.checks, check, &CheckRule::id);
  return rule == rules.checks.end() ? Visibility::visible : rule->visibility;
}

std::optional<std::chrono::sys_seconds> parse_time(std::string_view text) {
  using namespace std::chrono;
  constexpr std::size_t kDigitsOfYear = 4;
  const auto year_number = take_number(text, kDigitsOfYear);
  if (!year_number || !take(text, "-")) return std::nullopt;
  const auto month_number = take_number(text, 2);
  if (!month_number || !take(text, "-")) return std::nullopt;
  const auto day_number = take_number(text, 2);
  if (!day_number || !take(text, "T ")) return std::nullopt;
  const auto hour_number = take_number(text, 2);
  if (!hour_number || !take(text, ":")) return std::nullopt;
  const auto minute_number = take_number(text, 2);
  if (!minute_number) return std::nullopt;
  int second_number = 0;
  if (take(text, ":")) {
    const auto written = take_number(text, 2);
    if (!written) return std::nullopt;
    second_number = *written;
    if (take(text, "."))
      text.remove_prefix(std::min(text.find_first_not_of("0123456789"), text.size()));
  }
  const auto zone = take_zone(text);
  const year_month_day date(year(*year_number), month(static_cast<unsigned>(*month_number)),
                            day(static_cast<unsigned>(*day_number)));
  constexpr int kHours = 24;
  constexpr int kSixty = 60;
  const bool is_time = *hour_number < kHours && *minute_number < kSixty && second_number <= kSixty;
  if (!zone || !date.ok() || !is_time) return std::nullopt;
  return sys_days(date) + hours(*hour_number) + minutes(*minute_number) + seconds(second_number) -
         *zone;
}

double late_penalty_share(const LateRule& rule, std::chrono::sys_seconds submitted) {
  using namespace std::chrono;
  const auto late = submitted - (rule.due + minutes(rule.grace_minutes));
  if (late <= seconds(0)) return 0;
  // The grace is over, so the days count from when it was due.
  const double days_late = std::ceil(duration<double, days::period>(submitted - rule.due).count());
  if (days_late > static_cast<double>(rule.most_days)) return 1;
  return std::min(1.0, days_late * rule.percent_per_day / kMostPercent);
}

}  // namespace warpscope::runner
