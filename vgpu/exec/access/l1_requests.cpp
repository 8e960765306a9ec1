#include "vgpu/exec/access/l1_requests.h"

#include <bit>

#include "vgpu/counting/pieces.h"
#include "vgpu/exec/program/kernel.h"

namespace warpscope::exec {
namespace {

// Local memory's lines, apart from those of global memory.
constexpr std::uint64_t kLocalLines = std::uint64_t{1} << 63;
constexpr std::uint32_t kWordBits = 24;       // 512 KiB of local memory per thread are 2^17 words
constexpr std::uint32_t kWarpsPerBlock = 64;  // at most 32

std::uint64_t block_number(const BlockContext& block) {
  const Dim3& grid = block.configuration->grid;
  const Dim3& index = block.block_index;
  return (std::uint64_t{index.z} * grid.y + index.y) * grid.x + index.x;
}

L1Cache& cache_of(const WarpContext& context) {
  return context.block->l1->of(block_number(*context.block));
}

void set_bytes(LineBytes& bytes, std::uint64_t first, std::uint32_t size_bytes) {
  bytes[first / 64] |= ((std::uint64_t{1} << size_bytes) - 1) << (first % 64);
}

// The lines of one request, in the order of the lanes. An access lies within one line, being
// aligned to its size.
class Request {
 public:
  void add(std::uint64_t line, std::uint64_t first_byte, std::uint32_t size_bytes) {
    std::uint32_t i = 0;
    while (i < count_ && lines_[i] != line) ++i;
    if (i == count_) {
      lines_[count_] = line;
      bytes_[count_++] = {};
    }
    set_bytes(bytes_[i], first_byte, size_bytes);
  }
  void add_lanes(const LaneAddresses& addresses, std::uint32_t mask, std::uint32_t size_bytes) {
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
      const std::uint64_t address = addresses[std::countr_zero(rest)];
      add(address / kL1LineBytes, address % kL1LineBytes, size_bytes);
    }
  }
  std::uint32_t load(L1Cache& cache, L1Use use) const {
    std::uint32_t hits = 0;
    for (std::uint32_t i = 0; i < count_; ++i) hits += cache.load(lines_[i], bytes_[i], use);
    return hits;
  }
  void store(L1Cache& cache) const {
    for (std::uint32_t i = 0; i < count_; ++i) cache.store(lines_[i], bytes_[i]);
  }
  void drop(L1Cache& cache) const {
    for (std::uint32_t i = 0; i < count_; ++i) cache.drop(lines_[i]);
  }

 private:
  // A lane of local memory has up to four words, each in a line of its own.
  static constexpr std::size_t kMostLines = std::size_t{4} * kWarpSize;
  std::array<std::uint64_t, kMostLines> lines_;
  std::array<LineBytes, kMostLines> bytes_;
  std::uint32_t count_ = 0;
};

// Its hits are added to site `site`.
void load_through_l1(WarpContext& context, std::size_t site, const LaneAddresses& addresses,
                     std::uint32_t mask, std::uint32_t size_bytes, L1Use use) {
  Request request;
  request.add_lanes(addresses, mask, size_bytes);
  context.block->l1->add_hits(site, request.load(cache_of(context), use));
}

void store_through_l1(WarpContext& context, const LaneAddresses& addresses, std::uint32_t mask,
                      std::uint32_t size_bytes, bool is_atomic) {
  Request request;
  request.add_lanes(addresses, mask, size_bytes);
  if (is_atomic) {
    request.drop(cache_of(context));
  } else {
    request.store(cache_of(context));
  }
}

void access_local_through_l1(WarpContext& context, std::size_t site, const LaneAddresses& offsets,
                             std::uint32_t size_bytes, bool is_store) {
  constexpr std::uint32_t kWordBytes = 4;
  const std::uint64_t warp = block_number(*context.block) * kWarpsPerBlock + context.warp_index;
  Request request;
  for (std::uint32_t rest = context.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    for (std::uint32_t done = 0; done < size_bytes; done += kWordBytes) {
      const std::uint64_t offset = offsets[lane] + done;
      request.add(kLocalLines | warp << kWordBits | offset / kWordBytes,
                  std::uint64_t{lane} * kWordBytes + offset % kWordBytes,
                  std::min(size_bytes, kWordBytes));
    }
  }
  L1Cache& cache = cache_of(context);
  if (is_store) {
    request.store(cache);
  } else {
    context.block->l1->add_hits(site, request.load(cache, L1Use::allocating));
  }
}

}  // namespace

void L1Requests::go_through(WarpContext& context, const GlobalAccess& access) {
  context.access_cache[access.site] = {};
  const AccessSite& site = context.block->kernel->sites[access.site];
  if (site.kind == AccessSite::Kind::global_store)
    return store_through_l1(context, access.addresses, access.lanes, access.size_bytes, false);
  if (site.kind == AccessSite::Kind::global_atomic ||
      site.kind == AccessSite::Kind::global_reduction)
    return store_through_l1(context, access.addresses, access.lanes, access.size_bytes, true);
  if (site.kind != AccessSite::Kind::global_load) return;
  const Pieces pieces = Pieces::unpack(access.operation.counted.pieces);
  for (std::uint32_t k = 0; k < pieces.count; ++k) {
    LaneAddresses shifted;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      shifted[lane] = access.addresses[lane] + pieces.pieces[k].offset_bytes;
    load_through_l1(context, access.site, shifted, access.lanes, pieces.pieces[k].size_bytes,
                    site.l1_use);
  }
}

void L1Requests::go_through(WarpContext& context, const LocalAccess& access) {
  const Pieces pieces = Pieces::unpack(access.operation.counted.pieces);
  for (std::uint32_t k = 0; k < pieces.count; ++k) {
    LaneAddresses shifted;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      shifted[lane] = access.offsets[lane] + pieces.pieces[k].offset_bytes;
    access_local_through_l1(context, access.site, shifted, pieces.pieces[k].size_bytes,
                            access.is_store);
  }
}

void L1Requests::go_through(WarpContext& context, const CopyAccess& access) {
  LaneAddresses aligned;  // of a copy that reads a part, L1 has the whole
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    aligned[lane] = access.addresses[lane] / access.size_bytes * access.size_bytes;
  load_through_l1(context, access.site, aligned, access.lanes, access.size_bytes,
                  access.to != nullptr ? L1Use::bypassing : L1Use::allocating);
}

void drop_l1(WarpContext& context) { cache_of(context).drop_all(); }

}  // namespace warpscope::exec
