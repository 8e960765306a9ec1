// Which instructions values from memory may go into.
#include "vgpu/exec/analysis/of_data.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::of_data_test {
namespace {

constexpr std::string_view kHead =
    "ld.param.u64 %rd1, [to]; mov.u32 %r8, tile; mov.u32 %r9, bar; mov.u32 %r1, %tid.x;";
constexpr std::string_view kExchange = "shfl.sync.idx.b32 %r5, %r4, 0, 31, -1;";

/// Whether data goes into the exchange behind `body`, which gives %r4.
bool exchanges_data(const std::string& body) {
  const ptx::Module module = ptx::parse(
      module_with_kernel(".param .u64 to", std::string(kHead) + body + std::string(kExchange),
                         ".shared .align 16 .b32 tile[4]; .shared .align 8 .b64 bar;"));
  const ptx::Function& function = module.functions.at(0);
  const auto of_data = instructions_of_data(function, control_flow(function));
  return of_data.at(function.body.size() - 2);
}

TEST(OfData, ComesFromMemoryByLoadsAndCopies) {
  for (const char* body :
       {"ld.global.u32 %r4, [%rd1];",
        "ld.global.u32 %r3, [%rd1]; st.shared.u32 [%r8], %r3; ld.shared.u32 %r4, [%r8];",
        "cp.async.ca.shared.global [%r8], [%rd1], 4; ld.shared.u32 %r4, [%r8];",
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r8], [%rd1], 16, "
        "[%r9]; ld.shared.u32 %r4, [%r8];"})
    EXPECT_TRUE(exchanges_data(body)) << body;
}

TEST(OfData, IsNotWhatThreadsKnowByThemselves) {
  for (const char* body :
       {"add.u32 %r4, %r1, 1;", "cvt.u32.u64 %r4, %rd1;",
        "st.shared.u32 [%r8], %r1; ld.shared.u32 %r4, [%r8];",
        "ld.global.u32 %r3, [%rd1]; st.global.u32 [%rd1], %r3; ld.shared.u32 %r4, [%r8];"})
    EXPECT_FALSE(exchanges_data(body)) << body;
}

}  // namespace
}  // namespace warpscope::exec::test::of_data_test
