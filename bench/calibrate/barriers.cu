// __syncthreads of so many warps.
#include "chains.cuh"

namespace calibrate {
namespace {

template <int kTimes>
__global__ void __launch_bounds__(1024) meet_often(Cycles* cycles) {
  const unsigned taken = cycles_again([] {
#pragma unroll
    for (int i = 0; i < kTimes; ++i) __syncthreads();
  });
  if (threadIdx.x == 0) *cycles = taken;
}

}  // namespace

Readings barriers() {
  Readings readings;
  for (const int warps : {1, 32}) {
    const auto add = [&](auto kernel, const char* times) {
      readings.push_back(
          {"barriers_of_" + std::to_string(warps) + times, "cycles", [kernel, warps](Card& card) {
             return card.cycles_of([&] { kernel<<<1, 32 * warps>>>(card.cycles()); });
           }});
    };
    add(meet_often<16>, "_16");
    add(meet_often<80>, "_80");
  }
  return readings;
}

}  // namespace calibrate
