#include "vgpu/exec/analysis/index_values.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"

namespace warpscope::exec {
namespace {

using Kind = IndexValue::Kind;

// Far below overflow, far above what a kernel needs.
constexpr std::int64_t kMostScale = 1 << 16;
constexpr std::int64_t kMostOffset = std::int64_t{1} << 40;
// Each register's value changes a few times at most.
constexpr std::uint32_t kMostRounds = 8;

IndexValue unknown() {
  IndexValue value;
  value.kind = Kind::unknown;
  return value;
}

IndexValue of_kind(Kind kind) {
  IndexValue value;
  value.kind = kind;
  return value;
}

bool is_small(const IndexValue& value) {
  return value.scale > 0 && value.scale <= kMostScale && value.offset <= kMostOffset &&
         value.offset >= -kMostOffset;
}

IndexValue checked(IndexValue value) { return is_small(value) ? value : unknown(); }

IndexValue join(const IndexValue& a, const IndexValue& b) {
  if (a.kind == Kind::none) return b;
  if (b.kind == Kind::none || a == b) return a;
  IndexValue either = a;
  either.is_strided = a.is_strided || b.is_strided;
  IndexValue other = b;
  other.is_strided = either.is_strided;
  const bool may_stride = either.kind == Kind::index || either.kind == Kind::address;
  return may_stride && either == other ? either : unknown();
}

bool has_modifiers(const ptx::Instruction& instruction,
                   std::initializer_list<std::string_view> wanted) {
  return std::equal(instruction.modifiers.begin(), instruction.modifiers.end(), wanted.begin(),
                    wanted.end());
}

class IndexFinder {
 public:
  IndexFinder(const ptx::Function& function, const UpperLimits& limits,
              const std::vector<bool>& unset)
      : function_(function), limits_(limits), parameters_(parameter_registers(function)) {
    result_.registers.resize(function.registers.size());
    for (std::size_t i = 0; i < unset.size(); ++i) {
      if (unset[i]) result_.registers[i] = unknown();
    }
  }

  IndexValues run() {
    for (std::uint32_t round = 0; round < kMostRounds; ++round) {
      is_changed_ = false;
      result_.sums.clear();
      for (at_ = 0; at_ < function_.body.size(); ++at_) look_at(function_.body[at_]);
      if (!is_changed_) return std::move(result_);
    }
    for (IndexValue& value : result_.registers) value = unknown();
    return std::move(result_);
  }

 private:
  void look_at(const ptx::Instruction& instruction) {
    const bool is_single =
        !instruction.operands.empty() && instruction.operands[0].kind == ptx::Operand::Kind::reg;
    const IndexValue value = is_single ? result_of(instruction) : unknown();
    for_each_written(instruction, [&](std::uint32_t reg) {
      IndexValue& place = result_.registers[reg];
      const IndexValue joined = join(place, value);
      if (joined == place) return;
      place = joined;
      is_changed_ = true;
    });
  }

  IndexValue result_of(const ptx::Instruction& instruction) {
    const std::uint32_t to = instruction.operands[0].index;
    if (parameters_[to] && parameters_[to]->size_bytes == 8) {
      IndexValue value = of_kind(Kind::parameter);
      value.place = static_cast<std::uint32_t>(parameters_[to]->value);
      return value;
    }
    const Value computed = meaning_of(instruction).value;
    const std::size_t count = instruction.operands.size();
    if (computed == Value::copy && count == 2 &&
        (has_modifiers(instruction, {"u32"}) || has_modifiers(instruction, {"b32"}) ||
         has_modifiers(instruction, {"u64"}) || has_modifiers(instruction, {"b64"}) ||
         has_modifiers(instruction, {"s32"}) || has_modifiers(instruction, {"s64"})))
      return of(instruction.operands[1]);
    if (computed == Value::address && count == 2 &&
        (has_modifiers(instruction, {"to", "global", "u64"}) ||
         has_modifiers(instruction, {"global", "u64"})))
      return of(instruction.operands[1]);
    if (computed == Value::conversion && count == 2 &&
        (has_modifiers(instruction, {"s64", "s32"}) || has_modifiers(instruction, {"u64", "u32"})))
      return widened(instruction.operands[1]);
    if (count == 3) return of_two(instruction);
    if (count == 4 && computed == Value::product_sum) return of_mad(instruction);
    return unknown();
  }

  IndexValue of_two(const ptx::Instruction& instruction) {
    const ptx::Operand& a = instruction.operands[1];
    const ptx::Operand& b = instruction.operands[2];
    const auto is = [&, computed = meaning_of(instruction).value](
                        Value value, std::initializer_list<std::string_view> modifiers) {
      return computed == value && has_modifiers(instruction, modifiers);
    };
    if (is(Value::sum, {"s32"}) || is(Value::sum, {"u32"}) || is(Value::sum, {"s64"}) ||
        is(Value::sum, {"u64"}))
      return sum(a, of(a), b, of(b));
    if (is(Value::product, {"lo", "s32"}) || is(Value::product, {"lo", "u32"}))
      return product(of(a), of(b));
    if (is(Value::product, {"lo", "s64"}) || is(Value::product, {"lo", "u64"}))
      return product(limited(a), limited(b));
    if (is(Value::product, {"wide", "s32"}) || is(Value::product, {"wide", "u32"}))
      return product(widened(a), widened(b));
    if (is(Value::left_shift, {"b64"})) return shifted(limited(a), of(b));
    if (is(Value::left_shift, {"b32"})) return shifted(of(a), of(b));
    return unknown();
  }

  IndexValue of_mad(const ptx::Instruction& instruction) {
    const ptx::Operand& a = instruction.operands[1];
    const ptx::Operand& b = instruction.operands[2];
    const ptx::Operand& c = instruction.operands[3];
    if (has_modifiers(instruction, {"lo", "s32"}) || has_modifiers(instruction, {"lo", "u32"}))
      return sum(b, product(of(a), of(b)), c, of(c));
    if (has_modifiers(instruction, {"wide", "s32"}) || has_modifiers(instruction, {"wide", "u32"}))
      return sum(b, product(widened(a), widened(b)), c, of(c));
    if (has_modifiers(instruction, {"lo", "s64"}))
      return sum(b, product(limited(a), limited(b)), c, of(c));
    return unknown();
  }

  IndexValue of(const ptx::Operand& operand) const {
    if (operand.kind == ptx::Operand::Kind::integer) {
      IndexValue value = of_kind(Kind::constant);
      value.offset = static_cast<std::int64_t>(operand.bits);
      return checked(value);
    }
    if (operand.kind == ptx::Operand::Kind::special) {
      if (operand.name == "tid.x") return of_kind(Kind::thread_index);
      if (operand.name == "ctaid.x") return of_kind(Kind::block_index);
      if (operand.name == "ntid.x") return of_kind(Kind::block_size);
      if (operand.name == "nctaid.x") return of_kind(Kind::grid_size);
      return unknown();
    }
    if (operand.kind != ptx::Operand::Kind::reg || operand.negated) return unknown();
    return result_.registers[operand.index];
  }

  // An index that is used: what is known of it here.
  IndexValue limited(const ptx::Operand& operand) const {
    IndexValue value = of(operand);
    if (value.kind != Kind::index || operand.kind != ptx::Operand::Kind::reg || value.limit ||
        value.scale != 1)
      return value;
    value.limit = limits_.of(operand.index, at_);
    value.limit_offset = value.limit ? -value.offset : 0;
    return value;
  }

  // As 64 bits. What is not negative is the same with and without a sign; the launch sees to it.
  IndexValue widened(const ptx::Operand& operand) const {
    const IndexValue value = limited(operand);
    switch (value.kind) {
      case Kind::none:
      case Kind::constant:
      case Kind::thread_index:
      case Kind::block_index:
      case Kind::block_size:
      case Kind::grid_size:
      case Kind::block_start:
      case Kind::thread_count:
        return value;
      case Kind::index:
        return value.scale == 1 && value.offset >= 0 ? value : unknown();
      default:
        return unknown();
    }
  }

  static IndexValue product(IndexValue a, IndexValue b) {
    if (a.kind == Kind::none || b.kind == Kind::none) return {};
    if (std::pair(a.kind, b.kind) == std::pair(Kind::block_size, Kind::block_index) ||
        std::pair(b.kind, a.kind) == std::pair(Kind::block_size, Kind::block_index))
      return of_kind(Kind::block_start);
    if (std::pair(a.kind, b.kind) == std::pair(Kind::block_size, Kind::grid_size) ||
        std::pair(b.kind, a.kind) == std::pair(Kind::block_size, Kind::grid_size))
      return of_kind(Kind::thread_count);
    if (a.kind == Kind::constant) std::swap(a, b);
    if (b.kind != Kind::constant || b.offset <= 0 || b.offset > kMostScale) return unknown();
    if (a.kind != Kind::index && a.kind != Kind::thread_count && a.kind != Kind::constant)
      return unknown();
    a.scale *= a.kind == Kind::constant ? 1 : b.offset;
    a.offset *= b.offset;
    return checked(a);
  }

  static IndexValue shifted(const IndexValue& a, const IndexValue& b) {
    if (b.kind == Kind::none) return {};
    if (b.kind != Kind::constant || b.offset < 0 || b.offset > 16) return unknown();
    IndexValue factor = b;
    factor.offset = std::int64_t{1} << b.offset;
    return product(a, factor);
  }

  IndexValue sum(const ptx::Operand& place_a, IndexValue a, const ptx::Operand& place_b,
                 IndexValue b) {
    if (a.kind == Kind::none || b.kind == Kind::none) return {};
    if (a.kind > b.kind) return sum(place_b, b, place_a, a);
    if (a.kind == Kind::constant && (b.kind == Kind::constant || b.kind == Kind::parameter ||
                                     b.kind == Kind::index || b.kind == Kind::address)) {
      b.offset += a.offset;
      // The index itself: later sums and comparisons are of it.
      if (b.kind == Kind::index && b.scale == 1 &&
          (b.offset < -kMostIndexOffset || b.offset > kMostIndexOffset))
        return unknown();
      return checked(b);
    }
    if (a.kind == Kind::thread_index && b.kind == Kind::block_start) return of_kind(Kind::index);
    if (a.kind == Kind::thread_count && b.kind == Kind::index && b.scale == 1)
      return strided(place_b, a, b);
    if (a.kind == Kind::parameter && b.kind == Kind::index) {
      b.kind = Kind::address;
      b.place = a.place;
      b.offset += a.offset;
      return checked(b);
    }
    return unknown();
  }

  IndexValue strided(const ptx::Operand& place, const IndexValue& count, IndexValue index) {
    if (place.kind != ptx::Operand::Kind::reg) return unknown();
    const auto limit = limits_.of(place.index, at_);
    if (!limit) return unknown();
    result_.sums.push_back({*limit, count.scale});
    index.is_strided = true;
    index.limit.reset();
    index.limit_offset = 0;
    return index;
  }

  const ptx::Function& function_;
  const UpperLimits& limits_;
  std::vector<std::optional<UniformValue>> parameters_;
  IndexValues result_;
  std::uint32_t at_ = 0;
  bool is_changed_ = false;
};

}  // namespace

IndexValues find_index_values(const ptx::Function& function, const UpperLimits& limits,
                              const std::vector<bool>& unset) {
  return IndexFinder(function, limits, unset).run();
}

}  // namespace warpscope::exec
