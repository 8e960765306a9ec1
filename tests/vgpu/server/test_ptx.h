// PTX for tests that need no compiler.
#pragma once

#include <string>

namespace warpscope::device {

/// Kernels: `mark(u64 out, u32 value)` stores value + thread index; `spin()` never ends; `odd()`
/// has an instruction that no GPU has. Variable: `counter`, 4 bytes, 7 at first.
inline const std::string kTestPtx = R"(
.version 8.0
.target sm_90
.address_size 64

.visible .global .align 4 .u32 counter = 7;

.visible .entry mark(.param .u64 mark_param_0, .param .u32 mark_param_1)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [mark_param_0];
  ld.param.u32 %r1, [mark_param_1];
  cvta.to.global.u64 %rd2, %rd1;
  mov.u32 %r2, %tid.x;
  add.s32 %r3, %r1, %r2;
  mul.wide.u32 %rd3, %r2, 4;
  add.s64 %rd4, %rd2, %rd3;
  st.global.u32 [%rd4], %r3;
  ret;
}

.visible .entry spin()
{
$again:
  bra.uni $again;
}

.visible .entry odd()
{
  .reg .b32 %r<2>;
  frobnicate.b32 %r1, 3;
  ret;
}
)";

}  // namespace warpscope::device
