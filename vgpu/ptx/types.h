// The PTX type names and state spaces that the rest of the virtual GPU shares.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpscope::ptx {

/// Fundamental PTX types, PTX ISA manual section 5.2.
enum class Type : std::uint8_t {
  none,
  b8,
  b16,
  b32,
  b64,
  b128,
  u8,
  u16,
  u32,
  u64,
  s8,
  s16,
  s32,
  s64,
  f16,
  f16x2,
  bf16,
  bf16x2,
  tf32,
  e4m3x2,
  e5m2x2,
  f32,
  f64,
  f32x2,
  u16x2,
  s16x2,
  pred,
  texref,
  samplerref,
  surfref,
};

/// State spaces, PTX ISA manual section 5.1. `generic` is an address without a stated space.
enum class Space : std::uint8_t { generic, reg, special, constant, global, local, param, shared };

/// Size of one value in bytes; 0 for `none`; 4 for `pred` (a lane mask word is kept per warp).
std::uint32_t size_bytes(Type type);
bool is_float(Type type);
bool is_signed(Type type);
/// "f32" -> Type::f32; nothing when the text is not a type name.
std::optional<Type> parse_type(std::string_view text);
std::string_view name(Type type);

}  // namespace warpscope::ptx
