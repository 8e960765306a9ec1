// CUDA programs that a script under `warpscope exec` starts: each has a virtual GPU of its own.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "record/record.h"
#include "runner/build/new_folder.h"
#include "runner/build/source_program.h"
#include "tests/runner/paths.h"
#include "tests/runner/run_command.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

/// Prints the error of its calls and what its kernel wrote. With a second argument it waits, with
/// memory on the device, until that file is there.
constexpr const char* kChildSource = R"(#include <cstdio>
#include <cstdlib>
#include <unistd.h>
__global__ void kernel(int* out, int value) { *out = value; }
int main(int count, char** arguments) {
  const int value = std::atoi(arguments[1]);
  int* out = nullptr;
  int result = 0;
  const cudaError_t error = cudaMalloc(&out, sizeof *out);
  for (int i = 0; i < 500 && count > 2 && access(arguments[2], F_OK) != 0; ++i) usleep(20000);
  kernel<<<1, 1>>>(out, value);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("%s %d\n", cudaGetErrorName(error), result);
  return error != cudaSuccess || result != value;
})";

class ExecScripts : public testing::Test {
 protected:
  ExecScripts() {
    write_file(folder_.path() / "child.cu", kChildSource);
    const auto built = build_source_program(Installation::discover(), folder_.path() / "child.cu",
                                            {}, arch::kCountedArchitecture, {});
    fs::copy(built.program, folder_.path() / "child");
  }
  /// Runs a script with the record written to `record`.
  test::Finished exec(const std::string& interpreter, const std::string& script) {
    write_file(folder_.path() / "script", script);
    return test::run_command(fmt::format("cd '{}' && '{}' exec -q --record record.json {} script",
                                         folder_.path().string(),
                                         (test::kBin / "warpscope").string(), interpreter));
  }
  record::RunRecord record() const { return record::load(folder_.path() / "record.json"); }
  const NewFolder folder_{fs::temp_directory_path() / "warpscope-scripts"};
};

TEST_F(ExecScripts, AShellStartsOneAfterTheOther) {
  const auto run = exec("sh", "./child 3\n./child 4 && ./child 5\nexit 7\n");
  EXPECT_EQ(run.output, "cudaSuccess 3\ncudaSuccess 4\ncudaSuccess 5\n");
  EXPECT_EQ(run.exit_code, 7);
  const auto launches = record().launches;
  ASSERT_EQ(launches.size(), 3U);
  for (std::uint32_t i = 0; i < launches.size(); ++i) EXPECT_EQ(launches[i].id, i);
  EXPECT_GT(launches[1].start_s, launches[0].start_s + launches[0].duration_s);
}

TEST_F(ExecScripts, PythonClosesDescriptorsBeforeItStartsOne) {
  const auto run = exec("python3",
                        "import subprocess, sys\n"
                        "sys.exit(subprocess.run(['./child', '3'], close_fds=True).returncode)\n");
  EXPECT_EQ(run.output, "cudaSuccess 3\n");
  EXPECT_EQ(run.exit_code, 0);
}

TEST_F(ExecScripts, TwoAtOnceDoNotMeet) {
  const auto run = exec("sh", "./child 3 go >first & ./child 4; touch go; wait; cat first\n");
  EXPECT_EQ(run.output, "cudaSuccess 4\ncudaSuccess 3\n");
  EXPECT_EQ(record().launches.size(), 2U);
}

TEST_F(ExecScripts, NoDescriptorIsInheritedByChance) {
  const auto run = exec("sh", "ls /proc/self/fd\n");
  // Standard ones, and the folder that ls reads.
  EXPECT_EQ(run.output, "0\n1\n2\n3\n");
}

TEST_F(ExecScripts, OneInsideAnotherHasItsOwn) {
  const auto run =
      exec("sh", fmt::format("'{}' exec -q ./child 3\n", (test::kBin / "warpscope").string()));
  EXPECT_EQ(run.output, "cudaSuccess 3\n");
  EXPECT_TRUE(record().launches.empty());
}

TEST_F(ExecScripts, WhatOutlivesTheScriptIsToldWhy) {
  const auto run = exec("sh", "(./child 3 go; true) >late 2>&1 &\nsleep 0.5\n");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_NE(run.output.find("still used the virtual GPU"), std::string::npos) << run.output;
}

TEST_F(ExecScripts, AProgramOutsideIsToldHowToStart) {
  const auto run = exec("sh", "echo \"$WARPSCOPE_DEVICE_SOCKET\"\n");
  const auto socket = run.output.substr(0, run.output.find('\n'));
  EXPECT_FALSE(socket.empty());
  EXPECT_FALSE(fs::exists(fs::path(socket).parent_path()));
  const auto late = test::run_command(fmt::format(
      "cd '{}' && LD_LIBRARY_PATH='{}' WARPSCOPE_DEVICE_SOCKET='{}' ./child 3",
      folder_.path().string(), Installation::discover().cudart_folder.string(), socket));
  EXPECT_NE(late.output.find("`warpscope exec` that started this program has ended"),
            std::string::npos)
      << late.output;
}

}  // namespace
}  // namespace warpscope::runner
