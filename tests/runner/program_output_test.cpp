#include "runner/run/program_output.h"

#include <gtest/gtest.h>

namespace warpscope::runner {
namespace {

TEST(ProgramOutput, LeavesOutWhatTheFindingsSay) {
  std::vector<record::Finding> findings(1);
  findings[0].id = "out-of-bounds";
  const std::string told = "warpscope: out-of-bounds in scale(float*) at exercise.cu:3: far\n";
  EXPECT_EQ(without_findings("one\n" + told + told + "two", findings), "one\ntwo");
  EXPECT_EQ(without_findings(told, {}), told);
  EXPECT_EQ(without_findings("it is warpscope: out-of-bounds in a\n", findings),
            "it is warpscope: out-of-bounds in a\n");
}

}  // namespace
}  // namespace warpscope::runner
