// The engine of an SM that executes bulk copies, line by line.
#include <algorithm>
#include <bit>

#include "vgpu/timing/clock/memory_path.h"

namespace warpscope::timing {
namespace {

/// Which sectors of the line at `address` a copy of so many bytes from there touches, and how many
/// bytes of it are in the line.
struct LinePart {
  std::uint64_t sectors = 0;
  std::uint64_t bytes = 0;
};

LinePart part_of_line(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t first = address % kLineBytes;
  const std::uint64_t taken = std::min<std::uint64_t>(bytes, kLineBytes - first);
  LinePart part{0, taken};
  for (std::uint64_t sector = first / kSectorBytes; sector <= (first + taken - 1) / kSectorBytes;
       ++sector)
    part.sectors |= std::uint64_t{1} << sector;
  return part;
}

}  // namespace

MemoryPath::Done MemoryPath::copy_in_bulk(const exec::BulkCopyRecord& copy, Ticks now) {
  const bool is_to_global = copy.is_to_global;
  const auto& figures = figures_.bulk_copies;
  const Ticks start = now + ticks_of(figures.start_cycles);
  const Ticks each = is_to_global ? ticks_of(kLineSectors / figures.read_sectors_per_cycle)
                                  : ticks_of(figures.line_cycles);
  Server& engine = is_to_global ? bulk_stores_ : bulk_loads_;
  Ticks done = std::max(start, engine.free_at());
  for (std::uint64_t at = copy.address, end = at + copy.bytes; at < end;) {
    const LinePart part = part_of_line(at, end - at);
    const auto sectors = static_cast<std::uint64_t>(std::popcount(part.sectors));
    const Ticks turn = engine.serve(start, std::max<Ticks>(1, each * sectors / kLineSectors));
    if (is_to_global) {
      const Ticks left = from_sm_.serve(turn, sectors);
      l2_.write(at / kLineBytes, part.sectors, left + store_to_l2_);
      done = std::max(done, turn);
    } else if (!copy.is_within_shared) {
      const Ticks there = to_sm_.serve(l2_.read(at / kLineBytes, part.sectors, turn), sectors);
      if (in_flight_ != nullptr) in_flight_->add(turn, there, sectors * kSectorBytes);
      done = std::max(done, there);
    } else {
      done = std::max(done, turn);
    }
    at += part.bytes;
  }
  if (is_to_global)
    return {done + ticks_of(figures.written_cycles),
            std::max(done, now + ticks_of(figures.read_cycles))};
  return {done + ticks_of(figures.arrival_cycles), now + operand_};
}

}  // namespace warpscope::timing
