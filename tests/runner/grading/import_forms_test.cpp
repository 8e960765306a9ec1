// Forms as Canvas (lib/gradebook_importer.rb) and Moodle (assignfeedback_offline) read them.
#include "runner/grading/import_forms.h"

#include <gtest/gtest.h>

#include "runner/grading/roster.h"

namespace warpscope::runner {
namespace {

ClassRow row(const std::string& id, std::optional<double> points, const std::string& problem = "") {
  ClassRow result;
  result.submission.name = "name_" + id;
  result.submission.student = {id, "Lovelace", "Ada", "ada@x.edu", ""};
  result.problem = problem;
  if (points) {
    result.summary.emplace();
    result.summary->points = points;
    result.summary->max_points = 50;
    result.summary->dearest_check = "reads, once";
  }
  return result;
}

ClassResults class_of_three() {
  return {"coalescing",
          1,
          {row("11", 50), row("12", 20.25), row("13", {}, "Nothing was handed in.")},
          {},
          {}};
}

TEST(ImportForms, CanvasReadsItsOwnColumnsBack) {
  const std::string exported =
      "Student,ID,SIS User ID,SIS Login ID,Section,Notes,Lab 1 (77),Lab 2 (78),Final Score\n"
      "    Manual Posting,,,,,,,,\n"
      "    Points Possible,,,,,,10,20,(read only)\n"
      "\"Lovelace, Ada\",11,S1,ada,CS,old,1,2,3\n"
      "\"Babbage, Charles\",12,S2,cb,CS,,1,2,3\n"
      "\"Hopper, Grace\",13,S3,gh,CS,,1,2,3\n"
      "\"Turing, Alan\",14,S4,at,CS,,1,2,3\n";
  const auto text = canvas_csv(class_of_three(), {exported, "Lab 1"});
  EXPECT_EQ(text,
            "Student,ID,SIS User ID,SIS Login ID,Section,Notes,Lab 1 (77)\n"
            "    Points Possible,,,,,,10\n"
            "\"Lovelace, Ada\",11,S1,ada,CS,old,10\n"
            "\"Babbage, Charles\",12,S2,cb,CS,,4.05\n"
            "\"Hopper, Grace\",13,S3,gh,CS,Nothing was handed in.,\n"
            "\"Turing, Alan\",14,S4,at,CS,,\n");
}

TEST(ImportForms, CanvasGetsANewAssignmentWithoutAnExport) {
  EXPECT_EQ(canvas_csv(class_of_three(), {"", "Coalescing"}),
            "Student,ID,SIS User ID,SIS Login ID,Section,Coalescing\n"
            "    Points Possible,,,,,50\n"
            "\"Lovelace, Ada\",11,,ada@x.edu,,50\n"
            "\"Lovelace, Ada\",12,,ada@x.edu,,20.25\n"
            "\"Lovelace, Ada\",13,,ada@x.edu,,\n");
}

constexpr const char* kHeading =
    "Identifier,Full name,ID number,Email address,Status,Grade,Maximum grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade),Feedback comments\n";

TEST(ImportForms, MoodleReadsItsOwnWorksheetBack) {
  const auto exported =
      std::string("\xef\xbb\xbf") + kHeading +
      "Participant 11,Ada L,,a@x,Submitted for grading - ,,\"100,00\",Yes,\"Friday, 20 "
      "November 2026, 2:33 PM\",-,\n"
      "Participant 13,Grace H,,g@x,No submission,7,\"100,00\",Yes,-,-,\n"
      "Participant 14,Alan T,,t@x,No submission,8,\"100,00\",Yes,-,-,kept\n";
  const auto rows = parse_csv(moodle_csv(class_of_three(), {exported, ""}));
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0], parse_csv(kHeading)[0]);
  EXPECT_EQ(rows[1][5], "100");
  EXPECT_EQ(rows[1][8], "Friday, 20 November 2026, 2:33 PM");
  EXPECT_EQ(rows[1][10], "completed; most points lost in: reads, once");
  EXPECT_EQ(rows[2][5], "") << "no score";
  EXPECT_EQ(rows[2][10], "Nothing was handed in.");
  EXPECT_EQ(rows[3][5], "8") << "of nobody here: as it was";
  EXPECT_EQ(rows[3][10], "kept");
}

TEST(ImportForms, MoodlesCommaStaysAComma) {
  const auto exported = std::string(kHeading) + "Participant 12,C B,,c@x,x,,\"5,00\",Yes,-,-,\n";
  EXPECT_EQ(parse_csv(moodle_csv(class_of_three(), {exported, ""}))[1][5], "2,02");
}

TEST(ImportForms, MoodleWithoutAWorksheetGetsParticipants) {
  const auto rows = parse_csv(moodle_csv(class_of_three(), {}));
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[2][0], "Participant 12");
  EXPECT_EQ(rows[2][4], "20.25");
  EXPECT_EQ(rows[3][4], "");
  EXPECT_EQ(rows[3][9], "Nothing was handed in.");
}

// Folders with names have no number of Moodle's, and points all the same.
TEST(ImportForms, MoodleWithoutAWorksheetGetsPointsOfThoseWithoutANumber) {
  const ClassResults results{"coalescing", 1, {row("ada", 50), row("bob", {}, "No file.")}, {}, {}};
  const auto rows = parse_csv(moodle_csv(results, {}));
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[1][0], "") << "Participant is for Moodle's numbers";
  EXPECT_EQ(rows[1][4], "50");
  EXPECT_EQ(rows[2][4], "");
  EXPECT_EQ(rows[2][9], "No file.");
}

}  // namespace
}  // namespace warpscope::runner
