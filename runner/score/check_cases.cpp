#include "runner/score/check_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <vector>

#include "base/spelling.h"
#include "runner/lab/glob.h"
#include "runner/score/score.h"

namespace warpscope::runner {
namespace {

bool is_of(const NamedCase& item, const CheckDescription& check) {
  return (check.task.empty() || item.task == check.task) &&
         (check.cases.empty() || matches_glob(item.name, check.cases));
}

/// The case names as patterns would be written: also with what follows the last '-' or '/' left to
/// '*', so that a misspelt "scale/feilds-*" is near "scale/fields-*".
std::string patterns_like(std::string_view written, std::span<const NamedCase> cases) {
  std::vector<std::string> patterns;
  for (const auto& item : cases) {
    patterns.push_back(item.name);
    for (const char end : {'-', '/'}) {
      const auto at = item.name.rfind(end);
      if (at != std::string::npos) patterns.push_back(item.name.substr(0, at + 1) + "*");
    }
  }
  const std::vector<std::string_view> known(patterns.begin(), patterns.end());
  return did_you_mean(written, known);
}

template <typename Known, typename Projection>
void expect_known(std::string_view written, const Known& known, Projection name,
                  const std::string& place) {
  std::vector<std::string_view> words;
  for (const auto& entry : known) words.push_back(std::invoke(name, entry));
  if (std::ranges::find(words, written) != words.end()) return;
  throw std::runtime_error(
      fmt::format("{} lacks \"{}\"{}", place, written, did_you_mean(written, words)));
}

/// `pattern`: of what is called `place`.
void expect_matched(const std::string& pattern, const std::string& place, std::string_view file,
                    std::span<const NamedCase> cases) {
  const auto is_mine = [&](const NamedCase& item) { return matches_glob(item.name, pattern); };
  if (pattern.empty() || std::ranges::any_of(cases, is_mine)) return;
  throw std::runtime_error(fmt::format("{}: {}: \"cases\" matches none of the judge's cases: {}{}",
                                       file, place, pattern, patterns_like(pattern, cases)));
}

void expect_points(const PredictionQuestion& question, std::string_view file,
                   std::span<const NamedCase> cases) {
  for (const double x : question.points) {
    const auto is_there = [&](const NamedCase& item) {
      return item.sweep == question.sweep && item.sweep_x == x;
    };
    if (std::ranges::any_of(cases, is_there)) continue;
    throw std::runtime_error(
        fmt::format("{}: prediction \"{}\": \"points\" has {:g}, where no case of sweep \"{}\" is",
                    file, question.id, x, question.sweep));
  }
}

}  // namespace

void expect_cases(const LabDescription& lab, std::string_view file,
                  std::span<const NamedCase> cases) {
  for (const auto& item : cases) {
    const auto place = fmt::format("{}: case {} of the judge: ", file, item.name);
    expect_known(item.task, lab.tasks, std::identity{}, place + "\"tasks\"");
    if (item.sweep.empty()) continue;
    expect_known(item.sweep, lab.sweeps, &record::Sweep::id, place + "\"sweep\"");
  }
  for (const auto& check : lab.checks) {
    const auto is_mine = [&](const NamedCase& item) { return is_of(item, check); };
    if (std::ranges::any_of(cases, is_mine)) continue;
    if (check.cases.empty()) {
      throw std::runtime_error(
          fmt::format("{}: check \"{}\": \"task\" has no case", file, check.id));
    }
    throw std::runtime_error(
        fmt::format("{}: check \"{}\": \"cases\" matches none of the judge's "
                    "cases: {}{}",
                    file, check.id, check.cases, patterns_like(check.cases, cases)));
  }
  for (const auto& check : lab.checks) {
    for (const auto& limit : check.beside)
      expect_matched(limit.cases, fmt::format("check \"{}\": \"beside\"", check.id), file, cases);
  }
  for (const auto& column : lab.ladder) {
    expect_matched(column.cases, fmt::format("ladder \"{}\"", column.heading), file, cases);
  }
  for (const auto& question : lab.predictions) {
    const auto place = fmt::format("prediction \"{}\"", question.id);
    expect_matched(question.value.cases, place, file, cases);
    if (question.per) expect_matched(question.per->cases, place, file, cases);
    expect_points(question, file, cases);
  }
}

}  // namespace warpscope::runner
