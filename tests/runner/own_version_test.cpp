#include "runner/exercise/own_version.h"

#include <gtest/gtest.h>

#include <cctype>

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

TEST(OwnVersion, AMarkInANumberBeginsNoCharacter) {
  const auto number = [](const std::string& comment) {
    return code_of(with("256;  // threads", "1'024;  // " + comment), "scale");
  };
  EXPECT_EQ(number("threads"), number("it's mine"));
  EXPECT_NE(number("threads"), code_of(with("256", "1'000"), "scale"));
  const auto hex = with("= 256;", "= 0x1'00 + L'a';");
  EXPECT_EQ(code_of(hex, "scale"), code_of(hex + "// mine\n", "scale"));
}

TEST(OwnVersion, WhatDoesNothingIsNoCode) {
  for (const auto& text :
       {with("x; }", "x;; }"), with("x; }", "x; ; ; }"), with("{ return", "{ {} { ; } return"),
        with("{ return", "{ (void)0; return"), with("{ return", "{ 0; return"),
        with("{ return", "{ (void)x; return"), with("return x + x;", "{ return x + x; }"),
        with("x + x", "(x + x)"), with("x + x", "(x) + ((x))"),
        with("return x + x", "return ((x + x))"),
        with("blockIdx.x * kBlock + threadIdx.x", "(blockIdx.x * kBlock) + threadIdx.x"),
        with("out[i] = twice(out[i]);", "{ out[i] = twice((out[(i)])); }"),
        with("T twice(T x)", "T twice(const T x)"), with("const int i", "int i")})
    EXPECT_FALSE(is_other_code(text, "scale")) << text;
}

std::string renamed(std::string text, const std::string& from, const std::string& to) {
  const auto is_part = [&](std::size_t at) {
    return at < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + 1)) {
    if (!is_part(at + from.size()) && (at == 0 || (!is_part(at - 1) && text[at - 1] != '.')))
      text.replace(at, from.size(), to);
  }
  return text;
}

TEST(OwnVersion, AnotherNameIsTheSameCode) {
  for (const char* name : {"i", "n", "out", "x", "T", "kBlock", "twice", "scale_kernel"}) {
    const auto text = renamed(std::string(kOwnStarter), name, "mine_");
    EXPECT_NE(text, kOwnStarter);
    EXPECT_FALSE(is_other_code(text, "scale")) << text;
  }
  EXPECT_FALSE(is_other_code(renamed(std::string(kOwnStarter), "kTile", "kSide"), "add"));
}

TEST(OwnVersion, WhatDoesSomethingElseIsOtherCode) {
  for (const auto& text :
       {with("threadIdx.x;", "threadIdx.y;"), with("x + x", "x - x"), with("x + x", "x + (x + x)"),
        with("blockIdx.x * kBlock + threadIdx.x", "blockIdx.x * (kBlock + threadIdx.x)"),
        with("{ return", "{ __syncwarp(); return"), with("{ return", "{ x = x + 0; return"),
        with("out[i] = twice(out[i])", "out[n] = twice(out[i])"), with("i < n", "n < i"),
        with("twice(out[i])", "float(out[i])"), with("const int i", "const unsigned i"),
        with("if (i < n) out", "for (;i < n;) out"), with("{ return", "{ (void)clock(); return")})
    EXPECT_TRUE(is_other_code(text, "scale")) << text;
}

// A name is that of its block: another block's may stay.
TEST(OwnVersion, NamesEndWithTheirBlock) {
  const std::string_view two =
      "void f(int n) { for (int i = 0, k = 1; i < n; ++i) g(i, k);"
      " for (int i = 0; i < n; ++i) h(i); }";
  const std::string_view mine =
      "void f(int n) { for (int i = 0, m = 1; i < n; ++i) g(i, m);"
      " for (int j = 0; j < n; ++j) h(j); }";
  EXPECT_EQ(code_of(two, "f"), code_of(mine, "f"));
  const std::string_view other =
      "void f(int n) { for (int i = 0, m = 1; i < n; ++i) g(m, i);"
      " for (int j = 0; j < n; ++j) h(j); }";
  EXPECT_NE(code_of(two, "f"), code_of(other, "f"));
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

TEST(OwnVersion, EachReferenceIsOtherCodeThanItsStarter) {
  std::size_t tasks = 0;
  for (const auto& entry : std::filesystem::directory_iterator(WARPSCOPE_SOURCE_DIR "/labs")) {
    const auto& folder = entry.path();
    if (!std::filesystem::exists(folder / "lab.toml") ||
        !std::filesystem::exists(folder / "starter.cu") ||
        !std::filesystem::exists(folder / "reference.cu"))
      continue;
    const auto starter = read_file(folder / "starter.cu"),
               reference = read_file(folder / "reference.cu");
    for (const auto& task : load_lab(folder / "lab.toml").tasks) {
      EXPECT_NE(code_of(starter, task), code_of(reference, task)) << folder << " " << task;
      ++tasks;
    }
  }
  EXPECT_GT(tasks, 30U);
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
