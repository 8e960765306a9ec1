#include "tests/fuzz/protocol_kernels.h"

namespace warpscope::fuzz {

const std::string_view kProtocolKernels = R"(
.version 8.0
.target sm_90
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.extern .func (.param .b64 r) malloc(.param .b64 n);
.extern .func free(.param .b64 p);
.visible .global .align 4 .u32 counter = 7;
.visible .const .align 8 .b64 table[4] = {1, 2, 3, 4};
.visible .global .align 8 .b8 format[24] = {37,115,32,37,42,100,32,37,46,42,102,32,37,108,108,120,32,37,99,37,110,10,0,0};
.extern .shared .align 16 .b8 dynamic[];
.visible .entry a(.param .u64 p, .param .u64 n)
{
  .reg .b64 %rd<5>;
  .reg .b32 %r<3>;
  ld.param.u64 %rd1, [p];
  ld.param.u64 %rd2, [n];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd1, %rd3;
  ld.u32 %r2, [%rd4];
  add.u32 %r2, %r2, %r1;
  st.u32 [%rd4], %r2;
  ret;
}
.visible .entry b(.param .u64 p, .param .u64 n)
{
$again:
  bra.uni $again;
}
.visible .entry c(.param .u64 p, .param .u64 n)
{
  .reg .b64 %rd<5>;
  .reg .b32 %r<8>;
  .reg .f32 %f<8>;
  ld.param.u64 %rd1, [p];
  ld.param.u64 %rd2, [n];
  mov.u32 %r1, %tid.x;
  cvt.rn.f32.u32 %f1, %r1;
  tex.2d.v4.f32.f32 {%f2, %f3, %f4, %f5}, [%rd2, {%f1, %f1}];
  tex.1d.v4.f32.s32 {%f2, %f3, %f4, %f5}, [%rd2, {%r1}];
  st.global.f32 [%rd1], %f2;
  ret;
}
.visible .entry d(.param .u64 p, .param .u64 n)
{
  .reg .b64 %rd<5>;
  .reg .b32 %r<8>;
  ld.param.u64 %rd2, [n];
  mov.u32 %r1, %tid.x;
  suld.b.2d.b32.trap {%r2}, [%rd2, {%r1, %r1}];
  sust.b.2d.b32.zero [%rd2, {%r1, %r1}], {%r2};
  ret;
}
.visible .entry e(.param .u64 p, .param .u64 n)
{
  .local .align 8 .b8 args[32];
  .reg .b64 %rd<8>;
  .reg .b32 %r<3>;
  ld.param.u64 %rd1, [p];
  ld.param.u64 %rd2, [n];
  st.local.u64 [args], %rd1;
  st.local.u64 [args+8], %rd2;
  st.local.u64 [args+16], %rd2;
  st.local.u64 [args+24], %rd2;
  mov.u64 %rd3, args;
  cvta.local.u64 %rd4, %rd3;
  mov.u64 %rd5, format;
  cvta.global.u64 %rd6, %rd5;
  { .param .b64 f; .param .b64 a; .param .b32 r;
    st.param.b64 [f], %rd6; st.param.b64 [a], %rd4;
    call.uni (r), vprintf, (f, a); }
  { .param .b64 f; .param .b64 a; .param .b32 r;
    st.param.b64 [f], %rd1; st.param.b64 [a], %rd4;
    call.uni (r), vprintf, (f, a); }
  ret;
}
.visible .entry g(.param .u64 p, .param .u64 n)
{
  .reg .b64 %rd<8>;
  .reg .pred %p<3>;
  ld.param.u64 %rd1, [p];
  ld.param.u64 %rd2, [n];
  { .param .b64 b; .param .b64 r;
    st.param.b64 [b], %rd2;
    call.uni (r), malloc, (b);
    ld.param.b64 %rd3, [r]; }
  setp.eq.u64 %p1, %rd3, 0;
  @%p1 bra $none;
  st.u8 [%rd3], 1;
  { .param .b64 b; st.param.b64 [b], %rd3; call.uni free, (b); }
$none:
  { .param .b64 b; st.param.b64 [b], %rd1; call.uni free, (b); }
  ret;
}
.func again(.param .b64 x)
{
  .local .align 8 .b8 depot[64];
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [x];
  st.local.u64 [depot], %rd1;
  { .param .b64 y; st.param.b64 [y], %rd1; call.uni again, (y); }
  ld.local.u64 %rd2, [depot];
  ret;
}
.visible .entry h(.param .u64 p, .param .u64 n)
{
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [n];
  { .param .b64 y; st.param.b64 [y], %rd1; call.uni again, (y); }
  ret;
}
.visible .entry i(.param .u64 p, .param .u64 n)
{
  .reg .b64 %rd<5>;
  .reg .b32 %r<5>;
  .reg .pred %p<3>;
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  mul.lo.u32 %r3, %r2, 4;
  mov.u32 %r4, dynamic;
  add.u32 %r4, %r4, %r3;
  st.shared.u32 [%r4], %r2;
  setp.lt.u32 %p1, %r2, %r1;
  @%p1 bar.sync 0;
  atom.shared.add.u32 %r3, [%r4], 1;
  atom.global.add.u32 %r3, [counter], %r3;
  barrier.cluster.arrive;
  ret;
}
.visible .entry j(.param .u64 p, .param .u64 n)
{
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [n];
  { .reg .b64 %t; .param .b64 y; st.param.b64 [y], %rd1;
  call.uni %rd1, (y), proto; }
proto: .callprototype _ (.param .b64 _);
  ret;
}
.visible .entry k(.param .u64 p, .param .u64 n)
{
  .local .align 8 .b8 big[400000];
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [n];
  st.local.u64 [big+399992], %rd1;
  trap;
}
)";

}  // namespace warpscope::fuzz
