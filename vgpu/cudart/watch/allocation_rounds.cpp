#include "vgpu/cudart/watch/allocation_rounds.h"

#include <algorithm>

namespace warpscope::cudart {

void AllocationRounds::allocated(std::uint32_t site, std::uint64_t address,
                                 std::uint64_t size_bytes, std::uint64_t work) {
  if (site == 0) return;
  Place& place = places_[site];
  if (place.live != 0 || place.size_bytes != size_bytes) place.rounds = 0;
  place.size_bytes = size_bytes;
  place.live = address;
  place.work = work;
  place_of_[address] = site;
}

void AllocationRounds::freed(std::uint64_t address, std::uint64_t work) {
  const auto of = place_of_.find(address);
  if (of == place_of_.end()) return;
  Place& place = places_[of->second];
  place_of_.erase(of);
  if (place.live != address) return;
  place.live = 0;
  place.rounds = place.work == work ? 0 : place.rounds + 1;
  place.most_rounds = std::max(place.most_rounds, place.rounds);
}

std::vector<AllocationRounds::Found> AllocationRounds::found() const {
  std::vector<Found> result;
  for (const auto& [site, place] : places_) {
    if (place.most_rounds >= kFewestRounds)
      result.push_back({site, place.most_rounds, place.size_bytes});
  }
  return result;
}

}  // namespace warpscope::cudart
