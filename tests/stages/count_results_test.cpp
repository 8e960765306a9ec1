// The counts that ./test closes with: a test program that dies, or that holds no test, must not
// look like success.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace {
namespace fs = std::filesystem;

class CountResults : public ::testing::Test {
 protected:
  CountResults()
      : folder_(fs::temp_directory_path() /
                ("warpscope-count-results-" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "test-results");
  }
  ~CountResults() override { fs::remove_all(folder_); }

  /// CTest's summary; `entries` are its testcase elements.
  void write_summary(const std::string& entries) {
    std::ofstream(folder_ / "test-results.xml") << "<testsuite>" << entries << "</testsuite>";
  }
  void write_cases(const std::string& program, int tests, int failures) {
    std::ofstream(folder_ / "test-results" / (program + ".xml"))
        << "<testsuites tests=\"" << tests << "\" failures=\"" << failures
        << "\" disabled=\"0\" errors=\"0\"/>";
  }
  /// The first line that it prints, of standard output if not redirected.
  std::string count(const std::string& redirection = "") const {
    const std::string command = "/usr/bin/python3 '" WARPSCOPE_SOURCE_DIR
                                "/tests/stages/count_results.py' '" +
                                folder_.string() + "' " + redirection;
    std::FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("cannot start python3");
    std::array<char, 256> line{};
    const bool has_line = std::fgets(line.data(), line.size(), pipe) != nullptr;
    pclose(pipe);
    return has_line ? line.data() : "";
  }

  fs::path folder_;
};

TEST_F(CountResults, AddsTheCasesOfAllPrograms) {
  write_summary("<testcase name='a' status='run'/><testcase name='b' status='run'/>");
  write_cases("a", 3, 0);
  write_cases("b", 4, 0);
  EXPECT_EQ(count(), "7 0\n");
}

TEST_F(CountResults, SaysHowManyLookedAtWhatAnEarlierRunKept) {
  write_summary("<testcase name='a' status='run'/><testcase name='b' status='run'/>");
  write_cases("a", 3, 0);
  EXPECT_EQ(count("2>&1 >/dev/null"), "");
  std::ofstream(folder_ / "test-results" / "b.xml")
      << "<testsuites tests='3' failures='0' disabled='0' errors='0'><testsuite>"
         "<testcase name='x'><properties><property name='kept' value='1'/></properties></testcase>"
         "<testcase name='y'><properties><property name='kept' value='1'/></properties></testcase>"
         "<testcase name='z'/></testsuite></testsuites>";
  EXPECT_EQ(count("2>&1 >/dev/null"),
            "2 of the 6 looked at what an earlier run of the same programs and files had kept; "
            "WARPSCOPE_GRADE_AGAIN=1 makes it anew.\n");
  EXPECT_EQ(count(), "6 0\n");
}

TEST_F(CountResults, CountsFailingCases) {
  write_summary("<testcase name='a' status='fail'/>");
  write_cases("a", 5, 2);
  EXPECT_EQ(count(), "3 2\n");
}

TEST_F(CountResults, ProgramWithoutFileOfItsOwnIsOneCase) {
  write_summary("<testcase name='a' status='run'/><testcase name='b' status='fail'/>");
  EXPECT_EQ(count(), "1 1\n");
}

TEST_F(CountResults, ProgramThatDiesAfterItsCasesFails) {
  write_summary("<testcase name='a' status='fail'/>");
  write_cases("a", 5, 0);
  EXPECT_EQ(count(), "4 1\n");
}

TEST_F(CountResults, ProgramThatDiesWhileItWritesFails) {
  write_summary("<testcase name='a' status='fail'/>");
  std::ofstream(folder_ / "test-results/a.xml") << "<testsuites tests=\"5\"";
  EXPECT_EQ(count(), "0 1\n");
}

TEST_F(CountResults, ProgramWithoutTestsFails) {
  write_summary("<testcase name='a' status='run'/>");
  write_cases("a", 0, 0);
  EXPECT_EQ(count(), "0 1\n");
}

// ctest says so of a program that ends with its SKIP_RETURN_CODE.
TEST_F(CountResults, ProgramThatCannotRunHereIsNamedAndNotCounted) {
  write_summary(
      "<testcase name='a' status='run'/><testcase name='wide' status='notrun'>"
      "<skipped message='SKIP_RETURN_CODE=77'/><system-out>no such vectors\n</system-out>"
      "</testcase>");
  write_cases("a", 3, 0);
  EXPECT_EQ(count(), "3 0\n");
  EXPECT_EQ(count("2>&1 >/dev/null"), "Did not run: wide: no such vectors\n");
}

TEST_F(CountResults, ProgramThatDoesNotRunForAnotherReasonFails) {
  write_summary(
      "<testcase name='a' status='notrun'><skipped message='Fixture dependency failed'/>"
      "</testcase>");
  EXPECT_EQ(count(), "0 1\n");
}

TEST_F(CountResults, SkippedCaseIsNamedAndNotCounted) {
  write_summary("<testcase name='a' status='run'/>");
  std::ofstream(folder_ / "test-results/a.xml")
      << "<testsuites tests='2' failures='0' disabled='0' errors='0'><testsuite>"
         "<testcase name='B' classname='A' result='completed'/>"
         "<testcase name='C' classname='A' result='skipped'/></testsuite></testsuites>";
  EXPECT_EQ(count(), "1 0\n");
  EXPECT_EQ(count("2>&1 >/dev/null"), "Did not run: a: A.C\n");
}

TEST_F(CountResults, NoSummaryIsAFailure) { EXPECT_EQ(count(), "0 1\n"); }

TEST_F(CountResults, FailuresAreKeptWithTheirNamesAndWhatTheySaid) {
  write_summary(
      "<testcase name='a' status='fail'/><testcase name='dies' status='fail'>"
      "<system-out>begins\nSegmentation fault\n</system-out></testcase>");
  std::ofstream(folder_ / "test-results/a.xml")
      << "<testsuites tests='2' failures='1' disabled='0' errors='0'><testsuite>"
         "<testcase name='B' classname='A' result='completed'/>"
         "<testcase name='C' classname='A' result='completed'>"
         "<failure message='a.cpp:7&#x0A;Expected: "
         "x&#x0A;1&#x0A;2&#x0A;3&#x0A;4&#x0A;5'/></testcase>"
         "</testsuite></testsuites>";
  EXPECT_EQ(count(), "1 2\n");
  std::ifstream file(folder_ / "failed-tests.txt");
  const std::string kept{std::istreambuf_iterator<char>(file), {}};
  const auto build = folder_.filename().string();
  EXPECT_EQ(kept, build + ": a: A.C\n    a.cpp:7\n    Expected: x\n    1\n    2\n    3\n    4\n" +
                      build +
                      ": dies: ended with an error and no failing case\n    begins\n"
                      "    Segmentation fault\n");
}

}  // namespace
