// A task has one number: in the handout, in the starter, beside its checks and on the ladder.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "base/files.h"
#include "runner/exercise/hints.h"
#include "runner/lab/rungs.h"
#include "tests/labs/lab_file.h"

namespace warpscope::labs {
namespace {

using Numbers = std::set<std::uint32_t>;

std::uint32_t number_of(const std::string& digits) {
  return static_cast<std::uint32_t>(std::stoul(digits));
}

/// "## Task N" of a handout.
Numbers tasks_of_handout(const std::string& text) {
  const std::regex heading("(?:^|\n)## Task ([0-9]+)");
  Numbers tasks;
  for (std::sregex_iterator it(text.begin(), text.end(), heading), end; it != end; ++it)
    tasks.insert(number_of((*it)[1]));
  return tasks;
}

/// What stands behind "// Task N" or "// Tasks N and M", up to the next one.
struct Section {
  Numbers tasks;
  std::string text;
};

std::vector<Section> sections_of(const std::string& starter) {
  const std::regex comment("// Tasks? ([0-9]+)(?: and ([0-9]+))?");
  std::vector<Section> sections;
  for (std::sregex_iterator it(starter.begin(), starter.end(), comment), end; it != end;) {
    const auto begin = static_cast<std::size_t>(it->position());
    Numbers tasks{number_of((*it)[1])};
    if ((*it)[2].matched) tasks.insert(number_of((*it)[2]));
    const auto next = ++it == end ? starter.size() : static_cast<std::size_t>(it->position());
    sections.push_back({tasks, starter.substr(begin, next - begin)});
  }
  return sections;
}

/// The task that the ladder's "task N: …" names.
std::optional<std::uint32_t> task_of(const runner::Rung& rung) {
  std::smatch found;
  const std::regex task("^task ([0-9]+): ");
  if (!std::regex_search(rung.change, found, task)) return std::nullopt;
  return number_of(found[1]);
}

class TaskNumbers : public testing::TestWithParam<std::string> {
 protected:
  std::string read(const std::string& file) const {
    return read_file(lab_folder(GetParam()) / file);
  }
  /// The tasks of the checks.
  Numbers checked() const {
    Numbers tasks;
    const auto lab = runner::load_lab(lab_folder(GetParam()) / "lab.toml");
    for (const auto& check : lab.checks) {
      if (const auto number = runner::handout_task(lab, check)) tasks.insert(*number);
    }
    return tasks;
  }
  Numbers handout_ = tasks_of_handout(read("handout.md"));
};

TEST_P(TaskNumbers, OfTheStarterAreThoseOfTheHandout) {
  Numbers of_starter;
  for (const auto& section : sections_of(read("starter.cu")))
    of_starter.insert(section.tasks.begin(), section.tasks.end());
  EXPECT_FALSE(of_starter.empty());
  EXPECT_TRUE(std::ranges::includes(handout_, of_starter));
  const auto of_checks = checked();
  EXPECT_TRUE(std::ranges::includes(of_starter, of_checks))
      << "a check belongs to a task that the starter does not name";
}

TEST_P(TaskNumbers, OfAFunctionAreThoseOfItsChecks) {
  const auto lab = runner::load_lab(lab_folder(GetParam()) / "lab.toml");
  const auto sections = sections_of(read("starter.cu"));
  for (const auto& check : lab.checks) {
    const auto number = runner::handout_task(lab, check);
    // The kernel of a function, or what it launches, may stand there in its place.
    const std::regex name("\\b" + check.task + "(_[a-z]+)?\\(");
    const auto is_in = [&](const Section& section) {
      return std::regex_search(section.text, name);
    };
    if (!number || std::ranges::none_of(sections, is_in)) continue;
    EXPECT_TRUE(std::ranges::any_of(
        sections,
        [&](const Section& section) { return section.tasks.contains(*number) && is_in(section); }))
        << check.id << " is of task " << *number << " of the handout, and in the starter "
        << check.task << " stands under another one";
  }
}

TEST_P(TaskNumbers, OfTheLadderAreThoseOfTheHandout) {
  Numbers of_ladder;
  for (const auto& rung : runner::rungs_of(lab_folder(GetParam()))) {
    const auto task = task_of(rung);
    // What is handed out, and the solution of whatever is left.
    const bool is_of_all = rung.name == "starter" || rung.name == "reference";
    EXPECT_EQ(task.has_value(), !is_of_all) << rung.name << ": " << rung.change;
    if (!task) continue;
    EXPECT_TRUE(handout_.contains(*task)) << rung.name << ": " << rung.change;
    of_ladder.insert(*task);
  }
  // The reference does one more.
  Numbers left;
  std::ranges::set_difference(checked(), of_ladder, std::inserter(left, left.end()));
  EXPECT_LE(left.size(), 1U) << "no step of the ladder is of these tasks, the first of which is "
                             << *left.begin();
}

INSTANTIATE_TEST_SUITE_P(All, TaskNumbers, testing::ValuesIn(all_labs()), [](const auto& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace warpscope::labs
