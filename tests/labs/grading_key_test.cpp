// Which changes make a grading's key another one, and which do not.
#include "tests/labs/grading_key.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/files.h"

namespace warpscope::labs {
namespace {

namespace fs = std::filesystem;

/// A source tree and a build in a folder of their own.
class GradingKey : public testing::Test {
 protected:
  GradingKey() {
    for (const char* file : {"source/labs/course.toml",
                             "source/labs/sums/lab.toml",
                             "source/labs/sums/driver.cu",
                             "source/labs/sums/exercise.h",
                             "source/labs/sums/reference.cu",
                             "source/labs/sums/starter.cu",
                             "source/labs/sums/handout.md",
                             "source/labs/sums/step-1.diff",
                             "source/labs/sums/faults/slip.diff",
                             "source/labs/driver/driver.cpp",
                             "source/labs/judge/tolerance.h",
                             "source/lab_protocol/value.cpp",
                             "source/labs/other/lab.toml",
                             "source/arch/profiles/mini.toml",
                             "source/kernels/warp/shuffle.cuh",
                             "source/docs/page.md",
                             "source/tests/a_test.cpp",
                             "source/build/release/made.h",
                             "build/bin/warpscope",
                             "build/bin/warpscope-device-avx2",
                             "build/bin/some_test",
                             "build/lib/cudart/libcudart.so.13",
                             "build/lib/judges/sums.so",
                             "build/lib/judges/other.so"}) {
      write(file, "first");
    }
  }
  ~GradingKey() override { fs::remove_all(root_); }

  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((root_ / file).parent_path());
    write_file(root_ / file, text);
  }
  std::string key(const std::string& exercise = "kernel", const std::string& tools = "13.0") const {
    const GradingInputs inputs{root_ / "source", root_ / "build", tools};
    return grading_key(common_grading_key(inputs), inputs, "sums", exercise);
  }

  const fs::path root_ = fs::temp_directory_path() / ("grading_key." + std::to_string(getpid()));
};

TEST_F(GradingKey, IsAnotherForEachThingThatAGradingLooksAt) {
  EXPECT_EQ(key(), key());
  EXPECT_NE(key("another"), key());
  EXPECT_NE(key("kernel", "13.1"), key());
  for (const char* file :
       {"source/labs/course.toml", "source/labs/sums/lab.toml", "source/labs/sums/driver.cu",
        "source/labs/sums/exercise.h", "source/labs/driver/driver.cpp",
        "source/labs/judge/tolerance.h", "source/lab_protocol/value.cpp",
        "source/arch/profiles/mini.toml", "source/kernels/warp/sums.cu",
        "source/kernels/warp/shuffle.cuh", "build/bin/warpscope", "build/bin/warpscope-device-avx2",
        "build/lib/cudart/libcudart.so.13", "build/lib/judges/sums.so",
        "build/bin/warpscope-device-avx512", "source/labs/sums/new.h", "source/base/new.h"}) {
    const std::string before = key();
    write(file, "second");
    EXPECT_NE(key(), before) << file;
  }
  const std::string before = key();
  fs::rename(root_ / "source/kernels/warp/shuffle.cuh", root_ / "source/kernels/warp/other.cuh");
  EXPECT_NE(key(), before) << "a name";
}

TEST_F(GradingKey, IsTheSameForWhatAGradingDoesNotSee) {
  const std::string before = key();
  for (const char* file :
       {"source/labs/sums/reference.cu", "source/labs/sums/starter.cu",
        "source/labs/sums/handout.md", "source/labs/sums/step-1.diff",
        "source/labs/sums/faults/slip.diff", "source/labs/other/lab.toml",
        "source/labs/other/cpu.h", "build/lib/judges/other.so", "source/docs/page.md",
        "source/tests/a_test.cpp", "source/build/release/made.h", "build/bin/some_test"}) {
    write(file, "second");
    EXPECT_EQ(key(), before) << file;
  }
}

TEST_F(GradingKey, AReferenceThatGivesTheAnswersIsLookedAt) {
  const auto changes_with_the_reference = [&](const std::string& judge) {
    write("source/labs/sums/judge.toml", judge);
    const std::string before = key();
    write("source/labs/sums/reference.cu", judge);
    return key() != before;
  };
  const std::string task =
      "[[task]]\nname = \"sum\"\nsizes = [\"n\"]\nanswer = \"sum_on_cpu\"\nawkward_sizes = 1\n"
      "[[task.argument]]\nname = \"out\"\nkind = \"out\"\ntype = \"int\"\n";
  EXPECT_TRUE(changes_with_the_reference(task));
  write("source/labs/sums/cpu.h", "");
  EXPECT_FALSE(changes_with_the_reference("answers = \"cpu.h\"\n" + task));
}

TEST_F(GradingKey, IsAnotherInAnotherEnvironment) {
  const std::string before = key();
  setenv("WARPSCOPE_GRADING_KEY_TEST", "1", 1);
  EXPECT_NE(key(), before);
  unsetenv("WARPSCOPE_GRADING_KEY_TEST");
  for (const char* name :
       {"OF_NO_INTEREST_TO_A_GRADING", "WARPSCOPE_GRADE_AGAIN", "WARPSCOPE_GRADE_PART"}) {
    setenv(name, "1", 1);
    EXPECT_EQ(key(), before) << name;
    unsetenv(name);
  }
}

TEST(VersionsOfTools, AreThoseOfThisMachine) {
  const std::string versions = versions_of_tools(WARPSCOPE_NVCC);
  for (const char* word : {"Cuda compilation tools", "g++", "bubblewrap", "Linux", "flags"})
    EXPECT_NE(versions.find(word), std::string::npos) << word << " in\n" << versions;
}

}  // namespace
}  // namespace warpscope::labs
