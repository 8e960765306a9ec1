#include "vgpu/ptx/types.h"

#include <algorithm>
#include <array>

namespace warpscope::ptx {
namespace {

struct TypeInfo {
  std::string_view name;
  std::uint32_t size_bytes = 0;
  bool is_float = false;
  bool is_signed = false;
};

/// Indexed by Type.
constexpr std::array kTypes = {
    TypeInfo{"", 0},
    TypeInfo{"b8", 1},
    TypeInfo{"b16", 2},
    TypeInfo{"b32", 4},
    TypeInfo{"b64", 8},
    TypeInfo{"b128", 16},
    TypeInfo{"u8", 1},
    TypeInfo{"u16", 2},
    TypeInfo{"u32", 4},
    TypeInfo{"u64", 8},
    TypeInfo{"s8", 1, false, true},
    TypeInfo{"s16", 2, false, true},
    TypeInfo{"s32", 4, false, true},
    TypeInfo{"s64", 8, false, true},
    TypeInfo{"f16", 2, true, true},
    TypeInfo{"f16x2", 4, true, true},
    TypeInfo{"bf16", 2, true, true},
    TypeInfo{"bf16x2", 4, true, true},
    TypeInfo{"tf32", 4, true, true},
    TypeInfo{"e4m3x2", 2, true, true},
    TypeInfo{"e5m2x2", 2, true, true},
    TypeInfo{"f32", 4, true, true},
    TypeInfo{"f64", 8, true, true},
    TypeInfo{"f32x2", 8, true, true},
    TypeInfo{"u16x2", 4},
    TypeInfo{"s16x2", 4, false, true},
    TypeInfo{"pred", 4},
    TypeInfo{"texref", 8},
    TypeInfo{"samplerref", 8},
    TypeInfo{"surfref", 8},
};
static_assert(kTypes.size() == static_cast<std::size_t>(Type::surfref) + 1);

const TypeInfo& info(Type type) { return kTypes.at(static_cast<std::size_t>(type)); }

}  // namespace

std::uint32_t size_bytes(Type type) { return info(type).size_bytes; }
bool is_float(Type type) { return info(type).is_float; }
bool is_signed(Type type) { return info(type).is_signed; }
std::string_view name(Type type) { return info(type).name; }

std::optional<Type> parse_type(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const auto found = std::ranges::find(kTypes, text, &TypeInfo::name);
  if (found == kTypes.end()) return std::nullopt;
  return static_cast<Type>(found - kTypes.begin());
}

}  // namespace warpscope::ptx
