// warpscope slides: which decks it writes and where, and what it says when it cannot.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/files.h"
#include "tests/runner/run_command.h"
#include "tests/slides/slide_source.h"

namespace warpscope::slides {
namespace {

namespace fs = std::filesystem;

class SlidesCommand : public testing::Test {
 protected:
  SlidesCommand() { fs::create_directories(folder_); }
  ~SlidesCommand() override { fs::remove_all(folder_); }

  runner::test::Finished slides(const std::string& arguments,
                                const std::string& before = "") const {
    return runner::test::run_command("cd '" + folder_.string() + "' && " + before + " '" +
                                     WARPSCOPE_BINARY_DIR "/bin/warpscope' slides " + arguments);
  }

  fs::path folder_ = fs::temp_directory_path() / ("warpscope-slides-" + std::to_string(::getpid()));
};

TEST_F(SlidesCommand, WritesEveryDeck) {
  const auto result = slides("--no-pdf --out pages/new");
  EXPECT_EQ(result.exit_code, 0) << result.output;
  for (const auto& deck : all_decks()) {
    const auto page = folder_ / "pages/new" / deck.filename().replace_extension(".html");
    ASSERT_TRUE(fs::exists(page)) << page;
    EXPECT_NE(result.output.find(page.filename().string()), std::string::npos);
    const auto text = read_file(page);
    for (const Slide& slide : read_deck(deck))
      EXPECT_NE(text.find("<section id=\"" + slide.anchor + "\">"), std::string::npos)
          << slide.anchor;
  }
}

TEST_F(SlidesCommand, NamesTheNearestDeck) {
  const auto result = slides("coalesing");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.output.find("did you mean \"coalescing\"?"), std::string::npos) << result.output;
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(SlidesCommand, LetsABrowserPrint) {
  // Stands for a browser: leaves its arguments where the PDF belongs.
  write_file(folder_ / "chromium",
             "#!/bin/sh\nfor a in \"$@\"; do case $a in --print-to-pdf=*) echo \"$@\" > "
             "\"${a#*=}\";; esac; done\n");
  fs::permissions(folder_ / "chromium", fs::perms::owner_all);
  const auto result = slides("coalescing --pdf", "PATH='" + folder_.string() + "':/usr/bin:/bin");
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_NE(read_file(folder_ / "coalescing.pdf").find("file://" + folder_.string() + "/"),
            std::string::npos);
}

TEST_F(SlidesCommand, PrintsWhereThereIsABrowserAndSaysSoWhereThereIsNone) {
  write_file(folder_ / "chromium",
             "#!/bin/sh\nfor a in \"$@\"; do case $a in "
             "--print-to-pdf=*) echo printed > \"${a#*=}\";; esac; done\n");
  fs::permissions(folder_ / "chromium", fs::perms::owner_all);
  auto result = slides("coalescing --out a", "PATH='" + folder_.string() + "':/usr/bin:/bin");
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_TRUE(fs::exists(folder_ / "a/coalescing.pdf"));
  result = slides("coalescing --out b", "PATH='" + (folder_ / "a").string() + "'");
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_NE(result.output.find("No PDF"), std::string::npos) << result.output;
  EXPECT_TRUE(fs::exists(folder_ / "b/coalescing.html"));
  EXPECT_FALSE(fs::exists(folder_ / "b/coalescing.pdf"));
}

TEST_F(SlidesCommand, SaysWhatAPdfNeeds) {
  const auto result = slides("coalescing --pdf", "PATH='" + folder_.string() + "'");
  EXPECT_EQ(result.exit_code, 6);
  EXPECT_NE(result.output.find("install chromium"), std::string::npos) << result.output;
  EXPECT_TRUE(fs::exists(folder_ / "coalescing.html"));
}

}  // namespace
}  // namespace warpscope::slides
