// Names of mbarriers, which a library puts before them in shared memory. The virtual GPU reads them
// where it says who waits for what; a GPU does nothing with them.
#pragma once

#include <cstdint>

namespace warpscope::trace {

/// Stands directly before `groups * stages` mbarriers of 8 bytes: first those of group 0, one for
/// each stage, and so on. The addresses are generic, of strings in global or constant memory that
/// end in 0.
struct BarrierLabel {
  std::uint32_t magic;  ///< is_barrier_label
  std::uint16_t stages;
  /// Bit g: whoever arrives at group g says that data is there, for which somebody must wait before
  /// the block ends.
  std::uint16_t data_groups;
  /// A line for each group: what whoever waits there waits for, behind "stage 2 of ring 'tiles' ".
  /// Then, if somebody counts, a tab, "the DMA warps have made", a tab and "transfer".
  std::uint64_t awaited;
  std::uint64_t ring;  ///< its name; 0 when it has none
};
static_assert(sizeof(BarrierLabel) == 24);

/// A number that memory does not hold by chance.
inline constexpr std::uint32_t is_barrier_label = 0x9e1b5c3d;

}  // namespace warpscope::trace
