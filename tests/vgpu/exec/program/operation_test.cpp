#include "vgpu/exec/program/operation.h"

#include <gtest/gtest.h>

namespace warpscope::exec::operation_test {
namespace {

struct Length {
  std::uint32_t value;
};
struct Width {
  std::uint32_t value;
};

TEST(Operation, GivesTheFormThatWasSet) {
  Operation operation;
  operation.set_form(Length{7});
  EXPECT_EQ(operation.form<Length>().value, 7u);
  const Operation copy = operation;
  EXPECT_EQ(copy.form<Length>().value, 7u);
}

#ifdef WARPSCOPE_SANITIZED
TEST(OperationDeathTest, ReadingAnotherFormEndsTheProgram) {
  Operation operation;
  operation.set_form(Length{7});
  EXPECT_DEATH((void)operation.form<Width>(), "");
  EXPECT_DEATH((void)Operation().form<Length>(), "");
}
#endif

}  // namespace
}  // namespace warpscope::exec::operation_test
