// mbarriers: tests of one whose phase has ended, warps that meet, and two by turns.
#include "chains.cuh"
#include "mbarrier_kernels.cuh"

namespace calibrate {
namespace {

/// Tests of a phase that has ended, each of the parity that the one before gave.
template <int kSteps>
__global__ void tests(Cycles* cycles, unsigned* sink) {
  __shared__ std::uint64_t bar;
  if (threadIdx.x == 0) {
    init(&bar, 1);
    arrive(&bar);
  }
  __syncthreads();
  unsigned parity = 0;
  const unsigned taken = cycles_again([&] {
#pragma unroll
    for (int step = 0; step < kSteps; ++step)
      asm volatile(
          "{\n.reg .pred ended;\n"
          "mbarrier.try_wait.parity.shared::cta.b64 ended, [%1], %0;\n"
          "selp.u32 %0, 0, 1, ended;\n}"
          : "+r"(parity)
          : "r"(shared_address(&bar))
          : "memory");
  });
  if (parity == 3) *sink = parity;
  if (threadIdx.x == 0) *cycles = taken;
}

}  // namespace

Readings mbarriers() {
  Readings readings;
  const auto add_tests = [&](auto kernel, const char* name) {
    readings.push_back({name, "cycles", [kernel](Card& card) {
                          return card.cycles_of(
                              [&] { kernel<<<1, 32>>>(card.cycles(), card.sink()); });
                        }});
  };
  add_tests(tests<kShortChain>, "mbarrier_tests_32");
  add_tests(tests<kLongChain>, "mbarrier_tests_96");
  for (const int warps : {1, 4, 32})
    readings.push_back(
        {"mbarrier_meetings_of_" + std::to_string(warps), "cycles a turn", [warps](Card& card) {
           return card.cycles_of([&] { meet<<<1, 32 * warps>>>(0, card.cycles()); }) / kTurns;
         }});
  readings.push_back({"mbarrier_turns_of_2", "cycles a round trip", [](Card& card) {
                        return card.cycles_of([&] { ping_pong<<<1, 64>>>(card.cycles()); }) /
                               kTurns;
                      }});
  return readings;
}

}  // namespace calibrate
