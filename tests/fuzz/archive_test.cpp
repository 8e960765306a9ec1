// What is packed comes out again, and what is no archive is refused with a sentence.
#include "tests/fuzz/archive.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <stdexcept>

namespace warpscope::fuzz {
namespace {

namespace fs = std::filesystem;

class Archive : public testing::Test {
 protected:
  Archive()
      : path_(fs::temp_directory_path() / ("warpscope-archive-" + std::to_string(getpid()))) {}
  ~Archive() override { fs::remove(path_); }

  void write(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }
  std::string bytes() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string refusal() const {
    try {
      read_archive(path_);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

  fs::path path_;
};

TEST_F(Archive, GivesBackWhatWasPacked) {
  const std::vector<Input> inputs{{"empty", ""},
                                  {"block", std::string(512, 'b')},
                                  {std::string(100, 'n'), std::string("\0\xff\n", 3)},
                                  {"large", std::string(300'000, 'l')}};
  write_archive(path_, inputs);
  const auto read = read_archive(path_);
  ASSERT_EQ(read.size(), inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    EXPECT_EQ(read[i].name, inputs[i].name);
    EXPECT_EQ(read[i].bytes, inputs[i].bytes);
  }
}

TEST_F(Archive, IsTheSameForTheSameInputs) {
  const std::vector<Input> inputs{{"one", "1"}, {"two", "22"}};
  write_archive(path_, inputs);
  const std::string first = bytes();
  write_archive(path_, inputs);
  EXPECT_EQ(bytes(), first);
}

TEST_F(Archive, CanBeEmpty) {
  write_archive(path_, {});
  EXPECT_TRUE(read_archive(path_).empty());
}

TEST_F(Archive, RefusesNamesThatDoNotFit) {
  for (const std::string& name : {std::string(), std::string(101, 'n'), std::string("a/b")}) {
    const std::vector<Input> inputs{{name, ""}};
    EXPECT_THROW(write_archive(path_, inputs), std::runtime_error) << name;
  }
}

TEST_F(Archive, ThatIsCutOffIsRefused) {
  const std::vector<Input> inputs{{"one", "some text"}, {"two", std::string(3000, '2')}};
  write_archive(path_, inputs);
  const std::string whole = bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write(whole.substr(0, size));
    EXPECT_NE(refusal().find("cut off"), std::string::npos) << size << ": " << refusal();
  }
}

TEST_F(Archive, ThatIsSomethingElseIsRefused) {
  write("no archive at all, but text");
  EXPECT_NE(refusal().find("Cannot read the archive " + path_.string()), std::string::npos);
  fs::remove(path_);
  EXPECT_NE(refusal().find("it cannot be opened"), std::string::npos);
}

}  // namespace
}  // namespace warpscope::fuzz
