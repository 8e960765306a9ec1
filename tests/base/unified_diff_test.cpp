// The reader of the labs' diffs: what it takes, and that it says what is wrong with the rest.
#include "base/unified_diff.h"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

namespace warpscope {
namespace {

constexpr const char* kBase = "one\ntwo\n\nthree\nfour\nfive\n";
constexpr const char* kDiff =
    "finding: some-id line 2\n"
    "Two is wrong.\n"
    "--- a/reference.cu\n"
    "+++ b/exercise.cu\n"
    "@@ -1,3 +1,4 @@\n"
    " one\n"
    "-two\n"
    "+zwei\n"
    "+zwei\n"
    "\n"
    "@@ -6 +7 @@ context\n"
    "-five\n"
    "+six\n";

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

void expect_error(const std::string& diff, const std::string& base, const std::string& part) {
  const auto error = error_of([&] { apply(parse_diff(diff, "x.diff"), base, "x.diff"); });
  EXPECT_NE(error.find(part), std::string::npos) << error;
  EXPECT_EQ(error.rfind("x.diff:", 0), 0U) << error;
}

TEST(UnifiedDiff, ChangesItsBase) {
  const auto diff = parse_diff(kDiff, "x.diff");
  EXPECT_EQ(diff.base, "reference.cu");
  EXPECT_EQ(diff.header, (std::vector<std::string>{"finding: some-id line 2", "Two is wrong."}));
  EXPECT_EQ(apply(diff, kBase, "x.diff"), "one\nzwei\nzwei\n\nthree\nfour\nsix\n");
}

TEST(UnifiedDiff, PutsLinesInWithoutContext) {
  const auto diff =
      parse_diff("--- a/s.cu\n+++ b/exercise.cu\n@@ -0,0 +1 @@\n+zero\n@@ -6,0 +8 @@\n+six\n", "x");
  EXPECT_EQ(apply(diff, kBase, "x"), "zero\none\ntwo\n\nthree\nfour\nfive\nsix\n");
}

TEST(UnifiedDiff, AHunkThatDoesNotFitIsNamed) {
  expect_error(kDiff, changed(kBase, "two", "deux"),
               "hunk 1 does not fit reference.cu: line 2 is \"deux\", the diff expects \"two\"");
  expect_error(kDiff, changed(kBase, "four\n", ""), "hunk 2 does not fit");
  // One line further down is not where the diff says.
  expect_error(kDiff, std::string("zero\n") + kBase, "hunk 1 does not fit");
  expect_error(changed(kDiff, "@@ -6 ", "@@ -2 "), kBase,
               "x.diff:11: hunk 2 does not fit reference.cu: it begins before the end");
  expect_error(changed(kDiff, "@@ -6 ", "@@ -999999 "), kBase, "line 999999 is behind the end");
  expect_error(changed(kDiff, "@@ -6 +7 @@ context\n-five\n", "@@ -8,0 +9 @@\n"), kBase,
               "line 8 is behind the end");
}

// Whoever edits a diff by hand shifts its lines.
TEST(UnifiedDiff, AHunkMustBeginWhereItSaysInTheResultToo) {
  expect_error(changed(kDiff, "+7 @@", "+6 @@"), kBase,
               "x.diff:11: hunk 2 does not fit reference.cu: in the result it begins at line 7, "
               "its head says 6");
}

TEST(UnifiedDiff, TheEndOfTheBaseStaysAsItIs) {
  const auto diff = parse_diff("--- a/s.cu\n+++ b/exercise.cu\n@@ -1 +1 @@\n-one\n+1\n", "x");
  EXPECT_EQ(apply(diff, "one\ntwo", "x"), "1\ntwo");
  EXPECT_EQ(apply(diff, "one\n", "x"), "1\n");
}

TEST(UnifiedDiff, TheResultHasTheNameThatIsAskedFor) {
  constexpr const char* kStep = "--- a/starter.cu\n+++ b/step-1.cu\n@@ -1 +1 @@\n-one\n+1\n";
  EXPECT_EQ(parse_diff(kStep, "step-1.diff", "step-1.cu").base, "starter.cu");
  EXPECT_EQ(error_of([&] { parse_diff(kStep, "step-2.diff", "step-2.cu"); }),
            "step-2.diff:2: the line after \"---\" must be \"+++ b/step-2.cu\".");
}

// std::regex would end the program there.
TEST(UnifiedDiff, ALineMayBeLong) {
  const std::string text(1U << 20U, 'x');
  expect_error("--- a/" + text + "\n" + text, kBase, "the line after");
  expect_error("--- a/s.cu\n+++ b/exercise.cu\n@@ -" + text, kBase, "a hunk must begin");
  expect_error("--- a/s.cu\n+++ b/exercise.cu\n@@ -1 +1 @@" + text + "\n-" + text + "\n+1\n", kBase,
               "\"one\", the diff expects \"xxx");
}

TEST(UnifiedDiff, WhatIsNoDiffIsAnError) {
  expect_error("", kBase, "--- a/BASE");
  expect_error(changed(kDiff, "a/reference.cu", "a/../judge.cpp"), kBase, "--- a/BASE");
  expect_error(changed(kDiff, "+++ b/exercise.cu\n", ""), kBase, "x.diff:4: the line after");
  expect_error(changed(kDiff, "@@ -1,3 +1,4 @@", "@@"), kBase, "x.diff:5: a hunk must begin");
  expect_error(changed(kDiff, "-1,3", "-1,2"), kBase, "more lines than its head counts");
  expect_error(changed(kDiff, "-1,3 ", "-1,9 "), kBase, "must begin with a blank");
  expect_error(changed(kDiff, "-five\n+six\n", "-five\n"), kBase, "ends before");
  expect_error(changed(kDiff, "-1,3", "-0,3"), kBase, "counted from 1");
  expect_error(changed(kDiff, "@@ -1,3", "@@ -1234567,3"), kBase, "x.diff:5: a hunk must begin");
  expect_error(changed(kDiff, "-five\n+six\n", "-five\n+five\n"), kBase, "changes nothing");
  expect_error(kDiff + std::string("\\ No newline at end of file\n"), kBase, "must begin with");
  expect_error(changed(kDiff, "-five\n", "-five\n\\ No newline at end of file\n"), kBase,
               "x.diff:13: the last line of both files must end with a line break");
  expect_error("--- a/reference.cu\n+++ b/exercise.cu\n", kBase, "no hunk");
}

}  // namespace
}  // namespace warpscope
