#include "record/labels.h"

#include <gtest/gtest.h>

namespace warpscope::record {
namespace {

TEST(Labels, EqualOnesGetNumbers) {
  std::vector<RunRecord> records(4);
  records[0].program.label = "saxpy";
  records[1].program.label = "sort";
  records[2].program.label = "saxpy";
  make_labels_distinct(records);
  EXPECT_EQ(records[0].program.label, "saxpy 1");
  EXPECT_EQ(records[1].program.label, "sort");
  EXPECT_EQ(records[2].program.label, "saxpy 2");
  EXPECT_EQ(records[3].program.label, "");
}

}  // namespace
}  // namespace warpscope::record
