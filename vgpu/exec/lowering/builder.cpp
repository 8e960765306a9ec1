#include "vgpu/exec/lowering/builder.h"

#include <bit>
#include <cstring>

namespace warpscope::exec {
namespace {

constexpr std::uint32_t kLanes = 32;
constexpr Slot register_file_slot(std::uint32_t offset) { return static_cast<Slot>(offset << 1); }
constexpr Slot environment_file_slot(std::uint32_t offset) {
  return static_cast<Slot>(offset << 1 | 1u);
}

std::uint32_t align(std::uint32_t offset, std::uint32_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

std::uint32_t lane_bytes_of(ptx::Type type) {
  const std::uint32_t bytes = ptx::size_bytes(type);
  return bytes < 2 ? 2 : bytes;  // 8-bit registers live in 16-bit lanes
}

}  // namespace

Builder::Builder(const Program& program, const ptx::Function& function, Kernel& kernel)
    : program_(program),
      function_(function),
      kernel_(kernel),
      alias_instructions_(function.body.size(), false) {
  lay_out_registers();
  lay_out_variables();
}

void Builder::lay_out_registers() {
  std::uint32_t offset = 0;
  registers_.resize(function_.registers.size());
  for (std::size_t i = 0; i < function_.registers.size(); ++i) {
    const ptx::Type type = function_.registers[i].type;
    if (type == ptx::Type::pred) {
      offset = align(offset, 4);
      registers_[i] = register_file_slot(offset);
      offset += 4;
    } else {
      offset = align(offset, 64);
      registers_[i] = register_file_slot(offset);
      offset += lane_bytes_of(type) * kLanes;
    }
  }
  kernel_.register_file_bytes = align(offset, 64);
}

void Builder::lay_out_variables() {
  std::uint64_t shared = 0, local = 0;
  const auto place = [](std::uint64_t& end, const ptx::Variable& variable) {
    const std::uint64_t alignment = variable.alignment == 0 ? 1 : variable.alignment;
    const std::uint64_t at = (end + alignment - 1) / alignment * alignment;
    end = at + variable.size_bytes;
    return at;
  };
  for (const ptx::Variable& variable : function_.variables) {
    if (variable.space == ptx::Space::shared && !variable.is_extern) {
      variables_[variable.name] = {ptx::Space::shared, place(shared, variable)};
    } else if (variable.space == ptx::Space::local) {
      variables_[variable.name] = {ptx::Space::local, place(local, variable)};
    }
  }
  for (const ptx::Variable& variable : program_.module().variables) {
    if (variable.space == ptx::Space::shared && !variable.is_extern) {
      variables_.try_emplace(variable.name, ptx::Space::shared, place(shared, variable));
    }
  }
  // Dynamic shared memory begins after the static part; all extern arrays begin there.
  const std::uint64_t dynamic = (shared + 15) / 16 * 16;
  const auto place_dynamic = [&](const std::vector<ptx::Variable>& variables) {
    for (const ptx::Variable& variable : variables) {
      if (variable.space == ptx::Space::shared && variable.is_extern)
        variables_.try_emplace(variable.name, ptx::Space::shared, dynamic);
    }
  };
  place_dynamic(function_.variables);
  place_dynamic(program_.module().variables);
  constexpr std::uint64_t kLimit = std::uint64_t{1} << 24;
  if (dynamic > kLimit || local > kLimit) {
    throw std::runtime_error("Kernel " + std::string(function_.name) +
                             " declares more shared or local memory than any GPU has.");
  }
  kernel_.shared_bytes = static_cast<std::uint32_t>(dynamic);
  kernel_.local_bytes = static_cast<std::uint32_t>((local + 15) / 16 * 16);
  std::uint64_t parameter = 0;
  for (const ptx::Variable& variable : function_.parameters)
    variables_[variable.name] = {ptx::Space::param, place(parameter, variable)};
  parameter_bytes_ = parameter;
}

void Builder::begin(const ptx::Instruction& instruction, std::uint32_t index) {
  instruction_ = &instruction;
  index_ = index;
  taken_.assign(instruction.modifiers.size(), false);
}

bool Builder::take(std::string_view modifier) {
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    if (!taken_[i] && instruction_->modifiers[i] == modifier) {
      taken_[i] = true;
      return true;
    }
  }
  return false;
}

void Builder::take_all(std::initializer_list<std::string_view> modifiers) {
  for (const std::string_view modifier : modifiers) take(modifier);
}

std::optional<ptx::Type> Builder::take_type() {
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    if (taken_[i]) continue;
    if (const auto type = ptx::parse_type(instruction_->modifiers[i])) {
      taken_[i] = true;
      return type;
    }
  }
  return std::nullopt;
}

ptx::Type Builder::need_type() {
  const auto type = take_type();
  if (!type) unsupported("it has no type");
  return *type;
}

void Builder::finish() {
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    if (!taken_[i]) unsupported("the modifier ." + std::string(instruction_->modifiers[i]));
  }
}

void Builder::unsupported(const std::string& why) const {
  throw Unsupported(spelling(*instruction_) + ": " + why);
}

const ptx::Operand& Builder::operand(std::size_t index) const {
  if (index >= instruction_->operands.size()) unsupported("an operand is missing");
  return instruction_->operands[index];
}

Slot Builder::register_slot(std::uint32_t index) const { return registers_.at(index); }

std::uint64_t Builder::immediate_bits(const ptx::Operand& operand, ptx::Type type) {
  if (operand.kind == ptx::Operand::Kind::integer) {
    if (type == ptx::Type::f64)
      return std::bit_cast<std::uint64_t>(
          static_cast<double>(static_cast<std::int64_t>(operand.bits)));
    if (type == ptx::Type::f32)
      return std::bit_cast<std::uint32_t>(
          static_cast<float>(static_cast<std::int64_t>(operand.bits)));
    return operand.bits;
  }
  if (operand.single) {
    if (type == ptx::Type::f64)
      return std::bit_cast<std::uint64_t>(
          static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(operand.bits))));
    return operand.bits;
  }
  if (ptx::size_bytes(type) == 8) return operand.bits;
  return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(operand.bits)));
}

Slot Builder::environment_slot(EnvironmentEntry entry) {
  const auto key = std::make_tuple(static_cast<int>(entry.kind), entry.bits, entry.lane_bytes,
                                   entry.value_bytes, entry.is_signed);
  const auto found = environment_slots_.find(key);
  if (found != environment_slots_.end()) return found->second;
  entry.offset = align(kernel_.environment_bytes, 64);
  kernel_.environment_bytes = entry.offset + entry.lane_bytes * kLanes;
  const Slot slot = environment_file_slot(entry.offset);
  kernel_.environment.push_back(entry);
  environment_slots_.emplace(key, slot);
  return slot;
}

Slot Builder::constant(std::uint64_t bits, std::uint32_t lane_bytes) {
  if (lane_bytes < 8) bits &= (std::uint64_t{1} << (8 * lane_bytes)) - 1;
  return environment_slot(
      {EnvironmentEntry::Kind::constant, bits, lane_bytes, lane_bytes, false, 0});
}

Slot Builder::parameter(std::uint64_t offset, ptx::Type type, std::uint32_t lane_bytes) {
  if (offset > parameter_bytes_ || parameter_bytes_ - offset < ptx::size_bytes(type))
    unsupported("an address beyond the kernel's parameters");
  return environment_slot({EnvironmentEntry::Kind::parameter, offset, lane_bytes,
                           ptx::size_bytes(type), ptx::is_signed(type), 0});
}

Slot Builder::warp_slot(WarpEntry::Kind kind, std::uint32_t axis) {
  const auto key = std::make_pair(static_cast<int>(kind), axis);
  const auto found = warp_slots_.find(key);
  if (found != warp_slots_.end()) return found->second;
  const std::uint32_t offset = align(kernel_.register_file_bytes, 64);
  kernel_.register_file_bytes = offset + 4 * kLanes;
  kernel_.warp_entries.push_back({kind, axis, offset});
  const Slot slot = register_file_slot(offset);
  warp_slots_.emplace(key, slot);
  return slot;
}

Slot Builder::scratch(std::uint32_t bytes) {
  const std::uint32_t offset = align(kernel_.register_file_bytes, 64);
  kernel_.register_file_bytes = align(offset + bytes, 64);
  return register_file_slot(offset);
}

Slot Builder::special(std::string_view name, ptx::Type type) {
  using Kind = EnvironmentEntry::Kind;
  if (ptx::size_bytes(type) != 4)
    unsupported("the special register %" + std::string(name) + " in this width");
  const std::size_t dot = name.rfind('.');
  if (dot != std::string_view::npos && dot + 2 == name.size() && name[dot + 1] >= 'x' &&
      name[dot + 1] <= 'z') {
    const std::string_view base = name.substr(0, dot);
    const auto axis = static_cast<std::uint32_t>(name[dot + 1] - 'x');
    if (base == "tid") return warp_slot(WarpEntry::Kind::thread_index, axis);
    if (base == "ntid") return environment_slot({Kind::block_dimension, axis, 4, 4, false, 0});
    if (base == "ctaid") return environment_slot({Kind::block_index, axis, 4, 4, false, 0});
    if (base == "nctaid") return environment_slot({Kind::grid_dimension, axis, 4, 4, false, 0});
  }
  if (name == "laneid") return warp_slot(WarpEntry::Kind::lane, 0);
  if (name == "warpid") return warp_slot(WarpEntry::Kind::warp, 0);
  if (name == "lanemask_eq") return warp_slot(WarpEntry::Kind::lane_mask_eq, 0);
  if (name == "lanemask_lt") return warp_slot(WarpEntry::Kind::lane_mask_lt, 0);
  if (name == "lanemask_le") return warp_slot(WarpEntry::Kind::lane_mask_le, 0);
  if (name == "lanemask_ge") return warp_slot(WarpEntry::Kind::lane_mask_ge, 0);
  if (name == "lanemask_gt") return warp_slot(WarpEntry::Kind::lane_mask_gt, 0);
  if (name == "WARP_SZ") return constant(kLanes, 4);
  unsupported("the special register %" + std::string(name));
}

std::optional<std::uint64_t> Builder::symbol_value(std::string_view name, ptx::Space* space) const {
  if (const auto found = variables_.find(name); found != variables_.end()) {
    if (space != nullptr) *space = found->second.first;
    return found->second.second;
  }
  if (const auto symbol = program_.symbol(name)) {
    if (space != nullptr) *space = ptx::Space::global;
    return symbol->address;
  }
  return std::nullopt;
}

Slot Builder::source(const ptx::Operand& operand, ptx::Type type) {
  const Sized sized = any_source(operand, type);
  if (sized.lane_bytes != lane_bytes_of(type))
    unsupported("a register of another size than ." + std::string(ptx::name(type)));
  return sized.slot;
}

Sized Builder::any_source(const ptx::Operand& operand, ptx::Type type) {
  const std::uint32_t lane_bytes = lane_bytes_of(type);
  switch (operand.kind) {
    case ptx::Operand::Kind::reg: {
      if (operand.negated) unsupported("a negated register");
      const ptx::Type register_type = function_.registers.at(operand.index).type;
      if (register_type == ptx::Type::pred) unsupported("a predicate where a value is expected");
      return {register_slot(operand.index), lane_bytes_of(register_type)};
    }
    case ptx::Operand::Kind::special:
      return {special(operand.name, type), 4};
    case ptx::Operand::Kind::integer:
    case ptx::Operand::Kind::floating:
      return {constant(immediate_bits(operand, type), lane_bytes), lane_bytes};
    case ptx::Operand::Kind::symbol: {
      const auto value = symbol_value(operand.name);
      if (!value) unsupported("the unknown symbol " + std::string(operand.name));
      return {constant(*value + operand.bits, lane_bytes), lane_bytes};
    }
    default:
      unsupported("an operand of this form");
  }
}

Slot Builder::destination(const ptx::Operand& operand, ptx::Type type) {
  if (operand.kind == ptx::Operand::Kind::sink) return scratch(lane_bytes_of(type) * kLanes);
  const Sized sized = any_destination(operand);
  if (sized.lane_bytes != lane_bytes_of(type))
    unsupported("a destination of another size than ." + std::string(ptx::name(type)));
  return sized.slot;
}

Sized Builder::any_destination(const ptx::Operand& operand) {
  if (operand.kind == ptx::Operand::Kind::sink) return {scratch(8 * kLanes), 8};
  if (operand.kind != ptx::Operand::Kind::reg) unsupported("a destination that is not a register");
  const ptx::Type type = function_.registers.at(operand.index).type;
  if (type == ptx::Type::pred) unsupported("a predicate where a value is expected");
  return {register_slot(operand.index), lane_bytes_of(type)};
}

Slot Builder::predicate(const ptx::Operand& operand, bool& negated) {
  if (operand.kind == ptx::Operand::Kind::sink) {
    negated = false;
    return scratch(4);
  }
  if (operand.kind != ptx::Operand::Kind::reg ||
      function_.registers.at(operand.index).type != ptx::Type::pred) {
    unsupported("an operand that should be a predicate");
  }
  negated = operand.negated;
  return register_slot(operand.index);
}

std::int64_t Builder::literal(const ptx::Operand& operand) const {
  if (operand.kind != ptx::Operand::Kind::integer)
    unsupported("an operand that should be a literal number");
  return static_cast<std::int64_t>(operand.bits);
}

AddressOperand Builder::address(std::size_t index, ptx::Space space) {
  const ptx::Operand& whole = operand(index);
  if (whole.kind != ptx::Operand::Kind::address || whole.elements.empty())
    unsupported("an operand that should be an address");
  const ptx::Operand& base = whole.elements[0];
  AddressOperand result;
  result.offset = static_cast<std::int64_t>(whole.bits);
  switch (base.kind) {
    case ptx::Operand::Kind::reg: {
      const Sized sized = any_source(base, ptx::Type::b64);
      result.slot = sized.slot;
      result.lane_bytes = sized.lane_bytes;
      break;
    }
    case ptx::Operand::Kind::integer:
      result.offset += static_cast<std::int64_t>(base.bits);
      break;
    case ptx::Operand::Kind::symbol: {
      ptx::Space found = space;
      const auto value = symbol_value(base.name, &found);
      if (!value) unsupported("the unknown symbol " + std::string(base.name));
      result.offset += static_cast<std::int64_t>(*value + base.bits);
      break;
    }
    default:
      unsupported("an address of this form");
  }
  if (result.slot == kNoSlot) {
    result.slot = constant(static_cast<std::uint64_t>(result.offset), 8);
    result.lane_bytes = 8;
    result.offset = 0;
  }
  return result;
}

Operation& Builder::emit(Handler handler) {
  Operation operation;
  operation.handler = handler;
  operation.instruction = index_;
  kernel_.operations.push_back(operation);
  return kernel_.operations.back();
}

std::uint32_t Builder::add_site(AccessSite::Kind kind) {
  kernel_.sites.push_back({kind, index_});
  return static_cast<std::uint32_t>(kernel_.sites.size() - 1);
}

// The slot that holds what `instruction` computes, when that is known before the warp runs.
std::optional<Slot> Builder::alias_of(const ptx::Instruction& instruction) {
  if (instruction.guard || instruction.operands.size() != 2 || instruction.modifiers.empty())
    return std::nullopt;
  const ptx::Operand& to = instruction.operands[0];
  const ptx::Operand& from = instruction.operands[1];
  const auto type = ptx::parse_type(instruction.modifiers.back());
  if (to.kind != ptx::Operand::Kind::reg || !type) return std::nullopt;
  const ptx::Type register_type = function_.registers.at(to.index).type;
  if (register_type == ptx::Type::pred || ptx::size_bytes(*type) < 2) return std::nullopt;
  if (instruction.opcode == "ld" && instruction.modifiers.size() == 2 &&
      instruction.modifiers[0] == "param") {
    if (from.kind != ptx::Operand::Kind::address || from.elements.size() != 1 ||
        from.elements[0].kind != ptx::Operand::Kind::symbol) {
      return std::nullopt;
    }
    ptx::Space space = ptx::Space::generic;
    const auto value = symbol_value(from.elements[0].name, &space);
    if (!value || space != ptx::Space::param) return std::nullopt;
    return parameter(*value + from.elements[0].bits + from.bits, *type,
                     lane_bytes_of(register_type));
  }
  if (lane_bytes_of(register_type) != lane_bytes_of(*type)) return std::nullopt;
  const bool is_mov = instruction.opcode == "mov" && instruction.modifiers.size() == 1;
  const bool is_to_global = instruction.opcode == "cvta" && instruction.modifiers.size() == 3 &&
                            instruction.modifiers[0] == "to" &&
                            instruction.modifiers[1] == "global";
  if (!is_mov && !is_to_global) return std::nullopt;
  switch (from.kind) {
    case ptx::Operand::Kind::integer:
    case ptx::Operand::Kind::floating:
    case ptx::Operand::Kind::special:
    case ptx::Operand::Kind::symbol:
      return source(from, *type);
    default:
      return std::nullopt;
  }
}

void Builder::find_aliases() {
  std::vector<std::uint32_t> definitions(function_.registers.size(), 0);
  const auto count = [&](const ptx::Operand& operand) {
    if (operand.kind == ptx::Operand::Kind::reg) ++definitions[operand.index];
    for (const ptx::Operand& element : operand.elements) {
      if (element.kind == ptx::Operand::Kind::reg) ++definitions[element.index];
    }
  };
  // Whatever stands first may be a destination, except an address; counting too many only costs an
  // operation.
  for (const ptx::Instruction& instruction : function_.body) {
    if (!instruction.operands.empty() &&
        instruction.operands[0].kind != ptx::Operand::Kind::address)
      count(instruction.operands[0]);
  }
  std::vector<bool> is_copy_of_alias(function_.registers.size(), false);
  for (std::uint32_t i = 0; i < function_.body.size(); ++i) {
    const ptx::Instruction& instruction = function_.body[i];
    if (instruction.operands.empty() || instruction.operands[0].kind != ptx::Operand::Kind::reg)
      continue;
    const std::uint32_t to = instruction.operands[0].index;
    if (definitions[to] != 1) continue;
    begin(instruction, i);
    std::optional<Slot> slot;
    try {
      slot = alias_of(instruction);
    } catch (const Unsupported&) {
      continue;  // reported when the instruction itself is lowered
    }
    // cvta.to.global of a register with a known value: global and generic addresses are the same
    // here.
    const bool is_to_global =
        instruction.opcode == "cvta" && !instruction.guard && instruction.modifiers.size() == 3 &&
        instruction.modifiers[0] == "to" && instruction.modifiers[1] == "global" &&
        instruction.operands.size() == 2 && instruction.operands[1].kind == ptx::Operand::Kind::reg;
    if (!slot && is_to_global && is_copy_of_alias[instruction.operands[1].index])
      slot = registers_[instruction.operands[1].index];
    if (!slot) continue;
    registers_[to] = *slot;
    is_copy_of_alias[to] = true;
    alias_instructions_[i] = true;
  }
}

}  // namespace warpscope::exec
