// When the bytes of a copy arrive.
#include <gtest/gtest.h>

#include "tests/support/program_run.h"

namespace warpscope::cudart {
namespace {

TEST(Copies, AnAsynchronousCopyArrivesWhenTheHostHasWaitedForIt) {
  const ProgramRun run = run_program("late_copies");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output,
            "before any wait -1\n"
            "after waiting for another stream -1\n"
            "after waiting for its stream 1\n"
            "after the event 2 -1\n"
            "after the device 2 3\n"
            "pageable 4\n"
            "sources changed during the copy 11 20\n"
            "default stream before 11\n"
            "default stream after 5\n"
            "free host cudaSuccess\n"
            "free host again cudaErrorInvalidValue\n"
            "free host of none cudaErrorInvalidValue\n");
}

}  // namespace
}  // namespace warpscope::cudart
