#include "runner/intake/archive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "tests/runner/made_zip.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

class Archives : public testing::Test {
 protected:
  std::vector<std::string> unpack(const std::vector<test::ZipEntry>& entries,
                                  const UnpackLimits& limits = {}) {
    folder_.write("given.zip", test::made_zip(entries));
    return runner::unpack(folder_.path() / "given.zip", folder_.path() / "out", limits);
  }
  std::string problem(const std::vector<test::ZipEntry>& entries, const UnpackLimits& limits = {}) {
    try {
      unpack(entries, limits);
      return {};
    } catch (const std::runtime_error& error) {
      return error.what();
    }
  }
  /// Everything below the test's folder but the archive.
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path()))
      if (!entry.is_directory() && entry.path().extension() != ".zip")
        names.push_back(entry.path().lexically_relative(folder_.path()).string());
    std::ranges::sort(names);
    return names;
  }

  test::TemporaryFolder folder_;
};

TEST_F(Archives, HoldSourcesInFolders) {
  EXPECT_TRUE(unpack({{"lab/src/exercise.cu", "one"},
                      {"lab/util.h", "two", 0100644, false, true},
                      {"lab/picture.png", "no"},
                      {"__MACOSX/lab/._util.h", "no"},
                      {".git/config.txt", "no"}})
                  .empty());
  EXPECT_EQ(files(), (std::vector<std::string>{"out/lab/src/exercise.cu", "out/lab/util.h"}));
  EXPECT_EQ(folder_.read("out/lab/src/exercise.cu"), "one");
  EXPECT_EQ(folder_.read("out/lab/util.h"), "two");
}

TEST_F(Archives, LetNothingOutOfTheFolder) {
  const auto notes = unpack({{"../../evil.cu", "1"},
                             {"/etc/evil.cu", "2"},
                             {"C:\\Users\\ada\\evil.cu", "3"},
                             {"a/../../b/evil.cu", "4"},
                             {"link.cu", "/etc/passwd", 0120777},
                             {"pipe.cu", "", 0010644},
                             {"..", "5"},
                             {"", "6"}});
  EXPECT_EQ(files(), (std::vector<std::string>{"out/Users/ada/evil.cu", "out/a/b/evil.cu",
                                               "out/etc/evil.cu", "out/evil.cu"}));
  ASSERT_EQ(notes.size(), 5u);
  EXPECT_EQ(notes[0], "../../evil.cu leads out of the folder; read as evil.cu.");
  EXPECT_NE(notes[3].find("link.cu is a symbolic link"), std::string::npos);
}

TEST_F(Archives, NothingIsLostBetweenNamesThatAreAlike) {
  unpack({{"exercise.cu", "1"},
          {"exercise.cu", "2"},
          {"a.cu", "3"},
          {"a.cu/b.cu", "4"},
          {"c/d.cu", "5"},
          {"./c/./d.cu", "6"}});
  EXPECT_EQ(files(),
            (std::vector<std::string>{"out/a.cu", "out/a.cu_b.cu", "out/c/d (2).cu", "out/c/d.cu",
                                      "out/exercise (2).cu", "out/exercise.cu"}));
}

TEST_F(Archives, ThousandsOfOneNameTakeNoTime) {
  const std::vector<test::ZipEntry> many(15'000, {"a.cu", ""});
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(problem(many), "");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  EXPECT_TRUE(folder_.has("out/a (15000).cu"));
}

TEST_F(Archives, AnInnerPathThatIsTooLongIsCut) {
  std::string deep;
  for (int i = 0; i < 30; ++i) deep += std::string(110, 'd') + "/";
  EXPECT_EQ(problem({{deep + "exercise.cu", "1"}, {deep + "exercise.cu", "2"}}), "");
  EXPECT_EQ(folder_.read("out/exercise.cu"), "1");
  EXPECT_EQ(folder_.read("out/exercise (2).cu"), "2");
}

TEST_F(Archives, OfAClassOtherFilesAreSeenByTheirNames) {
  unpack({{"ada.pdf", "text"}, {"__MACOSX/ada.pdf", "no"}}, limits_of_class());
  EXPECT_EQ(files(), (std::vector<std::string>{"out/ada.pdf"}));
  EXPECT_EQ(folder_.read("out/ada.pdf"), "");
}

TEST_F(Archives, NamesOfAnyEncodingAreUtf8) {
  unpack({{"M\xfcller.cu", "1"},
          {"Gödel.cu", "2"},
          {"J\x94rg.cu", "5"},
          {"\x1b[31m.cu", "3"},
          {std::string(300, 'x') + ".cu", "4"}});
  EXPECT_TRUE(folder_.has("out/Müller.cu"));
  EXPECT_TRUE(folder_.has("out/Jörg.cu")) << "of DOS";
  EXPECT_TRUE(folder_.has("out/Gödel.cu"));
  EXPECT_TRUE(folder_.has("out/_[31m.cu"));
  EXPECT_TRUE(folder_.has("out/" + std::string(117, 'x') + ".cu"));
}

TEST_F(Archives, ABombIsCutOffOrRefused) {
  std::string million;
  million.resize(10'000'000, '0');
  EXPECT_EQ(problem({{"exercise.cu", million, 0100644, false, true}}), "");
  EXPECT_EQ(folder_.read("out/exercise.cu").size(), (1u << 20) + 1);
  EXPECT_EQ(problem({{"deep.zip", million, 0100644, false, true}, {"b.cu", "b"}},
                    {.archive_bytes = 1000}),
            "");
  EXPECT_EQ(fs::file_size(folder_.path() / "out/deep.zip"), 1001u);
  EXPECT_EQ(folder_.read("out/b.cu"), "b") << "the others are there";
  EXPECT_EQ(problem({{"a.cu", "a"}}, {.whole_bytes = 100}),
            "The zip file given.zip is larger than 0 MiB; it was left out.");
  const std::vector<test::ZipEntry> many(50, {"a.cu", million, 0100644, false, true});
  EXPECT_NE(problem(many, {.bytes = 10 << 20}).find("holds more than 10 MiB of sources"),
            std::string::npos);
  EXPECT_NE(problem(many, {.entries = 49}).find("has 50 entries, and at most 49 are read"),
            std::string::npos);
}

TEST_F(Archives, WhatIsNoneIsTold) {
  EXPECT_NE(problem({{"exercise.cu", "secret", 0100644, true}}).find("exercise.cu: "),
            std::string::npos);
  for (const auto& bytes : {std::string(), std::string("PK\x03\x04"), std::string(5000, 'x'),
                            test::made_zip({{"a.cu", "text"}}).substr(0, 40)}) {
    folder_.write("given.zip", bytes);
    EXPECT_THROW(runner::unpack(folder_.path() / "given.zip", folder_.path() / "out"),
                 std::runtime_error)
        << bytes.size();
  }
  auto wrong = test::made_zip({{"a.cu", "text"}});
  wrong.replace(wrong.find("text"), 4, "tezt");  // not what the sum says
  folder_.write("given.zip", wrong);
  EXPECT_THROW(runner::unpack(folder_.path() / "given.zip", folder_.path() / "out"),
               std::runtime_error);
  fs::create_symlink("/etc/passwd", folder_.path() / "link.zip");
  EXPECT_THROW(runner::unpack(folder_.path() / "link.zip", folder_.path() / "out"),
               std::runtime_error);
}

}  // namespace
}  // namespace warpscope::runner
