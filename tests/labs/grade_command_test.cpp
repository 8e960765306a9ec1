// What `warpscope grade` promises of its exit code and of its report, on files of the coalescing
// lab.
#include <gtest/gtest.h>

#include <future>
#include <map>
#include <string>
#include <vector>

#include "tests/labs/graded.h"

namespace warpscope::labs {
namespace {

LabFile file(const std::string& name) { return {"coalescing", name}; }

TEST(GradeCommand, GivesTheSameReportAgain) {
  // A host pointer's value differs from run to run, and so does what crashes.
  for (const std::string name : {"starter", "faults/wrong-address-space-pointer",
                                 "faults/missing-bounds-guard", "faults/verdicts/crash"}) {
    const std::string first = graded(file(name)).report;
    EXPECT_FALSE(first.empty());
    EXPECT_EQ(first, report_again(file(name))) << name;
  }
}

/// One submission of each lab, those that end soonest; bench/same_bytes.py grades all of them. Once
/// more alone, and beside that of another lab, since what runs beside a grading must not show.
TEST(GradeCommand, GivesTheSameTenTimesInEachLab) {
  const std::vector<LabFile> files{
      {"atomics", "ways/doubles-are-exact"},
      {"bank-conflicts", "ways/two-elements-per-thread"},
      {"coalescing", "step-4"},
      {"divergence", "faults/lane-0-decides"},
      {"dma-warps", "faults/nobody-carries"},
      {"know-your-gpu", "faults/no-launch"},
      {"shuffle-reduction", "faults/half-a-butterfly"},
  };
  constexpr int kRounds = 4;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto& one = files[i];
    const auto& other = files[(i + 1) % files.size()];
    const std::string first = graded(one).report;
    const std::string first_of_other = graded(other).report;
    EXPECT_FALSE(first.empty()) << one.lab;
    EXPECT_EQ(report_again(one), first) << one.lab;
    for (int round = 0; round < kRounds; ++round) {
      auto beside = std::async(std::launch::async, [&] { return report_again(other); });
      EXPECT_EQ(report_again(one), first) << one.lab;
      EXPECT_EQ(beside.get(), first_of_other) << other.lab;
    }
  }
  // This lab's take as long as all of the others: three times instead of ten.
  const LabFile slow{"overlap", "faults/stirred-on-the-host"};
  for (int i = 0; i < 2; ++i) EXPECT_EQ(report_again(slow), graded(slow).report);
}

TEST(GradeCommand, HasAnExitCodeForEachKindOfFailure) {
  std::map<int, std::string> seen;
  for (const std::string name : {"compile-error", "crash", "hang", "wrong-answer"}) {
    const int code = graded(file("faults/verdicts/" + name)).exit_code;
    EXPECT_NE(code, 0) << name;
    EXPECT_TRUE(seen.emplace(code, name).second)
        << name << " and " << seen[code] << " both give " << code;
  }
}

}  // namespace
}  // namespace warpscope::labs
