// What comes to the host and depends on the order of blocks.
#include "vgpu/server/other_order.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::device {
namespace {

using exec::test::kernel;
using exec::test::kModuleHead;

// append: each block puts its number where the count is. look: element t of the second array is
// element t of the first. adds: a sum of floats in any order. time: the clock.
std::string module_text() {
  const std::string lists =
      "ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [q]; mov.u32 %r1, %ctaid.x;\n";
  const std::string elements =
      "mad.wide.u32 %rd3, %r1, 4, %rd1; mad.wide.u32 %rd4, %r1, 4, %rd2;\n";
  const char* parameters = ".param .u64 p, .param .u64 q";
  return std::string(kModuleHead) + ".file 1 \"k.cu\"\n" +
         kernel("append", parameters,
                lists +
                    ".loc 1 3 1\natom.global.add.u32 %r2, [%rd1], 1; mad.wide.u32 %rd4, %r2, 4, "
                    "%rd2;\n.loc 1 4 1\nst.global.u32 [%rd4], %r1;") +
         kernel("look", parameters,
                lists + elements + "ld.global.u32 %r2, [%rd3]; st.global.u32 [%rd4], %r2;") +
         kernel("adds", parameters,
                lists +
                    "cvt.rn.f32.u32 %f1, %r1; add.f32 %f1, %f1, 0f3DCCCCCD; "
                    "red.global.add.f32 [%rd1], %f1;") +
         kernel("time", parameters,
                lists + elements +
                    "mov.u32 %r2, %clock; atom.global.exch.b32 %r3, [%rd4], %r2; "
                    "st.global.u32 [%rd3], %r3;");
}

class OtherOrders : public ::testing::Test {
 protected:
  void launch(const char* name, std::uint64_t p, std::uint64_t q, std::uint32_t blocks = 12) {
    const exec::LaunchOptions usual = machine_.options;
    const auto run = [&](std::uint64_t schedule) {
      machine_.options.schedule = schedule;
      auto result = machine_.launch(name, {blocks, 1, 1}, {1, 1, 1}, p, q);
      machine_.options = usual;
      return result;
    };
    for (const exec::KernelInfo& info : exec::kernels(machine_.program())) {
      if (info.name != name) continue;
      if (orders_.begin(machine_.memory(), info, blocks, run))
        machine_.options.ask_writers = [&] { return orders_.compare(machine_.memory()); };
      machine_.options.checks = true;
      orders_.end(machine_.launch(name, {blocks, 1, 1}, {1, 1, 1}, p, q), launches_++);
    }
    machine_.options = usual;
  }
  // "4 in launch 0" when what is copied depends on the order.
  std::string copied(std::uint64_t address, std::uint64_t bytes = 48) {
    const auto finding = orders_.copy_to_host(machine_.memory(), address, bytes);
    if (!finding) return "";
    return std::to_string(finding->where ? finding->where->line : 0) + " in launch " +
           std::to_string(finding->launch.value_or(99));
  }

  exec::test::Machine machine_{module_text()};
  OtherOrder orders_;
  std::uint32_t launches_ = 0;
  std::uint64_t one_ = machine_.upload(std::vector<std::uint32_t>(64)),
                two_ = machine_.upload(std::vector<std::uint32_t>(64)),
                three_ = machine_.upload(std::vector<std::uint32_t>(64));
};

TEST_F(OtherOrders, AListWhoseElementsComeInAnyOrder) {
  launch("append", one_, two_);
  EXPECT_EQ(machine_.download<std::uint32_t>(two_, 3), (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(copied(one_), "");  // there are as many
  EXPECT_EQ(copied(two_), "4 in launch 0");
  EXPECT_EQ(copied(two_), "");  // said
}

TEST_F(OtherOrders, WhatLaterLaunchesAndCopiesMakeOfIt) {
  launch("append", one_, two_);
  launch("look", two_, three_);
  orders_.overwrite(two_, 256);
  EXPECT_EQ(copied(two_), "");
  EXPECT_EQ(copied(three_), "4 in launch 0");
}

TEST_F(OtherOrders, ACopyWithinTheDevice) {
  launch("append", one_, two_);
  orders_.copy(three_ + 128, two_, 16);
  orders_.overwrite(two_, 256);
  EXPECT_EQ(copied(three_, 128), "");
  EXPECT_EQ(copied(three_ + 128, 16), "4 in launch 0");
}

TEST_F(OtherOrders, SumsThatAreRoundedOtherwiseAndClocksAreLeftAlone) {
  launch("adds", one_, two_, 40);
  EXPECT_EQ(copied(one_), "");
  launch("time", one_, two_);
  EXPECT_EQ(copied(one_), "");
  EXPECT_EQ(copied(two_), "");
  launch("look", two_, three_);
  EXPECT_EQ(copied(three_), "");
}

}  // namespace
}  // namespace warpscope::device
