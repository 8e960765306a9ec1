#include "vgpu/server/l1_size.h"

#include <algorithm>
#include <array>

#include "vgpu/protocol/launch_check.h"

namespace warpscope::device {
namespace {

constexpr std::uint64_t kKibibyte = 1024;
// CUDA Programming Guide, "Compute Capability 9.0", Shared Memory; without 0, at which an H200 was
// not seen.
constexpr std::array<std::uint64_t, 9> kSharedSizesKib{8, 16, 32, 64, 100, 132, 164, 196, 228};

}  // namespace

std::uint64_t l1_size(const DeviceDescription& device, const KernelDescription& kernel,
                      std::uint32_t block_threads, std::uint64_t dynamic_shared_bytes,
                      std::uint64_t l1_and_shared_bytes) {
  const std::uint64_t shared = kernel.static_shared_bytes + dynamic_shared_bytes;
  const std::uint64_t per_block = shared == 0 ? 0 : shared + device.shared_reserved_per_block_bytes;
  const std::uint64_t needed =
      per_block * resident_blocks(device, kernel, block_threads, dynamic_shared_bytes);
  const auto size = std::find_if(kSharedSizesKib.begin(), kSharedSizesKib.end(),
                                 [&](std::uint64_t kib) { return kib * kKibibyte >= needed; });
  const std::uint64_t taken =
      (size == kSharedSizesKib.end() ? kSharedSizesKib.back() : *size) * kKibibyte;
  return l1_and_shared_bytes - std::min(taken, l1_and_shared_bytes - kKibibyte);
}

}  // namespace warpscope::device
