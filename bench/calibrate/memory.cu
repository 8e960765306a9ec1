// The memory behind L2, and pages.
#include "rates.h"
#include "walks.cuh"

namespace calibrate {
namespace {

constexpr std::size_t kKilo = 1024, kMega = kKilo * kKilo;

/// Cycles of `steps` steps through a region whose pages are known and whose lines L2 does not hold.
double walk_in_memory(Card& card, int steps) {
  constexpr std::size_t kBytes = 16 * kMega, kStride = 4 * kKilo;
  const std::size_t bytes = card.size(kBytes, kMega);
  // Places of the same pages, which lie between those of the walk.
  constexpr std::size_t kBetween = kStride / 2;
  link(card, 0, bytes / kStride, kStride);
  link(card, kBetween, bytes / kStride, kStride);
  card.forget();
  walk(card, kBetween, 64);
  return walk(card, 0, steps);
}

/// The same with each step in another page of 2 MB, none of which was used since many others were.
double walk_over_pages(Card& card, int steps) {
  const std::size_t page = card.size(2 * kMega, 16 * kKilo);
  constexpr std::size_t kCount = 64;
  link(card, 0, kCount, page);
  const std::size_t pages = card.pool_bytes() / page;
  // One place of each of all other pages, apart from the first sectors.
  link(card, kCount * page + kKilo, pages - kCount, page);
  walk(card, kCount * page + kKilo, static_cast<int>(card.size(pages - kCount, 16)));
  card.forget();
  return walk(card, 0, steps);
}

}  // namespace

Readings memory() {
  Readings readings;
  const auto walks = [&](auto walk_of, const char* name, int steps) {
    readings.push_back({std::string(name) + "_" + std::to_string(steps), "cycles",
                        [=](Card& card) { return walk_of(card, steps); }});
  };
  walks(walk_in_memory, "memory_walk", 256);
  walks(walk_in_memory, "memory_walk", 1280);
  walks(walk_over_pages, "page_walk", 16);
  walks(walk_over_pages, "page_walk", 48);
  readings.push_back({"memory_to_all_sms", "bytes a cycle", [](Card& card) {
                        card.forget();
                        return read_rate(card, of_all_sms(card, 0, 1024 * kMega, 1));
                      }});
  readings.push_back({"memory_scattered", "granules a cycle", [](Card& card) {
                        card.forget();
                        return scattered_granules(card, of_all_sms(card, 0, 512 * kMega, 32));
                      }});
  return readings;
}

}  // namespace calibrate
