// What `warpscope grade` promises of its exit code and of its report, on files of the coalescing
// lab.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/labs/graded.h"

namespace warpscope::labs {
namespace {

LabFile file(const std::string& name) { return {"coalescing", name}; }

TEST(GradeCommand, GivesTheSameReportAgain) {
  // A host pointer's value differs from run to run, and so does what crashes.
  for (const std::string name : {"starter", "faults/wrong-address-space-pointer",
                                 "faults/guard-off-by-one", "faults/verdicts/crash"}) {
    const std::string first = graded(file(name)).report;
    EXPECT_FALSE(first.empty());
    EXPECT_EQ(first, report_again(file(name))) << name;
  }
}

/// A file of the lab that is graded soon: the one with the smallest record of those that compile
/// and come to their end.
LabFile quick_file(const std::string& lab) {
  std::vector<LabFile> files = steps_of(lab);
  for (const char* name : {"starter", "reference"}) files.push_back({lab, name});
  for (const char* folder : {"faults", "ways"}) {
    for (auto& each : files_below(folder)) {
      if (each.lab == lab) files.push_back(std::move(each));
    }
  }
  std::ranges::sort(files, {}, [](const LabFile& each) { return record_bytes(each); });
  const auto found = std::ranges::find_if(files, [](const LabFile& each) {
    const auto record = graded(each).record;
    const auto kind = record.outcome.kind;
    using Kind = record::Outcome::Kind;
    return !record.launches.empty() && (kind == Kind::completed || kind == Kind::wrong_answer);
  });
  if (found == files.end()) throw std::runtime_error(lab + " has no file that comes to its end.");
  return *found;
}

/// One submission of each lab, up to ten times; bench/same_bytes.py grades all of them. Once more
/// alone, and beside that of another lab, since what runs beside a grading must not show.
TEST(GradeCommand, GivesTheSameTenTimesInEachLab) {
  using Clock = std::chrono::steady_clock;
  constexpr int kRounds = 4;
  constexpr std::chrono::seconds kEnough{12};  // a lab whose gradings take long has fewer rounds
  std::vector<LabFile> files;
  for (const auto& lab : all_labs()) files.push_back(quick_file(lab));
  const auto repeated = labs_to_repeat();
  ASSERT_FALSE(repeated.empty());
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (std::ranges::find(repeated, files[i].lab) == repeated.end()) continue;
    const auto& one = files[i];
    const auto& other = files[(i + 1) % files.size()];
    SCOPED_TRACE(one.lab + " " + one.name + " beside " + other.lab + " " + other.name);
    const std::string first = graded(one).report;
    const std::string first_of_other = graded(other).report;
    EXPECT_FALSE(first.empty());
    const auto begin = Clock::now();
    EXPECT_EQ(report_again(one), first);
    for (int round = 0; round < kRounds; ++round) {
      auto beside = std::async(std::launch::async, [&] { return report_again(other); });
      EXPECT_EQ(report_again(one), first);
      EXPECT_EQ(beside.get(), first_of_other);
      if (Clock::now() - begin > kEnough) break;
    }
  }
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
