#include "vgpu/exec/launch.h"

#include <algorithm>
#include <map>

#include "vgpu/exec/lowering/kernel.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {
namespace {

// Adds what one access site counted to the counters of its kind.
void add_site(CounterValues& values, AccessSite::Kind kind, const AccessCounters& c) {
  switch (kind) {
    case AccessSite::Kind::global_load:
      values[Counter::global_load_instructions] += c.instructions;
      values[Counter::global_load_requests] += c.requests;
      values[Counter::global_load_sectors] += c.units;
      values[Counter::global_load_sectors_ideal] += c.units_ideal;
      values[Counter::global_load_bytes] += c.bytes;
      break;
    case AccessSite::Kind::global_store:
      values[Counter::global_store_instructions] += c.instructions;
      values[Counter::global_store_requests] += c.requests;
      values[Counter::global_store_sectors] += c.units;
      values[Counter::global_store_sectors_ideal] += c.units_ideal;
      values[Counter::global_store_bytes] += c.bytes;
      break;
    case AccessSite::Kind::global_atomic:
      values[Counter::global_atomic_instructions] += c.instructions;
      break;
    case AccessSite::Kind::shared_load:
      values[Counter::shared_load_instructions] += c.instructions;
      values[Counter::shared_load_wavefronts] += c.units;
      values[Counter::shared_load_bank_conflicts] += c.units_ideal;
      values[Counter::shared_bank_conflicts] += c.units_ideal;
      break;
    case AccessSite::Kind::shared_store:
      values[Counter::shared_store_instructions] += c.instructions;
      values[Counter::shared_store_wavefronts] += c.units;
      values[Counter::shared_store_bank_conflicts] += c.units_ideal;
      values[Counter::shared_bank_conflicts] += c.units_ideal;
      break;
    case AccessSite::Kind::shared_atomic:
      values[Counter::shared_atomic_instructions] += c.instructions;
      values[Counter::shared_bank_conflicts] += c.units_ideal;
      break;
    case AccessSite::Kind::local_load:
      values[Counter::local_load_instructions] += c.instructions;
      break;
    case AccessSite::Kind::local_store:
      values[Counter::local_store_instructions] += c.instructions;
      break;
    case AccessSite::Kind::constant_load:
      break;
    case AccessSite::Kind::branch:
      values[Counter::branches] += c.instructions;
      values[Counter::divergent_branches] += c.units;
      break;
    case AccessSite::Kind::barrier:
      values[Counter::barriers] += c.instructions;
      break;
  }
}

// Counts per instruction, then per source line and in sum.
void collect(const Program& program, const BlockContext& block, LaunchResult& result) {
  const ptx::Function& function = *block.kernel->function;
  std::vector<CounterValues> by_instruction(function.body.size());
  for (std::size_t i = 0; i < block.kernel->blocks.size(); ++i) {
    const BasicBlock& basic = block.kernel->blocks[i];
    for (std::uint32_t k = basic.first; k < basic.end; ++k) {
      by_instruction[k][Counter::inst_executed] += block.block_counters[i].executions;
      by_instruction[k][Counter::thread_inst_executed] += block.block_counters[i].lanes;
    }
  }
  for (std::size_t i = 0; i < block.kernel->sites.size(); ++i) {
    const AccessSite& site = block.kernel->sites[i];
    add_site(by_instruction[site.instruction], site.kind, block.access_counters[i]);
  }
  std::map<SourceLine, CounterValues> by_line;
  for (std::size_t k = 0; k < by_instruction.size(); ++k) {
    const CounterValues& values = by_instruction[k];
    if (std::all_of(values.values.begin(), values.values.end(),
                    [](std::uint64_t value) { return value == 0; }))
      continue;
    result.counters += values;
    const SourceLine line = attribute(program, function, function.body[k]);
    if (line.line != 0) by_line[line] += values;
  }
  for (const auto& [line, values] : by_line) result.lines.push_back({line, values});
}

}  // namespace

std::shared_ptr<const Program> load(ptx::Module module, memory::DeviceMemory& memory,
                                    const ManagedAddresses& managed) {
  return std::make_shared<const Program>(std::move(module), memory, managed);
}

std::vector<KernelInfo> kernels(const Program& program) {
  std::vector<KernelInfo> result;
  for (const ptx::Function& function : program.module().functions) {
    if (!function.is_entry || function.is_declaration) continue;
    KernelInfo info;
    info.name = std::string(function.name);
    for (const ptx::Variable& parameter : function.parameters) {
      const std::uint32_t alignment = std::max(parameter.alignment, 1u);
      const std::uint32_t offset = (info.parameter_bytes + alignment - 1) / alignment * alignment;
      const auto size_bytes = static_cast<std::uint32_t>(parameter.size_bytes);
      info.parameters.push_back({offset, size_bytes});
      info.parameter_bytes = offset + size_bytes;
    }
    std::uint64_t shared = 0, local = 0;
    for (const ptx::Variable& variable : function.variables) {
      if (variable.space == ptx::Space::shared) shared += variable.size_bytes;
      if (variable.space == ptx::Space::local) local += variable.size_bytes;
    }
    for (const ptx::Variable& variable : program.module().variables) {
      if (variable.space == ptx::Space::shared) shared += variable.size_bytes;
    }
    info.static_shared_bytes = static_cast<std::uint32_t>(shared);
    info.local_bytes = static_cast<std::uint32_t>(local);
    for (const std::string_view directive : {"maxntid", "reqntid"}) {
      const auto found = function.directives.find(directive);
      if (found == function.directives.end()) continue;
      std::uint64_t threads = 1;
      for (const std::uint32_t n : found->second) threads *= n;
      info.max_threads_per_block =
          static_cast<std::uint32_t>(std::min<std::uint64_t>(threads, info.max_threads_per_block));
    }
    info.ptx_registers = static_cast<std::uint32_t>(function.registers.size());
    result.push_back(std::move(info));
  }
  return result;
}

std::optional<Symbol> symbol(const Program& program, std::string_view name) {
  return program.symbol(name);
}

LaunchResult launch(const Program& program, std::string_view kernel_name,
                    const LaunchConfiguration& configuration, memory::DeviceMemory& memory,
                    const LaunchOptions& options) {
  const Kernel& kernel = program.kernel(kernel_name);
  Footprint footprint;
  BlockRunner runner(program, kernel, configuration, options, memory, footprint);
  LaunchResult result;
  auto may_go_on = [&, checked = std::uint64_t{0}]() mutable {
    constexpr std::uint64_t kInstructionsBetweenChecks = 1 << 16;
    if (runner.context().executed - checked < kInstructionsBetweenChecks) return true;
    checked = runner.context().executed;
    return runner.may_go_on();
  };
  const Dim3& grid = configuration.grid;
  for (std::uint32_t z = 0; z < grid.z && !result.fault; ++z) {
    for (std::uint32_t y = 0; y < grid.y && !result.fault; ++y) {
      for (std::uint32_t x = 0; x < grid.x; ++x) {
        if (runner.run({x, y, z}) && may_go_on()) continue;
        result.fault = runner.context().fault;
        break;
      }
    }
  }
  collect(program, runner.context(), result);
  result.distinct_read_sectors = footprint.count_read_sectors();
  result.distinct_read_granules = footprint.count_read_granules();
  result.distinct_written_sectors = footprint.count_written_sectors();
  return result;
}

std::string_view name(Fault::Kind kind) {
  switch (kind) {
    case Fault::Kind::out_of_bounds:
      return "out-of-bounds";
    case Fault::Kind::misaligned_address:
      return "misaligned-address";
    case Fault::Kind::host_pointer:
      return "host-pointer-in-kernel";
    case Fault::Kind::unsupported_instruction:
      return "unsupported-instruction";
    case Fault::Kind::trap:
      return "trap";
    case Fault::Kind::deadlock:
      return "deadlock";
    case Fault::Kind::instruction_budget:
      return "instruction-budget";
    case Fault::Kind::invalid_sync_mask:
      return "invalid-sync-mask";
    case Fault::Kind::canceled:
      return "canceled";
  }
  return "fault";
}

}  // namespace warpscope::exec
