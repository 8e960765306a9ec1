// `warpscope exec` of programs with long launches, on a terminal and elsewhere.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "base/files.h"
#include "runner/build/new_folder.h"
#include "tests/runner/paths.h"
#include "tests/runner/run_command.h"
#include "tests/runner/terminal_screen.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

/// Some seconds on one thread; with an argument no time at all.
constexpr const char* kLongLaunch = R"(#include <cstdio>
__global__ void spin(float* x, int rounds) {
  float sum = x[blockIdx.x];
  for (int i = 0; i < rounds; ++i) sum = sum * 0.5f + x[i & 63];
  x[64 + blockIdx.x] = sum;
}
int main(int count, char**) {
  float* x;
  cudaMalloc(&x, 128 * sizeof *x);
  cudaMemset(x, 0, 128 * sizeof *x);
  std::printf("Computing... ");
  std::fflush(stdout);
  spin<<<64, 32>>>(x, count > 1 ? 10 : 200000);
  cudaDeviceSynchronize();
  std::printf("done\n");
})";

/// What the command writes on a terminal of 24 lines of 100 columns.
std::string on_terminal(const std::string& command) {
  const winsize size{24, 100, 0, 0};
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
  if (child == 0) {
    ::setenv("TERM", "xterm", 1);
    ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    ::_exit(127);
  }
  std::string output;
  std::array<char, 4096> buffer;
  for (ssize_t count = 0; (count = ::read(terminal, buffer.data(), buffer.size())) > 0;)
    output.append(buffer.data(), static_cast<std::size_t>(count));
  ::close(terminal);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0) << output;
  return output;
}

class ExecProgress : public testing::Test {
 protected:
  ExecProgress() { write_file(folder_.path() / "program.cu", kLongLaunch); }
  std::string command(const std::string& options, const std::string& arguments = "") const {
    return fmt::format("cd '{}' && '{}' exec --workers 1 {} program.cu {}", folder_.path().string(),
                       (test::kBin / "warpscope").string(), options, arguments);
  }
  const NewFolder folder_{fs::temp_directory_path() / "warpscope-progress"};
};

TEST_F(ExecProgress, IsALineOfTheTerminalThatVanishes) {
  const auto output = on_terminal(command("-q --progress"));
  EXPECT_NE(output.find("spin: "), std::string::npos) << output;
  EXPECT_NE(output.find(" of 64 blocks"), std::string::npos) << output;
  EXPECT_NE(output.find(" warp instructions/s"), std::string::npos) << output;
  EXPECT_NE(output.find(" left"), std::string::npos) << output;
  test::TerminalScreen screen(24, 100);
  screen.write(output);
  EXPECT_EQ(screen.text(), "Computing... done\n");
}

TEST_F(ExecProgress, ComesUnaskedOnATerminalUnlessQuietOrRefused) {
  EXPECT_NE(on_terminal(command("")).find(" of 64 blocks"), std::string::npos);
  for (const auto* option : {"-q", "--no-progress"}) {
    EXPECT_EQ(on_terminal(command(option)).find(" of 64 blocks"), std::string::npos) << option;
  }
}

TEST_F(ExecProgress, OfAShortLaunchNothingIsWritten) {
  EXPECT_EQ(on_terminal(command("-q --progress", "short")), "Computing... done\r\n");
}

TEST_F(ExecProgress, ElsewhereItIsLinesAndOnlyWhereAskedFor) {
  EXPECT_EQ(test::run_command(command("-q")).output, "Computing... done\n");
  const auto asked = test::run_command(command("-q --progress")).output;
  EXPECT_NE(asked.find("warpscope: spin: "), std::string::npos) << asked;
  EXPECT_EQ(asked.find('\033'), std::string::npos) << asked;
}

}  // namespace
}  // namespace warpscope::runner
