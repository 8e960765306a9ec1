#include "vgpu/exec/instructions/matrix_fragment.h"

#include <algorithm>

#include "vgpu/exec/base/text.h"
#include "vgpu/exec/instructions/memory.h"
#include "vgpu/exec/instructions/select_memory.h"
#include "vgpu/exec/instructions/together.h"

namespace warpscope::exec::matrix {
namespace {

constexpr std::array kShapes = std::to_array<Shape>({
    {"m16n16k16", 16, 16, 16},
    {"m32n8k16", 32, 8, 16},
    {"m8n32k16", 8, 32, 16},
    {"m16n8k16", 16, 8, 16},
    {"m16n8k8", 16, 8, 8},
});

void append(Fragment& fragment, std::uint32_t row, std::uint32_t column) {
  fragment.tiles[fragment.count++] = {static_cast<std::uint8_t>(row),
                                      static_cast<std::uint8_t>(column)};
}

// Pairs of tiles along `outer`; in each pair first all of the depth's first tiles.
template <typename Append>
void pair_up(std::uint32_t outer_tiles, std::uint32_t depth_tiles, Append append_tile) {
  for (std::uint32_t pair = 0; pair < outer_tiles; pair += 2) {
    for (std::uint32_t depth = 0; depth < depth_tiles; ++depth) {
      for (std::uint32_t outer = pair; outer < std::min(pair + 2, outer_tiles); ++outer)
        append_tile(outer, depth);
    }
  }
}

// a: member mask, all lanes.
void do_nothing(WarpContext&, const Operation*, std::uint32_t) {}
const Operation* meet(WarpContext& c, const Operation* op) {
  if (c.is_full()) return op + 1;
  if (c.alive != kFullMask) {
    return raise(c, op, Fault::Kind::invalid_sync_mask, c.active,
                 "A matrix instruction needs all 32 lanes of its warp, but lanes " +
                     lane_list(~c.alive) + " have ended or do not exist.");
  }
  return act_together(c, op, op->a, do_nothing, Exchange::in_one_place);
}

bool are_contiguous(std::span<const Slot> slots) {
  for (std::uint32_t k = 0; k < slots.size(); ++k) {
    if (slots[k] != register_at(slots[0], k)) return false;
  }
  return true;
}

void emit_copy(Builder& builder, Slot to, Slot from) {
  Operation& op = builder.emit(memory_access::select_copy(4));
  op.d = to;
  op.a = from;
}

}  // namespace

std::span<const Shape> shapes() { return kShapes; }

std::uint32_t take_shape(Builder& builder) {
  for (std::uint32_t i = 0; i < kShapes.size(); ++i) {
    if (builder.take(kShapes[i].name)) return i;
  }
  builder.unsupported("this shape");
}

namespace {

Fragment lay_out(const Shape& shape, Part part) {
  const std::uint32_t rows = shape.rows / kTile, columns = shape.columns / kTile,
                      depth = shape.depth / kTile;
  // The hardware has 16 rows: with 8 it multiplies the transposed matrices.
  const bool is_flat = rows == 1;
  Fragment result;
  if (part == Part::a) {
    pair_up(rows, depth, [&](std::uint32_t row, std::uint32_t k) { append(result, row, k); });
    result.rows = shape.rows;
    result.columns = shape.depth;
  } else if (part == Part::b) {
    if (is_flat) {
      pair_up(columns, depth,
              [&](std::uint32_t column, std::uint32_t k) { append(result, k, column); });
    } else {
      for (std::uint32_t column = 0; column < columns; ++column) {
        for (std::uint32_t k = 0; k < depth; ++k) append(result, k, column);
      }
    }
    result.is_transposed = true;
    result.rows = shape.depth;
    result.columns = shape.columns;
  } else {
    for (std::uint32_t column = 0; column < columns; ++column) {
      for (std::uint32_t row = 0; row < rows; ++row) append(result, row, column);
    }
    result.is_transposed = is_flat;
    result.rows = shape.rows;
    result.columns = shape.columns;
  }
  return result;
}

using Fragments = std::array<Fragment, 3 * kShapes.size()>;  // by shape and part

Fragments lay_out_all() {
  Fragments all;
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = lay_out(kShapes[i / 3], static_cast<Part>(i % 3));
  return all;
}

}  // namespace

const Fragment& fragment(std::uint32_t shape, Part part) {
  static const Fragments kAll = lay_out_all();
  return kAll.at(shape * 3 + static_cast<std::uint32_t>(part));
}

void emit_meeting(Builder& builder) {
  const Slot everyone = builder.constant(kFullMask, 4);
  builder.emit(meet).a = everyone;
}

Slot gather(Builder& builder, const ptx::Operand& operand, std::uint32_t count, ptx::Type type) {
  std::array<Slot, kMostTiles> slots{};
  const auto elements = memory_access::elements_of(builder, operand, count);
  for (std::uint32_t k = 0; k < count; ++k) slots[k] = builder.source(elements[k], type);
  if (are_contiguous({slots.data(), count})) return slots[0];
  const Slot together = builder.scratch(count * kRegisterBytes);
  for (std::uint32_t k = 0; k < count; ++k) emit_copy(builder, register_at(together, k), slots[k]);
  return together;
}

Scatter::Scatter(Builder& builder, const ptx::Operand& operand, std::uint32_t count, ptx::Type type)
    : count_(count) {
  const auto elements = memory_access::elements_of(builder, operand, count);
  for (std::uint32_t k = 0; k < count; ++k) registers_[k] = builder.destination(elements[k], type);
  slot_ = are_contiguous({registers_.data(), count}) ? registers_[0]
                                                     : builder.scratch(count * kRegisterBytes);
}

void Scatter::finish(Builder& builder) const {
  if (slot_ == registers_[0]) return;
  for (std::uint32_t k = 0; k < count_; ++k)
    emit_copy(builder, registers_[k], register_at(slot_, k));
}

Words transposed(const Words& words) {
  Words result;
  for (std::uint32_t row = 0; row < kTile; ++row) {
    for (std::uint32_t column = 0; column < kTile; ++column)
      result[column * kTile + row] = words[row * kTile + column];
  }
  return result;
}

}  // namespace warpscope::exec::matrix
