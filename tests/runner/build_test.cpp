#include <gtest/gtest.h>

#include <algorithm>

#include "base/files.h"
#include "base/sha256.h"
#include "runner/build/exercise_build.h"
#include "runner/build/new_folder.h"
#include "runner/run/elf_libraries.h"
#include "tests/runner/paths.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

TEST(NewFolder, IsRemovedUnlessPublished) {
  const auto target = fs::temp_directory_path() / ("warpscope-folder-" + sha256("x").substr(0, 8));
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
  build.include_folders = {"/cache/driver-2/include", "/cache/driver-2/include/lab"};
  EXPECT_EQ(build.source_name("/cache/exercise-1/exercise.cu"), "exercise.cu");
  EXPECT_EQ(build.source_name("/cache/driver-2/include/lab/exercise.h"), "exercise.h");
  EXPECT_EQ(build.source_name("/cache/driver-2/include/kernels/a.cuh"), "kernels/a.cuh");
  EXPECT_EQ(build.source_name("/usr/include/math.h"), "/usr/include/math.h");
  EXPECT_EQ(build.without_folders("in /cache/exercise-1/exercise.cu:3"), "in exercise.cu:3");
}

TEST(Elf, TellsWhatAProgramNeeds) {
  const auto libraries = elf_libraries(test::kMisbehave);
  EXPECT_FALSE(libraries.has_cuda_code);
  EXPECT_NE(std::ranges::find(libraries.needed, "libc.so.6"), libraries.needed.end());
}

TEST(Elf, HostileFilesGiveNothing) {
  const auto path = fs::temp_directory_path() / ("warpscope-elf-" + sha256("y").substr(0, 8));
  const auto whole = read_file(test::kMisbehave);
  write_file(path, "#!/bin/sh\n");
  EXPECT_TRUE(elf_libraries(path).needed.empty());
  for (std::size_t size = 0; size < 5000; size += 7) {
    write_file(path, std::string_view(whole).substr(0, size));
    EXPECT_TRUE(elf_libraries(path).needed.empty());
  }
  // Section headers that point everywhere.
  auto broken = whole;
  for (std::size_t at = 40; at < 64; ++at) broken[at] = '\xFF';
  write_file(path, broken);
  EXPECT_TRUE(elf_libraries(path).needed.empty());
  fs::remove(path);
}

}  // namespace
}  // namespace warpscope::runner
