// mma.m8n8k4 of binary16 factors: four products of 8 x 4 by 4 x 8 elements at once. Eight lanes
// hold the operands of each: four neighbours and the four that are 16 lanes further on. Sums are
// rounded as those of the other shapes (matrix_multiply.cpp). Source: PTX ISA manual,
// section 9.7.14.5, "Matrix Fragments for mma.m8n8k4 with .f16 floating point type".

#include <algorithm>
#include <array>
#include <cmath>

#include "vgpu/exec/instructions/half_lanes.h"
#include "vgpu/exec/instructions/matrix.h"
#include "vgpu/exec/instructions/matrix_fragment.h"

namespace warpscope::exec::matrix {
namespace {

constexpr std::uint32_t kProducts = 4, kDepth = 4;
constexpr std::uint32_t kFactors = 4;  // elements of a factor in a lane
constexpr std::uint32_t kSums = 8;     // elements of an accumulator in a lane
constexpr std::uint32_t kFactorRegisters = kFactors / 2;

struct Place {
  std::uint32_t row, column;
};

std::uint32_t product_of(std::uint32_t lane) { return lane % 16 / 4; }
std::uint32_t half_of(std::uint32_t lane) { return lane < 16 ? 0 : 4; }

// A lane's four elements follow each other along the depth, or across it.
Place place_of_a(std::uint32_t lane, std::uint32_t i, bool is_by_rows) {
  return is_by_rows ? Place{lane % 4 + half_of(lane), i} : Place{i + half_of(lane), lane % 4};
}
Place place_of_b(std::uint32_t lane, std::uint32_t i, bool is_by_rows) {
  return is_by_rows ? Place{lane % 4, i + half_of(lane)} : Place{i, lane % 4 + half_of(lane)};
}
Place place_of_sum(std::uint32_t lane, std::uint32_t i, bool is_wide) {
  return is_wide ? Place{(lane & 1) + (i & 2) + half_of(lane), (i & 4) + (lane & 2) + (i & 1)}
                 : Place{lane % 4 + half_of(lane), i};
}

// Element i of a lane in packed registers.
float half_at(WarpContext& c, Slot slot, std::uint32_t lane, std::uint32_t i) {
  return Half::widen(c.at<std::uint16_t>(register_at(slot, i / 2))[2 * lane + i % 2]);
}

using Left = std::array<std::array<std::array<float, kDepth>, kTile>, kProducts>;
using Right = std::array<std::array<std::array<float, kTile>, kDepth>, kProducts>;
using Sums = std::array<std::array<std::array<float, kTile>, kTile>, kProducts>;

Sums read_sums(WarpContext& c, Slot slot, bool is_wide) {
  Sums sums{};
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    for (std::uint32_t i = 0; i < kSums; ++i) {
      const Place p = place_of_sum(lane, i, is_wide);
      sums[product_of(lane)][p.row][p.column] =
          is_wide ? c.at<float>(register_at(slot, i))[lane] : half_at(c, slot, lane, i);
    }
  }
  return sums;
}

void write_sums(WarpContext& c, Slot slot, bool is_wide, const Sums& sums) {
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    for (std::uint32_t i = 0; i < kSums; ++i) {
      const Place p = place_of_sum(lane, i, is_wide);
      const float value = sums[product_of(lane)][p.row][p.column];
      if (is_wide) {
        c.at<float>(register_at(slot, i))[lane] =
            std::isnan(value) ? std::bit_cast<float>(0x7fffffffu) : value;
      } else {
        c.at<std::uint16_t>(register_at(slot, i / 2))[2 * lane + i % 2] = Half::narrow(value);
      }
    }
  }
}

struct QuadsForm {
  bool is_a_by_rows, is_b_by_rows;
  bool is_d_wide, is_c_wide;  ///< binary32
};

// d = a * b + c.
const Operation* multiply_quads(WarpContext& c, const Operation* op) {
  const auto form = op->form<QuadsForm>();
  Left left{};
  Right right{};
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    for (std::uint32_t i = 0; i < kFactors; ++i) {
      const Place a = place_of_a(lane, i, form.is_a_by_rows);
      const Place b = place_of_b(lane, i, form.is_b_by_rows);
      left[product_of(lane)][a.row][a.column] = half_at(c, op->a, lane, i);
      right[product_of(lane)][b.row][b.column] = half_at(c, op->b, lane, i);
    }
  }
  Sums sums = read_sums(c, op->c, form.is_c_wide);
  for (std::uint32_t q = 0; q < kProducts; ++q) {
    for (std::uint32_t row = 0; row < kTile; ++row) {
      for (std::uint32_t k = 0; k < kDepth; ++k) {
        for (std::uint32_t column = 0; column < kTile; ++column) {
          float& sum = sums[q][row][column];
          sum = __builtin_fmaf(left[q][row][k], right[q][k][column], sum);
        }
      }
    }
  }
  write_sums(c, op->d, form.is_d_wide, sums);
  return op + 1;
}

// Takes one of the two layouts, the first that is left.
bool take_layout(Builder& builder, std::size_t& next) {
  const auto& modifiers = builder.instruction().modifiers;
  const auto found = std::find_if(
      modifiers.begin() + static_cast<std::ptrdiff_t>(next), modifiers.end(),
      [](std::string_view modifier) { return modifier == "row" || modifier == "col"; });
  if (found == modifiers.end()) builder.unsupported("this layout");
  next = static_cast<std::size_t>(found - modifiers.begin()) + 1;
  builder.take(*found);
  return *found == "row";
}

bool need_sum(Builder& builder) {
  const ptx::Type type = builder.need_type();
  if (type != ptx::Type::f32 && type != ptx::Type::f16) builder.unsupported("these types");
  return type == ptx::Type::f32;
}

}  // namespace

void build_mma_quads(Builder& builder) {
  std::size_t next = 0;
  const bool is_a_by_rows = take_layout(builder, next);
  const bool is_b_by_rows = take_layout(builder, next);
  const bool is_d_wide = need_sum(builder);
  if (builder.need_type() != ptx::Type::f16 || builder.need_type() != ptx::Type::f16)
    builder.unsupported("these types");
  const bool is_c_wide = need_sum(builder);
  if (!is_d_wide && is_c_wide) builder.unsupported("a result narrower than what is added");
  emit_meeting(builder);
  const auto registers = [](bool is_wide) { return is_wide ? kSums : kSums / 2; };
  const Slot a = gather(builder, builder.operand(1), kFactorRegisters, ptx::Type::b32);
  const Slot b = gather(builder, builder.operand(2), kFactorRegisters, ptx::Type::b32);
  const Slot c = gather(builder, builder.operand(3), registers(is_c_wide), ptx::Type::b32);
  const Scatter d(builder, builder.operand(0), registers(is_d_wide), ptx::Type::b32);
  Operation& op = builder.emit(multiply_quads);
  op.d = d.slot();
  op.a = a;
  op.b = b;
  op.c = c;
  op.set_form(QuadsForm{is_a_by_rows, is_b_by_rows, is_d_wide, is_c_wide});
  d.finish(builder);
}

}  // namespace warpscope::exec::matrix
