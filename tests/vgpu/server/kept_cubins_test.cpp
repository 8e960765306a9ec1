// A program in place of ptxas that notes each of its runs.
#include "vgpu/server/kept_cubins.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/files.h"

namespace warpscope::device {
namespace {

namespace fs = std::filesystem;

class KeptCubins : public testing::Test {
 protected:
  KeptCubins() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    write_ptxas("");
  }
  ~KeptCubins() override { fs::remove_all(folder_); }

  /// Its cubin is the text that it is given.
  void write_ptxas(const std::string& comment) const {
    std::ofstream(ptxas_) << "#!/bin/sh\n# " << comment << "\necho run >>" << (folder_ / "runs")
                          << "\nwhile [ \"$1\" != -o ]; do last=$1; shift; done\n"
                          << "[ -s \"$last\" ] && cat \"$last\" >\"$2\"\n";
    fs::permissions(ptxas_, fs::perms::owner_all);
  }
  std::string assembled(const std::string& text, const std::string& architecture,
                        const fs::path& kept) const {
    const auto cubin = assembler(ptxas_, kept)(text, architecture);
    return {reinterpret_cast<const char*>(cubin.data()), cubin.size()};
  }
  std::string assembled(const std::string& text) const {
    return assembled(text, "sm_90", folder_ / "kept");
  }
  /// Since the last call.
  std::ptrdiff_t runs() const {
    if (!fs::exists(folder_ / "runs")) return 0;
    const std::string lines = read_file(folder_ / "runs");
    fs::remove(folder_ / "runs");
    return std::ranges::count(lines, '\n');
  }

  const fs::path folder_ =
      fs::temp_directory_path() / ("kept-cubins-test-" + std::to_string(::getpid()));
  const fs::path ptxas_ = folder_ / "ptxas";
};

TEST_F(KeptCubins, AreMadeOnce) {
  EXPECT_EQ(assembled("one"), "one");
  EXPECT_EQ(runs(), 1);
  EXPECT_EQ(assembled("one"), "one");
  EXPECT_EQ(runs(), 0);
}

TEST_F(KeptCubins, AreNotThoseOfAnotherTextArchitectureOrPtxas) {
  assembled("one");
  runs();
  EXPECT_EQ(assembled("two"), "two");
  EXPECT_EQ(runs(), 1);
  EXPECT_EQ(assembled("one", "sm_80", folder_ / "kept"), "one");
  EXPECT_EQ(runs(), 1);
  write_ptxas("another one");
  EXPECT_EQ(assembled("one"), "one");
  EXPECT_EQ(runs(), 1);
}

// It may be refused for a moment, such as where the disk is full.
TEST_F(KeptCubins, WhatWasRefusedIsTriedAgain) {
  EXPECT_EQ(assembled(""), "");
  EXPECT_EQ(assembled(""), "");
  EXPECT_EQ(runs(), 2);
}

TEST_F(KeptCubins, NoneAreKeptWithoutAFolder) {
  EXPECT_EQ(assembled("one", "sm_90", {}), "one");
  EXPECT_EQ(assembled("one", "sm_90", {}), "one");
  EXPECT_EQ(runs(), 2);
}

// It would be written each time, and never read.
TEST_F(KeptCubins, ThatAreTooLargeToBeReadAreNotWritten) {
  const std::string large(std::size_t{4} << 20, 'x');
  EXPECT_EQ(assembled(large), large);
  EXPECT_EQ(assembled(large), large);
  EXPECT_EQ(runs(), 2);
  EXPECT_FALSE(fs::exists(folder_ / "kept"));
}

TEST_F(KeptCubins, ThatSomebodyHasChangedAreMadeAnew) {
  assembled("one");
  runs();
  for (const auto& entry : fs::recursive_directory_iterator(folder_ / "kept")) {
    if (!entry.is_regular_file()) continue;
    std::string content = read_file(entry.path());
    content.back() = 'x';
    write_file(entry.path(), content);
  }
  EXPECT_EQ(assembled("one"), "one");
  EXPECT_EQ(runs(), 1);
}

}  // namespace
}  // namespace warpscope::device
