// Submissions that mean no good, graded as an instructor would grade them: by the program, in the
// sandbox of this machine. What each tries and what must come of it stands in its first lines.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/files.h"
#include "base/text_of_others.h"
#include "tests/hostile/attempt.h"

namespace warpscope::hostile {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMebibyte = 1 << 20;
/// Of all processes of a grading together: twice what a compiler may have, since the host's side is
/// compiled beside the device's, and room for the grader and the device.
constexpr std::uint64_t kMostMemory = 5'000 * kMebibyte;
constexpr std::size_t kMostOutput = 60'000;  // bytes, of the report

std::string test_name(const testing::TestParamInfo<fs::path>& info) {
  auto name = info.param.parent_path().filename().string() + "_" + info.param.stem().string();
  std::ranges::replace(name, '-', '_');
  return name;
}

/// Of a function that does nothing: some cases ask for nothing.
double points_for_nothing() {
  static const double points = Attempt("template", submission("compile/nothing")).grade().points;
  return points;
}

class Submission : public testing::TestWithParam<fs::path> {};

TEST_P(Submission, GainsNothingAndLeavesNothing) {
  const auto expected = expectations_of(read_file(GetParam()));
  ASSERT_FALSE(expected.tries.empty()) << GetParam() << " does not say what it tries";
  const Attempt attempt(expected.lab, GetParam());
  const auto result = attempt.grade(expected.seed);
  EXPECT_TRUE(expected.exit_codes.contains(result.exit_code)) << result.exit_code << "\n"
                                                              << result.output;
  EXPECT_NE(result.exit_code, 6) << "a submission must not choose to have no verdict";
  if (!expected.says.empty()) {
    EXPECT_NE(result.message.find(expected.says), std::string::npos) << result.message;
  }
  EXPECT_LE(result.points, expected.most_points.value_or(points_for_nothing())) << result.output;
  for (const auto& id : expected.denied) {
    ASSERT_TRUE(result.points_of.contains(id)) << expected.lab << " has no check " << id;
    EXPECT_EQ(result.points_of.at(id), 0) << id;
  }
  EXPECT_LE(result.output.size(), expected.most_output.value_or(kMostOutput));
  EXPECT_LE(result.peak_bytes, kMostMemory) << result.peak_bytes / kMebibyte << " MiB";
  EXPECT_EQ(result.left_behind, "");
  for (const auto& secret : attempt.secrets()) {
    EXPECT_EQ(result.output.find(secret), std::string::npos) << secret;
  }
  if (!expected.never.empty()) {
    EXPECT_EQ(result.output.find(expected.never), std::string::npos) << result.output;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Submission, testing::ValuesIn(submissions()), test_name);

TEST(Hostile, ThereAreManyAndEachIsOneOfAKind) {
  EXPECT_GE(submissions().size(), 100U);
  std::map<std::string, int> seen;
  for (const auto& path : submissions()) {
    EXPECT_EQ(++seen[expectations_of(read_file(path)).tries], 1) << path;
  }
}

/// Points that a trick leaves are those of the work beside it.
TEST(Hostile, EachThatHasPointsSaysWhereItGainsNone) {
  for (const auto& path : submissions()) {
    const auto expected = expectations_of(read_file(path));
    if (path.parent_path().filename() != "score") continue;
    if (expected.most_points.value_or(0) <= points_for_nothing()) continue;
    EXPECT_NE(expected.denied.empty(), expected.earns.empty()) << path;
  }
}

/// Nothing of what a report shows is the submission's but lines behind a margin.
TEST(Hostile, AReportForPeopleCannotBeForged) {
  for (const char* name : {"host/output-forged", "host/output-bytes", "host/exception-forged",
                           "compile/forged-report", "device/print-forged"}) {
    const auto text = Attempt("template", submission(name)).report();
    EXPECT_EQ(text.find('\033'), std::string::npos) << text;
    EXPECT_EQ(text.find("\u202e"), std::string::npos) << text;
    EXPECT_EQ(text.find("\nScore: 100"), std::string::npos) << text;
    EXPECT_EQ(text.find("\nOutcome: completed\n"), std::string::npos) << text;
  }
}

/// What the crash of a process is taken for must not depend on who is heard first.
TEST(Hostile, TheResultIsTheSameEveryTime) {
  for (const char* name : {"host/crash-late", "host/exit-after", "host/close-device",
                           "host/device-garbage", "host/answer-twice"}) {
    const Attempt attempt("template", submission(name));
    const auto first = attempt.grade("7").output;
    EXPECT_FALSE(first.empty()) << name;
    for (int i = 0; i < 2; ++i) EXPECT_EQ(attempt.grade("7").output, first) << name;
  }
}

class OddFile : public testing::Test {
 protected:
  OddFile() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~OddFile() override { fs::remove_all(folder_); }
  void expect_refused(const fs::path& path, const std::string& sentence) const {
    const auto result = Attempt("template", path, Attempt::AsItIs{}).grade();
    EXPECT_EQ(result.exit_code, 2) << result.output;
    EXPECT_NE(result.errors.find(sentence), std::string::npos) << result.errors;
    EXPECT_EQ(std::ranges::count(result.errors, '\n'), 1) << result.errors;
    EXPECT_EQ(result.left_behind, "");
  }
  // Shards run at the same time.
  const fs::path folder_ =
      fs::path(WARPSCOPE_BINARY_DIR) / ("hostile-files-" + std::to_string(::getpid()));
};

TEST_F(OddFile, ALinkIsNotFollowed) {
  for (const auto& target : {fs::path(WARPSCOPE_SOURCE_DIR) / "labs/template/reference.cu",
                             folder_ / "nothing", folder_ / "link.cu"}) {
    fs::remove(folder_ / "link.cu");
    fs::create_symlink(target, folder_ / "link.cu");
    expect_refused(folder_ / "link.cu", "is a symbolic link, which is not followed");
  }
}

TEST_F(OddFile, APipeIsNotWaitedFor) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe.cu").c_str(), 0600), 0);
  expect_refused(folder_ / "pipe.cu", "is a named pipe, not a regular file");
}

TEST_F(OddFile, DevicesAndSocketsAreNoFiles) {
  expect_refused("/dev/zero", "is a device");
  expect_refused(folder_ / "nothing.cu", "There is no file");
  sockaddr_un address{AF_UNIX, {}};
  const auto relative = fs::relative(folder_ / "socket.cu").string();
  ASSERT_LT(relative.size(), sizeof address.sun_path);
  std::ranges::copy(relative, address.sun_path);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  expect_refused(folder_ / "socket.cu", "is a socket");
  ::close(socket);
}

TEST_F(OddFile, AFileOfFiftyMegabytesIsNoFailureOfTheTool) {
  write_file(folder_ / "large.cu", std::string(std::size_t{50} << 20, '/'));
  const auto result = Attempt("template", folder_ / "large.cu", Attempt::AsItIs{}).grade();
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_NE(result.message.find("is larger than 1 MiB"), std::string::npos) << result.message;
}

TEST_F(OddFile, NamesWithWhatShellsAndTerminalsUnderstand) {
  const auto text = read_file(fs::path(WARPSCOPE_SOURCE_DIR) / "labs/template/starter.cu");
  for (const std::string name : {"a b'\"; $(touch x) `id` & .cu", "-o.cu", "two\nlines\033[2J.cu",
                                 "\xff\xfe.cu", "\u202euc.exe", "%s%n{}.cu"}) {
    write_file(folder_ / name, text);
    const Attempt attempt("template", folder_ / name, Attempt::AsItIs{});
    const auto result = attempt.grade();
    EXPECT_EQ(result.exit_code, 1) << name << result.errors;
    EXPECT_GT(result.points, 50) << name;
    EXPECT_EQ(result.left_behind, "") << name;
    const auto report = attempt.report();
    EXPECT_EQ(report.find('\033'), std::string::npos) << report;
    EXPECT_EQ(report.find("\u202e"), std::string::npos) << report;
  }
}

TEST_F(OddFile, TextsThatAreNoText) {
  const std::string right = read_file(fs::path(WARPSCOPE_SOURCE_DIR) / "labs/template/starter.cu");
  const std::map<std::string, std::string> texts{
      {"empty", ""},
      {"zeroes", std::string(1000, '\0')},
      {"utf-16", std::string("\xff\xfev\0o\0i\0d\0", 10)},
      {"no-utf-8", "// \xff\xfe\xc0\xaf\n#error \xff\xfe\n"},
      {"one-line", "int x = " + std::string(500'000, '(') + "1;"},
  };
  for (const auto& [name, content] : texts) {
    write_file(folder_ / (name + ".cu"), content);
    const auto result = Attempt("template", folder_ / (name + ".cu"), Attempt::AsItIs{}).grade();
    EXPECT_TRUE(result.exit_code == 3 || result.exit_code == 8) << name << result.exit_code;
    EXPECT_EQ(result.points, 0) << name;
    EXPECT_EQ(result.left_behind, "") << name;
  }
}

}  // namespace
}  // namespace warpscope::hostile
