#include "viewer/model/compiler_notes.h"

#include <gtest/gtest.h>

#include "tests/viewer/support/sample_records.h"

namespace warpscope::viewer::test {
namespace {

record::RunRecord record_with(const char* output) {
  record::RunRecord record;
  record.outcome.compiler_output = output;
  return record;
}

TEST(CompilerNotes, AreOfLines) {
  const auto notes = compiler_notes(record_with(
      "exercise.cu(7): warning #177-D: variable \"x\" was declared but never referenced\n"
      "    int x = 0;\n        ^\n"
      "exercise.cu(9): error: identifier \"y\" is undefined\n"
      "mine.h:3:14: fatal error: other.h: No such file or directory\n"
      "1 error detected in the compilation of \"exercise.cu\".\n"
      "ptxas error   : Entry function uses too much shared data\n"));
  ASSERT_EQ(notes.size(), 3U);
  EXPECT_EQ(notes[0].where, (record::SourceLine{"exercise.cu", 7}));
  EXPECT_FALSE(notes[0].is_error);
  EXPECT_EQ(notes[0].text, "177-D: variable \"x\" was declared but never referenced");
  EXPECT_EQ(notes[1].where.line, 9U);
  EXPECT_TRUE(notes[1].is_error);
  EXPECT_EQ(notes[2].where, (record::SourceLine{"mine.h", 3}));
  EXPECT_EQ(notes[2].text, "other.h: No such file or directory");
}

TEST(CompilerNotes, LeaveTheFirstErrorToItsFinding) {
  const auto notes = compiler_notes(compile_error_record());
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].where.line, 2U);
}

TEST(NextPlace, GoesThroughFindingsAndErrorsAndRound) {
  const auto record = compile_error_record();
  const record::SourceLine first{"exercise.cu", 1}, second{"exercise.cu", 2};
  EXPECT_EQ(next_place(record, std::nullopt), first);
  EXPECT_EQ(next_place(record, first), second);
  EXPECT_EQ(next_place(record, second), first);
  EXPECT_EQ(next_place(record, record::SourceLine{"exercise.cu", 99}), first);
  EXPECT_EQ(next_place(reference_record(), std::nullopt), std::nullopt);
}

}  // namespace
}  // namespace warpscope::viewer::test
