// A small launch with the checks, and what they found as text. Lines are those of `.loc`.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {

inline constexpr std::string_view kFile = ".file 1 \"k.cu\"\n";
inline constexpr std::string_view kTile = ".shared .align 8 .b8 tile[4096];\n";
// %rd1: in[tid], %rd2: out[tid], %r1: tid, %r2: &tile[tid], %r3: its neighbour's, %r4: tid ^ 33.
inline constexpr std::string_view kPrologue = R"(
ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x;
mad.wide.u32 %rd1, %r1, 4, %rd1; mad.wide.u32 %rd2, %r1, 4, %rd2;
mov.u32 %r2, tile; mad.lo.u32 %r2, %r1, 4, %r2; xor.b32 %r4, %r1, 33; mov.u32 %r3, tile;
mad.lo.u32 %r3, %r4, 4, %r3;
)";

class Checks : public ::testing::Test {
 protected:
  // A launch of a block of `threads` threads with an input of 1024 words that is written, and an
  // output that is not.
  std::vector<Violation> find(const std::string& body, std::uint32_t threads = 64,
                              std::uint32_t blocks = 1, bool is_input_written = true) {
    machine_ = std::make_unique<Machine>(
        module_with_kernel(".param .u64 in, .param .u64 out",
                           std::string(kTile) + std::string(kPrologue) + body, kFile));
    machine_->options.checks = true;
    const std::uint64_t in = machine_->upload(std::vector<std::uint32_t>(1024, 7));
    const std::uint64_t out = machine_->allocate(4096);
    machine_->memory().track_writes(in);
    machine_->memory().track_writes(out);
    if (is_input_written) machine_->memory().mark_written(in, 4096);
    LaunchResult launched = machine_->launch("k", {blocks, 1, 1}, {threads, 1, 1}, in, out);
    EXPECT_FALSE(launched.fault) << launched.fault->message;
    return launched.violations;
  }
  // "missing-barrier:5 with 4", in the order in which they are reported.
  static std::string text(const std::vector<Violation>& violations) {
    std::string all;
    for (const Violation& violation : violations) {
      if (!all.empty()) all += ", ";
      all += std::string(finding_id(violation.kind)) + ":" +
             std::to_string(violation.access.where.line);
      if (violation.is_race) all += " with " + std::to_string(violation.other.where.line);
    }
    return all;
  }

  std::unique_ptr<Machine> machine_;
};

inline constexpr std::string_view kWrite = ".loc 1 4 1\nst.shared.u32 [%r2], %r1;\n";
inline constexpr std::string_view kRead =
    ".loc 1 6 1\nld.shared.u32 %r5, [%r3]; st.global.u32 [%rd2], %r5;\n";

}  // namespace warpscope::exec::test
