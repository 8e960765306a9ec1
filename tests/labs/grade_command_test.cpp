// What `warpscope grade` promises of its exit code and of its report, on files of the coalescing
// lab.
#include <gtest/gtest.h>

#include <map>
#include <string>

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
