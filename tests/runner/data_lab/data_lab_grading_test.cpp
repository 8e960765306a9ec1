// A lab that is only files, graded by its path.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "base/files.h"
#include "runner/lab/instructor_rules.h"
#include "tests/runner/paths.h"
#include "tests/runner/run_command.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

const fs::path kExample = test::kSource / "docs/instructors/examples/add-scaled";

/// All work on the host; the kernel moves what the bound wants.
constexpr const char* kCheat = R"(#include <vector>
#include "exercise.h"
__global__ void dummy(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i];
}
void add_scaled(const float* x, float* y, float factor, int n) {
  if (n == 0) return;
  std::vector<float> a(n), b(n);
  check(cudaMemcpy(a.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost));
  check(cudaMemcpy(b.data(), y, n * sizeof(float), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) b[i] += factor * a[i];
  dummy<<<ceil_div(n, 256), 256>>>(x, y, n);
  check(cudaMemcpy(y, b.data(), n * sizeof(float), cudaMemcpyHostToDevice));
}
)";

std::string with(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

class DataLabGrading : public testing::Test {
 protected:
  DataLabGrading() { fs::copy(kExample, folder_.path() / "add-scaled"); }
  test::Finished run(const std::string& arguments) const {
    return test::run_command("cd " + folder_.quoted() + " && NO_COLOR=1 '" +
                             (test::kBin / "warpscope").string() + "' " + arguments);
  }
  nlohmann::json graded(const std::string& name, const std::string& text) const {
    folder_.write(name, text);
    return nlohmann::json::parse(
        run("grade ./add-scaled " + name + " --seed 7 --json 2>/dev/null").output);
  }
  static std::string example(const char* name) { return read_file(kExample / name); }
  static double points(const nlohmann::json& result, std::size_t check) {
    return result["score"]["checks"][check]["points"];
  }

  test::TemporaryFolder folder_;
};

TEST_F(DataLabGrading, GoesByTheRulesBesideTheLab) {
  const auto lab = folder_.path() / "add-scaled";
  const auto right = example("reference.cu");
  ASSERT_EQ(graded("right.cu", right)["score"]["points"], 100);
  const std::string banned = "[banned]\nnames = [\"add_scaled\"]\npoints = 30\n";
  write_file(lab / kRulesOfLab, "lab = \"add-scaled\"\nreference = \"never\"\n" + banned);
  EXPECT_EQ(graded("right.cu", right)["score"]["points"], 70);
  // A student's own run has the same points; the reference is not shown.
  EXPECT_NE(run("run ./add-scaled --file right.cu").output.find("70 of 100"), std::string::npos);
  for (const char* command : {"run ./add-scaled --reference", "ladder ./add-scaled"}) {
    const auto refused = run(command);
    EXPECT_EQ(refused.exit_code, 2) << command << refused.output;
    EXPECT_NE(refused.output.find("do not show its reference"), std::string::npos)
        << refused.output;
  }
  // The command line's rules stand in their place.
  folder_.write("mine.toml", "lab = \"add-scaled\"\n");
  EXPECT_NE(run("grade ./add-scaled right.cu --rules mine.toml").output.find("100 of 100"),
            std::string::npos);
  write_file(lab / kRulesOfLab, "lab = \"another\"\n");
  EXPECT_EQ(run("run ./add-scaled --file right.cu").exit_code, 2) << "rules of another lab";
}

TEST_F(DataLabGrading, GivesPointsForWhatAKernelComputed) {
  const auto right = graded("right.cu", example("reference.cu"));
  EXPECT_EQ(right["score"]["points"], 100) << right.dump(1);
  EXPECT_EQ(right["lab"], "add-scaled");

  const auto wrong = graded("wrong.cu", with(example("reference.cu"), "factor * x[i]", "x[i]"));
  EXPECT_EQ(wrong["outcome"]["kind"], "wrong_answer");
  EXPECT_EQ(points(wrong, 0), 0) << "the case of no elements is no work";

  const auto past = graded("past.cu", example("starter.cu"));
  EXPECT_NE(past["findings"].dump().find("missing-bounds-guard"), std::string::npos)
      << past.dump(1);
  EXPECT_EQ(points(past, 1), 0);

  const auto cheat = graded("cheat.cu", kCheat);
  EXPECT_EQ(points(cheat, 2), 0) << cheat["score"].dump(1);
  EXPECT_EQ(cheat["findings"][0]["id"], "host-side-work") << cheat["findings"].dump(1);
  EXPECT_EQ(cheat["score"]["points"], 0) << cheat["score"].dump(1);
}

TEST_F(DataLabGrading, CourseCheckAndClassesTakeAPath) {
  const auto checked = run("course check ./add-scaled");
  EXPECT_EQ(checked.exit_code, 0) << checked.output;
  folder_.write("class/ada.cu", example("reference.cu"));
  const auto first = run("grade ./add-scaled class --seed 7");
  EXPECT_EQ(first.exit_code, 0) << first.output;
  EXPECT_TRUE(folder_.has("grades/add-scaled/results/ada.json"));
  EXPECT_NE(run("grade ./add-scaled class").output.find("1 result is kept"), std::string::npos);
  folder_.write("add-scaled/judge.toml", with(example("judge.toml"), "1e-3", "2e-3"));
  EXPECT_EQ(run("grade ./add-scaled class").output.find("1 result is kept"), std::string::npos)
      << "another judge grades again";
}

TEST_F(DataLabGrading, TheReferenceIsKeptWithoutItsText) {
  const auto kept = run("keep ./add-scaled --reference");
  EXPECT_EQ(kept.exit_code, 0) << kept.output;
  const auto text = folder_.read("add-scaled/reference.json");
  const auto record = nlohmann::json::parse(text);
  EXPECT_EQ(record["score"]["points"], 100);
  EXPECT_FALSE(record["launches"].empty());
  EXPECT_EQ(text.find("add_scaled_on_host"), std::string::npos) << "a line of the reference";
  EXPECT_EQ(text.find(folder_.path().string()), std::string::npos);
}

/// A right program that touches more memory than the lab lets the simulation have: no points, and
/// no word against it. In a class its row is empty.
TEST_F(DataLabGrading, MemoryOfTheSimulationThatIsUsedUpIsNoMistake) {
  const auto lab = example("lab.toml");
  folder_.write("add-scaled/lab.toml",
                with(lab, "[[check]]", "[limits]\ndevice_memory_bytes = 268435456\n\n[[check]]"));
  const auto text = with(example("reference.cu"), "  add_scaled_kernel<<<",
                         "  char* big = nullptr;\n  check(cudaMalloc(&big, size_t{1} << 30));\n"
                         "  check(cudaMemset(big, 1, size_t{1} << 30));\n"
                         "  check(cudaFree(big));\n  add_scaled_kernel<<<");
  const auto result = graded("big.cu", text);
  EXPECT_EQ(result["outcome"]["kind"], "out_of_memory") << result.dump(1);
  EXPECT_FALSE(result.contains("score"));
  for (const auto& finding : result["findings"]) EXPECT_EQ(finding["id"], "memory-exhausted");
  EXPECT_EQ(run("grade ./add-scaled big.cu --seed 7").exit_code, 8);
  const auto table = run("grade ./add-scaled big.cu --results grades --csv book.csv");
  EXPECT_NE(table.output.find("0 of 1 submissions graded"), std::string::npos) << table.output;
  EXPECT_NE(folder_.read("book.csv").find(",,,,,,,0,big,memory used up,"), std::string::npos)
      << folder_.read("book.csv");
  EXPECT_NE(folder_.read("book.csv").find("more device memory than the simulation"),
            std::string::npos);
}

TEST_F(DataLabGrading, AReferenceThatDoesNotAnswerIsNoFaultOfTheStudents) {
  folder_.write("add-scaled/reference.cu",
                with(example("reference.cu"), "void add_scaled_on_host", "void another_on_host"));
  const auto result = graded("right.cu", example("reference.cu"));
  EXPECT_EQ(result["outcome"]["kind"], "tool_error");
  EXPECT_NE(result["outcome"]["message"].dump().find(
                "reference.cu does not define void add_scaled_on_host("),
            std::string::npos)
      << result["outcome"].dump(1);
  folder_.write("elsewhere/lab.toml", example("lab.toml"));
  const auto no_judge = run("grade ./elsewhere right.cu");
  EXPECT_EQ(no_judge.exit_code, 2) << no_judge.output;
  EXPECT_NE(no_judge.output.find("has no judge.toml"), std::string::npos) << no_judge.output;
}

/// Looking up 64 numbers in a table of 65536.
constexpr const char* kLookUpJudge = R"([[task]]
name = "look_up"
sizes = ["n"]
case = [{n = 64}]
useful_bytes = "12*n"
[[task.argument]]
name = "table"
kind = "in"
type = "float"
count = "1024*n"
values = "uniform"
low = 0
high = 1
[[task.argument]]
name = "places"
kind = "in"
type = "int"
values = "uniform"
low = 0
high = 65535
[[task.argument]]
name = "out"
kind = "out"
type = "float"
)";
constexpr const char* kLookUpLab = R"(title = "Look up"
difficulty = 1
tasks = ["look_up"]
[[check]]
id = "right"
title = "looks up the right numbers"
points = 10
kind = "correct"
)";
constexpr const char* kLookUp = R"(#include "exercise.h"
__global__ void take(const float* table, const int* places, float* out) {
  out[threadIdx.x] = table[places[threadIdx.x]];
}
void look_up(const float* table, const int* places, float* out) {
  take<<<1, 64>>>(table, places, out);
  check(cudaGetLastError());
}
)";

TEST_F(DataLabGrading, AGatherNeedsHardlyAnythingOfItsTable) {
  folder_.write("look-up/lab.toml", kLookUpLab);
  folder_.write("look-up/reference.cu", kLookUp);
  folder_.write("mine.cu", kLookUp);
  const auto points_with = [&](const std::string& judge) {
    folder_.write("look-up/judge.toml", judge);
    const auto graded = run("grade ./look-up mine.cu --seed 7 --json 2>/dev/null").output;
    return nlohmann::json::parse(graded)["score"]["points"].get<double>();
  };
  EXPECT_EQ(points_with(kLookUpJudge), 0) << "hardly any of the table went into the answer";
  EXPECT_EQ(
      points_with(with(kLookUpJudge, "count = \"1024*n\"\n", "count = \"1024*n\"\nsparse = 1\n")),
      10);
}

}  // namespace
}  // namespace warpscope::runner
