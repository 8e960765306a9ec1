#include "vgpu/timing/clock/l2_contents.h"

#include <algorithm>
#include <bit>

namespace warpscope::timing {
namespace {

/// visit(address, bytes of it) for each part of 1 KiB that has some.
template <typename Visit>
void for_each_part(const exec::TouchedMemory& touched, const Visit& visit) {
  constexpr std::uint64_t kSector = 32, kWordBytes = 64 * kSector, kHalf = kWordBytes / 2;
  constexpr std::uint64_t kLowHalf = ~std::uint32_t{0};
  for (const auto& [id, part] : touched.parts) {
    const std::uint64_t begin = part.address / 64 * 64;
    const std::size_t words = std::max(part.read.size(), part.written.size());
    for (std::size_t i = 0; i < words; ++i) {
      const std::uint64_t bits = (i < part.read.size() ? part.read[i] : 0) |
                                 (i < part.written.size() ? part.written[i] : 0);
      const std::uint64_t at = begin + i * kWordBytes;
      const auto visit_half = [&](std::uint64_t of, std::uint64_t address) {
        if (of != 0) visit(address, kSector * static_cast<std::uint64_t>(std::popcount(of)));
      };
      visit_half(bits & kLowHalf, at);
      visit_half(bits >> 32, at + kHalf);
    }
  }
}

}  // namespace

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
  for_each_part(touched, [&](std::uint64_t address, std::uint64_t bytes) {
    use_part(address / kPartBytes, bytes);
  });
  forget_old_ones();
}

L2Contents::Found L2Contents::look(const exec::TouchedMemory& touched) const {
  Found found;
  for_each_part(touched, [&](std::uint64_t address, std::uint64_t) {
    if (!holds(address, 0)) return;
    found.parts.push_back(address / kPartBytes);
    const std::uint64_t age = used_ - last_use_.at(address / kPartBytes);
    found.spare_bytes = std::min(found.spare_bytes, bytes_ - age);
  });
  std::ranges::sort(found.parts);  // allocations come in the order in which they were made
  return found;
}

void L2Contents::clear() {
  last_use_.clear();
  used_ = 0;
  forget_at_ = least_to_forget();
}

void L2Contents::forget_old_ones() {
  // Twice as many as it holds if all of each were used; more where little of each was: then no
  // look finds old ones until there are twice as many again.
  if (last_use_.size() <= forget_at_) return;
  std::erase_if(last_use_, [&](const auto& part) { return used_ - part.second > bytes_; });
  forget_at_ = std::max<std::size_t>(least_to_forget(), 2 * last_use_.size());
}

}  // namespace warpscope::timing
