// What launches cost: the distributor of blocks, the stream, the host.
#include <chrono>

#include "card.h"

namespace calibrate {
namespace {

__global__ void nothing() {}

/// Takes so many cycles, longer than the host needs for a launch.
__global__ void spin(Cycles cycles) {
  const Cycles begin = clock64();
  while (clock64() - begin < cycles) {
  }
}

}  // namespace

Readings launches() {
  Readings readings;
  for (const int blocks : {8448, 67584})
    readings.push_back({"empty_blocks_" + std::to_string(blocks), "seconds", [blocks](Card& card) {
                          const auto count = static_cast<int>(card.size(blocks, 8));
                          return card.seconds([&] { nothing<<<count, 32>>>(); });
                        }});
  for (const int times : {20, 60})
    readings.push_back({"spins_of_" + std::to_string(times), "seconds", [times](Card& card) {
                          const auto count = static_cast<int>(card.size(times, times / 20));
                          const auto cycles = static_cast<Cycles>(card.size(40000, 100));
                          return card.seconds([&] {
                            for (int i = 0; i < count; ++i) spin<<<1, 32>>>(cycles);
                          });
                        }});
  readings.push_back({"host_of_a_launch", "seconds", [](Card& card) {
                        const auto count = static_cast<int>(card.size(100, 2));
                        check(cudaDeviceSynchronize(), "a launch");
                        const auto begin = std::chrono::steady_clock::now();
                        for (int i = 0; i < count; ++i) nothing<<<1, 32>>>();
                        const std::chrono::duration<double> taken =
                            std::chrono::steady_clock::now() - begin;
                        check(cudaDeviceSynchronize(), "a launch");
                        return taken.count() / count;
                      }});
  readings.push_back({"events_alone", "seconds", [](Card& card) { return card.seconds([] {}); }});
  return readings;
}

}  // namespace calibrate
