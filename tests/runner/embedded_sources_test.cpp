#include "runner/run/embedded_sources.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "base/files.h"
#include "record/metrics.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

class EmbeddedSources : public testing::Test {
 protected:
  EmbeddedSources() { fs::create_directories(folder_); }
  ~EmbeddedSources() override { fs::remove_all(folder_); }

  /// Names of the files that were embedded when lines name `names`, one instruction more each.
  std::vector<std::string> embedded(const std::vector<std::string>& names) {
    record_ = test::made_record();
    auto& launch = test::add_launch(record_);
    std::uint64_t count = 0;
    for (const auto& name : names) {
      auto& line =
          test::add_line(launch, 1, {{std::string(record::metric::kInstructions), ++count}});
      line.where.file = name;
    }
    embed_sources(record_, {folder_});
    std::vector<std::string> result;
    for (const auto& source : record_.sources) result.push_back(source.path);
    return result;
  }
  std::string in_folder(const std::string& name) const { return (folder_ / name).string(); }

  fs::path folder_ =
      fs::temp_directory_path() / ("warpscope-sources-" + std::to_string(::getpid()));
  record::RunRecord record_;
};

using Names = std::vector<std::string>;

TEST_F(EmbeddedSources, TextsComeUnderTheNamesThatLinesHave) {
  write_file(folder_ / "a.cu", "int a;\n");
  write_file(folder_ / "b.cuh", "int b;\n");
  EXPECT_EQ(embedded({"b.cuh", in_folder("a.cu"), "absent.cu"}),
            (Names{in_folder("a.cu"), "b.cuh"}))
      << "the one with the most instructions first";
  EXPECT_EQ(record_.sources[0].text, "int a;\n");
}

TEST_F(EmbeddedSources, AFindingsFileIsTaken) {
  write_file(folder_ / "a.cu", "int a;\n");
  auto record = test::made_record();
  record.findings.emplace_back().where.emplace().file = "a.cu";
  embed_sources(record, {folder_});
  EXPECT_EQ(record.sources.size(), 1U);
}

TEST_F(EmbeddedSources, OnlyRegularFilesOfSourceText) {
  ASSERT_EQ(::mkfifo(in_folder("pipe.cu").c_str(), 0600), 0);
  fs::create_directory(folder_ / "folder.cu");
  fs::create_symlink("/dev/zero", folder_ / "zero.cu");
  write_file(folder_ / "secret", "key\n");
  fs::create_symlink(folder_ / "secret", folder_ / "link.cu");
  write_file(folder_ / "binary.cu", std::string("a\0b", 3));
  write_file(folder_ / "empty.cu", "");
  EXPECT_EQ(
      embedded({"pipe.cu", "folder.cu", "zero.cu", "link.cu", "binary.cu", "empty.cu", "secret",
                in_folder("secret"), "/dev/zero", "/proc/self/environ", "/etc/passwd", "",
                std::string("a.cu\0x", 6), std::string(100'000, 'a') + ".cu", "../../../.cu"}),
      Names{});
}

TEST_F(EmbeddedSources, LinksToSourcesAreFollowed) {
  write_file(folder_ / "a.cu", "int a;\n");
  fs::create_symlink(folder_ / "a.cu", folder_ / "link.cu");
  EXPECT_EQ(embedded({"link.cu"}), Names{"link.cu"});
}

TEST_F(EmbeddedSources, SizesAreBounded) {
  write_file(folder_ / "large.cu", std::string(kMostSourceBytes + 1, ' '));
  EXPECT_EQ(embedded({"large.cu"}), Names{});
  Names many;
  for (int i = 0; i < 12; ++i) {
    many.push_back("full" + std::to_string(i) + ".cu");
    write_file(folder_ / many.back(), std::string(kMostSourceBytes, ' '));
  }
  EXPECT_EQ(embedded(many).size(), kMostSourcesBytes / kMostSourceBytes);
  many.clear();
  for (std::size_t i = 0; i < kMostSources + 5; ++i) {
    many.push_back("small" + std::to_string(i) + ".cu");
    write_file(folder_ / many.back(), "int a;\n");
  }
  EXPECT_EQ(embedded(many).size(), kMostSources);
}

}  // namespace
}  // namespace warpscope::runner
