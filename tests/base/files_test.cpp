#include "base/files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "base/error_sentence.h"
#include "base/unique_fd.h"

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

std::string refusal_to_replace(const fs::path& path) {
  try {
    replace_file(path, "x");
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

TEST_F(Files, ThatAreReplacedAreNamedAsTheyWereGiven) {
  const auto below = path_ / "below";
  EXPECT_EQ(refusal_to_replace(below),
            "Cannot write " + below.string() + ": No such file or directory.");
  EXPECT_EQ(reason_not_to_write(below), refusal_to_replace(below));
  EXPECT_EQ(reason_not_to_write(path_), "");
  EXPECT_FALSE(fs::exists(path_)) << "asking leaves nothing";
  fs::create_directory(path_);
  EXPECT_EQ(reason_not_to_write(path_), "Cannot write " + path_.string() + ": it is a folder.");
  EXPECT_NE(refusal_to_replace(path_), "");
}

/// As root one could put a file in the place of /dev/null.
TEST_F(Files, WhatIsNoRegularFileStaysWhatItIs) {
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  const UniqueFd reader(::open(path_.c_str(), O_RDONLY | O_NONBLOCK));
  replace_file(path_, "x");
  EXPECT_TRUE(fs::is_fifo(path_));
  char letter = 0;
  EXPECT_EQ(::read(reader.get(), &letter, 1), 1);
  EXPECT_EQ(refusal_to_replace("/dev/full"), "Cannot write /dev/full: No space left on device.");
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(Files, ALongNameLeavesNoRoomForAnother) {
  const auto path = path_.parent_path() / (path_.filename().string() + std::string(200, 'x'));
  EXPECT_EQ(reason_not_to_write(path), "");
  replace_file(path, "text");
  EXPECT_EQ(read_file(path), "text");
  fs::remove(path);
}

TEST(ErrorSentences, NameTheFileAndTheReason) {
  try {
    EXPECT_EQ(fs::file_size("/no/such/file"), 0U);
    FAIL();
  } catch (const std::exception& error) {
    EXPECT_EQ(error_sentence(error), "Cannot use /no/such/file: No such file or directory.");
  }
  EXPECT_EQ(error_sentence(std::runtime_error("A sentence.")), "A sentence.");
  EXPECT_EQ(error_sentence(std::system_error(EACCES, std::generic_category(), "Cannot start")),
            "Cannot start: Permission denied.");
}

}  // namespace
}  // namespace warpscope
