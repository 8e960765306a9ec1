#include "vgpu/exec/instructions/call.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "vgpu/exec/access/report.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/instructions/control.h"
#include "vgpu/exec/instructions/system_call.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec::call {
namespace {

constexpr std::size_t kReturns = 0, kCallee = 1, kArguments = 2;  // operands of call

std::byte* registers(WarpContext& c, std::int32_t frame) {
  return c.frames[static_cast<std::size_t>(frame)]->registers();
}

void copy_area(std::byte* to_frame, const ParameterArea& to, const std::byte* from_frame,
               const ParameterArea& from, std::uint32_t lanes) {
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    std::memcpy(to_frame + to.offset + std::size_t{lane} * to.stride_bytes,
                from_frame + from.offset + std::size_t{lane} * from.stride_bytes,
                std::min(to.size_bytes, from.size_bytes));
  }
}

bool fits(const std::vector<ParameterArea>& given, const std::vector<ParameterArea>& wanted) {
  return std::equal(
      given.begin(), given.end(), wanted.begin(), wanted.end(),
      [](const ParameterArea& a, const ParameterArea& b) { return a.size_bytes == b.size_bytes; });
}

// The running path calls `callee`.
const Operation* enter(WarpContext& c, const Operation* op, const LoweredFunction& callee) {
  const CallSite& site = c.block->kernel->calls[op->call.site];
  if (!fits(site.arguments, callee.parameters) ||
      (!site.returns.empty() && !fits(site.returns, callee.returns))) {
    return raise(c, op, Fault::Kind::trap, c.active,
                 "A call of " + std::string(callee.function->name) +
                     " with other parameters than the function has.");
  }
  const std::int32_t frame = c.push_frame(callee);
  if (frame < 0) {
    return raise(c, op, Fault::Kind::stack_overflow, c.active,
                 "A call of " + std::string(callee.function->name) +
                     " for which the thread's stack of " + std::to_string(c.block->local_bytes) +
                     " bytes has no room; does the recursion end? "
                     "cudaDeviceSetLimit(cudaLimitStackSize, …) makes it larger.");
  }
  const std::byte* caller = c.frame;
  for (std::size_t i = 0; i < callee.parameters.size(); ++i)
    copy_area(registers(c, frame), callee.parameters[i], caller, site.arguments[i], c.active);
  return c.call(frame, op + 1);
}

const Operation* call_function(WarpContext& c, const Operation* op) {
  return enter(c, op, c.block->kernel->functions[op->call.function]);
}

// Lanes may hold pointers to different functions: those that share the first lane's go together.
const Operation* call_pointer(WarpContext& c, const Operation* op) {
  const std::uint64_t* pointers = c.at<std::uint64_t>(op->a);
  const std::uint64_t pointer = pointers[std::countr_zero(c.active)];
  std::uint32_t same = 0;
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    if (pointers[std::countr_zero(rest)] == pointer) same |= rest & (~rest + 1);
  }
  const auto& functions = c.block->kernel->function_by_address;
  const auto callee = functions.find(pointer);
  if (callee == functions.end()) {
    return raise(c, op, Fault::Kind::trap, same,
                 "A call through a pointer that is not the address of a device function.", pointer);
  }
  // What follows the call is where the groups meet.
  if (same != c.active) return c.diverge(same, op, op, op + 1);
  return enter(c, op, c.block->kernel->functions[callee->second]);
}

const Operation* return_from(WarpContext& c, const Operation* op, std::uint32_t lanes) {
  const DivergenceNode* caller = c.caller();
  if (caller == nullptr) return c.exit_lanes(lanes, op + 1);
  const Operation* call = caller->next - 1;
  const CallSite& site = c.block->kernel->calls[call->call.site];
  const LoweredFunction& callee =
      *c.frames[static_cast<std::size_t>(caller->callee_frame)]->function;
  for (std::size_t i = 0; i < site.returns.size(); ++i) {
    copy_area(registers(c, caller->frame), site.returns[i], registers(c, caller->callee_frame),
              callee.returns[i], lanes);
  }
  return c.return_lanes(lanes, op + 1);
}

template <bool kGuarded, bool kNegated>
const Operation* return_lanes(WarpContext& c, const Operation* op) {
  std::uint32_t lanes = c.path_mask;
  if constexpr (kGuarded) {
    const std::uint32_t predicate = c.predicate(op->a);
    lanes &= kNegated ? ~predicate : predicate;
    if (lanes == 0) return op + 1;
  }
  return return_from(c, op, lanes);
}

struct ParameterForm {
  std::uint32_t area, stride_bytes;  ///< place of the first lane's in the frame, and to the next
  std::uint64_t offset;              ///< of the element in it
  std::uint32_t bytes, lane_bytes;   ///< of the element, and of a register's lane
  bool is_signed;
};

// d: what is loaded or stored.
template <bool kStore>
const Operation* access_parameter(WarpContext& c, const Operation* op) {
  const auto form = op->form<ParameterForm>();
  std::byte* area = c.frame + form.area + form.offset;
  std::byte* lanes = c.at<std::byte>(op->d);
  const std::uint32_t bytes = form.bytes, lane_bytes = form.lane_bytes;
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    std::byte* element = area + std::size_t{lane} * form.stride_bytes;
    std::byte* value = lanes + std::size_t{lane} * lane_bytes;
    if constexpr (kStore) {
      std::memcpy(element, value, bytes);
    } else {
      std::uint64_t bits = 0;
      std::memcpy(&bits, element, bytes);
      if (form.is_signed && bytes < 8) {
        const std::uint32_t shift = 64 - 8 * bytes;
        bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << shift) >> shift);
      }
      std::memcpy(value, &bits, lane_bytes);
    }
  }
  return op + 1;
}

struct LocalCopyForm {
  std::uint32_t area, stride_bytes, size_bytes;
  std::uint64_t place;  ///< in the function's local memory
};

// a: where the function's local memory begins.
const Operation* copy_to_local(WarpContext& c, const Operation* op) {
  const auto form = op->form<LocalCopyForm>();
  const std::byte* area = c.frame + form.area;
  const std::uint64_t* begins = c.at<std::uint64_t>(op->a);
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint64_t place = begins[lane] + form.place;
    std::memcpy(c.local + lane * c.block->local_bytes + place,
                area + std::size_t{lane} * form.stride_bytes, form.size_bytes);
    c.local_written = std::max(c.local_written, place + form.size_bytes);
    if (c.block->observers.any())
      report_written(c, *op, lane, memory::kLocalWindowBase + place, form.size_bytes);
  }
  return op + 1;
}

std::vector<ParameterArea> areas(Builder& builder, std::size_t operand) {
  std::vector<ParameterArea> result;
  if (operand >= builder.operand_count()) return result;
  for (const ptx::Operand& element : builder.operand(operand).elements) {
    const auto area = element.kind == ptx::Operand::Kind::symbol
                          ? builder.frame_parameter(element.name)
                          : std::nullopt;
    if (!area) builder.unsupported("an argument that is not a variable in param space");
    result.push_back(*area);
  }
  return result;
}

}  // namespace

void build_call(Builder& builder) {
  builder.take("uni");
  Kernel& kernel = builder.kernel();
  const ptx::Operand& callee = builder.operand(kCallee);
  CallSite site{areas(builder, kArguments), areas(builder, kReturns)};
  const auto number = static_cast<std::uint32_t>(kernel.calls.size());
  if (callee.kind == ptx::Operand::Kind::reg) {
    const Slot pointer = builder.source(callee, ptx::Type::b64);
    builder.emit(call_pointer).a = pointer;
  } else {
    const ptx::Function* function = builder.program().function(callee.name);
    if (function == nullptr)
      builder.unsupported("the unknown function " + std::string(callee.name));
    if (function->is_declaration) {
      builder.emit(system_call::select(builder, function->name, site));
    } else {
      const auto found = std::find_if(
          kernel.functions.begin(), kernel.functions.end(),
          [&](const LoweredFunction& lowered) { return lowered.function == function; });
      builder.emit(call_function).call.function =
          static_cast<std::uint32_t>(found - kernel.functions.begin());
    }
  }
  kernel.operations.back().call.site = number;
  kernel.calls.push_back(std::move(site));
  control::emit_reconvergence(builder);
}

void build_return(Builder& builder) {
  builder.take("uni");
  if (!builder.instruction().guard || meaning_of(builder.instruction()).flow != Flow::leave) {
    builder.emit(return_lanes<false, false>);
    return;
  }
  bool negated = false;
  ptx::Operand operand;
  operand.kind = ptx::Operand::Kind::reg;
  operand.index = builder.instruction().guard->index;
  const Slot predicate = builder.predicate(operand, negated);
  builder
      .emit(builder.instruction().guard->negated ? return_lanes<true, true>
                                                 : return_lanes<true, false>)
      .a = predicate;
}

void build_parameter_access(Builder& builder, const ParameterArea& area, std::uint64_t offset,
                            ptx::Type type, std::span<const ptx::Operand> elements, bool is_store) {
  const std::uint32_t bytes = ptx::size_bytes(type);
  if (offset > area.size_bytes || area.size_bytes - offset < bytes * elements.size())
    builder.unsupported("an address beyond the variable in param space");
  for (std::size_t k = 0; k < elements.size(); ++k) {
    if (elements[k].kind == ptx::Operand::Kind::sink) continue;
    const Sized sized =
        is_store ? builder.any_source(elements[k], type) : builder.any_destination(elements[k]);
    if (sized.lane_bytes < bytes || bytes > 8) builder.unsupported("this width");
    Operation& op = builder.emit(is_store ? access_parameter<true> : access_parameter<false>);
    op.d = sized.slot;
    op.set_form(ParameterForm{area.offset, area.stride_bytes, offset + k * bytes, bytes,
                              sized.lane_bytes, ptx::is_signed(type)});
  }
}

void emit_local_parameter(Builder& builder, const ParameterArea& area, Slot local_base,
                          std::uint64_t local_offset) {
  Operation& op = builder.emit(copy_to_local);
  op.a = local_base;
  op.set_form(LocalCopyForm{area.offset, area.stride_bytes, area.size_bytes, local_offset});
}

const Operation* add_address(WarpContext& c, const Operation* op) {
  std::uint64_t* d = c.at<std::uint64_t>(op->d);
  const std::uint64_t* a = c.at<std::uint64_t>(op->a);
  const std::uint64_t* b = c.at<std::uint64_t>(op->b);
  for (std::uint32_t i = 0; i < kWarpSize; ++i) d[i] = a[i] + b[i];
  return op + 1;
}

}  // namespace warpscope::exec::call
