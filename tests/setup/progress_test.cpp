// What a build shows: one line that counts, and the first failure with the compiler's words.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace {
namespace fs = std::filesystem;

class BuildProgress : public ::testing::Test {
 protected:
  BuildProgress()
      : folder_(fs::temp_directory_path() /
                ("warpscope-build-progress-" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~BuildProgress() override { fs::remove_all(folder_); }

  /// What is shown of Ninja's output, each line 4 s after the one before.
  std::string shown(const std::string& ninja_output, const std::string& is_terminal) {
    std::ofstream(folder_ / "ninja.txt") << ninja_output;
    std::ofstream(folder_ / "show.py")
        << "import sys\n"
           "sys.path.insert(0, '" WARPSCOPE_SOURCE_DIR
           "/setup')\n"
           "sys.dont_write_bytecode = True\n"
           "import show_progress\n"
           "now = iter(range(0, 100000, 4))\n"
           "progress = show_progress.Progress('build/release', sys.stdout, "
        << is_terminal
        << ", lambda: next(now))\n"
           "for line in open(sys.argv[1], encoding='utf-8'):\n"
           "    progress.take(line.rstrip('\\n'))\n"
           "progress.end()\n";
    return output_of("/usr/bin/python3 '" + (folder_ / "show.py").string() + "' '" +
                     (folder_ / "ninja.txt").string() + "'");
  }

  static std::string output_of(const std::string& command) {
    std::FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("cannot start a shell");
    std::string text;
    std::array<char, 4096> buffer{};
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
      text.append(buffer.data(), count);
    pclose(pipe);
    return text;
  }

  const fs::path& folder() const { return folder_; }

 private:
  fs::path folder_;
};

std::string steps(int first, int last, int total) {
  std::ostringstream text;
  for (int i = first; i <= last; ++i)
    text << "[" << i << "/" << total
         << "] Building CXX object vgpu/exec/CMakeFiles/warpscope_exec.dir/launch.cpp.o\n";
  return text.str();
}

TEST_F(BuildProgress, TerminalHasOneLineThatCountsAndEstimates) {
  const std::string text = shown(steps(1, 100, 200), "True");
  EXPECT_EQ(text.find('\n'), std::string::npos);
  EXPECT_NE(text.find("build/release: [3/200] vgpu/exec\r"), std::string::npos) << text;
  // A step every 4 seconds: 100 more of them are 400 s.
  EXPECT_NE(text.find("build/release: [100/200] vgpu/exec, about 7 min left"), std::string::npos);
}

TEST_F(BuildProgress, ElsewhereALineComesEveryQuarterOfAMinute) {
  const std::string text = shown(steps(1, 100, 100), "False");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 25) << text;
  EXPECT_EQ(text.find('\r'), std::string::npos);
}

TEST_F(BuildProgress, FailureIsShownWholeAndTheRestIsNot) {
  const std::string text = shown(steps(1, 2, 9) +
                                     "FAILED: launch.cpp.o \n"
                                     "c++ -o launch.cpp.o launch.cpp\n"
                                     "launch.cpp:3:1: error: no such thing\n" +
                                     steps(3, 3, 9) + "ninja: build stopped: subcommand failed.\n",
                                 "False");
  EXPECT_EQ(text,
            "FAILED: launch.cpp.o \n"
            "c++ -o launch.cpp.o launch.cpp\n"
            "launch.cpp:3:1: error: no such thing\n");
}

TEST_F(BuildProgress, NinjasOwnErrorIsShown) {
  EXPECT_EQ(shown("ninja: error: unknown target 'x'\n", "False"),
            "ninja: error: unknown target 'x'\n");
}

TEST_F(BuildProgress, LogHoldsEverything) {
  const std::string lines = steps(1, 3, 3) + "launch.cpp: a warning\n";
  std::ofstream(folder() / "ninja.txt") << lines;
  output_of("/usr/bin/python3 " WARPSCOPE_SOURCE_DIR "/setup/show_progress.py '" +
            (folder() / "build.log").string() + "' what < '" + (folder() / "ninja.txt").string() +
            "' 2>&1");
  std::ostringstream log;
  log << std::ifstream(folder() / "build.log").rdbuf();
  EXPECT_EQ(log.str(), lines);
}

}  // namespace
