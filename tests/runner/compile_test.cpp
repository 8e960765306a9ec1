// Compiling exercises with the real nvcc, for the coalescing lab.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <future>
#include <optional>
#include <thread>

#include "base/files.h"
#include "runner/build/compile_turn.h"
#include "runner/build/exercise_build.h"
#include "runner/build/new_folder.h"
#include "runner/build/object_symbols.h"
#include "tests/runner/coalescing_parts.h"
#include "tests/runner/paths.h"
#include "tests/runner/run_command.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

class Compile : public testing::Test {
 protected:
  ExerciseBuild build(const std::string& text, CompilerLimits limits = {}) const {
    const auto installation = Installation::discover();
    const auto sandbox = Sandbox::detect();
    const Compiler compiler(installation, sandbox, {.limits = limits});
    const auto parts = test::coalescing_parts(installation, compiler);
    return build_exercise(installation, "coalescing", {"mine.cu", text}, parts, compiler, {});
  }
  const std::string starter_ = read_file(test::kSource / "labs" / "coalescing" / "starter.cu");
};

TEST_F(Compile, TheStarterCompilesAndIsThenTakenFromTheWorkFolder) {
  const auto first = build(starter_);
  EXPECT_TRUE(std::filesystem::exists(first.program)) << first.compiler_output;
  const auto written = std::filesystem::last_write_time(first.program);
  const auto second = build(starter_);
  EXPECT_EQ(second.program, first.program);
  EXPECT_EQ(std::filesystem::last_write_time(second.program), written);
}

TEST_F(Compile, ADriverOfWhichAFileIsGoneIsMadeAgain) {
  const test::TemporaryFolder work;
  auto installation = Installation::discover();
  installation.work_folder = work.path();
  const auto sandbox = Sandbox::detect();
  const Compiler compiler(installation, sandbox, {});
  const auto prepare = [&] {
    return prepare_driver_parts(installation, test::kSource / "labs" / "template", compiler, {});
  };
  const auto all_there = [](const DriverParts& parts) {
    return std::ranges::all_of(parts.objects,
                               [](const auto& object) { return std::filesystem::exists(object); });
  };
  const auto first = prepare();
  ASSERT_TRUE(all_there(first));
  for (const auto& object : first.objects) std::filesystem::remove(object);
  EXPECT_TRUE(all_there(prepare()));
}

TEST_F(Compile, AnErrorNamesTheFileAndNoFolder) {
  const auto result = build("#include \"exercise.h\"\nint x = y;\n");
  EXPECT_TRUE(result.program.empty());
  EXPECT_NE(result.compiler_output.find("mine.cu(2)"), std::string::npos) << result.compiler_output;
  EXPECT_EQ(result.compiler_output.find(result.folder.string()), std::string::npos);
}

TEST_F(Compile, AFunctionThatIsMissingIsNamedAndTheRestIsBuilt) {
  const std::string own = "void add_one(float* data, int offset, int count)";
  struct {
    std::string written, said;
  } const cases[] = {
      {"void add_ones(float* data, int offset, int count)", "has a function add_ones"},
      {"void add_one(float* data, long offset, int count)",
       "defines add_one(float*, long, int), but the lab calls add_one(float*, int, int)"},
      {"namespace mine { void add_one(float* data, int offset, int count); }\n"
       "void mine::add_one(float* data, int offset, int count)",
       "defines mine::add_one(float*, int, int), but"},
  };
  for (const auto& [written, said] : cases) {
    auto text = starter_;
    text.replace(text.rfind(own), own.size(), written);
    const auto result = build(text);
    EXPECT_FALSE(result.program.empty()) << result.compiler_output;
    ASSERT_EQ(result.missing_functions.size(), 1u) << written;
    EXPECT_NE(result.missing_functions[0].cause.find(
                  "The lab calls void add_one(float* data, int offset, int count), as exercise.h"),
              std::string::npos)
        << result.missing_functions[0].cause;
    EXPECT_NE(result.missing_functions[0].cause.find(said), std::string::npos)
        << result.missing_functions[0].cause;
    EXPECT_EQ(result.compiler_output.find("undefined"), std::string::npos);
    EXPECT_EQ(build(text).missing_functions, result.missing_functions);
  }
}

TEST_F(Compile, WhatLibrariesAndTheDriverDefineIsTheirs) {
  struct {
    std::string text, name, symbol;
  } const cases[] = {
      {"cudaError_t mine(void** p, size_t) asm(\"cudaMalloc\");\n"
       "cudaError_t mine(void** p, size_t) { *p = nullptr; return cudaSuccess; }\n",
       "cudaMalloc", "cudaMalloc"},
      {"__attribute__((weak)) cudaError_t mine(void*) asm(\"cudaFree\");\n"
       "cudaError_t mine(void*) { return cudaSuccess; }\n",
       "cudaFree", "cudaFree"},
      {"cudaError_t mine(void*) asm(\"cudaFree\");\nasm(\".hidden cudaFree\");\n"
       "cudaError_t mine(void*) { return cudaSuccess; }\n",
       "cudaFree", "cudaFree"},
      {"cudaError_t mine(void*) asm(\"cudaFree\");\nasm(\".type cudaFree, @gnu_unique_object\");\n"
       "cudaError_t mine(void*) { return cudaSuccess; }\n",
       "cudaFree", "cudaFree"},
      {"#include <unistd.h>\nextern \"C\" ssize_t write(int, const void*, size_t n) { return n; "
       "}\n",
       "write", "write"},
      {"#include <cstdlib>\nvoid* operator new(size_t n) { return std::malloc(2 * n); }\n",
       "operator new(unsigned long)", "_Znwm"},
      {"namespace warpscope::driver { void missing_function(const char*) {} }\n",
       "warpscope::driver::missing_function(char const*)", ""},
  };
  for (const auto& [text, name, symbol] : cases) {
    const auto result = build(starter_ + text);
    ASSERT_FALSE(result.program.empty()) << result.compiler_output;
    EXPECT_EQ(result.taken_names, std::vector{name});
    EXPECT_FALSE(exported_symbols(result.program).contains(symbol));
    EXPECT_EQ(build(starter_ + text).taken_names, result.taken_names);  // from the work folder
  }
}

/// The compiler sees what such a function returns, and would leave out the call.
TEST_F(Compile, CallsOfTakenNamesAreCalls) {
  const auto result = build(
      "#include <cuda_runtime.h>\n"
      "extern \"C\" cudaError_t cudaMemcpy(void*, const void*, size_t, "
      "cudaMemcpyKind) { return cudaSuccess; }\n" +
      starter_ +
      "\nint copies(void* to, const void* from) { return cudaMemcpy(to, from, 8, "
      "cudaMemcpyHostToDevice); }\n");
  ASSERT_FALSE(result.program.empty()) << result.compiler_output;
  EXPECT_EQ(result.taken_names, std::vector<std::string>{"cudaMemcpy"});
  const auto code = test::run_command("objdump -d --no-show-raw-insn '" + result.program.string() +
                                      "' | grep -A20 '<_Z6copiesPvPKv>:'");
  EXPECT_NE(code.output.find("cudaMemcpy"), std::string::npos) << code.output;
}

TEST_F(Compile, NamesOfItsOwnAreTheFiles) {
  const auto result = build(starter_ + R"(
#include <cub/cub.cuh>
#include <map>
#include <string>
#include <vector>
static int write(int, int) { return 1; }
namespace mine {
int memcpy(int a) { return a + write(1, 2); }
struct Row { int first; bool operator==(const Row&) const = default; };
}
std::map<std::string, std::vector<mine::Row>> rows() { return {{"a", {{mine::memcpy(2)}}}}; }
inline int of_all_objects = 1;
int* of_all() { return &of_all_objects; }
template <> struct std::hash<mine::Row> { size_t operator()(const mine::Row& r) const { return r.first; } };
)");
  EXPECT_FALSE(result.program.empty()) << result.compiler_output;
  EXPECT_TRUE(result.taken_names.empty()) << result.taken_names.front();
}

/// Where the limit shows depends on the stage: the host's and the device's front end, the compiler
/// for the device, the assembler.
TEST_F(Compile, ALimitIsNamedInOneSentence) {
  CompilerLimits limits;
  limits.memory_bytes = std::uint64_t{700} << 20;
  limits.file_bytes = std::uint64_t{32} << 20;
  const std::string memory = "The compiler needed more than 700 MiB.";
  const std::string file = "The compiler wrote a file of more than 32 MiB.";
  struct {
    std::string text, sentence;
  } const cases[] = {
      {"template <int D, int K> struct T { typename T<D - 1, 2 * K>::t a; typename T<D - 1, 2 * K "
       "+ 1>::t b; typedef int t; };\ntemplate <int K> struct T<0, K> { typedef int t; };\n"
       "T<24, 1>::t x;\n",
       memory},
      {"__device__ int big[1 << 28] = {1};\n__global__ void f(int* o) { *o = big[3]; }\n", memory},
      {"asm(\".section .rodata\\n.fill 1000000000,1,1\\n\");\n", file},
  };
  for (const auto& [text, sentence] : cases) {
    const auto result = build(text, limits);
    EXPECT_TRUE(result.program.empty());
    EXPECT_EQ(result.limit_reached, sentence) << result.compiler_output;
  }
  limits.time = std::chrono::milliseconds(100);
  EXPECT_EQ(build("#include \"exercise.h\"\nint slower;\n", limits).limit_reached,
            "The compiler did not finish in 0.1 s. It was tried again with nothing beside it.");
}

/// Where others took the compiler's time. Half of what a file needs is too little, and four times
/// that is enough.
TEST_F(Compile, WhatRanOutOfTimeUnderLoadIsTriedAgain) {
  build(starter_);  // the lab's part is there now
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_FALSE(build("#include \"exercise.h\"\nint first_of_two;\n").program.empty());
  const auto needed = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - begin);
  CompilerLimits limits;
  limits.time = needed / 2;
  const auto again = build("#include \"exercise.h\"\nint second_of_two;\n", limits);
  EXPECT_TRUE(again.limit_reached.empty()) << again.limit_reached;
  EXPECT_FALSE(again.program.empty()) << again.compiler_output;
}

TEST(CompileTurns, WhoIsAloneWaitsForOthersAndKeepsNewOnesWaiting) {
  const test::TemporaryFolder folder;
  using Kind = CompileTurn::Kind;
  std::vector<int> order;
  std::optional<CompileTurn> beside(std::in_place, folder.path(), Kind::beside_others,
                                    std::stop_token());
  { const CompileTurn second(folder.path(), Kind::beside_others, {}); }
  std::jthread alone([&] {
    const CompileTurn turn(folder.path(), Kind::alone, {});
    order.push_back(2);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  order.push_back(1);  // still without the one that is alone
  beside.reset();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  { const CompileTurn last(folder.path(), Kind::beside_others, {}); }
  alone.join();
  order.push_back(3);
  EXPECT_EQ(order, (std::vector{1, 2, 3}));
  const CompileTurn blocking(folder.path(), Kind::alone, {});
  const auto begin = std::chrono::steady_clock::now();
  const CompileTurn impatient(folder.path(), Kind::beside_others, {},
                              std::chrono::milliseconds(50));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

/// Only what a stage says of itself.
TEST_F(Compile, AFilesOwnWordsAreNoLimit) {
  const auto result = build("#error LLVM ERROR: out of memory\n");
  EXPECT_TRUE(result.program.empty());
  EXPECT_EQ(result.limit_reached, "");
}

TEST_F(Compile, NoEndlessDeviceCanBeIncluded) {
  for (const char* device : {"/dev/zero", "/dev/urandom", "/dev/full", "/dev/stdin"}) {
    const auto result = build("#include \"" + std::string(device) + "\"\n");
    EXPECT_TRUE(result.program.empty()) << device;
    EXPECT_EQ(result.limit_reached, "") << device;
  }
}

/// What a weaker sandbox let in must not be run as if a stronger one had made it.
TEST_F(Compile, AProgramIsKeptForItsSandboxOnly) {
  const auto installation = Installation::discover();
  const Sandbox best = Sandbox::detect(), weak(Sandbox::Kind::process_limits);
  if (best.kind() == weak.kind()) GTEST_SKIP() << "this machine has the weakest only";
  const auto build_in = [&](const Sandbox& sandbox) {
    const Compiler compiler(installation, sandbox);
    const auto parts = test::coalescing_parts(installation, compiler);
    return build_exercise(installation, "coalescing", {"mine.cu", starter_}, parts, compiler, {})
        .program;
  };
  EXPECT_NE(build_in(weak), build_in(best));
}

// A lab's student need not ask for it.
TEST_F(Compile, ARingOfALabIsChecked) {
  const auto result = build(starter_ + R"(
#include "kernels/dma/dma.cuh"
namespace dma = warpscope::dma;
template <int kStages, class Team, class Engine, class Direction, class Checks>
__device__ constexpr bool is_checked(const dma::Ring<kStages, Team, Engine, Direction, Checks>*) {
  return std::is_same_v<Checks, dma::Checked<>>;
}
__global__ void of_a_lab() {
  __shared__ dma::RingStorage<1> storage;
  dma::Ring ring(storage, dma::Team(dma::fixed<32>, dma::fixed<32>, dma::fixed<32>));
  static_assert(is_checked(static_cast<decltype(ring)*>(nullptr)));
}
)");
  EXPECT_FALSE(result.program.empty()) << result.compiler_output;
}

TEST_F(Compile, AMainOfItsOwnIsExplained) {
  const auto result = build(starter_ + "int main() { return 0; }\n");
  EXPECT_TRUE(result.program.empty());
  EXPECT_NE(result.compiler_output.find("The file defines main, but the lab has a main"),
            std::string::npos)
      << result.compiler_output;
}

TEST_F(Compile, AFunctionThatNobodyAsksForIsStillAnError) {
  const auto result = build(starter_ + "void helper();\nvoid unused() { helper(); }\n");
  EXPECT_TRUE(result.program.empty());
  EXPECT_TRUE(result.missing_functions.empty());
  EXPECT_NE(result.compiler_output.find("helper"), std::string::npos) << result.compiler_output;
}

TEST_F(Compile, TheReferenceAndTheJudgeCannotBeIncluded) {
  for (const char* file : {"reference.cu", "labs/coalescing/reference.cu", "judge.cpp",
                           "lab/reference.cu", "../reference.cu"}) {
    const auto result = build("#include \"" + std::string(file) + "\"\n");
    EXPECT_TRUE(result.program.empty()) << file;
    EXPECT_NE(result.compiler_output.find("No such file"), std::string::npos)
        << result.compiler_output;
  }
}

/// As with running: the sandbox keeps what it promises, by whatever name it goes.
TEST_F(Compile, FilesOfThisMachineAreHiddenExactlyWhenTheSandboxSaysSo) {
  const auto path = (test::kSource / "labs" / "coalescing" / "reference.cu").string();
  const bool is_hidden = build("#include \"" + path + "\"\n").program.empty();
  EXPECT_EQ(is_hidden, Sandbox::detect().hides_files());
}

/// nvcc's intermediate files have the same names in every sandbox: a compiler that takes a name in
/// its temporary folder, as nvcc does, and fails when it is taken already.
TEST(Compiler, TwoAtOnceInOneFolderDoNotShareIntermediateFiles) {
  const NewFolder folder(std::filesystem::temp_directory_path() / "warpscope-two-at-once");
  auto installation = Installation::discover();
  installation.nvcc = folder.path() / "bin" / "nvcc";
  std::filesystem::create_directories(installation.nvcc.parent_path());
  write_file(installation.nvcc,
             "#!/bin/sh\nmkdir \"$TMPDIR/tmpxft_00000002\" || exit 1\nsleep 0.5\n");
  std::filesystem::permissions(installation.nvcc, std::filesystem::perms::owner_all);
  const auto sandbox = Sandbox::detect();
  const Compiler compiler(installation, sandbox);
  Compiler::Job job;
  job.folder = folder.path();
  auto first = std::async(std::launch::async,
                          [&] { return compiler.compile(job, "driver.cu", "driver.cu.o", {}); });
  const auto second = compiler.compile(job, "exercise.cu", "exercise.cu.o", {});
  EXPECT_TRUE(first.get().is_success());
  EXPECT_TRUE(second.is_success()) << second.output;
}

}  // namespace
}  // namespace warpscope::runner
