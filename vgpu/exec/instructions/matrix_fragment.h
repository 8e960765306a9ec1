// How the lanes of a warp hold the operands of matrix instructions, and what their builders share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "vgpu/exec/builder/builder.h"
#include "vgpu/exec/machine/warp.h"

namespace warpscope::exec::matrix {

inline constexpr std::uint32_t kTile = 8;                       ///< rows and columns of a tile
inline constexpr std::uint32_t kElements = kTile * kTile;       ///< of a tile: two in each lane
inline constexpr std::uint32_t kRegisterBytes = 4 * kWarpSize;  ///< of a 32-bit register
/// Where row `index` of a tile begins, or the lanes or addresses of tile `index`.
constexpr std::size_t eights(std::uint32_t index) { return std::size_t{kTile} * index; }
inline constexpr std::uint32_t kMostTiles = 8;  ///< of a fragment

/// Multiplies rows x depth by depth x columns elements.
struct Shape {
  std::string_view name;  ///< as the instructions spell it
  std::uint32_t rows = 0, columns = 0, depth = 0;
};
/// Those that are known; instructions name them by their index.
std::span<const Shape> shapes();
/// Index of the shape that a modifier names; Unsupported when none does.
std::uint32_t take_shape(Builder& builder);

enum class Part : std::uint8_t { a, b, accumulator };

/// A tile's place in its matrix, in units of tiles.
struct Tile {
  std::uint8_t row = 0, column = 0;
};

/// An operand as tiles of 8 x 8. Lane l holds two neighbours of each: of row l / 4 the columns
/// 2 * (l % 4) and the next; with is_transposed of column l / 4 those rows. 16-bit elements share a
/// register, 32-bit elements have one each. For `mma` the manual shows this in the figures of its
/// section 9.7.14.5; the fragments of `wmma` are opaque, and this is how ptxas 13.0 lays them out
/// for sm_90.
struct Fragment {
  std::array<Tile, kMostTiles> tiles{};
  std::uint32_t count = 0;
  bool is_transposed = false;
  std::uint32_t rows = 0, columns = 0;  ///< of the whole matrix
};
const Fragment& fragment(std::uint32_t shape, Part part);

/// Register `index` of a fragment that begins at `slot`.
inline Slot register_at(Slot slot, std::uint32_t index) {
  return behind(slot, index * kRegisterBytes);
}

/// Makes the lanes meet: what follows runs with all 32 of them. A warp that has lost some, or never
/// had them, stops with a fault; the manual leaves undefined what happens.
void emit_meeting(Builder& builder);

/// Slot of the registers of a vector operand, one behind the other; copies them if they are not.
Slot gather(Builder& builder, const ptx::Operand& operand, std::uint32_t count, ptx::Type type);

/// A vector operand as destination: an operation writes to `slot`, finish() copies from there.
class Scatter {
 public:
  Scatter(Builder& builder, const ptx::Operand& operand, std::uint32_t count, ptx::Type type);
  Slot slot() const { return slot_; }
  void finish(Builder& builder) const;

 private:
  std::array<Slot, kMostTiles> registers_{};
  std::uint32_t count_ = 0;
  Slot slot_ = kNoSlot;
};

/// An 8 x 8 tile of 16-bit elements by rows.
using Words = std::array<std::uint16_t, kElements>;
Words transposed(const Words& words);

}  // namespace warpscope::exec::matrix
