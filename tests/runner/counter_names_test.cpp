// The virtual GPU's counters and the record's descriptions of them are two tables; here they meet.
#include <gtest/gtest.h>

#include "record/metrics.h"
#include "vgpu/exec/counters.h"

namespace warpscope::runner {
namespace {

TEST(CounterNames, EveryCounterOfTheMachineIsDescribed) {
  for (const auto& counter : exec::counter_descriptions()) {
    EXPECT_NE(record::find_metric(counter.metric), nullptr) << counter.metric;
  }
}

TEST(CounterNames, EveryDescriptionHasACounter) {
  EXPECT_EQ(record::metrics().size(), exec::counter_descriptions().size());
}

}  // namespace
}  // namespace warpscope::runner
