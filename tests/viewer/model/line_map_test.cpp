#include "viewer/model/line_map.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace warpscope::viewer::test {
namespace {

using Line = LineMap::Line;

TEST(LineMap, FindsLinesBehindInsertedOnes) {
  const LineMap map("a\nb\nc\n", "new\na\nb\nnew\nnew\nc\n");
  EXPECT_EQ(map.now(1), (Line{2, true}));
  EXPECT_EQ(map.now(2), (Line{3, true}));
  EXPECT_EQ(map.now(3), (Line{6, true}));
  EXPECT_EQ(map.then(6), (Line{3, true}));
  EXPECT_EQ(map.then(1), std::nullopt);
  EXPECT_EQ(map.then(4), std::nullopt);
  EXPECT_EQ(map.now(0), std::nullopt);
  EXPECT_EQ(map.then(99), std::nullopt);
}

TEST(LineMap, TellsWhatIsRemovedAndWhatIsEdited) {
  const LineMap map("int a = 1;\nint gone;\nout[i] = in[i * stride];\n",
                    "int a = 1;\n// a thought\nout[i] = in[i];\n");
  EXPECT_EQ(map.now(1), (Line{1, true}));
  EXPECT_EQ(map.now(2), std::nullopt);
  EXPECT_EQ(map.now(3), (Line{3, false}));
  EXPECT_EQ(map.then(3), (Line{3, false}));
  EXPECT_EQ(map.then(2), std::nullopt);
}

TEST(LineMap, GoesOnToTheNextLineThatIsStillThere) {
  const LineMap map("a\nb\nc\nd\ne\nlast", "new\nlast");
  EXPECT_EQ(map.now_or_behind(1), 2U);  // further behind than the text has lines now
  EXPECT_EQ(map.now_or_behind(6), 2U);
  EXPECT_EQ(map.now_or_behind(0), 2U);
  EXPECT_EQ(map.now_or_behind(7), std::nullopt);
  EXPECT_EQ(map.now_or_behind(4'294'967'295), std::nullopt);
}

TEST(LineMap, TakesTextsWithOtherLineEndsAsTheSame) {
  const LineMap map("a\r\nb\r\n", "a\nb\n");
  EXPECT_EQ(map.now(2), (Line{2, true}));
}

TEST(LineMap, GivesUpOnTextsThatHaveNothingInCommon) {
  std::string one, other;
  for (int k = 0; k < 2000; ++k) {
    one += "a" + std::to_string(k) + "\n";
    other += std::to_string(k) + "b\n";
  }
  const LineMap map(one, other);
  EXPECT_EQ(map.now(1000), std::nullopt);
  EXPECT_EQ(map.now(2001), (Line{2001, true}));  // the empty last line
}

/// Takes the changes out of one text and puts the other's in.
std::string applied(const std::string& from, const std::string& to) {
  const auto old_lines = split_lines(from), new_lines = split_lines(to);
  std::vector<std::string_view> result;
  std::size_t line = 0;
  const auto copy = [&result](const auto& lines, std::size_t begin, std::size_t end) {
    for (auto k = begin; k < end; ++k) result.push_back(lines[k]);
  };
  for (const auto& change : changed_lines(old_lines, new_lines)) {
    copy(old_lines, line, change.old_begin);
    EXPECT_EQ(result.size(), change.new_begin);
    copy(new_lines, change.new_begin, change.new_end);
    line = change.old_end;
  }
  copy(old_lines, line, old_lines.size());
  std::string text;
  for (const auto& each : result) text += std::string(each) + "\n";
  if (!text.empty()) text.pop_back();
  return text;
}

TEST(ChangedLines, LeadFromOneTextToTheOther) {
  std::mt19937 random(5);
  const auto text = [&random] {
    std::string lines;
    for (auto k = random() % 12; k > 0; --k)
      lines += std::string(1, static_cast<char>('a' + random() % 3)) + "\n";
    return lines;
  };
  for (int k = 0; k < 2000; ++k) {
    const std::string from = text(), to = text();
    EXPECT_EQ(applied(from, to), to) << from << "---\n" << to;
  }
}

TEST(ChangedLines, AreFew) {
  const auto changes = changed_lines(split_lines("a\nb\nc\nd\n"), split_lines("a\nx\nc\nd\ny\n"));
  ASSERT_EQ(changes.size(), 2U);
  EXPECT_EQ(changes[0], (ChangedLines{1, 2, 1, 2}));
  EXPECT_EQ(changes[1], (ChangedLines{4, 4, 4, 5}));
  EXPECT_TRUE(changed_lines(split_lines("a\nb"), split_lines("a\nb")).empty());
}

}  // namespace
}  // namespace warpscope::viewer::test
