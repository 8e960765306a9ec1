#include "runner/exercise/handout_parts.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace warpscope::runner {
namespace {

constexpr std::string_view kParts = R"(# A lab

**The question:** why is it slow,
and what helps?

**Needs:** nothing.

## Run

    ./run grade

## Task 1: `copy`, a stride

Read it.

```cpp
## no heading
```

## Task 12

Write it.

## See and explain

Look.

1. Why does it rise?
   And where?
2. Why not *here*?

Hand it in.
)";

TEST(HandoutParts, TheQuestionIsItsWholeParagraph) {
  EXPECT_EQ(lab_question(kParts), "why is it slow,\nand what helps?");
  EXPECT_EQ(lab_question("# A lab"), "");
}

TEST(HandoutParts, SectionsKnowTheirTask) {
  const auto sections = handout_sections(kParts);
  ASSERT_EQ(sections.size(), 5U) << "what stands before the first, and four";
  EXPECT_EQ(sections[0].heading, "");
  EXPECT_EQ(sections[1].task, std::nullopt);
  EXPECT_EQ(sections[2].task, 1U);
  EXPECT_EQ(task_title(sections[2]), "`copy`, a stride");
  EXPECT_NE(sections[2].text.find("## no heading"), std::string::npos) << sections[2].text;
  EXPECT_EQ(sections[3].task, 12U);
  EXPECT_EQ(task_title(sections[3]), "");
}

TEST(HandoutParts, QuestionsToExplainAreNumbered) {
  EXPECT_EQ(explain_questions(kParts),
            (std::vector<std::string>{"Why does it rise?\nAnd where?", "Why not *here*?"}));
  EXPECT_EQ(explain_questions("## Explain\n\nWhy is it so?\n"),
            std::vector<std::string>{"Why is it so?"})
      << "one that has no number";
  EXPECT_TRUE(explain_questions("## See\n\n1. Look.\n").empty());
}

TEST(HandoutParts, EveryLabAsksAndHasQuestionsToExplain) {
  std::size_t labs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(WARPSCOPE_SOURCE_DIR "/labs")) {
    const auto file = entry.path() / "handout.md";
    if (!std::filesystem::exists(file)) continue;
    const auto handout = read_file(file);
    EXPECT_FALSE(lab_question(handout).empty()) << file;
    EXPECT_FALSE(explain_questions(handout).empty()) << file;
    ++labs;
  }
  EXPECT_GT(labs, 5U);
}

}  // namespace
}  // namespace warpscope::runner
