#include "arch/l1_size.h"

#include <algorithm>

namespace warpscope::arch {
std::uint64_t shared_carve_out(const L1AndShared& storage, const Multiprocessor& sm,
                               const BlockNeeds& block) {
  const std::uint64_t of_block = block.shared_bytes == 0 ? 0 : shared_bytes_of(sm, block);
  const std::uint64_t needed = of_block * occupancy(sm, block).blocks();
  const auto& sizes = storage.shared_sizes_bytes;
  const auto size = std::ranges::find_if(sizes, [&](auto bytes) { return bytes >= needed; });
  return size == sizes.end() ? sm.shared_bytes : *size;
}

std::uint64_t l1_size(const L1AndShared& storage, const Multiprocessor& sm,
                      const BlockNeeds& block) {
  const std::uint64_t most_shared =
      storage.bytes - std::min<std::uint64_t>(storage.bytes, kLeastL1Bytes);
  return storage.bytes - std::min(shared_carve_out(storage, sm, block), most_shared);
}

}  // namespace warpscope::arch
