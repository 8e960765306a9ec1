// Names as Canvas, Moodle and Blackboard make them; where they come from stands in the header.
#include "runner/intake/exported_names.h"

#include <gtest/gtest.h>

namespace warpscope::runner {
namespace {

using System = LearningSystem;

TEST(ExportedNames, OfCanvas) {
  const auto plain = parse_exported(System::canvas, "lovelaceada_4711_9912_exercise.cu");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->group, "lovelaceada_4711");
  EXPECT_EQ(plain->id, "4711");
  EXPECT_EQ(plain->file, "exercise.cu");
  EXPECT_FALSE(plain->is_late);
  const auto late = parse_exported(System::canvas, "müllerjörg_LATE_12_34_my_lab_1_2_x.cu");
  ASSERT_TRUE(late);
  EXPECT_TRUE(late->is_late);
  EXPECT_EQ(late->student, "müllerjörg");
  EXPECT_EQ(late->file, "my_lab_1_2_x.cu");
  const auto anonymous = parse_exported(System::canvas, "LATE_anon_x1Yz9_34_exercise.cu");
  ASSERT_TRUE(anonymous);
  EXPECT_EQ(anonymous->group, "anon_x1Yz9");
  EXPECT_TRUE(anonymous->is_late);
  const auto typed = parse_exported(System::canvas, "turingalan_4714_text.html");
  ASSERT_TRUE(typed);
  EXPECT_TRUE(typed->is_typed);
  for (const char* other : {"exercise.cu", "4711_9912_exercise.cu", "ada_4711_exercise.cu", ""})
    EXPECT_FALSE(parse_exported(System::canvas, other)) << other;
}

TEST(ExportedNames, OfMoodle) {
  const auto folder = parse_exported(System::moodle, "Ada Lovelace_4711_assignsubmission_file_");
  ASSERT_TRUE(folder);
  EXPECT_EQ(folder->group, "Ada Lovelace_4711");
  EXPECT_EQ(folder->student, "Ada Lovelace");
  EXPECT_EQ(folder->id, "4711");
  EXPECT_TRUE(folder->file.empty());
  const auto flat =
      parse_exported(System::moodle, "Ada Lovelace_4711_assignsubmission_file_exercise.cu");
  ASSERT_TRUE(flat);
  EXPECT_EQ(flat->file, "exercise.cu");
  const auto typed = parse_exported(System::moodle, "A_B_12_assignsubmission_onlinetext_");
  ASSERT_TRUE(typed);
  EXPECT_TRUE(typed->is_typed);
  EXPECT_EQ(typed->student, "A_B");
}

TEST(ExportedNames, OfBlackboard) {
  const std::vector<std::string> names{"Lab 1_al42_attempt_2026-11-20-14-33-05.txt",
                                       "Lab 1_al42_attempt_2026-11-20-14-33-05_exercise.cu",
                                       "Lab 1_c_b_attempt_2026-11-21-09-00-00_lab_1.zip"};
  EXPECT_EQ(system_of(names), System::blackboard);
  const auto assignment = assignment_of(names);
  EXPECT_EQ(assignment, "Lab 1");
  const auto about = parse_exported(System::blackboard, names[0], assignment);
  const auto file = parse_exported(System::blackboard, names[1], assignment);
  const auto other = parse_exported(System::blackboard, names[2], assignment);
  ASSERT_TRUE(about && file && other);
  EXPECT_TRUE(about->is_about);
  EXPECT_EQ(about->group, file->group);
  EXPECT_EQ(file->id, "al42");
  EXPECT_EQ(file->file, "exercise.cu");
  EXPECT_EQ(file->submitted, "2026-11-20T14:33:05");
  EXPECT_EQ(other->id, "c_b");
  const auto text = parse_attempt_text("Name: Ada Lovelace (al42)\r\nAssignment: Lab 1\r\n");
  ASSERT_TRUE(text);
  EXPECT_EQ(text->user, "al42");
  EXPECT_EQ(text->student, "Ada Lovelace");
  EXPECT_FALSE(parse_attempt_text("Assignment: Lab 1"));
}

TEST(ExportedNames, AreOfOneSystemOrOfNone) {
  EXPECT_EQ(system_of({"a_1_2_x.cu", "readme.md", ".DS_Store"}), System::canvas);
  EXPECT_EQ(system_of({"A_1_assignsubmission_file_", "grades.csv"}), System::moodle);
  EXPECT_FALSE(system_of({"a_1_2_x.cu", "carol.cu"}));
  EXPECT_FALSE(system_of({"lab_2026_1_ada.cu", "lab_2026_1_bob.cu"})) << "of two students";
  EXPECT_EQ(system_of({"a_1_2_x.cu", "b_3_2_x.cu"}), System::canvas) << "a group's file";
  EXPECT_FALSE(system_of({"ada", "bob"}));
  EXPECT_FALSE(system_of({}));
}

TEST(ExportedNames, AHugeNameIsNone) {
  EXPECT_FALSE(parse_exported(System::canvas, std::string(100'000, 'a') + "_1_2_x.cu"));
}

}  // namespace
}  // namespace warpscope::runner
