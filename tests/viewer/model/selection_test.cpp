// A selection covers both sides.
#include "viewer/model/selection.h"

#include <gtest/gtest.h>

#include "tests/viewer/support/sample_records.h"

namespace warpscope::viewer::test {
namespace {

constexpr auto kStudent = Side::student;
constexpr auto kReference = Side::reference;

TEST(Selection, ChoosesACaseOnBothSides) {
  const auto student = student_record();
  auto reference = reference_record();
  // The reference runs the first case twice: its launches have other numbers.
  reference.launches.insert(reference.launches.begin(), reference.launches[0]);
  Selection selection;
  EXPECT_TRUE(selection.covers(kStudent, student, student.launches[0]));
  choose_case(selection, {&student, &reference}, "copy/stride-4");
  EXPECT_EQ(selection.launch(kStudent), 2U);
  EXPECT_EQ(selection.launch(kReference), 3U);
  EXPECT_TRUE(selection.covers(kReference, reference, reference.launches[3]));
  EXPECT_FALSE(selection.covers(kReference, reference, reference.launches[2]));
  EXPECT_EQ(selection.focuses, 1U);
  choose_case(selection, {&student, &reference}, "copy/stride-1");
  EXPECT_EQ(selection.launch(kStudent), 0U);
  EXPECT_FALSE(selection.launch(kReference).has_value()) << "which of the two?";
  EXPECT_TRUE(selection.covers(kReference, reference, reference.launches[0]));
  EXPECT_TRUE(selection.covers(kReference, reference, reference.launches[1]));
  EXPECT_FALSE(selection.covers(kReference, reference, reference.launches[2]));
  choose_everything(selection);
  EXPECT_FALSE(selection.is_partial(kReference));
}

TEST(Selection, FindsTheLaunchOfTheOtherSide) {
  const auto student = student_record();
  auto reference = reference_record();
  reference.launches.erase(reference.launches.begin());
  Selection selection;
  choose_launch(selection, {&student, &reference}, kStudent, 5);
  EXPECT_EQ(selection.case_name, "copy/stride-32");
  EXPECT_EQ(selection.launch(kReference), 4U);
  choose_launch(selection, {&student, &reference}, kStudent, 0);
  EXPECT_FALSE(selection.launch(kReference).has_value());
  EXPECT_FALSE(selection.covers(kReference, reference, reference.launches[0]))
      << "no other case's launch stands for it";
  choose_launch(selection, {&student, nullptr}, kStudent, 1);
  EXPECT_EQ(selection.launch(kStudent), 1U);
  choose_launch(selection, {&student, nullptr}, kStudent, 77);
  EXPECT_EQ(selection.launch(kStudent), 1U) << "there is no such launch";
}

TEST(Selection, ComparesProgramsWithoutCasesByKernel) {
  auto first = student_record(), second = reference_record();
  for (auto* record : {&first, &second}) {
    record->cases.clear();
    for (auto& launch : record->launches) launch.case_index.reset();
  }
  second.launches[0].kernel = "warm_up()";
  Selection selection;
  choose_launch(selection, {&first, &second}, kStudent, 1);
  EXPECT_EQ(selection.launch(kReference), 2U) << "the second launch of copy";
  EXPECT_FALSE(selection.case_name.has_value());
}

TEST(Selection, MarksTheFindingsOfWhatIsChosen) {
  const auto student = student_record();
  const auto& finding = student.findings[0];  // of launch 5
  Selection selection;
  EXPECT_FALSE(selection.marks(kStudent, student, finding)) << "of everything nothing stands out";
  choose_case(selection, {&student, nullptr}, "copy/stride-32");
  EXPECT_TRUE(selection.marks(kStudent, student, finding));
  choose_case(selection, {&student, nullptr}, "copy/stride-16");
  EXPECT_FALSE(selection.marks(kStudent, student, finding));
}

TEST(Selection, FollowsItsCaseIntoANewRecord) {
  const auto student = student_record();
  Selection selection;
  choose_case(selection, {&student, nullptr}, "copy/stride-4");
  auto next = student;
  next.launches.erase(next.launches.begin());
  selection.adapt(kStudent, next);
  EXPECT_EQ(selection.launch(kStudent), 1U);
  EXPECT_EQ(*case_name_of(next, next.launches[1].case_index), "copy/stride-4");
}

}  // namespace
}  // namespace warpscope::viewer::test
