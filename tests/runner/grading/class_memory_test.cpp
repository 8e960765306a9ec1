// What the grader of a class keeps in memory, which must not grow with what it found.
#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "base/files.h"
#include "tests/runner/paths.h"
#include "tests/runner/run_command.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

/// "VmHWM:	   10240 kB" of a process: the most memory that it has had.
long peak_kib(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stol(line.substr(line.find_first_of("0123456789")));
  }
  return 0;
}

/// Runs a program and stops it where it ends, while its memory can still be asked for: what wait()
/// tells counts that of this process too, which it was before.
long peak_kib_of(std::vector<std::string> arguments, const std::filesystem::path& output) {
  std::vector<char*> pointers;
  for (auto& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const pid_t pid = ::fork();
  if (pid == 0) {
    FILE* file = std::freopen(output.c_str(), "w", stdout);
    ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    if (file != nullptr) ::execv(pointers[0], pointers.data());
    ::_exit(127);
  }
  long peak = 0;
  int status = 0;
  for (bool is_first = true; ::waitpid(pid, &status, 0) == pid && WIFSTOPPED(status);
       is_first = false) {
    if (is_first) ::ptrace(PTRACE_SETOPTIONS, pid, nullptr, PTRACE_O_TRACEEXIT);
    if (status >> 8 == (SIGTRAP | (PTRACE_EVENT_EXIT << 8))) peak = peak_kib(pid);
    const int signal = WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
    ::ptrace(PTRACE_CONT, pid, nullptr, signal);
  }
  EXPECT_EQ(WEXITSTATUS(status), 0) << read_file(output);
  return peak;
}

TEST(ClassMemory, DoesNotGrowWithTheResults) {
  const test::TemporaryFolder folder;
  const auto text = read_file(test::kSource / "labs/coalescing/starter.cu");
  const auto grade = [&] {
    const auto in = (folder.path() / "in").string();
    return std::vector<std::string>{(test::kBin / "warpscope").string(),
                                    "grade",
                                    "coalescing",
                                    in,
                                    "--seed",
                                    "5",
                                    "--json",
                                    "--junit",
                                    (folder.path() / "tests.xml").string(),
                                    "--statistics",
                                    (folder.path() / "class.csv").string(),
                                    "--results",
                                    (folder.path() / "results").string()};
  };
  const auto output = folder.path() / "output";
  const auto add_up_to = [&](int count) {
    for (int i = 0; i < count; ++i) {
      folder.write("in/s" + std::to_string(i) + "/exercise.cu", text);
    }
  };
  // Of one text, so that the first result is everybody's.
  add_up_to(1);
  peak_kib_of(grade(), output);
  const auto result = folder.read("results/results/s0.json");
  ASSERT_GT(result.size(), 20'000U) << "large enough to be seen";
  constexpr int kSmall = 20, kLarge = 200;
  for (int i = 1; i < kLarge; ++i) {
    folder.write("results/results/s" + std::to_string(i) + ".json", result);
  }
  add_up_to(kSmall);
  const auto small_kib = peak_kib_of(grade(), output);
  add_up_to(kLarge);
  const auto large_kib = peak_kib_of(grade(), output);
  EXPECT_GT(read_file(output).size(), result.size() * kLarge / 4) << "all of them were looked at";
  constexpr long kMostGrowth_kib = 1536;  // 180 names, paths and points, and chance
  EXPECT_GT(small_kib, 1000);
  EXPECT_LT(large_kib - small_kib, kMostGrowth_kib) << small_kib << " and " << large_kib;
  RecordProperty("growth_kib", std::to_string(large_kib - small_kib));
}

}  // namespace
}  // namespace warpscope::runner
