// Which loads are stored to shared memory as they are.
#include "vgpu/exec/analysis/carried_loads.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::carried_loads_test {
namespace {

using Loads = std::vector<std::uint32_t>;

/// Of each store of the kernel, in their order: its loads, by their numbers among the loads.
std::vector<Loads> stored(const std::string& body) {
  const ptx::Module module =
      ptx::parse(module_with_kernel(".param .u64 from", "ld.param.u64 %rd1, [from]; " + body));
  const ptx::Function& function = module.functions.at(0);
  std::vector<std::uint32_t> number(function.body.size());
  std::uint32_t loads = 0;
  for (std::size_t i = 1; i < function.body.size(); ++i) {
    number[i] = loads;
    if (function.body[i].opcode == "ld") ++loads;
  }
  const auto found = loads_that_are_stored(function);
  std::vector<Loads> of_stores;
  for (std::size_t i = 0; i < function.body.size(); ++i) {
    if (function.body[i].opcode != "st") {
      EXPECT_TRUE(found[i].empty());
      continue;
    }
    Loads& of = of_stores.emplace_back();
    for (const std::uint32_t load : found[i]) of.push_back(number[load]);
  }
  return of_stores;
}

TEST(CarriedLoads, AreStoredAtOnce) {
  EXPECT_EQ(stored("ld.global.u32 %r1, [%rd1]; ld.global.u32 %r2, [%rd1+4]; "
                   "st.shared.u32 [%r9], %r2; st.shared.u32 [%r9+4], %r1;"),
            (std::vector<Loads>{{1}, {0}}));
  EXPECT_EQ(stored("ld.global.nc.v2.u32 {%r1, %r2}, [%rd1]; st.shared.v2.u32 [%r9], {%r1, %r2};"),
            (std::vector<Loads>{{0}}));
}

TEST(CarriedLoads, GoThroughMovesAndSelections) {
  EXPECT_EQ(stored("ld.global.u32 %r1, [%rd1]; ld.global.u32 %r2, [%rd1+4]; mov.u32 %r3, %r1; "
                   "selp.b32 %r4, %r3, %r2, %p1; st.shared.u32 [%r9], %r4;"),
            (std::vector<Loads>{{0, 1}}));
  // Carried round a loop: set behind where it is stored.
  EXPECT_EQ(stored("AGAIN: st.shared.u32 [%r9], %r5; ld.global.u32 %r1, [%rd1]; mov.u32 %r5, %r1; "
                   "@%p1 bra AGAIN;"),
            (std::vector<Loads>{{0}}));
}

TEST(CarriedLoads, AreNotWhatIsComputedOrGoesElsewhere) {
  EXPECT_EQ(stored("ld.global.u32 %r1, [%rd1]; add.u32 %r2, %r1, 1; st.shared.u32 [%r9], %r2;"),
            std::vector<Loads>{{}});
  EXPECT_EQ(stored("ld.global.u32 %r1, [%rd1]; st.global.u32 [%rd1], %r1;"),
            std::vector<Loads>{{}});
  EXPECT_EQ(stored("ld.shared.u32 %r1, [%r8]; st.shared.u32 [%r9], %r1;"), std::vector<Loads>{{}});
  // An address is no value.
  EXPECT_EQ(stored("ld.global.u32 %r1, [%rd1]; st.shared.u32 [%r1], %r9;"), std::vector<Loads>{{}});
}

TEST(CarriedLoads, MayGoWherePtxDoesNotTell) {
  EXPECT_EQ(stored("ld.u32 %r1, [%rd1]; st.u32 [%rd2], %r1;"), (std::vector<Loads>{{0}}));
}

}  // namespace
}  // namespace warpscope::exec::test::carried_loads_test
