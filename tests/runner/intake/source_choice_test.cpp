#include "runner/intake/source_choice.h"

#include <gtest/gtest.h>

#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

constexpr const char* kFitting =
    "__global__ void kernel(int* a) { }\nvoid scale(float* x) { kernel<<<1, 1>>>(x); }\n";
constexpr const char* kOther = "int main() { scale(0); /* void scale() */ return 0; }\n";

class SourceChoice : public testing::Test {
 protected:
  FileChoice choose(const std::vector<std::pair<std::string, std::string>>& files) {
    std::vector<std::filesystem::path> paths;
    for (const auto& [name, text] : files) {
      folder_.write(name, text);
      paths.push_back(folder_.path() / name);
    }
    return choose_source(folder_.path(), paths, {"scale", "kernel"});
  }
  std::string chosen(const std::vector<std::pair<std::string, std::string>>& files) {
    const auto choice = choose(files);
    return choice.file.empty() ? choice.problem
                               : choice.file.lexically_relative(folder_.path()).string();
  }

  test::TemporaryFolder folder_;
};

TEST_F(SourceChoice, TakesTheExerciseUnderTheNamesThatItIsGiven) {
  EXPECT_EQ(chosen({{"exercise.cu", kOther}, {"a.cu", kFitting}}), "exercise.cu");
  EXPECT_EQ(chosen({{"src/exercise.cu", kFitting}}), "src/exercise.cu");
  EXPECT_EQ(chosen({{"exercise.cu", kFitting}, {"old/exercise.cu", kOther}}), "exercise.cu");
  for (const char* name : {"exercise-1.cu", "Exercise.CU", "exercise (2).cu", "exercise.cu.txt",
                           "exercise.cpp", "solution.cu", "lab.cu.txt", "lab.cpp"})
    EXPECT_EQ(chosen({{name, kFitting}, {"readme.txt", "scale( it"}}), name);
}

TEST_F(SourceChoice, TakesTheOneOfSeveralThatFits) {
  EXPECT_EQ(chosen({{"a.cu", kOther}, {"b.cu", kFitting}, {"c.cu", "void other() {}"}}), "b.cu");
  EXPECT_EQ(chosen({{"a/exercise.cu", kOther}, {"b/exercise.cu", kFitting}}), "b/exercise.cu");
  EXPECT_EQ(chosen({{"a.cu", kFitting}, {"copy of a.cu", kFitting}}), "a.cu");
}

/// A readme names the functions as calls do.
TEST_F(SourceChoice, ATextThatNamesTheFunctionsIsNoProgram) {
  const std::string readme = "scale() and kernel() are done, see kernel().";
  EXPECT_EQ(chosen({{"a.cu", kFitting}, {"b.cu", kOther}, {"readme.txt", readme}}), "a.cu");
  EXPECT_EQ(chosen({{"a.cpp", "void scale(float*) {}"}, {"readme.txt", readme}}), "a.cpp");
  EXPECT_EQ(chosen({{"a.cu", "void scale(float*) {}"}, {"b.cu", kOther}, {"readme.txt", readme}}),
            "a.cu");
  EXPECT_EQ(chosen({{"my solution.txt", kFitting}, {"notes.txt", "nothing"}}), "my solution.txt");
}

TEST_F(SourceChoice, SaysWhyThereIsNone) {
  const auto two = choose({{"a.cu", kFitting}, {"b.cu", std::string("//\n") + kFitting}});
  EXPECT_TRUE(two.file.empty());
  EXPECT_NE(two.problem.find("several fit the lab: a.cu, b.cu"), std::string::npos) << two.problem;
  const auto none = choose({{"c.cu", kOther}, {"d.cu", "int x;"}});
  EXPECT_NE(none.problem.find("none has a function of the lab: c.cu, d.cu"), std::string::npos);
  EXPECT_EQ(choose({}).problem, "The folder holds no .cu file.");
  EXPECT_EQ(choose({{"readme.txt", "nothing"}}).problem, "The folder holds no .cu file.");
}

TEST(FunctionNames, AreThoseOfTheFileScope) {
  const auto names = function_names(
      "// void no(int);\n/* void no2() {} */ const char* t = \"void no3() {\";\n"
      "template <int N>\n__global__ void yes(int* a) { no4(a); }\nvoid also (float);\n"
      "struct S { void no5(); };\nvoid last(int (*)(int));");
  EXPECT_EQ(names, (std::set<std::string>{"yes", "also", "last"}));
}

}  // namespace
}  // namespace warpscope::runner
