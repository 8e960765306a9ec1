#include "vgpu/timing/clock/l2_contents.h"

#include <algorithm>
#include <bit>

namespace warpscope::timing {

void L2Contents::use(std::uint64_t address, std::uint64_t bytes) {
  // Of more than it holds only the end stays.
  const std::uint64_t left_out = bytes - std::min(bytes, bytes_);
  used_ += left_out;
  const std::uint64_t end = address + bytes;
  for (std::uint64_t at = address + left_out; at < end;) {
    const std::uint64_t next = std::min(end, (at / kPartBytes + 1) * kPartBytes);
    use_part(at / kPartBytes, next - at);
    at = next;
  }
  forget_old_ones();
}

void L2Contents::use(const exec::TouchedMemory& touched) {
  constexpr std::uint64_t kSector = 32, kWordBytes = 64 * kSector, kHalf = kWordBytes / 2;
  constexpr std::uint64_t kLowHalf = ~std::uint32_t{0};
  for (const auto& [id, part] : touched.parts) {
    const std::uint64_t begin = part.address / 64 * 64;
    const std::size_t words = std::max(part.read.size(), part.written.size());
    for (std::size_t i = 0; i < words; ++i) {
      const std::uint64_t bits = (i < part.read.size() ? part.read[i] : 0) |
                                 (i < part.written.size() ? part.written[i] : 0);
      const std::uint64_t at = begin + i * kWordBytes;
      const auto use_half = [&](std::uint64_t of, std::uint64_t address) {
        if (of != 0)
          use_part(address / kPartBytes, kSector * static_cast<std::uint64_t>(std::popcount(of)));
      };
      use_half(bits & kLowHalf, at);
      use_half(bits >> 32, at + kHalf);
    }
  }
  forget_old_ones();
}

void L2Contents::clear() {
  last_use_.clear();
  used_ = 0;
}

void L2Contents::forget_old_ones() {
  // Twice as many as it holds if all of each were used.
  if (last_use_.size() <= 2 * (bytes_ / kPartBytes) + 64) return;
  std::erase_if(last_use_, [&](const auto& part) { return used_ - part.second > bytes_; });
}

}  // namespace warpscope::timing
