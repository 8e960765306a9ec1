// mma and wmma.mma of half and bfloat16 elements. Each element of the result is the accumulator
// with the products added in the order of the depth, each sum rounded to binary32; a binary16
// result is rounded once more at the end. The manual leaves order and precision of the hardware's
// sums open.

#include <cmath>
#include <cstring>
#include <limits>

#include "vgpu/exec/instructions/half_lanes.h"
#include "vgpu/exec/instructions/matrix.h"
#include "vgpu/exec/instructions/matrix_fragment.h"

namespace warpscope::exec::matrix {
namespace {

constexpr std::uint32_t kMostElements = 512;  // 32 x 16
using Values = std::array<float, kMostElements>;
using TileValues = std::array<float, kElements>;

// Puts a tile, whose lanes' elements come one after the other, into the matrix, or takes it out.
template <bool kTakesOut>
void move_tile(const Fragment& f, std::uint32_t index, TileValues& tile, Values& matrix) {
  const Tile place = f.tiles[index];
  float* corner = matrix.data() + eights(place.row) * f.columns + eights(place.column);
  for (std::uint32_t line = 0; line < kTile; ++line) {
    for (std::uint32_t i = 0; i < kTile; ++i) {
      float& inside = f.is_transposed ? corner[i * f.columns + line] : corner[line * f.columns + i];
      float& outside = tile[line * kTile + i];
      if constexpr (kTakesOut) {
        outside = inside;
      } else {
        inside = outside;
      }
    }
  }
}

template <typename Format>
void read_narrow(WarpContext& c, Slot slot, const Fragment& f, Values& matrix) {
  for (std::uint32_t i = 0; i < f.count; ++i) {
    alignas(64) TileValues tile;
    widen_lanes<Format, false, kElements>(c.at<std::uint16_t>(register_at(slot, i)), tile.data());
    move_tile<false>(f, i, tile, matrix);
  }
}

template <typename Format>
void write_narrow(WarpContext& c, Slot slot, const Fragment& f, Values& matrix) {
  for (std::uint32_t i = 0; i < f.count; ++i) {
    alignas(64) TileValues tile;
    move_tile<true>(f, i, tile, matrix);
    store_lanes<Format, false, 2>(c, register_at(slot, i), tile.data());
  }
}

void read_wide(WarpContext& c, Slot slot, const Fragment& f, Values& matrix) {
  for (std::uint32_t i = 0; i < f.count; ++i) {
    TileValues tile;
    for (std::uint32_t e = 0; e < 2; ++e) {
      const float* from = c.at<float>(register_at(slot, 2 * i + e));
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) tile[2 * lane + e] = from[lane];
    }
    move_tile<false>(f, i, tile, matrix);
  }
}

void write_wide(WarpContext& c, Slot slot, const Fragment& f, Values& matrix) {
  for (std::uint32_t i = 0; i < f.count; ++i) {
    TileValues tile;
    move_tile<true>(f, i, tile, matrix);
    for (std::uint32_t e = 0; e < 2; ++e) {
      float* to = c.at<float>(register_at(slot, 2 * i + e));
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
        const float value = tile[2 * lane + e];
        to[lane] = std::isnan(value) ? std::bit_cast<float>(0x7fffffffu) : value;
      }
    }
  }
}

struct MultiplyForm {
  std::uint32_t shape;
  bool is_d_wide, is_c_wide;  ///< binary32
};

// d = a * b + c.
template <typename Format, std::uint32_t kColumns>
const Operation* multiply(WarpContext& c, const Operation* op) {
  const auto form = op->form<MultiplyForm>();
  const std::uint32_t shape = form.shape;
  const Fragment& a = fragment(shape, Part::a);
  const Fragment& b = fragment(shape, Part::b);
  const Fragment& sums = fragment(shape, Part::accumulator);
  alignas(64) Values left, right, result;
  read_narrow<Format>(c, op->a, a, left);
  read_narrow<Format>(c, op->b, b, right);
  if (form.is_c_wide) {
    read_wide(c, op->c, sums, result);
  } else {
    read_narrow<Format>(c, op->c, sums, result);
  }
  for (std::uint32_t row = 0; row < a.rows; ++row) {
    float* sum = result.data() + std::size_t{row} * kColumns;
    for (std::uint32_t k = 0; k < a.columns; ++k) {
      const float factor = left[row * a.columns + k];
      const float* others = right.data() + std::size_t{k} * kColumns;
#pragma GCC ivdep
      for (std::uint32_t column = 0; column < kColumns; ++column)
        sum[column] = __builtin_fmaf(factor, others[column], sum[column]);
    }
  }
  if (form.is_d_wide) {
    write_wide(c, op->d, sums, result);
  } else {
    write_narrow<Format>(c, op->d, sums, result);
  }
  return op + 1;
}

template <typename Format>
Handler by_columns(std::uint32_t columns) {
  return columns == 8    ? multiply<Format, 8>
         : columns == 16 ? multiply<Format, 16>
                         : multiply<Format, 32>;
}

struct Types {
  ptx::Type d = ptx::Type::f32, factors = ptx::Type::f16, c = ptx::Type::f32;
};

// `copies`: binary16 factors fill eight registers, of which the first are used.
void emit_multiply(Builder& builder, std::uint32_t shape, const Types& types, bool has_copies) {
  const bool is_half = types.factors == ptx::Type::f16;
  const auto is_sum = [&](ptx::Type type) {
    return type == ptx::Type::f32 || (is_half && type == ptx::Type::f16);
  };
  if ((!is_half && types.factors != ptx::Type::bf16) || !is_sum(types.d) || !is_sum(types.c))
    builder.unsupported("these types");
  const auto registers = [&](Part part) {
    return is_half && has_copies ? kMostTiles : fragment(shape, part).count;
  };
  const std::uint32_t tiles = fragment(shape, Part::accumulator).count;
  const bool is_wide_d = types.d == ptx::Type::f32, is_wide_c = types.c == ptx::Type::f32;
  emit_meeting(builder);
  const Slot a = gather(builder, builder.operand(1), registers(Part::a), ptx::Type::b32);
  const Slot b = gather(builder, builder.operand(2), registers(Part::b), ptx::Type::b32);
  const Slot c = gather(builder, builder.operand(3), is_wide_c ? 2 * tiles : tiles, ptx::Type::b32);
  const Scatter d(builder, builder.operand(0), is_wide_d ? 2 * tiles : tiles, ptx::Type::b32);
  const std::uint32_t columns = shapes()[shape].columns;
  Operation& op = builder.emit(is_half ? by_columns<Half>(columns) : by_columns<Bfloat>(columns));
  op.d = d.slot();
  op.a = a;
  op.b = b;
  op.c = c;
  op.set_form(MultiplyForm{shape, is_wide_d, is_wide_c});
  d.finish(builder);
}

}  // namespace

void build_mma(Builder& builder) {
  builder.take_all({"sync", "aligned"});
  if (builder.take("m8n8k4")) {
    build_mma_quads(builder);
    return;
  }
  const std::uint32_t shape = take_shape(builder);
  if (shapes()[shape].columns != kTile || shapes()[shape].rows != 2 * kTile)
    builder.unsupported("this shape");
  if (!builder.take("row") || !builder.take("col")) builder.unsupported("this layout");
  Types types;
  types.d = builder.need_type();
  types.factors = builder.need_type();
  if (builder.need_type() != types.factors) builder.unsupported("factors of different types");
  types.c = builder.need_type();
  if (types.c != types.d) builder.unsupported("accumulators of different types");
  emit_multiply(builder, shape, types, false);
}

void build_wmma_mma(Builder& builder) {
  builder.take_all({"sync", "aligned", "row", "col", "row", "col"});
  const std::uint32_t shape = take_shape(builder);
  if (shapes()[shape].rows * shapes()[shape].columns != 256) builder.unsupported("this shape");
  Types types;
  types.d = builder.need_type();
  types.c = builder.need_type();
  if (const auto third = builder.take_type()) {  // dtype.atype.btype.ctype
    types.factors = types.c;
    if (*third != types.factors) builder.unsupported("factors of different types");
    types.c = builder.need_type();
  }
  emit_multiply(builder, shape, types, true);
}

}  // namespace warpscope::exec::matrix
