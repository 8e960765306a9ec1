#include "vgpu/exec/analysis/upper_limits.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/ptx/types.h"

namespace warpscope::exec {
namespace {

constexpr std::int64_t kMostInt = std::numeric_limits<std::int32_t>::max();

template <typename T>
T read(std::span<const std::byte> parameters, std::uint64_t place) {
  T value{};
  std::memcpy(&value, parameters.data() + place, sizeof value);
  return value;
}

// Byte offsets of the parameters, as a launch lays them out.
std::unordered_map<std::string_view, std::uint32_t> parameter_offsets(
    const ptx::Function& function) {
  std::unordered_map<std::string_view, std::uint32_t> offsets;
  std::uint64_t end = 0;
  for (const ptx::Variable& parameter : function.parameters) {
    const std::uint64_t alignment = std::max(parameter.alignment, 1u);
    end = (end + alignment - 1) / alignment * alignment;
    offsets[parameter.name] = static_cast<std::uint32_t>(end);
    end += parameter.size_bytes;
  }
  return offsets;
}

bool is_loading_parameter(const ptx::Instruction& instruction) {
  return meaning_of(instruction).memory == Memory::load && instruction.modifiers.size() == 2 &&
         instruction.modifiers[0] == "param" && instruction.operands.size() == 2 &&
         instruction.operands[0].kind == ptx::Operand::Kind::reg &&
         instruction.operands[1].kind == ptx::Operand::Kind::address &&
         instruction.operands[1].elements.size() == 1 &&
         instruction.operands[1].elements[0].kind == ptx::Operand::Kind::symbol;
}

std::optional<UniformValue> parameter_of(
    const ptx::Instruction& instruction, const ptx::Function& function,
    const std::unordered_map<std::string_view, std::uint32_t>& offsets) {
  if (!is_loading_parameter(instruction) || instruction.guard) return std::nullopt;
  const ptx::Operand& address = instruction.operands[1];
  const auto place = offsets.find(address.elements[0].name);
  const auto type = ptx::parse_type(instruction.modifiers[1]);
  if (place == offsets.end() || !type) return std::nullopt;
  const std::uint32_t size_bytes = ptx::size_bytes(*type);
  const ptx::Type register_type = function.registers[instruction.operands[0].index].type;
  if ((size_bytes != 4 && size_bytes != 8) || ptx::size_bytes(register_type) != size_bytes)
    return std::nullopt;
  return UniformValue{
      true, true, size_bytes,
      static_cast<std::int64_t>(place->second + address.elements[0].bits + address.bits)};
}

// The same relation with its sides exchanged.
std::string_view mirrored(std::string_view relation) {
  if (relation == "lt") return "gt";
  if (relation == "gt") return "lt";
  if (relation == "le") return "ge";
  return relation == "ge" ? "le" : relation;
}

}  // namespace

std::optional<std::int64_t> value_in(const UniformValue& uniform,
                                     std::span<const std::byte> parameters) {
  if (!uniform.is_parameter) {
    return uniform.size_bytes == 4 && uniform.is_signed ? static_cast<std::int32_t>(uniform.value)
                                                        : uniform.value;
  }
  const auto place = static_cast<std::uint64_t>(uniform.value);
  if (place > parameters.size() || parameters.size() - place < uniform.size_bytes)
    return std::nullopt;
  if (uniform.size_bytes == 8) return read<std::int64_t>(parameters, place);
  return uniform.is_signed ? read<std::int32_t>(parameters, place)
                           : static_cast<std::int64_t>(read<std::uint32_t>(parameters, place));
}

std::optional<std::int64_t> most_below(const UpperLimit& limit,
                                       std::span<const std::byte> parameters) {
  const auto bound = value_in(limit.bound, parameters);
  if (!bound || *bound > kMostInt || (!limit.bound.is_signed && *bound < 0)) return std::nullopt;
  return limit.is_inclusive ? std::max<std::int64_t>(*bound, -1)
                            : std::max<std::int64_t>(*bound, 0) - 1;
}

std::vector<std::optional<UniformValue>> parameter_registers(const ptx::Function& function) {
  const auto offsets = parameter_offsets(function);
  std::vector<std::optional<UniformValue>> result(function.registers.size());
  std::vector<std::uint32_t> definitions(function.registers.size(), 0);
  for (const ptx::Instruction& instruction : function.body) {
    for_each_written(instruction, [&](std::uint32_t reg) {
      ++definitions[reg];
      result[reg] =
          definitions[reg] == 1 ? parameter_of(instruction, function, offsets) : std::nullopt;
    });
  }
  return result;
}

UpperLimits::UpperLimits(const ptx::Function& function, const std::vector<FlowBlock>& blocks)
    : function_(function),
      parameters_(parameter_registers(function)),
      before_(function.body.size(), 0) {
  find_comparisons();
  flow(blocks);
}

void UpperLimits::find_comparisons() {
  for (std::uint32_t at = 0; at < function_.body.size() && comparisons_.size() < kMost; ++at) {
    auto comparison = comparison_of(at);
    if (!comparison) continue;
    const auto same =
        std::find_if(comparisons_.begin(), comparisons_.end(), [&](const auto& other) {
          return other.reg == comparison->reg && other.limit == comparison->limit;
        });
    comparison->fact = static_cast<std::uint32_t>(same - comparisons_.begin());
    comparisons_.push_back(*comparison);
  }
}

std::optional<UpperLimits::Comparison> UpperLimits::comparison_of(std::uint32_t at) const {
  const ptx::Instruction& instruction = function_.body[at];
  if (meaning_of(instruction).value != Value::comparison || instruction.guard ||
      instruction.modifiers.size() != 2 || instruction.operands.size() != 3 ||
      instruction.operands[0].kind != ptx::Operand::Kind::reg)
    return std::nullopt;
  const auto type = ptx::parse_type(instruction.modifiers[1]);
  if (type != ptx::Type::s32 && type != ptx::Type::u32 && type != ptx::Type::s64 &&
      type != ptx::Type::u64)
    return std::nullopt;
  const auto bound_of = [&](const ptx::Operand& operand) -> std::optional<UniformValue> {
    std::optional<UniformValue> value;
    if (operand.kind == ptx::Operand::Kind::integer)
      value = UniformValue{false, true, ptx::size_bytes(*type),
                           static_cast<std::int64_t>(operand.bits)};
    if (operand.kind == ptx::Operand::Kind::reg && !operand.negated)
      value = parameters_[operand.index];
    if (!value || value->size_bytes != ptx::size_bytes(*type)) return std::nullopt;
    value->is_signed = ptx::is_signed(*type);
    return value;
  };
  const ptx::Operand* reg = &instruction.operands[1];
  const ptx::Operand* other = &instruction.operands[2];
  std::string_view relation = instruction.modifiers[0];
  if (!bound_of(*other)) {
    std::swap(reg, other);
    relation = mirrored(relation);
  }
  const auto bound = bound_of(*other);
  if (!bound || reg->kind != ptx::Operand::Kind::reg || reg->negated) return std::nullopt;
  if (relation != "lt" && relation != "le" && relation != "gt" && relation != "ge")
    return std::nullopt;
  Comparison found;
  found.instruction = at;
  found.reg = reg->index;
  found.predicate = instruction.operands[0].index;
  found.when = relation == "lt" || relation == "le";
  found.limit = {*bound, relation == "le" || relation == "gt"};
  return found;
}

UpperLimits::Set UpperLimits::after(std::uint32_t at, Set set) const {
  for_each_written(function_.body[at], [&](std::uint32_t reg) {
    for (std::size_t i = 0; i < comparisons_.size(); ++i) {
      const Set known = Set{1} << i, conditional = known << kMost;
      if (comparisons_[i].reg == reg) set &= ~(known | conditional);
      if (comparisons_[i].predicate == reg) set &= ~conditional;
    }
  });
  for (std::size_t i = 0; i < comparisons_.size(); ++i) {
    // One that sets what it compares says nothing of the new value.
    if (comparisons_[i].instruction == at && comparisons_[i].reg != comparisons_[i].predicate)
      set |= Set{1} << i << kMost;
  }
  return set;
}

UpperLimits::Set UpperLimits::on_edge(std::uint32_t predicate, bool value, Set set) const {
  for (std::size_t i = 0; i < comparisons_.size(); ++i) {
    const Set conditional = Set{1} << i << kMost;
    if ((set & conditional) != 0 && comparisons_[i].predicate == predicate &&
        comparisons_[i].when == value)
      set |= Set{1} << comparisons_[i].fact;
  }
  return set;
}

void UpperLimits::flow(const std::vector<FlowBlock>& blocks) {
  if (comparisons_.empty() || blocks.empty()) return;
  std::vector<Set> at_begin(blocks.size(), ~Set{0});
  at_begin[0] = 0;
  std::vector<std::uint32_t> open{0};
  const auto enter = [&](std::uint32_t block, Set set) {
    if (block >= blocks.size() || (at_begin[block] & set) == at_begin[block]) return;
    at_begin[block] &= set;
    open.push_back(block);
  };
  std::vector<bool> is_seen(blocks.size(), false);
  while (!open.empty()) {
    const std::uint32_t block = open.back();
    open.pop_back();
    is_seen[block] = true;
    Set set = at_begin[block];
    for (std::uint32_t at = blocks[block].first; at < blocks[block].end; ++at) {
      before_[at] = set;
      set = after(at, set);
    }
    const ptx::Instruction& last = function_.body[blocks[block].end - 1];
    const bool may_fall_through = last.guard && ends_block(last);
    std::uint32_t target = kExitBlock;
    if (meaning_of(last).flow == Flow::branch && !last.operands.empty()) {
      const auto label = function_.labels.find(last.operands[0].name);
      if (label != function_.labels.end() && label->second < function_.body.size())
        target = block_at(blocks, label->second);
    }
    for (const std::uint32_t to : blocks[block].successors) {
      Set on_way = set;
      // A branch to the next block says nothing.
      if (may_fall_through && target != block + 1 && (to == target || to == block + 1))
        on_way = on_edge(last.guard->index, (to == target) != last.guard->negated, set);
      if (to < blocks.size() && !is_seen[to]) {
        is_seen[to] = true;
        at_begin[to] &= on_way;
        open.push_back(to);
      } else {
        enter(to, on_way);
      }
    }
  }
}

std::optional<UpperLimit> UpperLimits::of(std::uint32_t reg, std::uint32_t at) const {
  const std::optional<ptx::Guard>& guard = function_.body[at].guard;
  Set set = before_[at];
  if (guard) set = on_edge(guard->index, !guard->negated, set);
  for (std::size_t i = 0; i < comparisons_.size(); ++i) {
    if ((set & Set{1} << i) != 0 && comparisons_[i].reg == reg) return comparisons_[i].limit;
  }
  return std::nullopt;
}

}  // namespace warpscope::exec
