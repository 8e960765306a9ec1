#include "vgpu/exec/builder/builder.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/memory_order.h"
#include "vgpu/exec/builder/sizes.h"

namespace warpscope::exec {
Builder::Builder(const Program& program, const SharedLayout& shared, LoweredFunction& lowered,
                 Kernel& kernel, const OperandHandlers& handlers)
    : program_(program),
      lowered_(lowered),
      function_(*lowered.function),
      kernel_(kernel),
      handlers_(handlers),
      left_out_(function_.body.size(), false),
      merged_(function_.body.size()) {
  lay_out_registers();
  lay_out_variables(shared);
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
  if (std::max(entry.lane_bytes, entry.value_bytes) > sizeof entry.bits)
    unsupported("a constant or parameter of 128 bits");
  const auto key = std::make_tuple(static_cast<int>(entry.kind), entry.bits, entry.lane_bytes,
                                   entry.value_bytes, entry.is_signed);
  const auto found = environment_slots_.find(key);
  if (found != environment_slots_.end()) return found->second;
  if (kernel_.environment_bytes > kMostFrameBytes)
    throw std::runtime_error("Kernel " + std::string(kernel_.function->name) +
                             " has more constants than the virtual GPU takes.");
  kernel_.environment_bytes += align(entry.lane_bytes * kWarpSize, 64);
  const Slot slot = -kWarpValueBytes - static_cast<Slot>(kernel_.environment_bytes);
  entry.slot = slot;
  kernel_.environment.push_back(entry);
  environment_slots_.emplace(key, slot);
  return slot;
}

Slot Builder::constant(std::uint64_t bits, std::uint32_t lane_bytes) {
  if (lane_bytes < 8) bits &= (std::uint64_t{1} << (8 * lane_bytes)) - 1;
  return environment_slot(
      {EnvironmentEntry::Kind::constant, bits, lane_bytes, lane_bytes, false, kNoSlot});
}

Slot Builder::parameter(std::uint64_t offset, ptx::Type type, std::uint32_t lane_bytes) {
  if (offset > parameter_bytes_ || parameter_bytes_ - offset < ptx::size_bytes(type))
    unsupported("an address beyond the kernel's parameters");
  return environment_slot({EnvironmentEntry::Kind::parameter, offset, lane_bytes,
                           ptx::size_bytes(type), ptx::is_signed(type), kNoSlot});
}

Slot Builder::warp_slot(WarpEntry::Kind kind, std::uint32_t axis) {
  // All functions of the kernel share them: there is room for one of each.
  for (const WarpEntry& entry : kernel_.warp_entries) {
    if (entry.kind == kind && entry.axis == axis) return entry.slot;
  }
  kernel_.warp_bytes += 4 * kWarpSize;
  const Slot slot = -static_cast<Slot>(kernel_.warp_bytes);
  kernel_.warp_entries.push_back({kind, axis, slot});
  return slot;
}

Slot Builder::scratch(std::uint32_t bytes) { return static_cast<Slot>(grow_frame(bytes)); }

// The address of a local variable of a function that is called: known when it runs.
Slot Builder::local_address(std::uint64_t offset) {
  if (offset == 0) return lowered_.local_base;
  const Slot sum = scratch(8 * kWarpSize);
  const Slot addend = constant(offset, 8);
  Operation& op = emit(handlers_.add_address);
  op.d = sum;
  op.a = lowered_.local_base;
  op.b = addend;
  return sum;
}

// The two numbered places are half of the region each; cooperative groups need 288 bytes.
static std::optional<std::uint32_t> reserved_shared_value(std::string_view place,
                                                          std::uint32_t reserved_bytes) {
  if (reserved_bytes == 0) return std::nullopt;
  if (place == "begin" || place == "0") return 0;
  if (place == "1") return reserved_bytes / 2;
  if (place == "end" || place == "cap") return reserved_bytes;
  return std::nullopt;
}

Slot Builder::carry() {
  if (carry_ == kNoSlot) carry_ = scratch(sizeof(std::uint32_t));
  return carry_;
}

Slot Builder::special(std::string_view name, ptx::Type type) {
  using Kind = EnvironmentEntry::Kind;
  if (const Handler read = handlers_.special_register(name, ptx::size_bytes(type))) {
    const Slot value = scratch(ptx::size_bytes(type) * kWarpSize);
    emit(read).d = value;
    return value;
  }
  if (ptx::size_bytes(type) == 2) {
    const Slot word = special(name, ptx::Type::u32);
    const Slot value = scratch(2 * kWarpSize);
    Operation& op = emit(handlers_.low_half);
    op.d = value;
    op.a = word;
    return value;
  }
  if (name.starts_with("pm") && name.ends_with("_64") && ptx::size_bytes(type) == 8)
    return constant(0, 8);
  if (ptx::size_bytes(type) != 4)
    unsupported("the special register %" + std::string(name) + " in this width");
  const std::size_t dot = name.rfind('.');
  if (dot != std::string_view::npos && dot + 2 == name.size() && name[dot + 1] >= 'x' &&
      name[dot + 1] <= 'z') {
    const std::string_view base = name.substr(0, dot);
    const auto axis = static_cast<std::uint32_t>(name[dot + 1] - 'x');
    if (base == "tid") return warp_slot(WarpEntry::Kind::thread_index, axis);
    if (base == "ntid")
      return environment_slot({Kind::block_dimension, axis, 4, 4, false, kNoSlot});
    if (base == "ctaid") return environment_slot({Kind::block_index, axis, 4, 4, false, kNoSlot});
    if (base == "nctaid")
      return environment_slot({Kind::grid_dimension, axis, 4, 4, false, kNoSlot});
    // Each block is a cluster.
    if (base == "clusterid")
      return environment_slot({Kind::block_index, axis, 4, 4, false, kNoSlot});
    if (base == "nclusterid")
      return environment_slot({Kind::grid_dimension, axis, 4, 4, false, kNoSlot});
    if (base == "cluster_ctaid") return constant(0, 4);
    if (base == "cluster_nctaid") return constant(1, 4);
  }
  // The fourth component of the vectors; what only a driver or a profiler sets.
  if (name.ends_with(".w") || name.starts_with("pm") || name.starts_with("envreg"))
    return constant(0, 4);
  if (name == "laneid") return warp_slot(WarpEntry::Kind::lane, 0);
  if (name == "warpid") return warp_slot(WarpEntry::Kind::warp, 0);
  if (name == "lanemask_eq") return warp_slot(WarpEntry::Kind::lane_mask_eq, 0);
  if (name == "lanemask_lt") return warp_slot(WarpEntry::Kind::lane_mask_lt, 0);
  if (name == "lanemask_le") return warp_slot(WarpEntry::Kind::lane_mask_le, 0);
  if (name == "lanemask_ge") return warp_slot(WarpEntry::Kind::lane_mask_ge, 0);
  if (name == "lanemask_gt") return warp_slot(WarpEntry::Kind::lane_mask_gt, 0);
  if (name == "cluster_ctarank") return constant(0, 4);
  if (name == "cluster_nctarank") return constant(1, 4);
  if (name == "WARP_SZ") return constant(kWarpSize, 4);
  if (name.starts_with(kReservedSharedRegisters)) {
    if (const auto value = reserved_shared_value(name.substr(kReservedSharedRegisters.size()),
                                                 program_.reserved_shared_bytes()))
      return constant(*value, 4);
  }
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
  if (const ptx::Function* function = program_.function(name)) {
    if (space != nullptr) *space = ptx::Space::generic;
    return program_.address_of(*function);
  }
  return std::nullopt;
}

std::optional<ParameterArea> Builder::frame_parameter(std::string_view name) const {
  const auto found = frame_parameters_.find(name);
  if (found == frame_parameters_.end()) return std::nullopt;
  return found->second;
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
      if (!operand.name.empty()) unsupported("a part of a register");
      const ptx::Type register_type = function_.registers.at(operand.index).type;
      if (register_type == ptx::Type::pred) unsupported("a predicate where a value is expected");
      return {register_slot(operand.index), lane_bytes_of(register_type)};
    }
    case ptx::Operand::Kind::special:
      return {special(operand.name, type), ptx::size_bytes(type)};
    case ptx::Operand::Kind::integer:
    case ptx::Operand::Kind::floating:
      return {constant(immediate_bits(operand, type), lane_bytes), lane_bytes};
    case ptx::Operand::Kind::symbol: {
      ptx::Space space = ptx::Space::generic;
      const auto value = symbol_value(operand.name, &space);
      if (!value) unsupported("the unknown symbol " + std::string(operand.name));
      if (space == ptx::Space::local && !is_entry() && lane_bytes == 8)
        return {local_address(*value + operand.bits), 8};
      return {constant(*value + operand.bits, lane_bytes), lane_bytes};
    }
    default:
      unsupported("an operand of this form");
  }
}

Slot Builder::destination(const ptx::Operand& operand, ptx::Type type) {
  if (operand.kind == ptx::Operand::Kind::sink) return scratch(lane_bytes_of(type) * kWarpSize);
  const Sized sized = any_destination(operand);
  if (sized.lane_bytes != lane_bytes_of(type))
    unsupported("a destination of another size than ." + std::string(ptx::name(type)));
  return sized.slot;
}

Sized Builder::any_destination(const ptx::Operand& operand) {
  if (operand.kind == ptx::Operand::Kind::sink) return {scratch(8 * kWarpSize), 8};
  if (operand.kind != ptx::Operand::Kind::reg) unsupported("a destination that is not a register");
  if (!operand.name.empty()) unsupported("a part of a register");
  const ptx::Type type = function_.registers.at(operand.index).type;
  if (type == ptx::Type::pred) unsupported("a predicate where a value is expected");
  return {register_slot(operand.index), lane_bytes_of(type)};
}

Slot Builder::predicate(const ptx::Operand& operand, bool& negated) {
  if (operand.kind == ptx::Operand::Kind::sink) {
    negated = false;
    return scratch(4);
  }
  if (operand.kind != ptx::Operand::Kind::reg || !operand.name.empty() ||
      function_.registers.at(operand.index).type != ptx::Type::pred) {
    unsupported("an operand that should be a predicate");
  }
  negated = operand.negated;
  return register_slot(operand.index);
}

Slot Builder::predicate_source(const ptx::Operand& operand, bool& negated) {
  if (operand.kind != ptx::Operand::Kind::integer) return predicate(operand, negated);
  negated = false;
  return constant(operand.bits != 0 ? 0xffffffff : 0, 4);
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
      if (found == ptx::Space::local && !is_entry()) result.slot = lowered_.local_base;
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

bool Builder::is_read(const ptx::Operand& destination) {
  if (destination.kind == ptx::Operand::Kind::sink) return false;
  if (destination.kind != ptx::Operand::Kind::reg) return true;
  if (read_registers_.empty()) read_registers_ = read_registers(function_);
  return read_registers_[destination.index];
}

bool Builder::is_only_copied(const ptx::Operand& destination) {
  if (used_registers_.empty()) used_registers_ = used_otherwise_than_stored(function_);
  const auto is_used = [&](const ptx::Operand& operand) {
    return operand.kind == ptx::Operand::Kind::reg && used_registers_[operand.index];
  };
  if (destination.kind != ptx::Operand::Kind::vector) return !is_used(destination);
  return std::none_of(destination.elements.begin(), destination.elements.end(), is_used);
}

bool Builder::is_only_selected(const ptx::Operand& destination) {
  if (needed_registers_.empty()) needed_registers_ = used_otherwise_than_selected(function_);
  return destination.kind == ptx::Operand::Kind::reg && !needed_registers_[destination.index];
}

Operation& Builder::emit(Handler handler) {
  Operation operation;
  operation.handler = handler;
  operation.instruction = lowered_.first_instruction + index_;
  kernel_.operations.push_back(operation);
  return kernel_.operations.back();
}

std::uint32_t Builder::add_site(AccessSite::Kind kind, L1Use l1_use) {
  AccessSite& site = kernel_.sites.emplace_back();
  site.kind = kind;
  site.instruction = lowered_.first_instruction + index_;
  site.l1_use = l1_use;
  site.ordering = ordering_of(*instruction_);
  site.scope = scope_of(*instruction_);
  return static_cast<std::uint32_t>(kernel_.sites.size() - 1);
}

void Builder::set_reduction(std::uint32_t site, std::uint8_t reduction) {
  kernel_.sites[site].reduction = reduction;
}

}  // namespace warpscope::exec
