#include "vgpu/exec/access/trace.h"

#include <algorithm>
#include <bit>

#include "vgpu/counting/l1_banks.h"
#include "vgpu/counting/pieces.h"
#include "vgpu/exec/trace/warp_trace.h"

namespace warpscope::exec {
namespace {

constexpr std::uint32_t kSectorShift = 5;
constexpr std::uint32_t kStoreBit = 31;  // packed pieces are narrower

// Sectors as they are found, in any order.
template <std::size_t kMost>
class FoundSectors {
 public:
  void add(std::uint64_t sector) {
    if (count_ == 0 || sectors_[count_ - 1] != sector) sectors_[count_++] = sector;
  }
  void give(WarpTrace& trace, std::uint32_t site) { trace.add_sectors(site, sectors_, count_); }

 private:
  std::uint64_t sectors_[kMost];
  std::size_t count_ = 0;
};

template <typename Visit>
void for_each_lane_of(std::uint32_t lanes, const Visit& visit) {
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
    visit(static_cast<std::uint32_t>(std::countr_zero(rest)));
}

void note_banks(WarpContext& context, const GlobalAccess& access, Pieces::Piece piece) {
  LaneAddresses addresses;
  for_each_lane_of(access.lanes, [&](std::uint32_t lane) {
    addresses[lane] = access.addresses[lane] + static_cast<std::uint64_t>(piece.offset_bytes);
  });
  context.trace->add_bank_words(access.site,
                                words_of_fullest_bank(addresses, access.lanes, piece.size_bytes));
}

}  // namespace

// An element lies in one sector.
void TracedSectors::note(WarpContext& context, const GlobalAccess& access) {
  WarpTrace& trace = *context.trace;
  const bool may_repeat = access.lanes == kFullMask && trace.has_no_sectors();
  const std::uint32_t kind = access.operation.counted.pieces | std::uint32_t{access.is_store}
                                                                   << kStoreBit;
  if (may_repeat && trace.add_again(access.site, access.addresses, kind)) return;
  const Pieces pieces = Pieces::unpack(access.operation.counted.pieces);
  for (std::uint32_t k = 0; k < pieces.count; ++k) {
    std::uint64_t sectors[kWarpSize];
    std::size_t count = 0;
    if (access.lanes == kFullMask) {
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
        sectors[lane] = (access.addresses[lane] + pieces.pieces[k].offset_bytes) >> kSectorShift;
      count = kWarpSize;
    } else {
      for_each_lane_of(access.lanes, [&](std::uint32_t lane) {
        sectors[count++] = (access.addresses[lane] + pieces.pieces[k].offset_bytes) >> kSectorShift;
      });
    }
    trace.add_sectors(access.site, sectors, count);
    if (!access.is_store) note_banks(context, access, pieces.pieces[k]);
  }
  const bool is_one_whole = pieces.count == 1 && pieces.pieces[0].offset_bytes == 0;
  if (may_repeat) trace.keep_shape(access.site, access.addresses, kind, is_one_whole);
}

void TracedSectors::note(WarpContext& context, const AtomicAccess& access) {
  constexpr std::uint32_t kSectorsOfLine = 4;
  for (std::uint32_t k = 0; k < access.packets.count; ++k) {
    const AtomicPacket& packet = access.packets.packets[k];
    for (std::uint32_t time = 0; time < packet.times; ++time) {
      for_each_lane_of(packet.sectors, [&](std::uint32_t sector) {
        context.trace->add_run(access.site, packet.line * kSectorsOfLine + sector, 1);
      });
    }
  }
}

// As count_local_sectors() lays them out.
void TracedSectors::note(WarpContext& context, const LocalAccess& access) {
  constexpr std::uint32_t kWordBytes = 4, kLanesOfSector = 8, kMostWords = 4;
  const Pieces pieces = Pieces::unpack(access.operation.counted.pieces);
  for (std::uint32_t k = 0; k < pieces.count; ++k) {
    const Pieces::Piece piece = pieces.pieces[k];
    const std::uint32_t words = std::max(piece.size_bytes / kWordBytes, 1U);
    FoundSectors<std::size_t{kWarpSize} * kMostWords> sectors;
    for (std::uint32_t word = 0; word < words; ++word) {
      for_each_lane_of(access.lanes, [&](std::uint32_t lane) {
        const std::uint64_t offset = access.offsets[lane] + piece.offset_bytes;
        sectors.add((offset / kWordBytes + word) * (kWarpSize / kLanesOfSector) +
                    lane / kLanesOfSector);
      });
    }
    sectors.give(*context.trace, access.site);
  }
}

void TracedSectors::note(WarpContext& context, const CopyAccess& access) {
  FoundSectors<kWarpSize> sectors;
  for_each_lane_of(access.lanes, [&](std::uint32_t lane) {
    sectors.add(access.addresses[lane] >> kSectorShift);
  });
  sectors.give(*context.trace, access.site);
  context.trace->add_bank_words(
      access.site, words_of_fullest_bank(access.addresses, access.lanes, access.size_bytes));
}

void TracedSectors::note(WarpContext& context, const RangeAccess& access) {
  if (access.space != ptx::Space::global || access.bytes == 0) return;
  const std::uint64_t first = access.address >> kSectorShift;
  const std::uint64_t last = (access.address + access.bytes - 1) >> kSectorShift;
  context.trace->add_run(access.operation.site, first,
                         static_cast<std::uint32_t>(last - first + 1));
}

void TracedSectors::note(WarpContext& context, const ImageAccess& access) {
  constexpr std::size_t kMostElements = 8;
  FoundSectors<kMostElements * kWarpSize * 2> sectors;
  for (const ImageElements& of_lanes : access.elements) {
    for_each_lane_of(of_lanes.lanes, [&](std::uint32_t lane) {
      const std::uint64_t address = of_lanes.addresses[lane];
      sectors.add(address >> kSectorShift);
      sectors.add((address + access.size_bytes - 1) >> kSectorShift);
    });
  }
  sectors.give(*context.trace, access.site);
}

}  // namespace warpscope::exec
