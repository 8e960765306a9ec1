#include "runner/exercise/own_version.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "runner/lab/programs.h"

namespace warpscope::runner {
namespace {

constexpr std::string_view kStarter = R"(#include "exercise.h"
#define kTile 32
namespace {
constexpr int kBlock = 256;  // threads
template <typename T>
__device__ T twice(T x) { return x + x; }
__global__ void __launch_bounds__(kBlock) scale_kernel(float* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = twice(out[i]);
}
__global__ void add_kernel(float* out) { out[threadIdx.x] += kTile; }
}  // namespace
void scale(float* out, int n) { scale_kernel<<<n / kBlock + 1, kBlock>>>(out, n); }
extern "C" {
void add(float* out) { add_kernel<<<1, 32>>>(out); }
}
)";

std::string changed(const std::string& from, const std::string& to) {
  std::string text(kStarter);
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

bool is_other(const std::string& text, std::string_view function) {
  return code_of(text, function) != code_of(kStarter, function);
}

TEST(OwnVersion, CommentsAndBlanksAreNoCode) {
  for (const auto& text : {changed("// threads", "// threads of a block"),
                           changed("const int i", "/* a */ const  int i"),
                           changed("{ return x + x; }", "{\n  return x + x;\n}"),
                           std::string(kStarter) + "// mine\n"}) {
    EXPECT_FALSE(is_other(text, "scale")) << text;
    EXPECT_FALSE(is_other(text, "add")) << text;
  }
}

TEST(OwnVersion, ATaskIsItsFunctionAndWhatThatUses) {
  for (const auto& text :
       {changed("x + x", "2 * x"), changed("= 256", "= 128"),
        changed("if (i < n)", "if (i + 1 <= n)"), changed("n / kBlock + 1", "n")}) {
    EXPECT_TRUE(is_other(text, "scale")) << text;
    EXPECT_FALSE(is_other(text, "add")) << text;
  }
  EXPECT_TRUE(is_other(changed("kTile 32", "kTile 16"), "add")) << "a macro";
  EXPECT_FALSE(is_other(changed("kTile 32", "kTile 16"), "scale"));
  EXPECT_TRUE(is_other(changed("<<<1, 32>>>", "<<<1, 64>>>"), "add"));
}

TEST(OwnVersion, AFunctionThatIsNotThereStandsForAll) {
  EXPECT_TRUE(is_other(changed("x + x", "2 * x"), "unknown"));
  EXPECT_FALSE(is_other(changed("// threads", "// other"), "unknown"));
}

TEST(OwnVersion, AnyTextHasSomeCode) {
  for (const auto& text : {std::string("}}}{{{"), std::string("\"open"), std::string("/* open"),
                           std::string("#define"), std::string("#"), std::string("( ; ) ="),
                           std::string("'\\"), std::string("scale("), std::string()})
    code_of(text, "scale");
}

record::RunRecord answered(std::string text) {
  record::RunRecord record;
  record.sources = {{"exercise.cu", std::move(text)}};
  for (const char* task : {"scale", "add"}) {
    record::Case item;
    item.name = std::string(task) + "/1";
    item.task = task;
    item.verdict = record::Case::Verdict::correct;
    record.cases.push_back(item);
  }
  return record;
}

TEST(OwnVersion, AnswersATaskWithOtherCodeThatIsRight) {
  const auto mine = changed("x + x", "2 * x");
  EXPECT_TRUE(has_own_answer(answered(mine), "scale", kStarter));
  EXPECT_FALSE(has_own_answer(answered(mine), "add", kStarter)) << "that is the starter's";
  EXPECT_FALSE(has_own_answer(answered(std::string(kStarter)), "scale", kStarter));
  EXPECT_TRUE(has_own_answer(answered(mine), "", kStarter)) << "all tasks";
  auto wrong = answered(mine);
  wrong.cases[1].verdict = record::Case::Verdict::wrong;
  EXPECT_TRUE(has_own_answer(wrong, "scale", kStarter));
  wrong.cases[0].verdict = record::Case::Verdict::timed_out;
  EXPECT_FALSE(has_own_answer(wrong, "scale", kStarter));
}

// A misspelt word is another text than the starter's, and has a score: 0.
TEST(OwnVersion, WhatDoesNotCompileAnswersNothing) {
  auto record = answered(changed("blockIdx", "blockIdxx"));
  record.outcome.kind = record::Outcome::Kind::compile_error;
  record.score.emplace();
  EXPECT_FALSE(has_own_answer(record, "scale", kStarter));
  record.cases.clear();
  record.outcome.kind = record::Outcome::Kind::completed;
  EXPECT_FALSE(has_own_answer(record, "scale", kStarter)) << "no case has run";
}

TEST(OwnVersion, EachTaskOfALabIsToldFromTheOthers) {
  const std::filesystem::path labs = WARPSCOPE_SOURCE_DIR "/labs";
  const auto lab = load_lab(labs / "coalescing/lab.toml");
  const auto starter = read_file(labs / "coalescing/starter.cu");
  const auto reference = read_file(labs / "coalescing/reference.cu");
  for (const auto& task : lab.tasks) {
    EXPECT_LT(code_of(starter, task).size(), code_of(starter, "").size()) << task;
    EXPECT_NE(code_of(starter, task), code_of(reference, task)) << task;
    EXPECT_FALSE(handout_tasks(lab, task).empty()) << task;
  }
}

TEST(OwnVersion, TasksHaveTheNumbersOfTheirChecks) {
  const std::filesystem::path labs = WARPSCOPE_SOURCE_DIR "/labs";
  const auto bank_conflicts = load_lab(labs / "bank-conflicts/lab.toml");
  EXPECT_EQ(handout_tasks(bank_conflicts, "passes"), std::set<std::uint32_t>{1});
  EXPECT_EQ(handout_tasks(bank_conflicts, "transpose_swizzled"), std::set<std::uint32_t>{4});
  const auto overlap = load_lab(labs / "overlap/lab.toml");
  EXPECT_EQ(handout_tasks(overlap, "depth_first"), std::set<std::uint32_t>{3});
}

}  // namespace
}  // namespace warpscope::runner
