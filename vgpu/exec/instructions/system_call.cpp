#include "vgpu/exec/instructions/system_call.h"

#include <array>
#include <bit>

#include "vgpu/exec/access/report.h"
#include "vgpu/exec/instructions/call_values.h"
#include "vgpu/exec/instructions/device_runtime.h"
#include "vgpu/exec/machine/describe.h"
#include "vgpu/exec/machine/device_printf.h"

namespace warpscope::exec::system_call {

memory::HeapOrigin heap_origin(const WarpContext& c, const Operation* op) {
  if (!c.block->observers.any()) return {};
  const SourceLine where = source_line(*c.block, *op);
  return {where.file, where.line};
}

namespace {

const Operation* print(WarpContext& c, const Operation* op) {
  std::string text;  // of the last one
  UnknownConversion unknown{.who = {c.warp_index, 0}, .instruction = op->instruction, .text = {}};
  const Operation* next = for_each_lane(c, op, [&](std::uint32_t lane) {
    const auto printed = device_printf(c, lane, argument(c, op, 0, lane), argument(c, op, 1, lane));
    if (!printed) {
      raise(c, op, Fault::Kind::out_of_bounds, 1u << lane,
            "printf was given a string or an argument that is not in readable memory.");
      return false;
    }
    std::string& output = c.block->worker->output;
    output += printed->text;
    // The oldest output is lost, as in the hardware's ring buffer.
    const std::uint64_t most = c.block->options->output_bytes;
    if (output.size() > 2 * most) output.erase(0, output.size() - most);
    for (const Printed::Read& read : printed->reads)
      report_read(c, *op, lane, read.address, read.bytes);
    if (!printed->unknown_conversion.empty()) {
      unknown.who.lanes |= 1U << lane;
      text = printed->unknown_conversion;
    }
    set_result(c, op, lane, printed->arguments);
    return true;
  });
  unknown.text = text;
  if (unknown.who.lanes != 0) c.block->observers.tell(unknown);
  return next;
}

const Operation* allocate(WarpContext& c, const Operation* op) {
  return for_each_lane(c, op, [&](std::uint32_t lane) {
    const auto address =
        c.block->memory->allocate_on_heap(argument(c, op, 0, lane), heap_origin(c, op));
    set_result(c, op, lane, address.value_or(0));
    return true;
  });
}

const Operation* release(WarpContext& c, const Operation* op) {
  return for_each_lane(c, op, [&](std::uint32_t lane) {
    const std::uint64_t address = argument(c, op, 0, lane);
    if (address == 0) return true;
    if (!c.block->memory->release_on_heap(address)) {
      raise(c, op, Fault::Kind::invalid_free, 1u << lane,
            "free was given an address that malloc on the device did not return, or that was freed "
            "before.",
            address);
      return false;
    }
    forget_accesses(c);
    return true;
  });
}

std::string text_at(WarpContext& c, std::uint32_t lane, std::uint64_t address) {
  return read_string(c, lane, address).value_or("?");
}

// void __assertfail(const char* message, const char* file, unsigned line, const char* function,
// size_t char_size)
const Operation* fail_assertion(WarpContext& c, const Operation* op) {
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(c.active));
  const std::string message = text_at(c, lane, argument(c, op, 0, lane));
  const std::string file = text_at(c, lane, argument(c, op, 1, lane));
  const auto line = static_cast<std::uint32_t>(argument(c, op, 2, lane));
  const std::string function = text_at(c, lane, argument(c, op, 3, lane));
  const Dim3& shape = c.block->configuration->block;
  const Dim3& block = c.block->block_index;
  raise(c, op, Fault::Kind::assertion, c.active,
        "The assertion `" + message + "` failed (" + file + ":" + std::to_string(line) + ", " +
            function + ").");
  for_each_lane(c, op, [&](std::uint32_t each) {
    const std::uint32_t thread = c.warp_index * kWarpSize + each;
    c.block->fault->assertion_text +=
        file + ":" + std::to_string(line) + ": " + function + ": block: [" +
        std::to_string(block.x) + "," + std::to_string(block.y) + "," + std::to_string(block.z) +
        "], thread: [" + std::to_string(thread % shape.x) + "," +
        std::to_string(thread / shape.x % shape.y) + "," +
        std::to_string(thread / (shape.x * shape.y)) + "] Assertion `" + message + "` failed.\n";
    return true;
  });
  return nullptr;
}

struct Row {
  std::string_view function;
  std::size_t arguments;
  Handler handler;
};
constexpr std::array<Row, 4> kFunctions{{
    {"__assertfail", 5, fail_assertion},
    {"free", 1, release},
    {"malloc", 1, allocate},
    {"vprintf", 2, print},
}};

}  // namespace

Handler select(Builder& builder, std::string_view function, const CallSite& site) {
  for (const Row& row : kFunctions) {
    if (row.function != function) continue;
    if (site.arguments.size() != row.arguments) builder.unsupported("other arguments than it has");
    return row.handler;
  }
  if (const auto found = device_runtime::find(function)) {
    if (site.arguments.size() != found->arguments)
      builder.unsupported("other arguments than it has");
    return found->handler;
  }
  builder.unsupported("the function " + std::string(function) +
                      ", which has no body here and is none of the system's");
}

}  // namespace warpscope::exec::system_call
