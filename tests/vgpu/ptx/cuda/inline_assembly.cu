// Inlined assembly with registers, labels and variables of its own, more than once per function.
__device__ __forceinline__ unsigned is_large(int value) {
  unsigned result;
  asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 5; selp.b32 %0, 1, 0, p; }"
               : "=r"(result)
               : "r"(value));
  return result;
}

__device__ __forceinline__ void count_down(int from) {
  asm volatile(
      "{\n"
      "  .reg .b32 left<3>;\n"
      "  .reg .pred more;\n"
      "  mov.u32 left0, %0;\n"
      "AGAIN:\n"
      "  add.s32 left0, left0, -1;\n"
      "  setp.gt.s32 more, left0, 1 + 2 * 3;\n"
      "  @more bra AGAIN;\n"
      "  @!more bra DONE;\n"
      "  mov.b32 left1, 0b101;\n"
      "  mov.b32 left2, 0x7FU;\n"
      "DONE:\n"
      "}" ::"r"(from));
}

__global__ void twice(int* values) {
  const unsigned a = is_large(values[0]);
  const unsigned b = is_large(values[1]);
  count_down(values[2]);
  count_down(values[3]);
  values[threadIdx.x] = static_cast<int>(a + b);
}
