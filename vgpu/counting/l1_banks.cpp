#include "vgpu/counting/l1_banks.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "vgpu/counting/warp_size.h"

namespace warpscope::exec {
namespace {

constexpr std::uint32_t kWordBytes = 4, kBanks = 32, kMostWords = 4;

// Distinct words by bank. Places that have no word yet hold anything.
class Banks {
 public:
  void add(std::uint64_t word) {
    const std::size_t bank = word % kBanks;
    std::uint64_t* words = words_[bank];
    const std::uint32_t count = counts_[bank];
    if (std::find(words, words + count, word) != words + count) return;
    words[count] = word;
    fullest_ = std::max(fullest_, ++counts_[bank]);
  }
  std::uint32_t fullest() const { return fullest_; }

 private:
  std::uint64_t words_[kBanks][std::size_t{kWarpSize} * kMostWords];
  std::uint32_t counts_[kBanks] = {};
  std::uint32_t fullest_ = 0;
};

}  // namespace

std::uint32_t words_of_fullest_bank(const std::uint64_t* addresses, std::uint32_t lanes,
                                    std::uint32_t size_bytes) {
  const std::uint32_t words = std::clamp(size_bytes / kWordBytes, 1U, kMostWords);
  Banks banks;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t first = addresses[std::countr_zero(rest)] / kWordBytes;
    for (std::uint32_t word = 0; word < words; ++word) banks.add(first + word);
  }
  return banks.fullest();
}

}  // namespace warpscope::exec
