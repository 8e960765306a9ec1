// The command `warpscope grade` with a whole class.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "runner/lab/programs.h"
#include "tests/runner/paths.h"
#include "tests/runner/run_command.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

class GradeClass : public testing::Test {
 protected:
  GradeClass() {
    const auto lab = test::kSource / "labs" / "coalescing";
    folder_.write("in/ada/exercise.cu", read_file(lab / "reference.cu"));
    folder_.write("in/bob.cu", read_file(lab / "starter.cu"));
    folder_.write("in/carol.cu", "int main( {");
    fs::create_symlink(lab / "reference.cu", folder_.path() / "in/mallory.cu");
  }

  test::Finished grade(const std::string& options) const {
    return test::run_command("cd " + folder_.quoted() + " && NO_COLOR=1 '" +
                             (test::kBin / "warpscope").string() + "' grade coalescing in " +
                             options);
  }
  nlohmann::json json(const std::string& options) const {
    return nlohmann::json::parse(grade("--json 2>/dev/null " + options).output);
  }

  test::TemporaryFolder folder_;
};

double points(const nlohmann::json& document, std::size_t index) {
  return document["submissions"][index]["result"]["score"]["points"];
}

TEST_F(GradeClass, GivesTheSameTenTimesWithOneWorkerAndWithTwo) {
  constexpr int kRounds = 10;
  std::string first;
  for (int round = 0; round < kRounds; ++round) {
    const auto folder = "results-" + std::to_string(round);
    const auto workers = std::to_string(1 + round % 2);
    const auto graded =
        grade("--json --seed 5 --results " + folder + " --processes " + workers + " 2>/dev/null");
    EXPECT_EQ(graded.exit_code, 0) << graded.output;
    if (round == 0) first = graded.output;
    EXPECT_EQ(graded.output, first) << "round " << round;
    for (const char* name : {"ada", "bob", "carol"}) {
      const auto file = std::string("/results/") + name + ".json";
      EXPECT_EQ(folder_.read(folder + file), folder_.read("results-0" + file)) << name;
      EXPECT_FALSE(folder_.read(folder + file).empty()) << name;
    }
  }
  const auto document = nlohmann::json::parse(first);
  EXPECT_EQ(points(document, 0), 100);
  EXPECT_LT(points(document, 1), 100);
  EXPECT_EQ(document["submissions"][2]["result"]["outcome"]["kind"], "compile_error");
  EXPECT_TRUE(document["submissions"][3]["result"].is_null()) << "a link to the reference";
}

TEST_F(GradeClass, GoesOnWithWhatIsNotGradedAndSaysWhoseChanged) {
  const auto first = json("--feedback out");
  EXPECT_NE(json("--results elsewhere")["seed"], first["seed"]) << "seeds are secret";
  const auto again = grade("--feedback out");
  EXPECT_NE(again.output.find("3 results are kept"), std::string::npos) << again.output;
  EXPECT_EQ(again.output.find("Changed"), std::string::npos) << again.output;

  folder_.write("in/bob.cu", lab_program(test::kSource / "labs/coalescing", "step-2").text);
  const auto changed = grade("--feedback out --csv book.csv --junit tests.xml");
  EXPECT_NE(changed.output.find("2 results are kept"), std::string::npos) << changed.output;
  EXPECT_NE(changed.output.find("Changed since the last grading: bob "), std::string::npos)
      << changed.output;
  EXPECT_NE(changed.output.find("seed " + first["seed"].dump()), std::string::npos);
  EXPECT_NE(folder_.read("book.csv").find("\ncoalescing,,,ada,,,,100,0,100,100,ada,"),
            std::string::npos);
  EXPECT_NE(folder_.read("tests.xml").find("</testsuites>"), std::string::npos);
}

TEST_F(GradeClass, StudentsGetAReportWithoutTheSeed) {
  EXPECT_EQ(grade("--seed 987654321 --feedback out").exit_code, 0);
  for (const char* file : {"out/ada/feedback.txt", "out/ada/feedback.html"}) {
    const auto text = folder_.read(file);
    EXPECT_NE(text.find("100"), std::string::npos) << file;
    EXPECT_EQ(text.find("987654321"), std::string::npos) << file;
    EXPECT_EQ(text.find(folder_.path().string()), std::string::npos) << file;
  }
  EXPECT_NE(folder_.read("out/bob/feedback.txt").find("Score: "), std::string::npos);
  EXPECT_NE(folder_.read("out/mallory/feedback.txt").find("symbolic link"), std::string::npos);
}

/// What a harness does when its time is over.
TEST_F(GradeClass, AGradingThatIsKilledLeavesTheCasesThatHadEnded) {
  folder_.write("hang.cu", R"(#include "exercise.h"
void triple(const float*, float*, int count) {
  volatile bool is_done = false;
  while (count > 0 && !is_done) {}
})");
  const auto killed = test::run_command(
      "cd " + folder_.quoted() + "; '" + (test::kBin / "warpscope").string() +
      "' grade template hang.cu --gradescope results.json & for i in $(seq 6000); do "
      "grep -qs triple/0 " +
      folder_.quoted() + "/results.json && break; sleep 0.05; done; kill -9 $!");
  const auto document = nlohmann::json::parse(folder_.read("results.json"));
  EXPECT_FALSE(document.contains("score"));
  EXPECT_NE(document["output"].get<std::string>().find("did not come to an end"),
            std::string::npos);
  ASSERT_EQ(document["tests"].size(), 1u) << killed.output;
  EXPECT_EQ(document["tests"][0]["name"], "triple/0");
  EXPECT_EQ(document["tests"][0]["status"], "passed");
}

TEST_F(GradeClass, WhatDoesNotFitIsTold) {
  for (const char* options :
       {"--gradescope x.json in", "--autolab no-such-file.cu", "--seed -1", "--seed 1x",
        "--roster no-such.csv", "--profile nonsense", "--processes 0"}) {
    const auto result = grade(options);
    EXPECT_EQ(result.exit_code, 2) << options << "\n" << result.output;
    EXPECT_EQ(result.output.rfind("warpscope: ", 0), 0u) << result.output;
  }
  EXPECT_EQ(grade("--results grades").exit_code, 0);
  const auto other =
      test::run_command("cd " + folder_.quoted() + " && '" + (test::kBin / "warpscope").string() +
                        "' grade divergence in --results grades");
  EXPECT_EQ(other.exit_code, 2) << other.output;
  EXPECT_NE(other.output.find("holds the results of the lab coalescing"), std::string::npos);
}

}  // namespace
}  // namespace warpscope::runner
