// How ./test runs its stages at the same time: on stages that do nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace {
namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class SideBySide : public testing::Test {
 protected:
  SideBySide() {
    std::string name = (fs::temp_directory_path() / "warpscope-stages-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    folder_ = name;
    define("unit_tests", "echo '10 0' >\"$results/unit\"");
    define("lint_tests", "echo '5 0' >\"$results/lint\"");
    for (const char* stage : {"asan", "tsan"}) {
      define(std::string(stage) + "_build", "true");
      define(std::string(stage) + "_tests", std::string("echo '7 0' >\"$results/") + stage + '"');
    }
  }
  ~SideBySide() override { fs::remove_all(folder_); }

  /// A step of a stage; the later definition counts.
  void define(const std::string& step, const std::string& body) {
    steps_ += step + "() {\n" + body + "\n}\n";
  }

  /// The script that runs all stages, and prints the exit code that ./test would have. It ends by
  /// itself, also when steps wait for each other for ever.
  std::string script() const {
    const std::string root = WARPSCOPE_SOURCE_DIR;
    const auto path = folder_ / "script.sh";
    std::ofstream(path) << "set -euo pipefail\n"
                        << ". '" << root << "/setup/messages.sh'\n"
                        << ". '" << root << "/tests/stages/side-by-side.sh'\n"
                        << "folder='" << folder_.string() << "'\n"
                        << "results=$folder/results logs=$folder/logs ended=0\n"
                        << "mkdir -p \"$results\"\n"
                        << "wait_for() { until [ -e \"$folder/$1\" ]; do sleep 0.01; done; }\n"
                        << steps_ << "side_by_side\necho \"exit code $ended\"\n";
    return path.string();
  }

  /// What all stages say.
  std::string run() const {
    FILE* pipe = popen(("timeout 20 bash '" + script() + "' 2>&1").c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("cannot start bash");
    std::string text;
    char buffer[1024];
    while (const auto count = std::fread(buffer, 1, sizeof buffer, pipe))
      text.append(buffer, count);
    pclose(pipe);
    return text;
  }

  std::string text_of(const std::string& file) const {
    std::ifstream stream(folder_ / file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  fs::path folder_;
  std::string steps_;
};

TEST_F(SideBySide, EachStageIsCounted) {
  const auto said = run();
  EXPECT_THAT(said, HasSubstr("== unit: 10 passed, 0 failed in "));
  EXPECT_THAT(said, HasSubstr("== lint: 5 passed, 0 failed in "));
  EXPECT_THAT(said, HasSubstr("== asan: 7 passed, 0 failed in "));
  EXPECT_THAT(said, HasSubstr("== tsan: 7 passed, 0 failed in "));
  EXPECT_THAT(said, HasSubstr("exit code 0\n"));
}

TEST_F(SideBySide, TestsRunBesideABuildAndOfLessPriority) {
  define("unit_tests",
         "nice >\"$folder/of-tests\"; wait_for of-build; echo '1 0' >\"$results/unit\"");
  define("asan_build", "wait_for of-tests; nice >\"$folder/of-build\"");
  EXPECT_THAT(run(), HasSubstr("exit code 0\n"));
  EXPECT_GT(std::atoi(text_of("of-build").c_str()), std::atoi(text_of("of-tests").c_str()));
}

TEST_F(SideBySide, TestsWithSanitizersWaitForTheirBuild) {
  define("asan_build", "sleep 0.5; touch \"$folder/built\"");
  define("asan_tests", "[ -e \"$folder/built\" ]; echo '1 0' >\"$results/asan\"");
  EXPECT_THAT(run(), HasSubstr("exit code 0\n"));
}

TEST_F(SideBySide, LinesHaveTheNameOfTheirStageAndAreKept) {
  define("unit_tests", "echo a test; say and more; echo '1 0' >\"$results/unit\"");
  EXPECT_THAT(run(), HasSubstr("unit: a test\nunit: and more\n"));
  EXPECT_EQ(text_of("logs/unit.log"), "a test\nand more\n");
}

TEST_F(SideBySide, ABuildThatFailsIsToldAndFailsTheWholeWhileTheRestGoesOn) {
  define("asan_build", "fail 'no compiler'");
  const auto said = run();
  EXPECT_THAT(said, HasSubstr("no compiler"));
  EXPECT_THAT(said, HasSubstr("== asan: the build ended with exit code 69; see "));
  EXPECT_THAT(said, Not(HasSubstr("== asan: 7 passed")));
  EXPECT_THAT(said, HasSubstr("== tsan: 7 passed, 0 failed in "));
  EXPECT_THAT(said, HasSubstr("exit code 69\n"));
}

TEST_F(SideBySide, AStepEndsAtItsFirstError) {
  define("unit_tests", "false; echo '1 0' >\"$results/unit\"");
  const auto said = run();
  EXPECT_THAT(said, HasSubstr("== unit: the tests ended with exit code 1; see "));
  EXPECT_THAT(said, HasSubstr("exit code 69\n"));
}

/// Whether the process of this number runs. One that has ended may wait for init to notice.
bool is_running(int process) {
  std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
  std::string number, name, state;
  return static_cast<bool>(stat >> number >> name >> state) && state != "Z";
}

/// The same; one that is about to end gets a moment.
bool runs(int process) {
  for (int i = 0; i < 200 && is_running(process); ++i) usleep(10'000);
  return is_running(process);
}

TEST_F(SideBySide, StoppingEndsAllThatRuns) {
  const std::string waits = "sleep 30 & echo $! >\"$folder/of-";
  define("unit_tests", waits + "tests.new\"; mv \"$folder\"/of-tests{.new,}; wait");
  define("asan_build", waits + "build.new\"; mv \"$folder\"/of-build{.new,}; wait");
  for (const int signal : {SIGINT, SIGTERM}) {
    fs::remove(folder_ / "of-tests");
    fs::remove(folder_ / "of-build");
    const std::string path = script();
    const pid_t stages = fork();
    if (stages == 0) {
      execlp("bash", "bash", path.c_str(), nullptr);
      _exit(127);
    }
    const auto have_begun = [&] {
      return !text_of("of-tests").empty() && !text_of("of-build").empty();
    };
    for (int i = 0; i < 1000 && !have_begun(); ++i) usleep(10'000);
    const int test = std::atoi(text_of("of-tests").c_str());
    const int build = std::atoi(text_of("of-build").c_str());
    ASSERT_GT(test, 0);
    ASSERT_GT(build, 0);
    kill(stages, signal);
    int status = 0;
    waitpid(stages, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 130);
    EXPECT_FALSE(runs(test)) << "after signal " << signal;
    EXPECT_FALSE(runs(build)) << "after signal " << signal;
  }
}

}  // namespace
