#include "runner/grading/roster.h"

#include <gtest/gtest.h>

namespace warpscope::runner {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Submission handed_in(const std::string& name) { return {name, name + ".cu", {}, {}}; }

std::vector<Submission> assigned(const std::vector<std::string>& names, const std::string& roster) {
  std::vector<Submission> submissions;
  for (const auto& name : names) submissions.push_back(handed_in(name));
  return with_students(std::move(submissions), parse_roster(roster, "roster.csv"));
}

TEST(Roster, CsvHasQuotesCommasAndLineEnds) {
  EXPECT_EQ(parse_csv("a,\"b, \"\"c\"\"\"\r\n\"two\nlines\",\n\n"),
            (Rows{{"a", "b, \"c\""}, {"two\nlines", ""}}));
  EXPECT_EQ(parse_csv("\xef\xbb\xbfid\n1"), (Rows{{"id"}, {"1"}}));
  EXPECT_THROW(parse_csv("a,\"b\n"), std::runtime_error);
}

TEST(Roster, FieldsAreWrittenSoThatTheyCanBeReadAndAreNoFormula) {
  for (const std::string text : {"plain", "a,b", "say \"no\"", "two\nlines", ""}) {
    const auto rows = parse_csv(csv_field(text) + ",end\n");
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows.front().front(), text);
  }
  EXPECT_EQ(csv_field("=1+1"), "'=1+1");
  EXPECT_EQ(csv_field("@SUM(A1)"), "'@SUM(A1)");
  EXPECT_EQ(csv_field("-12.5"), "-12.5");
}

TEST(Roster, ASubmissionInNoRowSaysSo) {
  const auto all = assigned({"ada", "dan"}, "student_id,last_name\nadaa,Lovelace\ndan,Moe\n");
  ASSERT_EQ(all.size(), 3u);
  EXPECT_NE(all[0].note.find("in no row of the roster"), std::string::npos) << all[0].note;
  EXPECT_EQ(all[1].note, "");
  EXPECT_EQ(all[2].problem, "Nothing was handed in.");
}

TEST(Roster, ASubmissionBelongsToWhoIsNamedByIt) {
  const auto all = assigned({"ada@x.edu", "Hopper_4711_file", "somebody else", "lab1-final"},
                            "Student ID,Last name,e-mail,email,submission\n"
                            "1,Lovelace,,ada@x.edu,\n"
                            "4711,Hopper,,,\n"
                            "3,Noether,,,lab1-final\n"
                            "4,Meitner,,,\n");
  ASSERT_EQ(all.size(), 5u);
  EXPECT_EQ(all[0].student.last_name, "Lovelace");
  EXPECT_EQ(all[1].student.last_name, "Hopper");
  EXPECT_EQ(all[2].student.id, "");
  EXPECT_EQ(all[3].student.last_name, "Noether");
  EXPECT_EQ(all[4].student.last_name, "Meitner");
  EXPECT_TRUE(all[4].file.empty());
  EXPECT_NE(all[4].problem.find("Nothing was handed in"), std::string::npos);
}

TEST(Roster, AnIdInsideOfAnotherNumberIsNobodys) {
  const auto all = assigned({"x_14711_y"}, "id\n4711\n");
  EXPECT_EQ(all[0].student.id, "");
}

TEST(Roster, TheBetterFitWinsAndATieIsTold) {
  const auto all = assigned({"lee_7"}, "id,email\nlee_7,\n7,\n");
  EXPECT_EQ(all[0].student.id, "lee_7");
  EXPECT_THROW(assigned({"7_and_8"}, "id\n7\n8\n"), std::runtime_error);
}

TEST(Roster, MistakesNameFileAndLine) {
  const auto message = [](const std::string& text) {
    try {
      parse_roster(text, "roster.csv");
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message("name\nx\n").rfind("roster.csv:1: ", 0), 0u);
  EXPECT_EQ(message("id,email\n1,a\n,b\n").rfind("roster.csv:3: ", 0), 0u);
  EXPECT_EQ(message("").rfind("roster.csv: ", 0), 0u);
}

Submission exported(const std::string& name, const Student& student) {
  auto submission = handed_in(name);
  submission.student = student;
  return submission;
}

/// As Canvas' "Export Entire Gradebook" writes it.
TEST(Roster, IsAGradebookOfCanvas) {
  const std::string text =
      "Student,ID,SIS User ID,SIS Login ID,Section,Lab 1 (77),Current Score\n"
      "    Points Possible,,,,,10,(read only)\n"
      "\"Lovelace, Ada\",4711,S-1,ada@x.edu,CS 1,,\n"
      "\"Babbage, Charles\",4712,S-2,cb2,CS 1,,\n"
      "\"Student, Test\",4799,,abc,CS 1,,\n";
  const auto roster = parse_roster(text, "canvas.csv");
  ASSERT_EQ(roster.size(), 2u);
  EXPECT_EQ(roster[0].student.first_name, "Ada");
  EXPECT_EQ(roster[0].student.email, "ada@x.edu");
  // 4712 stands in the first name as well, as the number of the file.
  const auto all =
      with_students({exported("lovelaceada_4711", {"4711", "lovelaceada", "", "", "", true}),
                     exported("x", {"S-2", "", "", "", ""})},
                    roster);
  EXPECT_EQ(all[0].student.last_name, "Lovelace");
  EXPECT_TRUE(all[0].student.is_late);
  EXPECT_EQ(all[1].student.id, "4712");
}

/// As Moodle's "Download grading worksheet" writes it.
TEST(Roster, IsAGradingWorksheetOfMoodle) {
  const auto roster = parse_roster(
      "\xef\xbb\xbfIdentifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum "
      "grade\",\"Grade can be "
      "changed\",\"Last modified (submission)\",\"Last modified (grade)\",\"Feedback comments\"\r\n"
      "\"Participant 4711\",\"Ada Lovelace\",ada@x.edu,\"Submitted for grading - 2 hours "
      "late\",,100.00,Yes,\"Friday, 20 November 2026, 2:33 PM\",-,\r\n"
      "\"Participant 4712\",\"Charles Babbage\",cb@x.edu,\"No submission\",,100.00,Yes,-,-,\r\n",
      "moodle.csv");
  ASSERT_EQ(roster.size(), 2u);
  EXPECT_EQ(roster[0].student.id, "4711");
  EXPECT_EQ(roster[0].student.submitted, "2026-11-20T14:33:00");
  EXPECT_TRUE(roster[0].student.is_late);
  EXPECT_EQ(roster[1].student.submitted, "");
  EXPECT_FALSE(roster[1].student.is_late);
}

/// As Blackboard's Grade Center gives it: tabs, UTF-16.
TEST(Roster, IsAGradeCenterOfBlackboard) {
  const std::u16string text =
      u"\ufeff\"Last Name\"\t\"First Name\"\t\"Username\"\t\"Student ID\"\t\"Availability\"\n"
      u"\"Müller\"\t\"Jörg\"\t\"jm1\"\t\"4711\"\t\"Yes\"\n";
  std::string bytes;
  for (const char16_t unit : text)
    bytes += {static_cast<char>(unit & 0xff), static_cast<char>(unit >> 8)};
  const auto roster = parse_roster(bytes, "gc.xls");
  ASSERT_EQ(roster.size(), 1u);
  EXPECT_EQ(roster[0].student.id, "jm1");
  EXPECT_EQ(roster[0].student.last_name, "Müller");
}

TEST(Roster, OfAnotherEncodingOrWithSemicolonsIsRead) {
  const auto roster = parse_roster("student_id;last_name\n1;M\xfcller\n", "r.csv");
  EXPECT_EQ(roster.at(0).student.last_name, "Müller");
}

TEST(Roster, AnExportedNameFindsItsRowWithoutAnId) {
  const auto roster =
      parse_roster("student_id,last_name,first_name\ns1,Lovelace,Ada\ns2,Müller,Jörg\n", "r.csv");
  const auto all =
      with_students({exported("lovelaceada_9", {"9", "lovelaceada", "", "", ""}),
                     exported("Jörg Müller_8", {"8", "Müller", "Jörg", "", "2026-11-20T12:00:00"})},
                    roster);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].student.id, "s1");
  EXPECT_EQ(all[1].student.id, "s2");
  EXPECT_EQ(all[1].student.submitted, "2026-11-20T12:00:00") << "the export's";
}

}  // namespace
}  // namespace warpscope::runner
