// Places of the program that allocate device memory and free it again, round after round.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace warpscope::cudart {

class AllocationRounds {
 public:
  /// Fewer may well be calls of a function for a few different problems.
  static constexpr std::uint32_t kFewestRounds = 10;

  /// Memory was allocated at a place, a HostWatch::site, after so much work had been asked for.
  void allocated(std::uint32_t site, std::uint64_t address, std::uint64_t size_bytes,
                 std::uint64_t work);
  /// Memory of any place was freed.
  void freed(std::uint64_t address, std::uint64_t work);

  struct Found {
    std::uint32_t site = 0;
    std::uint32_t rounds = 0;
    std::uint64_t size_bytes = 0;
  };
  /// Places that did so at least kFewestRounds times in a row: each time the same number of bytes,
  /// freed before the next allocation there, with work between the two.
  std::vector<Found> found() const;

 private:
  struct Place {
    std::uint64_t size_bytes = 0;
    std::uint64_t live = 0;  ///< address of what is not freed yet; 0: nothing
    std::uint64_t work = 0;  ///< that had been asked for when it was allocated
    std::uint32_t rounds = 0, most_rounds = 0;
  };
  std::map<std::uint32_t, Place> places_;
  std::map<std::uint64_t, std::uint32_t> place_of_;  ///< by address of what lives
};

}  // namespace warpscope::cudart
