// Instructions and constants on their way into an SM.
#include "chains.cuh"

namespace calibrate {
namespace {

constexpr int kStraight = 1024;  // instructions of 16 bytes
constexpr int kOthers = 12288;   // more than the caches of an SM hold
constexpr int kFar = 528;        // so that lines jumped to are in different sets
constexpr int kPlaces = 4096;
__constant__ unsigned places[kPlaces];  // each holds its own distance from the first, in bytes

template <int kCount>
__device__ void four_chains(float (&a)[4], float by) {
#pragma unroll
  for (int i = 0; i < kCount / 4; ++i)
    asm volatile(
        "fma.rn.f32 %0, %0, %4, %4;\nfma.rn.f32 %1, %1, %4, %4;\nfma.rn.f32 %2, %2, %4, %4;\n"
        "fma.rn.f32 %3, %3, %4, %4;"
        : "+f"(a[0]), "+f"(a[1]), "+f"(a[2]), "+f"(a[3])
        : "f"(by));
}

/// The cycles of `steps` in the pass that is wanted: 0, when instructions are not there yet, or 1.
template <class Steps>
__device__ void tell_pass(Cycles* cycles, int wanted, Steps&& steps) {
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    const unsigned begin = clock_now();
    steps();
    const unsigned taken = clock_now() - begin;
    if (pass == wanted) *cycles = taken;
  }
}

/// Instructions one after the other.
template <int kCount>
__global__ void straight(Cycles* cycles, unsigned* sink, float by, int wanted) {
  float a[4] = {1, 2, 3, 4};
  tell_pass(cycles, wanted, [&] { four_chains<kCount>(a, by); });
  if (a[0] + a[1] + a[2] + a[3] == 3.25f) *sink = 1;
}

/// Jumps over kFar instructions each, none of which is executed.
template <int kJumps>
__global__ void jumps(Cycles* cycles, unsigned* sink, float by, int never, int wanted) {
  float a[4] = {1, 2, 3, 4};
  tell_pass(cycles, wanted, [&] {
#pragma unroll
    for (int i = 0; i < kJumps; ++i) {
      if (never == i) four_chains<kFar>(a, by);
    }
  });
  if (a[0] + a[1] + a[2] + a[3] == 3.25f) *sink = 1;
}

/// Loads of constants, each from where the one before says: the place that it is at. Lanes are
/// `apart` places apart.
template <int kSteps>
__global__ void constants(Cycles* cycles, unsigned* sink, int apart) {
  unsigned at = threadIdx.x * apart * 4;
  const unsigned taken = cycles_again([&] {
#pragma unroll
    for (int step = 0; step < kSteps; ++step)
      at = *reinterpret_cast<const unsigned*>(reinterpret_cast<const char*>(places) + at);
    if (at == 1) *sink = at;
  });
  if (threadIdx.x == 0) *cycles = taken;
}

/// The SMs have other instructions afterwards.
void forget_instructions(Card& card) {
  straight<kOthers><<<card.is_small() ? 1 : card.sms(), 128>>>(card.cycles(), card.sink(), 1.f, 2);
  check(cudaGetLastError(), "a launch");
}

void fill_places() {
  std::vector<unsigned> filled(kPlaces);
  for (int i = 0; i < kPlaces; ++i) filled[i] = static_cast<unsigned>(i) * sizeof(unsigned);
  check(cudaMemcpyToSymbol(places, filled.data(), sizeof places), "constants");
}

}  // namespace

Readings fetch() {
  Readings readings;
  for (const int pass : {0, 1}) {
    const std::string which = pass == 0 ? "_first" : "_again";
    readings.push_back({"straight_code" + which, "cycles", [pass](Card& card) {
                          forget_instructions(card);
                          return card.cycles_of([&] {
                            straight<kStraight><<<1, 1>>>(card.cycles(), card.sink(), 1.f, pass);
                          });
                        }});
    const auto add = [&](auto kernel, const char* count) {
      readings.push_back(
          {std::string("far_jumps_") + count + which, "cycles", [kernel, pass](Card& card) {
             forget_instructions(card);
             return card.cycles_of(
                 [&] { kernel<<<1, 1>>>(card.cycles(), card.sink(), 1.f, -1, pass); });
           }});
    };
    add(jumps<3>, "3");
    add(jumps<7>, "7");
  }
  for (const int apart : {0, 1}) {
    const auto add = [&](auto kernel, const char* steps) {
      readings.push_back(
          {(apart == 0 ? "constant_chain" : "constant_chain_of_32") + std::string(steps), "cycles",
           [=](Card& card) {
             fill_places();
             return card.cycles_of([&] { kernel<<<1, 32>>>(card.cycles(), card.sink(), apart); });
           }});
    };
    add(constants<kShortChain>, "_32");
    add(constants<kLongChain>, "_96");
  }
  return readings;
}

}  // namespace calibrate
