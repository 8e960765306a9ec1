#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files.h"
#include "runner/build/exercise_build.h"
#include "runner/build/new_folder.h"
#include "tests/runner/paths.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

TEST(NewFolder, IsRemovedUnlessPublished) {
  const auto target =
      fs::temp_directory_path() / ("warpscope-folder-" + std::to_string(::getpid()));
  fs::remove_all(target);
  fs::path scratch;
  {
    const NewFolder folder(target);
    scratch = folder.path();
    EXPECT_TRUE(fs::is_directory(scratch));
  }
  EXPECT_FALSE(fs::exists(scratch));
  NewFolder first(target);
  NewFolder second(target);
  write_file(first.path() / "name", "first");
  write_file(second.path() / "name", "second");
  first.publish();
  second.publish();
  EXPECT_EQ(read_file(target / "name"), "first");
  fs::remove_all(target);
}

TEST(ExerciseBuild, NamesDoNotDependOnTheFolder) {
  ExerciseBuild build;
  build.folder = "/cache/exercise-1";
  build.file_name = "mine.cu";
  build.include_folders = {"/cache/driver-2/include", "/cache/driver-2/include/lab"};
  EXPECT_EQ(build.source_name("/cache/exercise-1/exercise.cu"), "mine.cu");
  EXPECT_EQ(build.source_name("/cache/driver-2/include/lab/exercise.h"), "exercise.h");
  EXPECT_EQ(build.source_name("/cache/driver-2/include/kernels/a.cuh"), "kernels/a.cuh");
  EXPECT_EQ(build.source_name("/usr/include/math.h"), "/usr/include/math.h");
  EXPECT_EQ(build.named("in /cache/exercise-1/exercise.cu:3"), "in mine.cu:3");
  EXPECT_EQ(build.named("/cache/driver-2/driver.cu.o and \"exercise.cu\" by exercise.cu."),
            "driver.cu.o and \"mine.cu\" by mine.cu.");
  EXPECT_EQ(build.named("my_exercise.cu other/exercise.cu exercise.cu.o exercise.cuh"),
            "my_exercise.cu other/exercise.cu exercise.cu.o exercise.cuh");
}

}  // namespace
}  // namespace warpscope::runner
