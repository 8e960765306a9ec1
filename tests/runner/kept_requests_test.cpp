// `warpscope exec --requests`, with the real nvcc.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/files.h"
#include "record/record.h"
#include "runner/build/new_folder.h"
#include "tests/runner/paths.h"
#include "tests/runner/run_command.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTranspose = R"(constexpr int kTile = 32;
__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[kTile][kTile];
  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] =
      in[y * n + x];
  __syncthreads();
  const int c = blockIdx.y * kTile + threadIdx.x, r = blockIdx.x * kTile + threadIdx.y;
  out[r * n + c] =
      tile[threadIdx.x][threadIdx.y];
}
int main() {
  constexpr int n = 256;
  float *in, *out;
  cudaMalloc(&in, n * n * sizeof *in);
  cudaMalloc(&out, n * n * sizeof *out);
  cudaMemset(in, 0, n * n * sizeof *in);
  for (int i = 0; i < 10; ++i) transpose<<<dim3(n / kTile, n / kTile), dim3(kTile, kTile)>>>(in, out, n);
  return cudaDeviceSynchronize();
})";
constexpr std::uint32_t kRowLine = 6, kColumnLine = 10, kStoreLine = 9;

record::RunRecord run(const std::string& options) {
  const NewFolder folder(fs::temp_directory_path() / "warpscope-requests");
  write_file(folder.path() / "program.cu", kTranspose);
  const auto finished = test::run_command(
      fmt::format("cd '{}' && '{}' {} --nvcc -lineinfo --record record.json program.cu",
                  folder.path().string(), (test::kBin / "warpscope").string(), options));
  EXPECT_EQ(finished.exit_code, 0) << finished.output;
  return record::load(folder.path() / "record.json");
}

std::vector<record::WarpRequest> requests_at(const record::Launch& launch, std::uint32_t line) {
  for (const auto& each : launch.lines) {
    if (each.where.line == line) return each.requests;
  }
  return {};
}

TEST(ExecRequests, KeepsLanesAddressesAndNamesOfArrays) {
  using enum record::WarpRequest::Space;
  const auto record = run("exec --requests");
  const auto& launch = record.launches.at(0);
  EXPECT_GE(launch.request_blocks, 30U);
  const auto columns = requests_at(launch, kColumnLine);
  ASSERT_FALSE(columns.empty());
  for (const auto& request : columns) {
    EXPECT_EQ(request.space, shared);
    EXPECT_EQ(request.array, "tile");
    EXPECT_EQ(request.wavefronts, 32U);
    EXPECT_EQ(request.conflicts, 31U);
    EXPECT_EQ(request.addresses.front().step, 128);
  }
  const auto rows = requests_at(launch, kRowLine);
  ASSERT_FALSE(rows.empty());
  EXPECT_EQ(rows.front().space, global);
  EXPECT_EQ(rows.front().array, "in");
  EXPECT_EQ(rows.front().parameter, 1U);
  EXPECT_EQ(rows.front().array_bytes, 256U * 256 * 4);
  EXPECT_EQ(rows.front().sectors, 4U);
  EXPECT_EQ(rows.front().lines, 1U);
  EXPECT_EQ(requests_at(launch, kStoreLine).front().array, "out");
  // Of a kernel's later launches none are kept.
  EXPECT_EQ(std::ranges::count_if(record.launches,
                                  [](const auto& each) { return each.request_blocks != 0; }),
            8);
}

TEST(ExecRequests, KeepsTheSameForAnyNumberOfWorkersAndNoneUnasked) {
  const auto one = run("exec --requests --workers 1"), two = run("exec --requests --workers 2");
  const auto none = run("exec --workers 1");
  for (std::size_t i = 0; i < one.launches.size(); ++i) {
    ASSERT_EQ(one.launches[i].lines.size(), none.launches[i].lines.size());
    for (std::size_t k = 0; k < one.launches[i].lines.size(); ++k) {
      EXPECT_EQ(one.launches[i].lines[k].requests, two.launches[i].lines[k].requests);
      EXPECT_EQ(one.launches[i].lines[k].counters, none.launches[i].lines[k].counters);
      EXPECT_TRUE(none.launches[i].lines[k].requests.empty());
    }
    EXPECT_EQ(none.launches[i].request_blocks, 0U);
  }
}

TEST(ExecRequests, WatchesAllBlocksOfALaunchThatIsChecked) {
  const auto record = run("check --requests");
  EXPECT_EQ(record.launches.at(0).request_blocks, 64U);
  EXPECT_EQ(requests_at(record.launches[0], kColumnLine).front().wavefronts, 32U);
}

}  // namespace
}  // namespace warpscope::runner
