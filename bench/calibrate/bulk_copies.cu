// cp.async.bulk of one thread, one copy at a time.
#include "bulk_kernels.cuh"
#include "card.h"

namespace calibrate {
namespace {

constexpr unsigned kMostShared = 32768, kWindow = 64 << 10;

double bring_of_l2(Card& card, unsigned bytes) {
  check(cudaFuncSetAttribute(bring<1>, cudaFuncAttributeMaxDynamicSharedMemorySize, kMostShared),
        "shared memory");
  const auto once = [&] {
    bring<1><<<1, 32, kMostShared>>>(card.pool<char>(), bytes, 1, bytes, kWindow, card.cycles());
  };
  once();  // L2 has it then
  return card.cycles_of(once) / kTurns;
}

template <bool kOnlyRead>
double put_of(Card& card, unsigned bytes) {
  check(cudaFuncSetAttribute(put<kOnlyRead>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             kMostShared),
        "shared memory");
  return card.cycles_of([&] {
    put<kOnlyRead><<<1, 32, kMostShared>>>(card.pool<char>(), bytes, 1 << 20, card.cycles());
  }) / kTurns;
}

}  // namespace

Readings bulk_copies() {
  Readings readings;
  const auto add = [&](const std::string& name, unsigned bytes, auto measure) {
    readings.push_back({name + "_" + std::to_string(bytes), "cycles each",
                        [=](Card& card) { return measure(card, bytes); }});
  };
  for (const unsigned bytes : {16, 8192, 32768}) add("bulk_load_of", bytes, bring_of_l2);
  for (const unsigned bytes : {16, 4096, 16384}) add("bulk_store_read_of", bytes, put_of<true>);
  for (const unsigned bytes : {16, 16384}) add("bulk_store_written_of", bytes, put_of<false>);
  return readings;
}

}  // namespace calibrate
