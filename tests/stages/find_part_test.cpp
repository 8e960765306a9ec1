// ./test PATH: which folders of tests belong to a part of the tree.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>

namespace {

/// What test_folders_of prints of both streams, its lines joined with blanks.
std::string folders_of(const std::string& part) {
  const std::string command = ". '" WARPSCOPE_SOURCE_DIR
                              "/tests/stages/find-part.sh'; test_folders_of '" WARPSCOPE_SOURCE_DIR
                              "' '" +
                              part + "' 2>&1";
  std::FILE* pipe = popen(("bash -c \"" + command + "\"").c_str(), "r");
  if (pipe == nullptr) return "bash does not start";
  std::string text;
  std::array<char, 256> buffer{};
  while (const auto count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    text.append(buffer.data(), count);
  pclose(pipe);
  for (char& letter : text) letter = letter == '\n' ? ' ' : letter;
  return text;
}

TEST(TestsOfAPart, AreThoseOfTheFolderThatMirrorsIt) {
  EXPECT_EQ(folders_of("vgpu/ptx/lexer.cpp"), "tests/vgpu/ptx ");
  EXPECT_EQ(folders_of("vgpu/ptx/"), "tests/vgpu/ptx ");
  EXPECT_EQ(folders_of(WARPSCOPE_SOURCE_DIR "/record"), "tests/record ");
  EXPECT_EQ(folders_of("tests/record/json_test.cpp"), "tests/record ");
}

TEST(TestsOfAPart, AreThoseOfTheNearestFolderAbove) {
  EXPECT_EQ(folders_of("runner/build/compiler.cpp"), "tests/runner ");
  EXPECT_EQ(folders_of("labs/coalescing/reference.cu"), "tests/labs ");
}

TEST(TestsOfAPart, OfInstructionsAreTheMeasuredResultsToo) {
  EXPECT_EQ(folders_of("vgpu/exec/instructions/integer.cpp"),
            "tests/vgpu/exec tests/golden/instructions ");
}

TEST(TestsOfAPart, HaveAShortName) {
  EXPECT_EQ(folders_of("ptx"), "tests/vgpu/ptx ");
  EXPECT_EQ(folders_of("cudadma"), "tests/kernels/cudadma ");
}

TEST(TestsOfAPart, OfSomethingElseAreRefused) {
  for (const char* part : {"README.md", "tests", "no-such-part", "."})
    EXPECT_EQ(folders_of(part).rfind("./test: ", 0), 0U) << folders_of(part);
}

}  // namespace
