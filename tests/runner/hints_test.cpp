#include "runner/exercise/hints.h"

#include <gtest/gtest.h>

namespace warpscope::runner {
namespace {

constexpr const char* kHandout = R"(# Lab

<details><summary>Hint 1: in no task</summary>
Nothing.
</details>

## Task 1: rows

Text.

<details><summary>Hint 1: what to look at</summary>
The first line.

```cpp
## Task 9: code, no heading
```
</details>
<details>
<summary>Hint 2: the idea</summary>
The second.
</details>

```
<details><summary>Hint 3: shown as text</summary>
</details>
```

## Task 3
### Columns
<details><summary>Hint 1: alone</summary>
Third task.
</details>
<details><summary>Something else</summary>
No hint.
</details>

## See

<details><summary>Hint 1: behind the tasks</summary>
Nothing.
</details>
<details><summary>Hint 2: not closed</summary>
)";

TEST(Hints, AreThoseUnderTasks) {
  const auto tasks = hints_in(kHandout);
  ASSERT_EQ(tasks.size(), 2U);
  EXPECT_EQ(tasks[0].task, 1U);
  EXPECT_EQ(tasks[0].title, "rows");
  ASSERT_EQ(tasks[0].hints.size(), 2U);
  EXPECT_EQ(heading_of(tasks[0]), "Task 1, rows");
  EXPECT_EQ(
      heading_of(hints_in("## Task 7\n<details><summary>Hint 1: x</summary></details>").at(0)),
      "Task 7");
  EXPECT_EQ(tasks[0].hints[0].summary, "what to look at");
  EXPECT_EQ(tasks[0].hints[0].text, "The first line.\n\n```cpp\n## Task 9: code, no heading\n```");
  EXPECT_EQ(tasks[0].hints[1].text, "The second.");
  EXPECT_EQ(tasks[1].task, 3U);
  ASSERT_EQ(tasks[1].hints.size(), 1U);
}

TEST(Hints, AreNotInTheTextOfTheirTask) {
  const auto sections = handout_sections(kHandout);
  ASSERT_EQ(sections.size(), 4U);
  const auto rows = parts_of(sections[1]);
  EXPECT_EQ(rows.hints.size(), 2U);
  EXPECT_EQ(rows.text,
            "\nText.\n\n\n\n\n```\n<details><summary>Hint 3: shown as text</summary>\n"
            "</details>\n```\n\n");
  EXPECT_EQ(parts_of(sections[2]).text,
            "### Columns\n\n<details><summary>Something else</summary>\nNo hint.\n</details>\n\n");
}

TEST(Hints, OfBrokenHandoutsAreNone) {
  EXPECT_TRUE(hints_in("").empty());
  EXPECT_TRUE(
      hints_in("## Task 99999999999: x\n<details><summary>Hint 1: y</summary></details>").empty());
  EXPECT_TRUE(hints_in("## Task 1: x\n<details><summary>Hint 1: y").empty());
  EXPECT_TRUE(hints_in("## Task 1: x\n<details>").empty());
}

class NextTask : public testing::Test {
 protected:
  NextTask() {
    lab_.tasks = {"first", "second"};
    const auto add = [&](const char* id, const char* task, const char* cases,
                         std::uint32_t number) {
      CheckDescription check;
      check.id = id;
      check.task = task;
      check.cases = cases;
      check.handout_task = number;
      lab_.checks.push_back(check);
    };
    add("all", "", "", 0);
    add("a", "first", "", 0);
    add("b", "", "second/*", 0);
    add("c", "first", "", 3);
    for (std::uint32_t task = 1; task <= 3; ++task) tasks_.push_back({task, "", {{}, {}}});
  }
  std::uint32_t next() const {
    const auto* task = next_task(tasks_, lab_, progress_);
    return task == nullptr ? 0 : task->task;
  }
  LabDescription lab_;
  LabProgress progress_;
  std::vector<TaskHints> tasks_;
};

TEST_F(NextTask, IsTheFirstWithoutARun) { EXPECT_EQ(next(), 1U); }

TEST_F(NextTask, IsThatOfTheFirstLostCheck) {
  progress_.lost_checks = {"all", "b", "c"};
  EXPECT_EQ(next(), 2U);
  progress_.lost_checks = {"c"};
  EXPECT_EQ(next(), 3U);
  progress_.lost_checks = {"no such check"};
  EXPECT_EQ(next(), 1U);
}

// A crash in the second task loses it, and the check of all tasks that stands with the first.
TEST_F(NextTask, IsNotThatOfAMistakeAnywhere) {
  CheckDescription errors;
  errors.id = "errors";
  errors.kind = CheckDescription::Kind::no_error;
  errors.handout_task = 1;
  lab_.checks.insert(lab_.checks.begin(), errors);
  progress_.lost_checks = {"errors", "b"};
  EXPECT_EQ(next(), 2U);
  progress_.lost_checks = {"errors"};
  EXPECT_EQ(next(), 1U);
}

TEST_F(NextTask, GoesOnWhereHintsAreLeft) {
  progress_.lost_checks = {"b", "c"};
  progress_.opened_hints = {{2, 2}};
  EXPECT_EQ(next(), 3U);
  progress_.opened_hints = {{2, 2}, {3, 7}};
  EXPECT_EQ(next(), 1U);
  progress_.opened_hints = {{1, 2}, {2, 2}, {3, 2}};
  EXPECT_EQ(next(), 0U);
}

}  // namespace
}  // namespace warpscope::runner
