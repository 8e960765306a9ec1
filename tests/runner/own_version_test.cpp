#include "runner/exercise/own_version.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "runner/lab/programs.h"

namespace warpscope::runner {
namespace {

constexpr std::string_view kOwnStarter = R"(#include "exercise.h"
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

std::string with(const std::string& from, const std::string& to) {
  std::string text(kOwnStarter);
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

bool is_other_code(const std::string& text, std::string_view function) {
  return code_of(text, function) != code_of(kOwnStarter, function);
}

TEST(OwnVersion, CommentsAndBlanksAreNoCode) {
  for (const auto& text :
       {with("// threads", "// threads of a block"), with("const int i", "/* a */ const  int i"),
        with("{ return x + x; }", "{\n  return x + x;\n}"),
        std::string(kOwnStarter) + "// mine\n"}) {
    EXPECT_FALSE(is_other_code(text, "scale")) << text;
    EXPECT_FALSE(is_other_code(text, "add")) << text;
  }
}

TEST(OwnVersion, ATaskIsItsFunctionAndWhatThatUses) {
  for (const auto& text : {with("x + x", "2 * x"), with("= 256", "= 128"),
                           with("if (i < n)", "if (i + 1 <= n)"), with("n / kBlock + 1", "n")}) {
    EXPECT_TRUE(is_other_code(text, "scale")) << text;
    EXPECT_FALSE(is_other_code(text, "add")) << text;
  }
  EXPECT_TRUE(is_other_code(with("kTile 32", "kTile 16"), "add")) << "a macro";
  EXPECT_FALSE(is_other_code(with("kTile 32", "kTile 16"), "scale"));
  EXPECT_TRUE(is_other_code(with("<<<1, 32>>>", "<<<1, 64>>>"), "add"));
}

TEST(OwnVersion, AFunctionThatIsNotThereStandsForAll) {
  EXPECT_TRUE(is_other_code(with("x + x", "2 * x"), "unknown"));
  EXPECT_FALSE(is_other_code(with("// threads", "// other"), "unknown"));
}

TEST(OwnVersion, AnyTextHasSomeCode) {
  for (const auto& text : {std::string("}}}{{{"), std::string("\"open"), std::string("/* open"),
                           std::string("#define"), std::string("#"), std::string("( ; ) ="),
                           std::string("'\\"), std::string("scale("), std::string()})
    code_of(text, "scale");
}

record::RunRecord with_answers(std::string text) {
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
  const auto mine = with("x + x", "2 * x");
  EXPECT_TRUE(has_own_answer(with_answers(mine), "scale", kOwnStarter));
  EXPECT_FALSE(has_own_answer(with_answers(mine), "add", kOwnStarter)) << "that is the starter's";
  EXPECT_FALSE(has_own_answer(with_answers(std::string(kOwnStarter)), "scale", kOwnStarter));
  EXPECT_TRUE(has_own_answer(with_answers(mine), "", kOwnStarter)) << "all tasks";
  auto wrong = with_answers(mine);
  wrong.cases[1].verdict = record::Case::Verdict::wrong;
  EXPECT_TRUE(has_own_answer(wrong, "scale", kOwnStarter));
  wrong.cases[0].verdict = record::Case::Verdict::timed_out;
  EXPECT_FALSE(has_own_answer(wrong, "scale", kOwnStarter));
}

// A misspelt word is another text than the starter's, and has a score: 0.
TEST(OwnVersion, WhatDoesNotCompileAnswersNothing) {
  auto record = with_answers(with("blockIdx", "blockIdxx"));
  record.outcome.kind = record::Outcome::Kind::compile_error;
  record.score.emplace();
  EXPECT_FALSE(has_own_answer(record, "scale", kOwnStarter));
  record.cases.clear();
  record.outcome.kind = record::Outcome::Kind::completed;
  EXPECT_FALSE(has_own_answer(record, "scale", kOwnStarter)) << "no case has run";
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
