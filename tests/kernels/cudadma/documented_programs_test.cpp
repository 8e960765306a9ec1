// Programs written against the original's documentation compile as they are and give what they say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/virtual_program.h"

namespace warpscope {
namespace {

TEST(DocumentedProgram, SaxpyGivesTheSameWithEachBuffering) {
  const VirtualRun run = run_virtually(CUDADMA_PROGRAMS "documented_saxpy");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output,
            "single: 0 of 3840 wrong\ndouble: 0 of 3840 wrong\nmanual: 0 of 3840 wrong\n"
            "not specialised: 0 of 3840 wrong\n");
}

TEST(DocumentedProgram, EveryConstructorTakesItsArgumentsInTheirOrder) {
  const VirtualRun run = run_virtually(CUDADMA_PROGRAMS "documented_constructors");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output,
            "version 1: 0 wrong\nversion 2: 0 wrong\nwhole block: 0 wrong\n"
            "total threads: 0 wrong\nsome threads: 0 wrong\n");
}

// The part of diagnose's output for the object of this name that has these words.
std::string diagnosis_with(const std::string& output, const std::string& words) {
  const std::size_t at = output.find(words);
  if (at == std::string::npos) return "";
  const std::size_t begin = output.rfind("  PARAMETERS", at), end = output.find("\n\n****", at);
  return output.substr(begin, end - begin);
}

TEST(DocumentedProgram, Version2OverlapsAndDiagnoses) {
  const VirtualRun run = run_virtually(CUDADMA_PROGRAMS "documented_version_2");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.output, testing::StartsWith("manual: 0 wrong\nin two phases: 0 wrong\n"));
  using testing::HasSubstr;
  // 2048 bytes are 128 vectors for 32 threads with four loads each. An H200 needs 4.8 TB/s for 404
  // ns, divided among 132 multiprocessors: 14.7 KB.
  const std::string one_step = diagnosis_with(run.output, "BYTES-PER-ELMT:    2048");
  EXPECT_THAT(one_step, HasSubstr("TOTAL REQUIRED STEPS: 1\n  DIAGNOSIS: OPTIMIZED!"));
  EXPECT_THAT(one_step, HasSubstr("BYTES IN FLIGHT: 2048 per object"));
  EXPECT_THAT(one_step, HasSubstr("8 such objects at work at once"));
  EXPECT_THAT(one_step, testing::Not(HasSubstr("RECOMMENDATIONS")));
  // The documentation's example: 105 words by 4 of 13 warps, so three elements at once.
  const std::string full = diagnosis_with(run.output, "BYTES-PER-ELMT:    420");
  EXPECT_THAT(full, HasSubstr("CASE: Full Elements - 128 threads"));
  EXPECT_THAT(full, HasSubstr("TOTAL REQUIRED STEPS: 10\n  DIAGNOSIS: UN-OPTIMIZED!"));
  EXPECT_THAT(full, HasSubstr("RECOMMENDATIONS"));
  EXPECT_THAT(full, HasSubstr("ELMTS AT ONCE 3"));
  EXPECT_THAT(full, HasSubstr("IDLE THREADS 32"));
  // 64 bytes are 8 vectors: 8 elements at once, 4 times in a step, and 300 of them.
  const std::string split = diagnosis_with(run.output, "BYTES-PER-ELMT:    64\n");
  EXPECT_THAT(split, HasSubstr("CASE: Split Elements - 8 threads"));
  EXPECT_THAT(split, HasSubstr("TOTAL REQUIRED STEPS: 10\n"));
  // 4096 vectors are 64 for each thread, 16 steps, twice.
  const std::string big = diagnosis_with(run.output, "BYTES-PER-ELMT:    65536");
  EXPECT_THAT(big, HasSubstr("CASE: Big Elements - all 64 threads move one element, in 16 steps"));
  EXPECT_THAT(big, HasSubstr("TOTAL REQUIRED STEPS: 32\n"));
  EXPECT_THAT(diagnosis_with(run.output, "BYTES-PER-ELMT:    1024"),
              HasSubstr("NUM ELMTS:         1\n"));
  EXPECT_THAT(diagnosis_with(run.output, "BYTES-PER-THREAD:  40"), HasSubstr("IMPOSSIBLE"));
}

}  // namespace
}  // namespace warpscope
