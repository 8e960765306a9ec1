// `warpscope step`, from the command line to the device and back.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "runner/build/new_folder.h"
#include "tests/runner/paths.h"
#include "tests/runner/run_command.h"

namespace warpscope::runner {
namespace {

constexpr const char* kSteppedProgram = R"(#include <cstdio>
__global__ void scale(int* out, int n) {
  __shared__ int tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i;
  __syncthreads();
  int left = tile[63 - threadIdx.x];
  for (int k = 0; k < (i & 3); ++k)
    out[i] = atomicAdd(&out[i], n) + left;
}
__global__ void beyond(int* out) {
  int i = threadIdx.x;
  out[i + 4096] = i;
}
int main(int count, char**) {
  int* d;
  cudaMalloc(&d, 1024);
  scale<<<2, 64>>>(d, 7);
  if (count > 1) beyond<<<1, 64>>>(d);
  int first = 0;
  cudaMemcpy(&first, d, sizeof first, cudaMemcpyDeviceToHost);
  std::printf("first %d\n", first);
})";

class StepCommand : public testing::Test {
 protected:
  void SetUp() override {
    file_ = folder_.path() / "scale.cu";
    write_file(file_, kSteppedProgram);
  }
  /// What it prints where these commands come from standard input.
  test::Finished step(const std::string& commands, const std::string& options = "",
                      const std::string& arguments = "") {
    return test::run_command(fmt::format("printf '{}' | {} step {} {} {}", commands,
                                         (test::kBin / "warpscope").string(), options,
                                         file_.string(), arguments));
  }
  static void expect_has(const test::Finished& finished, const std::string& text) {
    EXPECT_NE(finished.output.find(text), std::string::npos) << "no \"" << text << "\" in\n"
                                                             << finished.output;
  }

  NewFolder folder_{std::filesystem::temp_directory_path() / "warpscope-step-test"};
  std::filesystem::path file_;
};

TEST_F(StepCommand, GoesForwardAndBack) {
  const auto finished = step(
      "run 6\\nbarriers\\nuntil 7\\nregisters i\\nback\\nwhere\\nuntil 9\\nregisters left\\n"
      "shared\\nlines\\ntree\\nend\\nback\\nquit\\n");
  EXPECT_EQ(finished.exit_code, 0) << finished.output;
  expect_has(finished, "Launch 0 of scale(int*, int), grid 2x1x1, blocks of 64x1x1 threads.");
  expect_has(finished, "(step) run 6\nBlock 0 warp 0, lanes 0-31, before");
  expect_has(finished, "scale.cu:7  int left = tile[63 - threadIdx.x];");
  expect_has(finished, "lane 24:           24           25");
  expect_has(finished, "lane  0:            0           62           61");
  expect_has(finished, "(step) where\nBlock 0 warp 0, lanes 0-31");
  expect_has(finished, "word     8 bank  8: 00000008 00000009");
  expect_has(finished, "32.0 of 32         1 instructions  scale.cu:6  __syncthreads();");
  expect_has(finished, "(step) end\nThe launch has ended.");
  expect_has(finished, "first 0");
}

TEST_F(StepCommand, TellsWhoWaitsForWhom) {
  const auto finished = step("warp 0 1\\nuntil 6\\nbarriers\\nquit\\n");
  expect_has(finished, "barrier 0: warp 0 waits for warp 1");
}

TEST_F(StepCommand, StopsWhereTheLaunchFails) {
  const auto finished =
      step("fault\\nregisters i\\nback\\nwhere\\nquit\\n", "--kernel beyond", "x");
  expect_has(finished, "Launch 1 of beyond(int*)");
  expect_has(finished, "past the end of a 1024-byte allocation");
  expect_has(finished, "scale.cu:13  out[i + 4096] = i;");
}

TEST_F(StepCommand, MistakesAreSentences) {
  const auto finished = step("jump\\nrun 100\\nwarp 9 9\\nback\\ngoto x\\nfinding 1\\nquit\\n");
  expect_has(finished, "There is no command jump; help lists them.");
  expect_has(finished, "The kernel has no instruction of line 100.");
  expect_has(finished, "Block 9 has not begun or has ended; begun: 0; next is warp 0 of block 0.");
  expect_has(finished, "There is nothing before this of warp 9 of block 9");
  expect_has(finished, "x is no number.");
  expect_has(finished, "There are no findings; --record FILE names a run's record.");
  expect_has(step("quit\\n", "--launch 5"), "The program ended and did not come to such a launch.");
  EXPECT_EQ(step("", "--finding 1").exit_code, 2);
  EXPECT_EQ(step("", "--lab divergence").exit_code, 2) << "a lab and a program";
}

TEST_F(StepCommand, GoesToAFindingOfARecord) {
  const auto record = (folder_.path() / "record.json").string();
  test::run_command(fmt::format("{} exec -q --record {} {} x", (test::kBin / "warpscope").string(),
                                record, file_.string()));
  const auto finished = step("where\\nquit\\n", "--record " + record + " --finding 1", "x");
  expect_has(finished, "Launch 1 of beyond(int*)");
  expect_has(finished, "scale.cu:13  out[i + 4096] = i;");
}

TEST_F(StepCommand, StepsThroughALab) {
  const auto command = (test::kBin / "warpscope").string() + " step --lab divergence --starter";
  const auto finished =
      test::run_command("printf 'step\\nstep\\nlanes\\nback\\nquit\\n' | " + command);
  EXPECT_EQ(finished.exit_code, 0) << finished.output;
  expect_has(finished, "starter.cu:");
  expect_has(finished, "################################  goes on next");
  expect_has(finished, "has ended.");
  expect_has(test::run_command(command + " --case nothing"),
             "There is no case \"nothing\"; there are: ");
}

}  // namespace
}  // namespace warpscope::runner
