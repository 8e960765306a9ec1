// Slots and sums by address: each slot taken once, in the order of lanes; and the launches' atomics
// are counted by the test.
#include <map>

#include "kernels/warp/aggregate.cuh"
#include "tests/kernels/warp/cuda/masks.h"

namespace warp = warpscope::warp;

constexpr unsigned counters = 8;
constexpr unsigned sector = 4;  // 64-bit counters in a sector of 32 bytes: each has one of its own

__global__ void one_counter(unsigned* counter, const std::uint32_t* mask, unsigned* slot) {
  const std::uint32_t lanes = mask[blockIdx.x];
  if ((lanes >> threadIdx.x & 1U) != 0)
    slot[blockIdx.x * 32 + threadIdx.x] = warp::take_slot(counter, lanes);
}

__global__ void many_counters(unsigned long long* counter, const unsigned* which,
                              const std::uint32_t* mask, unsigned long long* slot) {
  const std::uint32_t lanes = mask[blockIdx.x];
  const unsigned i = blockIdx.x * 32 + threadIdx.x;
  if ((lanes >> threadIdx.x & 1U) != 0)
    slot[i] = warp::take_slot_of(counter + which[i] * sector, lanes);
}

template <typename T>
__global__ void sums(T* total, const unsigned* which, const T* value, const std::uint32_t* mask) {
  const std::uint32_t lanes = mask[blockIdx.x];
  const unsigned i = blockIdx.x * 32 + threadIdx.x;
  if ((lanes >> threadIdx.x & 1U) != 0) warp::add_by_address(total + which[i], value[i], lanes);
}

template <typename T>
void try_sums(const char* what, const std::vector<std::uint32_t>& sets,
              const std::vector<unsigned>& which) {
  const std::vector<T> value = random_values<T>(which.size(), 7);
  std::vector<T> expected(counters, 0);
  for (std::size_t i = 0; i < which.size(); ++i) {
    if ((sets[i / 32] >> i % 32 & 1U) != 0) expected[which[i]] += value[i];
  }
  const OnDevice<T> total(std::vector<T>(counters, 0)), device_value(value);
  const OnDevice<unsigned> device_which(which);
  const OnDevice<std::uint32_t> device_masks(sets);
  sums<<<static_cast<unsigned>(sets.size()), 32>>>(total.get(), device_which.get(),
                                                   device_value.get(), device_masks.get());
  std::size_t wrong = 0;
  count_wrong(total.values(), expected, wrong);
  report(what, wrong);
}

int main() {
  const std::vector<std::uint32_t> sets = masks();
  const auto warps = static_cast<unsigned>(sets.size());
  Random random(11);
  std::vector<unsigned> which(sets.size() * 32);
  for (unsigned& each : which) each = static_cast<unsigned>(random.bits() % counters);

  // Within a warp the slots of a counter follow each other in the order of lanes; over all warps
  // each is taken once.
  std::size_t wrong = 0;
  std::size_t distinct = 0;
  const OnDevice<std::uint32_t> device_masks(sets);
  {
    const OnDevice<unsigned> counter(std::vector<unsigned>{100}), slot(which.size());
    one_counter<<<warps, 32>>>(counter.get(), device_masks.get(), slot.get());
    const std::vector<unsigned> slots = slot.values();
    std::map<unsigned, unsigned> taken;
    for (std::size_t w = 0; w < sets.size(); ++w) {
      bool is_first = true;
      unsigned next = 0;
      for (std::size_t lane = 0; lane < 32; ++lane) {
        const unsigned mine = slots[w * 32 + lane];
        if ((sets[w] >> lane & 1U) == 0) {
          wrong += mine == 0x5a5a'5a5aU ? 0 : 1;
          continue;
        }
        if (!is_first) wrong += mine == next ? 0 : 1;
        is_first = false;
        next = mine + 1;
        ++taken[mine];
      }
    }
    wrong += taken.begin()->first == 100 ? 0 : 1;
    for (const auto& [mine, times] : taken) wrong += times == 1 ? 0 : 1;
    wrong += counter.values()[0] == 100 + taken.size() ? 0 : 1;
    report("slots of one counter", wrong);
  }
  {
    wrong = 0;
    const OnDevice<unsigned long long> counter(
        std::vector<unsigned long long>(counters * sector, 0)),
        slot(which.size());
    const OnDevice<unsigned> device_which(which);
    many_counters<<<warps, 32>>>(counter.get(), device_which.get(), device_masks.get(), slot.get());
    const std::vector<unsigned long long> slots = slot.values();
    std::vector<std::map<unsigned long long, unsigned>> taken(counters);
    for (std::size_t w = 0; w < sets.size(); ++w) {
      std::map<unsigned, unsigned long long> next;
      for (std::size_t lane = 0; lane < 32; ++lane) {
        if ((sets[w] >> lane & 1U) == 0) continue;
        const unsigned counter_index = which[w * 32 + lane];
        const unsigned long long mine = slots[w * 32 + lane];
        if (next.count(counter_index) != 0) wrong += mine == next[counter_index] ? 0 : 1;
        next[counter_index] = mine + 1;
        ++taken[counter_index][mine];
      }
      distinct += next.size();
    }
    const std::vector<unsigned long long> ends = counter.values();
    for (unsigned c = 0; c < counters; ++c) {
      for (const auto& [mine, times] : taken[c]) wrong += times == 1 ? 0 : 1;
      wrong += ends[c * sector] == taken[c].size() ? 0 : 1;
    }
    report("slots of many counters", wrong);
  }
  try_sums<int>("int sums", sets, which);
  try_sums<float>("float sums", sets, which);
  try_sums<double>("double sums", sets, which);
  std::printf("%u warps, %zu distinct addresses\n", warps, distinct);
  return 0;
}
