// The line that shows how far a launch has come, and what it says.
#include "runner/cli/launch_line.h"

#include <gtest/gtest.h>

#include "runner/report/table.h"
#include "runner/run/progress_text.h"
#include "tests/runner/terminal_screen.h"

namespace warpscope::cli {
namespace {

device::LaunchProgressed progress_of(std::uint64_t finished) {
  return {0, "void sum<256>(float*, int)", 65'536, finished, 30'000'000, 2.0};
}

TEST(ProgressText, HasBlocksRateAndTimeLeft) {
  EXPECT_EQ(runner::launch_progress_text(progress_of(16'384), 100),
            "sum<256>: 16,384 of 65,536 blocks (25 %), 15.0 million warp instructions/s, about 6 s "
            "left");
}

TEST(ProgressText, SaysNothingOfTheTimeLeftBeforeABlockHasEnded) {
  EXPECT_EQ(runner::launch_progress_text(progress_of(0), 100),
            "sum<256>: 0 of 65,536 blocks (0 %), 15.0 million warp instructions/s");
}

TEST(ProgressText, ShortensTheKernelsNameToTheWidth) {
  auto progress = progress_of(16'384);
  progress.kernel = "void library::detail::reduce_by_key<library::policy<600, 128, 4>>(float*)";
  const auto text = runner::launch_progress_text(progress, 100);
  EXPECT_LE(runner::display_width(text), 100U) << text;
  EXPECT_NE(text.find("about 6 s left"), std::string::npos) << text;
}

TEST(ProgressText, TimesAreAboutRight) {
  EXPECT_EQ(runner::about_time_text(0.2), "1 s");
  EXPECT_EQ(runner::about_time_text(119), "119 s");
  EXPECT_EQ(runner::about_time_text(600), "10 min");
  EXPECT_EQ(runner::about_time_text(2 * 3600 + 310), "2 h 5 min");
  EXPECT_EQ(runner::about_time_text(4 * 86400), "4 days");
}

/// A program's output and our line on one terminal of six lines.
class LaunchLineTest : public testing::Test {
 protected:
  runner::test::TerminalScreen screen_{6, 80};
  std::string written_;
  LaunchLine line_{LaunchLine::Way::rewritten,
                   [this](const std::string& text) {
                     written_ += text;
                     screen_.write(text);
                   },
                   [] { return std::size_t{80}; }};
};

// The program has begun a line, and goes on with it.
TEST_F(LaunchLineTest, StandsBelowWhatTheProgramWritesAndVanishes) {
  screen_.write("first\r\nComputing... ");
  line_.show(progress_of(100));
  EXPECT_NE(screen_.text().find("first\nComputing...\nsum<256>: 100 of 65,536"), std::string::npos)
      << screen_.text();
  line_.show(progress_of(60'000));
  EXPECT_EQ(screen_.text().find("100 of"), std::string::npos) << screen_.text();
  EXPECT_NE(screen_.text().find("60,000 of 65,536"), std::string::npos) << screen_.text();
  line_.show(std::nullopt);
  screen_.write("done\r\n");
  EXPECT_EQ(screen_.text(), "first\nComputing... done\n");
}

TEST_F(LaunchLineTest, ScrollsAtTheBottomAndKeepsThePlace) {
  screen_.write("1\r\n2\r\n3\r\n4\r\n5\r\nComputing... ");
  for (std::uint64_t finished = 0; finished < 5; ++finished) line_.show(progress_of(finished));
  line_.show(std::nullopt);
  screen_.write("done\r\n");
  EXPECT_EQ(screen_.text(), "2\n3\n4\n5\nComputing... done\n");
}

TEST_F(LaunchLineTest, IsNeverWiderThanTheTerminal) {
  LaunchLine narrow{LaunchLine::Way::rewritten,
                    [this](const std::string& text) { screen_.write(text); },
                    [] { return std::size_t{20}; }};
  narrow.show(progress_of(16'384));
  for (const char character : screen_.text().substr(0, 1)) EXPECT_EQ(character, '\n');
  EXPECT_LE(screen_.text().size(), 1U + 19 + 1) << screen_.text();
}

TEST_F(LaunchLineTest, WritesNothingWhereNothingWasShown) {
  line_.show(std::nullopt);
  EXPECT_EQ(written_, "");
}

TEST(LaunchLines, ComeEveryFewSecondsWhereThereIsNoTerminal) {
  std::string written;
  LaunchLine lines{LaunchLine::Way::lines, [&](const std::string& text) { written += text; },
                   [] { return std::size_t{80}; }};
  for (std::uint64_t finished = 0; finished < 5; ++finished) lines.show(progress_of(finished));
  lines.show(std::nullopt);
  EXPECT_EQ(written,
            "warpscope: sum<256>: 0 of 65,536 blocks (0 %), 15.0 million warp "
            "instructions/s\n");
}

}  // namespace
}  // namespace warpscope::cli
