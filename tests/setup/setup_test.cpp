// Set-up on machines that lack something: each gets one sentence with the remedy and exit code 69.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/setup/fake_machine.h"

namespace warpscope::setup_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr int kSetupFailed = 69;

void expect_failure(const FakeMachine& machine, const std::string& cause,
                    const std::string& remedy) {
  const CommandResult result = machine.prepare();
  EXPECT_EQ(result.exit_code, kSetupFailed) << result.output;
  EXPECT_THAT(result.output, HasSubstr("Warpscope cannot be set up: "));
  EXPECT_THAT(result.output, HasSubstr(cause));
  EXPECT_THAT(result.output, HasSubstr(remedy));
}

TEST(Setup, SucceedsQuietlyWhereEverythingIsThere) {
  const FakeMachine machine;
  const CommandResult result = machine.prepare();
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, "using " + (machine.folder() / "bin/nvcc").string() + "\n");
  EXPECT_EQ(machine.read("apt-get.log"), "");
}

TEST(Setup, ProcessorWithoutAvx2) {
  FakeMachine machine;
  machine.write("cpuinfo", "flags\t\t: fpu sse2 avx fma\n");
  expect_failure(machine, "no AVX2", "use an x86-64 machine from 2015 or later");
}

TEST(Setup, ProcessorWithoutFma) {
  FakeMachine machine;
  machine.write("cpuinfo", "flags\t\t: fpu sse2 avx avx2\n");
  expect_failure(machine, "no FMA", "use an x86-64 machine from 2015 or later");
}

TEST(Setup, ProcessorOfAnotherKind) {
  FakeMachine machine;
  machine.put_program("uname", "echo aarch64");
  expect_failure(machine, "this processor is aarch64", "x86-64 with AVX2 and FMA");
}

TEST(Setup, OldDebian) {
  FakeMachine machine;
  machine.write("os-release", "ID=debian\nVERSION_ID=\"11\"\n");
  expect_failure(machine, "Debian 11 is too old", "use Debian 12 or newer");
}

TEST(Setup, OldUbuntu) {
  FakeMachine machine;
  machine.write("os-release", "ID=ubuntu\nVERSION_ID=\"22.04\"\n");
  expect_failure(machine, "Ubuntu 22.04 is too old", "use Ubuntu 24.04 or newer");
}

TEST(Setup, SystemWithoutApt) {
  FakeMachine machine;
  machine.remove_program("apt-get");
  machine.write("os-release", "ID=fedora\nVERSION_ID=42\n");
  expect_failure(machine, "this system has no apt", "use Debian 12 or Ubuntu 24.04");
}

TEST(Setup, MissingPackageWithoutRootAndSudo) {
  FakeMachine machine;
  machine.put_program("id", "echo 1000");
  machine.put_program("dpkg-query", "echo cmake installed");
  expect_failure(machine, "there is no sudo", "as root, run: apt-get install g++ ninja-build");
  EXPECT_EQ(machine.read("apt-get.log"), "");
}

TEST(Setup, NamesPackagesBeforeItInstallsThemThroughSudo) {
  FakeMachine machine;
  machine.put_program("id", "echo 1000");
  machine.put_program("dpkg-query", "sed -n 's/^[a-z]* *\\([a-z0-9+.-]*\\)$/\\1 installed/p' " +
                                        (machine.folder() / "setup/debian-packages.txt").string() +
                                        " | grep -v cmake");
  machine.put_program("sudo", "echo \"sudo runs\"; \"$@\"");
  machine.put_program("apt-get",
                      "echo \"apt-get $@\" >>" + (machine.folder() / "apt-get.log").string());
  const CommandResult result = machine.prepare();
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("Installing Debian packages with apt: cmake\n"));
  EXPECT_THAT(machine.read("apt-get.log"),
              HasSubstr("apt-get install --yes --no-install-recommends cmake\n"));
  EXPECT_THAT(machine.read(".cache/apt.log"), HasSubstr("sudo runs"));
}

TEST(Setup, TestPackagesAreNotInstalledForRun) {
  FakeMachine machine;
  machine.put_program("dpkg-query", "echo nothing installed");
  const CommandResult result = machine.prepare();
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(machine.read("apt-get.log"), HasSubstr("libglfw3-dev"));
  EXPECT_THAT(machine.read("apt-get.log"), Not(HasSubstr("clang-tidy")));
}

TEST(Setup, AptThatFails) {
  FakeMachine machine;
  machine.put_program("dpkg-query", "echo nothing installed");
  machine.put_program("apt-get", "exit 100");
  expect_failure(machine, "apt could not install g++", "check the network");
}

TEST(Setup, NoNetworkForTheImguiSources) {
  FakeMachine machine;
  std::filesystem::remove_all(machine.folder() / "deps");
  machine.set_environment("PIP_INDEX_URL", "http://127.0.0.1:9/simple");
  machine.set_environment("PIP_RETRIES", "0");
  expect_failure(machine, "imgui-bundle 1.92.801 could not be downloaded", "check the network");
}

TEST(Setup, NoNetworkForTheCudaCompiler) {
  FakeMachine machine;
  machine.put_program("nvcc", "echo 'Cuda compilation tools, release 11.8, V11.8.89'");
  machine.set_environment("PIP_INDEX_URL", "http://127.0.0.1:9/simple");
  machine.set_environment("PIP_RETRIES", "0");
  expect_failure(machine, "the CUDA compiler could not be downloaded", "check the network");
}

TEST(Setup, DownloadWithAnotherHash) {
  FakeMachine machine;
  std::filesystem::remove_all(machine.folder() / "deps");
  machine.write("index/imgui_bundle-1.92.801.tar.gz", "not what was published");
  machine.set_environment("PIP_NO_INDEX", "1");
  machine.set_environment("PIP_FIND_LINKS", (machine.folder() / "index").string());
  expect_failure(machine, "does not have the expected SHA-256", "do not use it");
}

TEST(Setup, OldCudaThatWasAskedFor) {
  FakeMachine machine;
  machine.put_program("old-nvcc", "echo 'Cuda compilation tools, release 11.8, V11.8.89'");
  machine.set_environment("CUDACXX", "old-nvcc");
  expect_failure(machine, "is of CUDA 11.8, and Warpscope needs CUDA 13.0 or newer",
                 "set CUDACXX to a newer nvcc");
}

TEST(Setup, OldCudaThatIsJustThere) {
  FakeMachine machine;
  machine.put_program("nvcc", "echo 'Cuda compilation tools, release 11.8, V11.8.89'");
  machine.write("deps/cuda/.complete", machine.read("setup/cuda-wheels.txt"));
  const CommandResult result = machine.prepare();
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("is of CUDA 11.8, and Warpscope needs CUDA 13.0 or newer: "
                                       "using one in .deps/cuda instead.\n"));
  EXPECT_THAT(result.output,
              HasSubstr("using " + (machine.folder() / "deps/cuda/bin/nvcc").string()));
}

TEST(Setup, CompilerOfOtherWheelsIsFetchedAgain) {
  FakeMachine machine;
  machine.put_program("nvcc", "echo 'Cuda compilation tools, release 11.8, V11.8.89'");
  machine.write("deps/cuda/.complete", "nvidia-cuda-nvcc==13.0.87\n");
  machine.set_environment("PIP_INDEX_URL", "http://127.0.0.1:9/simple");
  machine.set_environment("PIP_RETRIES", "0");
  expect_failure(machine, "the CUDA compiler could not be downloaded", "check the network");
}

TEST(Setup, CompilerThatWasChosenIsRemembered) {
  FakeMachine machine;
  const CommandResult first = machine.prepare();
  const CommandResult second = machine.prepare();
  EXPECT_EQ(second.exit_code, 0);
  EXPECT_EQ(second.output, first.output);
}

TEST(Setup, CudacxxThatIsNoProgram) {
  FakeMachine machine;
  machine.set_environment("CUDACXX", "/nowhere/nvcc");
  expect_failure(machine, "CUDACXX names /nowhere/nvcc, which is not a program", "or unset it");
}

TEST(Setup, CudacxxThatIsNoCompiler) {
  FakeMachine machine;
  machine.put_program("other", "echo hello");
  machine.set_environment("CUDACXX", "other");
  expect_failure(machine, "is no CUDA compiler", "set CUDACXX to a newer nvcc");
}

TEST(Setup, LooksAtPackagesOnlyAgainWhenSomethingChanged) {
  FakeMachine machine;
  ASSERT_EQ(machine.prepare().exit_code, 0);
  ASSERT_EQ(machine.read("dpkg-query.log"), "asked\n");
  ASSERT_EQ(machine.prepare().exit_code, 0);
  EXPECT_EQ(machine.read("dpkg-query.log"), "asked\n");
  machine.write("setup/debian-packages.txt", "run   g++\n");
  ASSERT_EQ(machine.prepare().exit_code, 0);
  EXPECT_EQ(machine.read("dpkg-query.log"), "asked\nasked\n");
}

TEST(Setup, FetchesAgainWhatWasDeleted) {
  FakeMachine machine;
  ASSERT_EQ(machine.prepare().exit_code, 0);
  std::filesystem::remove_all(machine.folder() / "deps");
  machine.set_environment("PIP_INDEX_URL", "http://127.0.0.1:9/simple");
  machine.set_environment("PIP_RETRIES", "0");
  expect_failure(machine, "imgui-bundle 1.92.801 could not be downloaded", "check the network");
}

}  // namespace
}  // namespace warpscope::setup_test
