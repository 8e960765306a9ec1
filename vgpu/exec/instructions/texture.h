// tex, tld4, txq, suld, sust, sured, suq on texture and surface objects, PTX ISA manual
// section 9.7.10.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec::texture {

/// The dimensions that a modifier names, e.g. "a2d".
struct Geometry {
  std::uint8_t dimensions = 1;
  bool is_layered = false;
  /// Registers that name a place: the dimensions, and the layer before them.
  std::uint32_t coordinates() const { return dimensions + (is_layered ? 1U : 0U); }
};
/// Takes it from the instruction; Unsupported for cubes and the like.
Geometry take_geometry(Builder& builder);
/// The operand's handle and coordinates, as in `[%rd1, {%f1, %f2}]`; the first coordinate of a
/// layered one is the layer.
struct Place {
  Slot handle = kNoSlot;
  Slot at[3] = {kNoSlot, kNoSlot, kNoSlot};
};
Place place_of(Builder& builder, const ptx::Operand& operand, const Geometry& geometry,
               ptx::Type coordinate);
/// The handle of a query's operand, `[%rd1]`.
Slot handle_of(Builder& builder, const ptx::Operand& operand);

/// The lanes of `mask` whose handle is that of `lane`.
std::uint32_t lanes_of(const std::uint64_t* handles, std::uint32_t lane, std::uint32_t mask);

}  // namespace warpscope::exec::texture
