#include "base/files.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>

namespace warpscope {
namespace {

namespace fs = std::filesystem;

/// A file of this test, removed at its end.
class Files : public testing::Test {
 protected:
  Files() : path_(fs::temp_directory_path() / ("warpscope-files-" + std::to_string(::getpid()))) {}
  ~Files() override { fs::remove(path_); }
  const fs::path path_;
};

std::string refusal_of(const fs::path& path, std::uint64_t limit_bytes) {
  try {
    read_file(path, limit_bytes);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

TEST_F(Files, AreReadAsTheyWereWritten) {
  const std::string bytes("a\0b\r\n\xFF", 6);
  write_file(path_, bytes);
  EXPECT_EQ(read_file(path_), bytes);
  write_file(path_, "");
  EXPECT_EQ(read_file(path_), "");
}

TEST_F(Files, OfMoreThanTheLimitAreRefused) {
  write_file(path_, std::string(2049, 'x'));
  EXPECT_EQ(read_file(path_, 2049).size(), 2049u);
  EXPECT_EQ(refusal_of(path_, 2048), path_.string() + " is larger than 2 KiB.");
  EXPECT_EQ(refusal_of(path_, 1000), path_.string() + " is larger than 1000 bytes.");
}

TEST_F(Files, OnlyRegularOnesAreRead) {
  EXPECT_EQ(refusal_of(path_, 10), "There is no file " + path_.string() + ".");
  EXPECT_EQ(refusal_of("/dev/zero", 10), "/dev/zero is not a regular file.");
  EXPECT_EQ(refusal_of("/usr", 10), "/usr is not a regular file.");
}

TEST_F(Files, ThatCannotBeWrittenAreNamed) {
  try {
    write_file(path_ / "below-a-file-that-is-missing", "x");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(std::string(error.what()).find("Cannot write " + path_.string()), 0u) << error.what();
  }
}

}  // namespace
}  // namespace warpscope
