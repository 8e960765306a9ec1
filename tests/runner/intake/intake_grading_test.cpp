// From what a learning system exports to what it imports, with the command.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "runner/grading/roster.h"
#include "tests/runner/made_zip.h"
#include "tests/runner/paths.h"
#include "tests/runner/run_command.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

/// The template lab's reference with its text in a header of the student's own.
constexpr const char* kWithHeader = "#include \"include/mine.cuh\"\n";

std::string utf16(const std::string& text) {
  std::string bytes = "\xff\xfe";
  for (const char letter : text) bytes += {letter, '\0'};
  return bytes;
}

class IntakeGrading : public testing::Test {
 protected:
  test::Finished run(const std::string& command) const {
    return test::run_command("cd " + folder_.quoted() + " && NO_COLOR=1 '" +
                             (test::kBin / "warpscope").string() + "' " + command);
  }

  std::string reference_ = read_file(test::kSource / "labs/template/reference.cu");
  test::TemporaryFolder folder_;
};

TEST_F(IntakeGrading, CanvasToCanvas) {
  auto main = "#include \"../include/mine.cuh\"\n" + reference_;
  main.replace(main.find("3 *"), 1, "kFactor");
  const auto inner = test::made_zip({{"lab/src/main.cu", main},
                                     {"lab/include/mine.cuh", "constexpr int kFactor = 3;\n"},
                                     {"lab/try.cu", "int main() {}"}});
  folder_.write("submissions.zip",
                test::made_zip({{"lovelaceada_4711_99_exercise.cu", reference_},
                                {"müllerjörg_LATE_4712_98_lab.zip", inner},
                                {"hoppergrace_4713_97_exercise.cu", utf16(reference_)},
                                {"turingalan_4714_text.html", "<p>"}}));
  folder_.write("gradebook.csv",
                "Student,ID,SIS User ID,SIS Login ID,Section,Notes,Lab 0 (5)\n"
                "    Points Possible,,,,,,20\n"
                "\"Lovelace, Ada\",4711,,ada,1,,\n\"Müller, Jörg\",4712,,jm,1,,\n"
                "\"Hopper, Grace\",4713,,gh,1,,\n\"Turing, Alan\",4714,,at,1,,\n"
                "\"Noether, Emmy\",4715,,en,1,,\n");
  const auto graded =
      run("grade template submissions.zip --roster gradebook.csv --csv import.csv --csv-for canvas "
          "--assignment 'Lab 0' --feedback feedback");
  EXPECT_EQ(graded.exit_code, 0) << graded.output;
  EXPECT_EQ(folder_.read("import.csv"),
            "Student,ID,SIS User ID,SIS Login ID,Section,Notes,Lab 0 (5)\n"
            "    Points Possible,,,,,,20\n"
            "\"Lovelace, Ada\",4711,,ada,1,,20\n\"Müller, Jörg\",4712,,jm,1,,20\n"
            "\"Hopper, Grace\",4713,,gh,1,,20\n"
            "\"Turing, Alan\",4714,,at,1,\"No file was handed in, only text that was typed in.\",\n"
            "\"Noether, Emmy\",4715,,en,1,Nothing was handed in.,\n")
      << graded.output;
  EXPECT_NE(graded.output.find("(late)"), std::string::npos) << graded.output;
  EXPECT_NE(folder_.read("feedback/turingalan_4714/feedback.txt").find("typed in"),
            std::string::npos);
}

TEST_F(IntakeGrading, MoodleToMoodle) {
  folder_.write("in/Ada Lovelace_11_assignsubmission_file_/exercise.cu", reference_);
  folder_.write("in/J\xf6rg M_12_assignsubmission_file_/src/exercise.cu", reference_);
  const std::string heading =
      "Identifier,Full name,Email address,Status,Grade,Maximum grade,Grade can be changed,Last "
      "modified (submission),Last modified (grade),Feedback comments\n";
  folder_.write(
      "worksheet.csv",
      heading +
          "Participant 11,Ada Lovelace,a@x,Submitted for grading,,100.00,Yes,\"Friday, 20 "
          "November 2026, 2:33 PM\",-,\n"
          "Participant 12,Jörg M,j@x,Submitted for grading,,100.00,Yes,-,-,\n"
          "Participant 13,Emmy N,e@x,No submission,,100.00,Yes,-,-,\n");
  folder_.write(
      "rules.toml",
      "lab = \"template\"\n[late]\ndue = \"2026-11-20T13:00:00Z\"\npercent_per_day = 10\nmost_days "
      "= 3\n");
  const auto graded =
      run("grade template in --roster worksheet.csv --rules rules.toml --time-zone +01:00 --csv "
          "out.csv "
          "--csv-for moodle");
  EXPECT_EQ(graded.exit_code, 0) << graded.output;
  const auto rows = parse_csv(folder_.read("out.csv"));
  ASSERT_EQ(rows.size(), 4u) << graded.output;
  EXPECT_EQ(rows[1][4], "90") << "half an hour late in that zone";
  EXPECT_EQ(rows[2][4], "100") << graded.output;
  EXPECT_EQ(rows[3][4], "");
  EXPECT_EQ(rows[3][9], "Nothing was handed in.");
}

TEST_F(IntakeGrading, RunAndGradeFindAStudentsOwnHeaders) {
  folder_.write("ada/exercise.cu", kWithHeader);
  folder_.write("ada/include/mine.cuh", reference_ + "\nint broken() { return undefined_name; }\n");
  const auto broken = run("run template --file ada/exercise.cu");
  EXPECT_EQ(broken.exit_code, 3) << broken.output;
  EXPECT_NE(broken.output.find("include/mine.cuh"), std::string::npos) << broken.output;
  EXPECT_EQ(broken.output.find(folder_.path().string()), std::string::npos) << broken.output;
  folder_.write("ada/include/mine.cuh", reference_);
  for (const char* command :
       {"run template --file ada/exercise.cu", "grade template ada/exercise.cu"})
    EXPECT_EQ(run(command).exit_code, 0) << command;
  // Files of others beside a single one are not its headers.
  folder_.write("bob.cu", reference_);
  folder_.write("eve.cu", "#include \"bob.cu\"\n");
  EXPECT_EQ(run("grade template eve.cu").exit_code, 3);
}

TEST_F(IntakeGrading, ABrokenUtf16FileIsTold) {
  folder_.write("exercise.cu", utf16(reference_) + "x");
  const auto result = run("grade template exercise.cu");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_NE(result.output.find("The text is UTF-16, and it is broken at byte"), std::string::npos)
      << result.output;
}

TEST_F(IntakeGrading, OneSubmissionForTheOtherSystems) {
  folder_.write("student/solution.cu", reference_);
  const auto graded = run("grade template student --prairielearn results.json --classroom out.txt");
  EXPECT_EQ(graded.exit_code, 0) << graded.output;
  EXPECT_EQ(nlohmann::json::parse(folder_.read("results.json"))["score"], 1);
  EXPECT_EQ(folder_.read("out.txt").rfind("result=", 0), 0u);
  fs::create_directories(folder_.path() / "empty");
  EXPECT_EQ(run("grade template empty --prairielearn none.json").exit_code, 2);
  EXPECT_EQ(nlohmann::json::parse(folder_.read("none.json"))["gradable"], false);
}

TEST_F(IntakeGrading, WhatIsNotThereHasAReasonInEachOutput) {
  folder_.write("picture/ada.pdf", "%PDF");
  fs::create_symlink("/etc/passwd", folder_.path() / "link.cu");
  for (const std::string path : {"picture", "missing.cu", "link.cu"}) {
    const auto graded = run("grade template " + path +
                            " --gradescope g.json --prairielearn p.json --classroom c.txt "
                            "--autolab 2>/dev/null");
    EXPECT_EQ(graded.exit_code, 2) << path;
    EXPECT_TRUE(graded.output.ends_with(".\n{\"scores\":{}}\n")) << graded.output;
    const auto gradescope = nlohmann::json::parse(folder_.read("g.json"));
    EXPECT_FALSE(gradescope.contains("score")) << path;
    const auto reason = nlohmann::json::parse(folder_.read("p.json"))["message"].get<std::string>();
    EXPECT_NE(gradescope["output"].get<std::string>().find(reason), std::string::npos) << reason;
    EXPECT_NE(graded.output.find(reason), std::string::npos) << graded.output;
    EXPECT_NE(folder_.read("c.txt").rfind("result="), std::string::npos);
    for (const char* file : {"g.json", "p.json", "c.txt"}) fs::remove(folder_.path() / file);
  }
}

/// Headers that cannot lie beside one another are missing ones: no file makes the tool fail.
TEST_F(IntakeGrading, HeadersThatCannotBeWrittenAreNoFailureOfTheTool) {
  folder_.write("eve/exercise.cu", "#include \"x.h\"\n#include \"x.h/y.h\"\n#include \"" +
                                       std::string(300, 'f') + "/y.h\"\n" + reference_);
  folder_.write("eve/x.h", "");
  folder_.write("eve/sub/y.h", "");
  const auto graded = run("grade template eve --prairielearn p.json");
  EXPECT_EQ(graded.exit_code, 3) << graded.output;
}

/// The template of the documentation, as CodeRunner makes a program of it: Twig puts the answer in.
TEST_F(IntakeGrading, TheTemplateForCoderunnerPrintsAResult) {
  auto program = read_file(test::kSource / "docs/instructors/examples/coderunner_template.py");
  const std::string place = "{{ STUDENT_ANSWER | e('py') }}";
  ASSERT_NE(program.find(place), std::string::npos);
  std::string answer;
  for (const char letter : reference_)
    answer += letter == '\n'                    ? "\\n"
              : letter == '"' || letter == '\\' ? std::string("\\") + letter
                                                : std::string(1, letter);
  program.replace(program.find(place), place.size(), answer);
  const std::string lab = "LAB = \"coalescing\"";
  ASSERT_NE(program.find(lab), std::string::npos);
  program.replace(program.find(lab), lab.size(), "LAB = \"template\"");
  folder_.write("prog.py", program);
  const auto result = test::run_command("cd " + folder_.quoted() + " && PATH='" +
                                        test::kBin.string() + "':$PATH python3 prog.py");
  ASSERT_EQ(result.exit_code, 0) << result.output;
  const auto document = nlohmann::json::parse(result.output);
  EXPECT_EQ(document["fraction"], 1);
  EXPECT_GT(document["testresults"].size(), 1u);
}

}  // namespace
}  // namespace warpscope::runner
