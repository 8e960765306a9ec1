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

}  // namespace
}  // namespace warpscope::runner
