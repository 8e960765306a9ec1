#include "record/warp_request.h"

#include <bit>
#include <limits>

namespace warpscope::record {
namespace {

constexpr std::int64_t kFarthest = std::int64_t{1} << 48;
constexpr std::uint32_t kMostWarps = 32;  // of a block
constexpr std::uint32_t kMostWavefronts =
    256;  // 32 lanes of 16 bytes, and an atomic's two for each
constexpr std::uint32_t kMostSectors = 1024;

bool is_near(std::int64_t address) { return address >= -kFarthest && address <= kFarthest; }

}  // namespace

std::vector<WarpRequest::Run> runs_of(const LaneAddresses& addresses, std::uint32_t mask) {
  std::vector<WarpRequest::Run> runs;
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const std::int64_t address = addresses.at(static_cast<std::size_t>(std::countr_zero(rest)));
    if (runs.empty()) {
      runs.push_back({address, 0, 1});
      continue;
    }
    WarpRequest::Run& last = runs.back();
    const std::int64_t step = address - (last.first + last.step * (last.lanes - 1));
    if (last.lanes == 1 || step == last.step) {
      last.step = step;
      ++last.lanes;
    } else {
      runs.push_back({address, 0, 1});
    }
  }
  return runs;
}

LaneAddresses addresses_of(const WarpRequest& request) {
  LaneAddresses addresses{};
  std::uint32_t rest = request.lanes;
  for (const WarpRequest::Run& run : request.addresses) {
    for (std::uint32_t k = 0; k < run.lanes && rest != 0; ++k, rest &= rest - 1)
      addresses.at(static_cast<std::size_t>(std::countr_zero(rest))) = run.first + run.step * k;
  }
  return addresses;
}

std::string request_problem(const WarpRequest& request) {
  const auto active = static_cast<std::uint32_t>(std::popcount(request.lanes));
  if (active == 0) return "has no lanes";
  if (!std::has_single_bit(request.bytes) || request.bytes > 16)
    return "has lanes of " + std::to_string(request.bytes) + " bytes, not 1, 2, 4, 8 or 16";
  if (request.kind == WarpRequest::Kind::atomic && request.bytes < kLeastAtomicBytes)
    return "is an atomic of 1 byte, and none is below 2";
  if (request.warp >= kMostWarps)
    return "is of warp " + std::to_string(request.warp) + ", but a block has at most 32";
  std::uint64_t there = 0;
  for (const WarpRequest::Run& run : request.addresses) {
    if (run.lanes == 0 || run.lanes > kLanesOfWarp) return "has addresses of no lanes, or of many";
    if (!is_near(run.first) || !is_near(run.step)) return "has an address beyond any memory";
    there += run.lanes;
  }
  if (there != active)
    return "has addresses of " + std::to_string(there) + " lanes, but " + std::to_string(active) +
           " take part";
  const bool is_shared = request.space == WarpRequest::Space::shared;
  if (is_shared) {
    for (const WarpRequest::Run& run : request.addresses) {
      if (run.first < 0 || run.first + run.step * (run.lanes - 1) < 0)
        return "has a negative offset in shared memory";
    }
    if (request.array_offset > std::numeric_limits<std::uint32_t>::max())
      return "has an array that begins beyond shared memory";
  } else if (request.array_offset >= 128) {
    return "has an array that begins beyond a line of 128 bytes";
  }
  if (request.sectors > kMostSectors || request.lines > request.sectors ||
      request.wavefronts > kMostWavefronts || request.conflicts > request.wavefronts)
    return "has more sectors, lines or wavefronts than a warp can ask for";
  return {};
}

}  // namespace warpscope::record
