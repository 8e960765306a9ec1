#include "vgpu/counting/l1_banks.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "vgpu/counting/hardware_sizes.h"
#include "vgpu/counting/warp_size.h"

namespace warpscope::exec {
namespace {

constexpr std::uint32_t kMostWords = 4;

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
  if (lanes == 0) return 0;
  const std::uint32_t words = std::clamp(size_bytes / kBankBytes, 1U, kMostWords);
  std::array<std::uint64_t, kWarpSize> firsts;  // words of the active lanes, closed up
  std::size_t count = 0;
  if (lanes == kFullMask) {
    for (; count < kWarpSize; ++count) firsts[count] = addresses[count] / kBankBytes;
  } else {
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
      firsts[count++] = addresses[std::countr_zero(rest)] / kBankBytes;
  }
  std::uint64_t lowest = firsts[0], highest = firsts[0];
  for (std::size_t i = 1; i < count; ++i) {
    lowest = std::min(lowest, firsts[i]);
    highest = std::max(highest, firsts[i]);
  }
  if (highest - lowest + words <= kBanks) return 1;  // no bank has two of so few words in a row
  Banks banks;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0 && firsts[i] == firsts[i - 1]) continue;
    for (std::uint32_t word = 0; word < words; ++word) banks.add(firsts[i] + word);
  }
  return banks.fullest();
}

}  // namespace warpscope::exec
