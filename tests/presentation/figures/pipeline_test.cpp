// The schedule of a figure of a pipeline, against a machine that is stepped cycle by cycle.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "presentation/figures/figure.h"

namespace warpscope::figures {
namespace {

struct Ring {
  long stages, load, compute, issue, chunks;
};

long cycles_of(const Ring& ring) {
  std::vector<long> loaded_at(static_cast<std::size_t>(ring.chunks), -1);
  long issued = 0, used = 0, next_issue = 0, busy_until = -1;
  for (long now = 0;; ++now) {
    if (busy_until == now) {
      ++used;
      busy_until = -1;
      if (used == ring.chunks) return now;
    }
    while (issued < ring.chunks && issued < used + ring.stages && now >= next_issue) {
      loaded_at[static_cast<std::size_t>(issued++)] = now + ring.load;
      next_issue = now + ring.issue;
    }
    const auto wanted = static_cast<std::size_t>(used);
    if (busy_until < 0 && loaded_at[wanted] >= 0 && now >= loaded_at[wanted])
      busy_until = now + ring.compute;
  }
}

TEST(PipelineFigure, TakesAsLongAsAMachineSteppedByCycles) {
  for (const long stages : {1, 2, 3, 4, 8}) {
    for (const long load : {1, 50, 300}) {
      for (const long compute : {1, 40, 100}) {
        for (const long issue : {0, 20, 150}) {
          const Ring ring{stages, load, compute, issue, 9};
          const auto drawing = Figure("pipeline", "chunks = 9\nstages = " + std::to_string(stages) +
                                                      "\nload = " + std::to_string(load) +
                                                      "\ncompute = " + std::to_string(compute) +
                                                      "\nissue = " + std::to_string(issue))
                                   .draw();
          EXPECT_NE(drawing.caption.find(": " + std::to_string(cycles_of(ring)) + " cycles;"),
                    std::string::npos)
              << drawing.caption << " not " << cycles_of(ring);
        }
      }
    }
  }
}

}  // namespace
}  // namespace warpscope::figures
