// Ways of losing time that a kernel's code shows. A new one is a file and a row of the table in
// code_patterns.cpp; the rule that decides whether it is worth a word is one of runner/findings.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "vgpu/exec/analysis/control_flow.h"
#include "vgpu/exec/program/program.h"

namespace warpscope::exec::patterns {

/// All that `kernel`, whose functions have been lowered, shows.
std::vector<CodePattern> find_code_patterns(const Program& program, const Kernel& kernel);

/// How many executions were lost, with the warps' executions of each instruction.
std::uint64_t lost_executions(const CodePattern& pattern,
                              std::span<const std::uint64_t> executions);

/// The counters to which patterns add, by the names that records give them.
std::span<const std::string_view> code_pattern_metrics();

/// What a finder of patterns looks at: one function of a kernel.
struct Code {
  const Program& program;
  const Kernel& kernel;
  const LoweredFunction& lowered;
  const ptx::Function& function;
  /// By register: the instructions of the function that set it, and those that read it.
  std::vector<std::vector<std::uint32_t>> setters, readers;
  std::vector<FlowBlock> blocks;
  /// By instruction of the function: its basic block, all of which is executed as often.
  std::vector<std::uint32_t> block_of;

  /// Number in the kernel of the function's instruction `index`.
  std::uint32_t number(std::uint32_t index) const { return lowered.first_instruction + index; }
  SourceLine line_of(std::uint32_t index) const {
    return attribute(program, function, function.body[index]);
  }
};

// The finders, each in a file of its own.

/// Arithmetic in double precision of which all operands were floats and the result becomes one.
void find_doubles_of_floats(const Code& code, std::vector<CodePattern>& patterns);
/// Stores of a loop that each overwrite what the round before has stored.
void find_repeated_stores(const Code& code, std::vector<CodePattern>& patterns);
/// Waits for asynchronous copies with nothing to do between the copy and the wait.
void find_immediate_waits(const Code& code, std::vector<CodePattern>& patterns);
/// Loads from global memory in loops: no loss, but what tells them from fields of a structure.
void find_loads_in_loops(const Code& code, std::vector<CodePattern>& patterns);

inline constexpr std::string_view kDoublesOfFloats = "warpscope__f64_inst_on_f32_data.sum";
inline constexpr std::string_view kRepeatedStores = "warpscope__stores_overwritten_in_loop.sum";
inline constexpr std::string_view kImmediateWaits = "warpscope__copy_waits_without_work.sum";
inline constexpr std::string_view kLoadsInLoops = "warpscope__global_loads_in_loops.sum";

}  // namespace warpscope::exec::patterns
