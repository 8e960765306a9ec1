#include "base/temporary_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <utility>

#include "base/files.h"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

TEST(TemporaryFolder, GoesWithWhatIsInIt) {
  fs::path path;
  {
    const TemporaryFolder folder("test");
    path = folder.path();
    EXPECT_TRUE(path.filename().string().starts_with("warpscope-test-"));
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_all);
    write_file(path / "file", "text");
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolder, BelongsToWhomItWasMovedTo) {
  TemporaryFolder first("test");
  const fs::path path = first.path();
  {
    const TemporaryFolder second = std::move(first);
    EXPECT_EQ(second.path(), path);
    EXPECT_TRUE(fs::exists(path));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolder, SaysWhereItCannotBeMade) {
  EXPECT_THROW(TemporaryFolder("no/such/place"), std::runtime_error);
}

}  // namespace
}  // namespace warpscope
