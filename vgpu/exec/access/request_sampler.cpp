#include "vgpu/exec/access/request_sampler.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "vgpu/counting/pieces.h"
#include "vgpu/exec/access/global_counts.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {
namespace {

using Space = WarpRequest::Space;
using Kind = WarpRequest::Kind;

constexpr std::size_t kMostBetween = 4;

std::optional<std::pair<Space, Kind>> kind_of(const AccessSite& site) {
  using enum AccessSite::Kind;
  switch (site.kind) {
    case global_load:
      return std::pair{Space::global, Kind::load};
    case global_store:
      return std::pair{Space::global, Kind::store};
    case global_atomic:
    case global_reduction:
      return std::pair{Space::global, Kind::atomic};
    case asynchronous_copy:
      return std::pair{Space::global, Kind::copy};
    case shared_load:
    case matrix_load:
      return std::pair{Space::shared, Kind::load};
    case shared_store:
    case matrix_store:
      return std::pair{Space::shared, Kind::store};
    case shared_atomic:
      return std::pair{Space::shared, Kind::atomic};
    default:
      return std::nullopt;
  }
}

void set_addresses(const std::uint64_t* addresses, std::int64_t offset, WarpRequest& request) {
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((request.lanes >> lane & 1U) != 0)
      request.addresses[lane] = addresses[lane] + static_cast<std::uint64_t>(offset);
  }
}

void count_shared(WarpRequest& request, bool is_of_tiles) {
  alignas(64) LaneOffsets offsets;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    offsets[lane] = static_cast<std::uint32_t>(request.addresses[lane]);
  Wavefronts wavefronts;
  if (request.kind == Kind::atomic) {
    wavefronts =
        count_shared_atomic(request.how, offsets, request.lanes, request.size_bytes).atomic;
  } else {
    wavefronts = count_wavefronts(offsets, request.lanes, request.size_bytes,
                                  request.may_pair && !is_of_tiles);
  }
  request.wavefronts = wavefronts.count;
  request.conflicts = wavefronts.conflicts;
}

}  // namespace

RequestSampler::RequestSampler(const Program& program, const Kernel& kernel,
                               const memory::DeviceMemory& memory, std::uint64_t shared_bytes)
    : program_(program),
      kernel_(kernel),
      memory_(memory),
      shared_end_(shared_bytes),
      group_of_site_(kernel.sites.size(), kNotAsked),
      seen_(kernel.sites.size()) {}

class RequestSampler::Block : public ObserverOf<RequestSampler::Block, BlockBegin> {
 public:
  explicit Block(RequestSampler& launch) : launch_(launch) {}
  void on(const BlockBegin& /*block*/) { ++launch_.blocks_; }

 private:
  RequestSampler& launch_;
};

std::unique_ptr<BlockObserver> RequestSampler::observe_blocks(const BlockShape& /*shape*/) {
  return std::make_unique<Block>(*this);
}

std::int32_t RequestSampler::group_of(std::uint32_t site) {
  std::int32_t& known = group_of_site_[site];
  if (known != kNotAsked) return known;
  known = kNotKept;
  const AccessSite& at = kernel_.sites[site];
  const auto kind = kind_of(at);
  if (!kind) return known;
  const SourceLine where = attribute(program_, *kernel_.function_of(at.instruction).function,
                                     kernel_.instruction(at.instruction));
  if (where.line == 0) return known;
  auto line = static_cast<std::size_t>(std::ranges::find(lines_, where) - lines_.begin());
  if (line == lines_.size()) {
    if (line == kMostLines) return known;
    lines_.push_back(where);
  }
  const auto is_same = [&](const Group& group) {
    return group.line == line && group.space == kind->first && group.kind == kind->second;
  };
  const auto group = std::ranges::find_if(groups_, is_same);
  known = static_cast<std::int32_t>(group - groups_.begin());
  if (group == groups_.end()) {
    Group& added = groups_.emplace_back();
    added.line = line;
    added.space = kind->first;
    added.kind = kind->second;
  }
  return known;
}

// What is only known of one that is kept.
void RequestSampler::keep(const WarpContext& context, WarpRequest& request) const {
  request.block = linear_index(*context.block);
  request.warp = context.warp_index;
  const auto first = request.addresses[std::countr_zero(request.lanes)];
  if (request.space == Space::global) {
    if (const memory::Allocation* allocation = memory_.find(first)) {
      request.array_address = allocation->address;
      request.array_bytes = allocation->size_bytes;
    }
    return;
  }
  const std::uint64_t reserved = kernel_.reserved_shared_bytes;
  for (const Kernel::SharedArray& array : kernel_.shared_arrays) {
    const std::uint64_t end = array.size_bytes == 0 ? shared_end_ : array.offset + array.size_bytes;
    if (first < array.offset || first >= end) continue;
    request.array = array.name;
    request.array_address = array.offset - reserved;
    request.array_bytes = end - array.offset;
  }
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((request.lanes >> lane & 1U) != 0) request.addresses[lane] -= reserved;
  }
}

void RequestSampler::add(const WarpContext& context, std::uint32_t site, WarpRequest request) {
  seen_[site] += request.cost();
  Group& group = groups_[static_cast<std::size_t>(group_of(site))];
  const std::uint64_t order = group.count++;
  const bool is_worst = order == 0 || request.cost() > group.worst.request.cost();
  const bool is_between = order % group.every == 0;
  if (!is_worst && !is_between) return;
  request.space = group.space;
  request.kind = group.kind;
  keep(context, request);
  if (is_worst) group.worst = {order, site, request};
  if (!is_between) return;
  if (group.between.size() == kMostBetween) {
    group.every *= 2;
    std::erase_if(group.between, [&](const Kept& kept) { return kept.order % group.every != 0; });
    if (order % group.every != 0) return;
  }
  group.between.push_back({order, site, request});
}

void RequestSampler::take(const WarpContext& context, const GlobalAccess& access) {
  if (group_of(access.site) < 0) return;
  const Pieces pieces = Pieces::unpack(access.operation.counted.pieces);
  for (std::uint32_t k = 0; k < pieces.count; ++k) {
    WarpRequest request;
    request.lanes = access.lanes;
    request.size_bytes = pieces.pieces[k].size_bytes;
    set_addresses(access.addresses, pieces.pieces[k].offset_bytes, request);
    request.sectors = count_sectors(request.addresses, request.lanes);
    add(context, access.site, request);
  }
}

void RequestSampler::take(const WarpContext& context, const AtomicAccess& access) {
  if (is_narrow_loop(access.operation, access.size_bytes) || group_of(access.site) < 0) return;
  WarpRequest request;
  request.lanes = counted_lanes(access.operation, access.lanes);
  request.size_bytes = access.size_bytes;
  set_addresses(access.addresses, 0, request);
  request.sectors = access.packets.sectors();
  request.kind = Kind::atomic;
  add(context, access.site, request);
}

void RequestSampler::take(const WarpContext& context, const SharedAccess& access) {
  using enum AccessSite::Kind;
  const AccessSite::Kind at = kernel_.sites[access.site].kind;
  const bool is_of_tiles = at == matrix_load || at == matrix_store;
  if (at == asynchronous_copy || group_of(access.site) < 0) return;
  LaneAddresses addresses;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) addresses[lane] = access.offsets[lane];
  WarpRequest request;
  request.space = Space::shared;
  request.lanes = access.lanes;
  request.size_bytes = access.size_bytes;
  if (at == shared_atomic) {
    request.kind = Kind::atomic;
    request.how = access.operation.atomic.how;
    request.lanes = counted_lanes(access.operation, access.lanes);
    set_addresses(addresses, 0, request);
    if (!is_loop(request.how)) count_shared(request, false);
    add(context, access.site, request);
    return;
  }
  request.may_pair = !access.is_store && !access.is_generic && !is_of_tiles;
  Pieces pieces = Pieces::unpack(access.operation.counted.pieces);
  if (is_of_tiles) pieces = {1, {Pieces::Piece{0, static_cast<std::uint8_t>(access.size_bytes)}}};
  for (std::uint32_t k = 0; k < pieces.count; ++k) {
    request.size_bytes = pieces.pieces[k].size_bytes;
    set_addresses(addresses, pieces.pieces[k].offset_bytes, request);
    count_shared(request, is_of_tiles);
    add(context, access.site, request);
  }
}

void RequestSampler::take(const WarpContext& context, const CopyAccess& access) {
  if (group_of(access.site) < 0) return;
  WarpRequest request;
  request.lanes = access.lanes;
  request.size_bytes = access.size_bytes;
  set_addresses(access.addresses, 0, request);
  request.sectors = access.to != nullptr
                        ? count_bypassing_sectors(access.addresses, access.to, access.lanes)
                        : count_sectors(access.addresses, access.lanes);
  add(context, access.site, request);
}

void RequestSampler::take_pattern(const WarpContext& context, std::uint32_t site, ptx::Space space,
                                  const LaneAddresses& addresses, std::uint32_t size_bytes) {
  if ((space != ptx::Space::global && space != ptx::Space::shared) || group_of(site) < 0) return;
  const Group& group = groups_[static_cast<std::size_t>(group_of(site))];
  WarpRequest request;
  request.space = group.space;
  request.lanes = kFullMask;
  request.size_bytes = size_bytes;
  request.may_pair = group.space == Space::shared && group.kind == Kind::load;
  set_addresses(addresses, 0, request);
  if (group.space == Space::global) {
    request.sectors = static_cast<std::uint32_t>(
        ((addresses[0] + std::uint64_t{kWarpSize} * size_bytes - 1) >> 5) - (addresses[0] >> 5) +
        1);
  } else {
    count_shared(request, false);
  }
  add(context, site, request);
}

void RequestSampler::take_line(const WarpContext& context, std::uint32_t site,
                               std::uint32_t first) {
  if (group_of(site) < 0) return;
  WarpRequest request;
  request.space = Space::shared;
  request.lanes = kFullMask;
  request.size_bytes = 4;
  request.may_pair = kernel_.sites[site].kind == AccessSite::Kind::shared_load;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) request.addresses[lane] = first ^ 4 * lane;
  request.wavefronts = 1;
  add(context, site, request);
}

SampledRequests RequestSampler::finish(std::span<const AccessCounters> counted) const {
  const auto is_as_counted = [&](const Kept& kept) {
    return is_loop(kept.request.how) || counted[kept.site].units == seen_[kept.site];
  };
  std::map<SourceLine, std::vector<const Kept*>> lines;
  // First those that each group must have, then those in between as far as there is room.
  for (const bool is_first_round : {true, false}) {
    for (const Group& group : groups_) {
      if (group.count == 0) continue;
      std::vector<const Kept*>& of_line = lines[lines_[group.line]];
      const auto give = [&](const Kept& kept) {
        const bool is_there = std::ranges::any_of(of_line, [&](const Kept* each) {
          return each->order == kept.order && each->request.space == group.space &&
                 each->request.kind == group.kind;
        });
        if (!is_there && of_line.size() < kMostOfLine && is_as_counted(kept))
          of_line.push_back(&kept);
      };
      if (is_first_round) {
        if (!group.between.empty()) give(group.between.front());
        give(group.worst);
      } else {
        for (const Kept& kept : group.between) give(kept);
      }
    }
  }
  SampledRequests result;
  result.blocks = blocks_;
  for (auto& [where, of_line] : lines) {
    if (of_line.empty()) continue;
    std::ranges::stable_sort(of_line, {}, [](const Kept* kept) {
      return std::tuple(kept->request.space, kept->request.kind, kept->order);
    });
    LineRequests& line = result.lines.emplace_back(LineRequests{where, {}});
    for (const Kept* kept : of_line) line.requests.push_back(kept->request);
  }
  return result;
}

}  // namespace warpscope::exec
