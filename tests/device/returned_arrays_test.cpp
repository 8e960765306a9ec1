// What a program had of the device, in a file.
#include "device/returned_arrays.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <vector>

#include "base/unique_fd.h"

namespace warpscope::device {
namespace {

class ReturnedArraysTest : public testing::Test {
 protected:
  std::uint64_t size() const {
    struct stat status {};
    EXPECT_EQ(fstat(file_.get(), &status), 0);
    return static_cast<std::uint64_t>(status.st_size);
  }
  std::uint64_t number_at(off_t place) const {
    std::uint64_t number = 0;
    EXPECT_EQ(pread(file_.get(), &number, sizeof number, place), 8);
    return number;
  }

  UniqueFd file_{memfd_create("returned", MFD_CLOEXEC)};
  ReturnedArrays arrays_;
};

TEST_F(ReturnedArraysTest, StandOneBehindTheOther) {
  arrays_.begin(file_.get());
  arrays_.add(std::vector(3, std::byte{1}));
  arrays_.add({});
  arrays_.add(std::vector(5, std::byte{2}));
  EXPECT_EQ(size(), 24U);
  EXPECT_EQ(number_at(0), 3U);
  EXPECT_EQ(number_at(11), 5U);
}

TEST_F(ReturnedArraysTest, AreReadInTheirOrder) {
  arrays_.begin(file_.get());
  arrays_.add(std::vector(3, std::byte{1}));
  arrays_.add(std::vector(5, std::byte{2}));
  const std::vector<std::vector<std::byte>> wanted{std::vector(3, std::byte{1}),
                                                   std::vector(5, std::byte{2})};
  EXPECT_EQ(read_returned_arrays(file_.get()), wanted);
  EXPECT_TRUE(read_returned_arrays(-1).empty());
  arrays_.add(std::as_bytes(std::span("shared")), true);
  EXPECT_EQ(read_returned_arrays(file_.get(), false), wanted);
  EXPECT_EQ(read_returned_arrays(file_.get()).size(), wanted.size() + 1);
}

TEST_F(ReturnedArraysTest, ThatAreCutOffOrTooLargeAreLeftOut) {
  arrays_.begin(file_.get());
  arrays_.add(std::vector(3, std::byte{1}));
  arrays_.add(std::vector(5, std::byte{2}));
  ASSERT_EQ(ftruncate(file_.get(), 23), 0);
  EXPECT_EQ(read_returned_arrays(file_.get()).size(), 1U);
  const std::uint64_t size = ReturnedArrays::kMostBytes + 1;
  ASSERT_EQ(pwrite(file_.get(), &size, sizeof size, 11), 8);
  EXPECT_EQ(read_returned_arrays(file_.get()).size(), 1U);
}

TEST_F(ReturnedArraysTest, AreThoseOfTheirCase) {
  arrays_.begin(file_.get());
  arrays_.add(std::vector(100, std::byte{1}));
  arrays_.begin(file_.get());
  EXPECT_EQ(size(), 0U);
  arrays_.begin(-1);
  arrays_.add(std::vector(100, std::byte{1}));
  EXPECT_EQ(size(), 0U);
}

TEST_F(ReturnedArraysTest, AreNotEndless) {
  arrays_.begin(file_.get());
  const std::vector<std::byte> large(std::size_t{20} << 20);
  for (int i = 0; i < 10; ++i) arrays_.add(large);
  EXPECT_LE(size(), ReturnedArrays::kMostBytes);
  EXPECT_GT(size(), ReturnedArrays::kMostBytes / 2);
}

}  // namespace
}  // namespace warpscope::device
