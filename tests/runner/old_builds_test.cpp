#include "runner/build/old_builds.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runner/build/new_folder.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;
using std::chrono::minutes;

class OldBuilds : public testing::Test {
 protected:
  /// A build of so many bytes that was last used so long ago.
  void add(const std::string& name, std::size_t bytes, minutes age, bool is_finished = true) const {
    folder_.write(name + "/program", std::string(bytes, 'x'));
    if (is_finished) folder_.write(name + "/" + kBuildLog, "");
    fs::last_write_time(folder_.path() / name, fs::file_time_type::clock::now() - age);
  }
  std::string left(KeptBuilds kept) const {
    remove_old_builds(folder_.path(), "exercise-", kept);
    std::string names;
    for (const char* name : {"exercise-a", "exercise-b", "exercise-c", "other"}) {
      if (folder_.has(name)) names += std::string(names.empty() ? "" : " ") + name;
    }
    return names;
  }
  test::TemporaryFolder folder_;
};

TEST_F(OldBuilds, BeyondTheNumberTheOldestGoUnlessSomebodyMayUseThem) {
  add("exercise-a", 10, minutes(200));
  add("exercise-b", 10, minutes(100));
  add("exercise-c", 10, minutes(5));
  add("other", 10, minutes(1000));
  EXPECT_EQ(left({.count = 2, .bytes = 1000}), "exercise-b exercise-c other");
  EXPECT_EQ(left({.count = 0, .bytes = 1000}), "exercise-c other");
}

TEST_F(OldBuilds, BeyondTheBytesTheOldestGoSooner) {
  add("exercise-a", 400, minutes(30));
  add("exercise-b", 400, minutes(20));
  add("exercise-c", 400, minutes(5));
  EXPECT_EQ(left({.count = 64, .bytes = 1000}), "exercise-b exercise-c");
  EXPECT_EQ(left({.count = 64, .bytes = 100}), "exercise-c") << "it may be in use";
}

TEST_F(OldBuilds, WhatAKilledProcessLeftGoesWithoutCounting) {
  add("exercise-a", 10, minutes(61), false);
  add("exercise-b", 10, minutes(61));
  add("exercise-c", 10, minutes(2), false);
  EXPECT_EQ(left({.count = 1, .bytes = 1000}), "exercise-b exercise-c");
}

/// A folder in which nobody is at work any more.
TEST(DesertedFolders, AreRemovedUnlessSomebodyWorksThereOrTheyAreNew) {
  const test::TemporaryFolder folder;
  const NewFolder at_work(folder.path() / "exercise-a");
  std::vector<fs::path> others;
  for (const char* name : {"exercise-b.AbC123", "kept.AbC123", "young.AbC123", "exercise-b",
                           "exercise-b.AbC12", "exercise-b.AbC-23"}) {
    folder.write(std::string(name) + "/file", "");
    others.push_back(folder.path() / name);
  }
  folder.write(std::string("kept.AbC123/") + kBuildLog, "");
  const auto long_ago = fs::file_time_type::clock::now() - minutes(2);
  fs::last_write_time(at_work.path(), long_ago);
  for (const auto& other : others) {
    if (other.stem() != "young") fs::last_write_time(other, long_ago);
  }
  remove_deserted_folders(folder.path());
  EXPECT_TRUE(fs::exists(at_work.path()));
  EXPECT_FALSE(fs::exists(others[0]));
  for (std::size_t i = 1; i < others.size(); ++i) EXPECT_TRUE(fs::exists(others[i])) << others[i];
}

}  // namespace
}  // namespace warpscope::runner
