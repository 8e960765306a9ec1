#include "vgpu/exec/machine/vain_waits.h"

#include <string_view>

#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {
namespace {

// A program may count its tests in a way that cannot be seen here, and go on without.
constexpr std::uint32_t kMostRounds = 1 << 11;
// Later than in any program that counts a few tests, say before it pauses. A try_wait that is put
// aside for some rounds brings the same state back only after these: so some rounds are compared.
constexpr std::uint32_t kRoundsBeforeComparison = 256;
constexpr std::uint32_t kRoundsOfComparison = 64;

std::uint64_t hash_of(const std::byte* bytes, std::size_t size_bytes) {
  return std::hash<std::string_view>()({reinterpret_cast<const char*>(bytes), size_bytes});
}

std::uint64_t hash_of(const BlockContext& block, VainWaits::Warps warps) {
  std::uint64_t hash = hash_of(block.shared.data(), block.shared.size());
  const auto add = [&hash](std::uint64_t more) { hash = (hash ^ more) * 0x9e3779b97f4a7c15; };
  for (const auto& warp : warps) {
    const WarpContext& context = warp->context;
    add(context.state_hash());
    for (std::uint32_t lane = 0; context.local_written > 0 && lane < kWarpSize; ++lane)
      add(hash_of(context.local + lane * block.local_bytes, context.local_written));
  }
  return hash;
}

}  // namespace

bool VainWaits::is_stuck(bool is_vain, const BlockContext& block, Warps warps) {
  rounds_ = is_vain ? rounds_ + 1 : 0;
  if (rounds_ > kMostRounds) return true;
  if (rounds_ < kRoundsBeforeComparison || block.kernel->is_ordered ||
      rounds_ > kRoundsBeforeComparison + kRoundsOfComparison)
    return false;
  const std::uint64_t now = hash_of(block, warps);
  if (rounds_ == kRoundsBeforeComparison) {
    hash_ = now;
    return false;
  }
  return now == hash_;
}

}  // namespace warpscope::exec
