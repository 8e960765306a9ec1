// Byte permutation, PTX ISA manual section 9.7.9.7.

#include "vgpu/exec/builder/builder.h"
#include "vgpu/exec/instructions/emit.h"
#include "vgpu/exec/instructions/lanes.h"

namespace warpscope::exec::bits {
namespace {

struct Prmt {
  static std::uint32_t apply(std::uint32_t a, std::uint32_t b, std::uint32_t selector) {
    const std::uint64_t both = std::uint64_t{b} << 32 | a;
    std::uint32_t result = 0;
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::uint32_t pick = selector >> (4 * k) & 0xf;
      auto byte = static_cast<std::uint32_t>(both >> (8 * (pick & 7)) & 0xff);
      if ((pick & 8) != 0) byte = (byte & 0x80) != 0 ? 0xff : 0;
      result |= byte << (8 * k);
    }
    return result;
  }
};

// The modes: the low two bits of the selector make the selector of four bytes.
struct Forward4Extract {
  static std::uint32_t selector(std::uint32_t n) { return 0x3210 + n * 0x1111; }
};
struct Backward4Extract {
  static std::uint32_t selector(std::uint32_t n) {
    return (n & 7) | ((n + 7) & 7) << 4 | ((n + 6) & 7) << 8 | ((n + 5) & 7) << 12;
  }
};
struct Replicate8 {
  static std::uint32_t selector(std::uint32_t n) { return n * 0x1111; }
};
struct EdgeClampLeft {
  static std::uint32_t selector(std::uint32_t n) {
    std::uint32_t result = 0;
    for (std::uint32_t k = 0; k < 4; ++k) result |= (k < n ? n : k) << (4 * k);
    return result;
  }
};
struct EdgeClampRight {
  static std::uint32_t selector(std::uint32_t n) {
    std::uint32_t result = 0;
    for (std::uint32_t k = 0; k < 4; ++k) result |= (k > n ? n : k) << (4 * k);
    return result;
  }
};
struct Replicate16 {
  static std::uint32_t selector(std::uint32_t n) { return (n & 1) != 0 ? 0x3232 : 0x1010; }
};
template <typename Mode>
struct PrmtMode {
  static std::uint32_t apply(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return Prmt::apply(a, b, Mode::selector(c & 3));
  }
};

template <typename F>
constexpr Handler word = run_ternary<F, std::uint32_t, std::uint32_t>;

struct ModeRow {
  std::string_view name;
  Handler handler;
};
constexpr ModeRow kModes[] = {
    {"f4e", word<PrmtMode<Forward4Extract>>}, {"b4e", word<PrmtMode<Backward4Extract>>},
    {"rc8", word<PrmtMode<Replicate8>>},      {"ecl", word<PrmtMode<EdgeClampLeft>>},
    {"ecr", word<PrmtMode<EdgeClampRight>>},  {"rc16", word<PrmtMode<Replicate16>>},
};

}  // namespace

void build_prmt(Builder& builder) {
  const ptx::Type type = builder.need_type();
  if (type != ptx::Type::b32) builder.unsupported("this type");
  Handler handler = word<Prmt>;
  for (const ModeRow& mode : kModes) {
    if (builder.take(mode.name)) handler = mode.handler;
  }
  emit_ternary(builder, handler, type);
}

}  // namespace warpscope::exec::bits
