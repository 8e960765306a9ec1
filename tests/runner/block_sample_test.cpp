// `warpscope exec --blocks N`, with the real nvcc.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "record/record.h"
#include "runner/build/new_folder.h"
#include "tests/runner/paths.h"
#include "tests/runner/run_command.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

/// `twice` reads what `fill` has written, or would have; `meet` waits for all blocks.
constexpr const char* kTwoLaunches = R"(#include <cstdio>
__global__ void fill(float* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 3; }
__global__ void twice(float* y, const float* x) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = 2 * x[i];
}
__global__ void meet(unsigned* count) {
  if (threadIdx.x == 0) {
    atomicAdd(count, 1);
    while (*(volatile unsigned*)count < gridDim.x) {}
  }
  __syncthreads();
}
int main() {
  constexpr int kBlocks = 1000, kThreads = 64, kAll = kBlocks * kThreads;
  float *x, *y;
  unsigned* count;
  cudaMalloc(&x, kAll * sizeof *x);
  cudaMalloc(&y, kAll * sizeof *y);
  cudaMalloc(&count, sizeof *count);
  cudaMemset(count, 0, sizeof *count);
  fill<<<kBlocks, kThreads>>>(x);
  twice<<<kBlocks, kThreads>>>(y, x);
  meet<<<20, kThreads>>>(count);
  float last = 0;
  cudaMemcpy(&last, y + kAll - 1, sizeof last, cudaMemcpyDeviceToHost);
  std::printf("last %g\n", last);
  static float all[kAll];
  cudaMemcpy(all, y, sizeof all, cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(y);
  cudaFree(count);
})";

test::Finished run(const fs::path& folder, const std::string& options) {
  write_file(folder / "program.cu", kTwoLaunches);
  return test::run_command(fmt::format("cd '{}' && '{}' {} --record record.json program.cu",
                                       folder.string(), (test::kBin / "warpscope").string(),
                                       options));
}

TEST(ExecBlocks, RunsASampleAndSaysSo) {
  const NewFolder folder(fs::temp_directory_path() / "warpscope-blocks");
  const auto finished = run(folder.path(), "exec --blocks 10");
  EXPECT_EQ(finished.exit_code, 0) << finished.output;
  EXPECT_NE(finished.output.find("last 6\n"), std::string::npos) << finished.output;
  EXPECT_NE(finished.output.find("10 (sample)"), std::string::npos) << finished.output;
  EXPECT_NE(finished.output.find("meet ran all of its 20 blocks, not a sample"), std::string::npos)
      << finished.output;
  const auto record = record::load(folder.path() / "record.json");
  ASSERT_EQ(record.launches.size(), 3U);
  EXPECT_EQ(record.launches[0].sampled_blocks, 10U);
  EXPECT_EQ(record.launches[0].counters.at("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"), 20U);
  EXPECT_EQ(record.launches[2].sampled_blocks, std::nullopt);
  EXPECT_EQ(record.launches[2].whole_because, record::WholeBecause::blocks_may_wait);
}

TEST(ExecBlocks, ChecksAccuseNobodyOfWhatASampleLeftOut) {
  const NewFolder folder(fs::temp_directory_path() / "warpscope-blocks");
  const auto finished = run(folder.path(), "check --blocks 10");
  EXPECT_EQ(finished.exit_code, 0) << finished.output;
  const auto record = record::load(folder.path() / "record.json");
  for (const auto& finding : record.findings) {
    EXPECT_NE(finding.severity, record::Finding::Severity::error)
        << finding.id << ": " << finding.cause;
    EXPECT_NE(finding.id, "uninitialised-copy") << finding.cause;
  }
  EXPECT_NE(finished.output.find("Not judged, because it needs whole grids"), std::string::npos)
      << finished.output;
}

TEST(ExecBlocks, NeedsANumber) {
  const NewFolder folder(fs::temp_directory_path() / "warpscope-blocks");
  EXPECT_EQ(run(folder.path(), "exec --blocks 0").exit_code, 2);
  EXPECT_EQ(run(folder.path(), "exec --blocks -4").exit_code, 2);
}

}  // namespace
}  // namespace warpscope::runner
