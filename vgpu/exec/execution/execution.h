// A launch that can be stopped before each PTX instruction, looked at, and taken back.
//
// The machine runs on a thread of its own, which waits while somebody looks: so it is the same
// machine, with the same order of blocks and warps, and with the same results as a straight run.
// Going back is putting back what blocks and memory were like at an earlier moment, and running on
// from there.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "vgpu/exec/execution/inspection.h"
#include "vgpu/exec/execution/register_use.h"
#include "vgpu/exec/launch.h"

namespace warpscope::exec {

/// An instruction of a warp that is going to be executed next.
struct Step {
  std::uint64_t number = 0;       ///< warp instructions of the launch before it
  std::uint64_t block = 0;        ///< in the grid
  std::uint32_t warp = 0;         ///< in the block
  std::uint32_t lanes = 0;        ///< that come to it, whether or not they pass its guard
  std::uint32_t instruction = 0;  ///< number in the kernel
  bool operator==(const Step&) const = default;
};

/// True where an execution is to stop. It is asked on another thread, one step after the other.
using Until = std::function<bool(const Step&)>;

/// The next instruction of any warp.
Until any_step();
/// The next one of this warp: what the others do meanwhile is passed over.
Until step_of(std::uint64_t block, std::uint32_t warp);
Until at_instruction(std::uint32_t number);
/// The next one of these: of a source line, as Execution::instructions_of_line() gives them.
Until at_any_of(std::vector<std::uint32_t> numbers);
/// Where the launch ends.
Until at_end();

class Execution {
 public:
  /// Comes to the first instruction of the first warp. What is given but `options` must live as
  /// long as the execution, and nobody else may use the memory meanwhile. One thread runs all
  /// blocks. Throws std::runtime_error with a sentence for what launch() throws for, and for
  /// options that do not go together with steps: checks, an observer of one's own, L1 caches.
  Execution(const Program& program, std::string_view kernel,
            const LaunchConfiguration& configuration, memory::DeviceMemory& memory,
            const LaunchOptions& options);
  ~Execution();
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  /// Where the launch stands; nothing when it has ended.
  std::optional<Step> step() const;
  /// Executes at least one instruction, and stops where `until` says so, or at the end. Throws what
  /// `until` throws, and what the launch does; the launch has then ended.
  std::optional<Step> advance(const Until& until);
  /// Goes to the instruction with this number, forward or back; to the end when there are not so
  /// many. Throws std::runtime_error with a sentence when it cannot go back: see why_not_back().
  std::optional<Step> go_to(std::uint64_t number);

  /// Instructions that begin the line: those behind one of another line, and the first ones of
  /// basic blocks. `file` is the end of the file's path. Empty when the kernel has nothing there.
  std::vector<std::uint32_t> instructions_of_line(std::string_view file, std::uint32_t line) const;

  /// Where the instruction with this number is; also asked by what `until` calls.
  CodePlace place(std::uint32_t instruction) const;
  /// What is known of each register of that function, in the order of registers().
  std::vector<RegisterUse> register_uses(std::string_view function) const;

  Inspection inspect() const;
  /// Registers of the function that the group's lanes are in, in the order of the PTX. Empty for a
  /// group that is not there.
  std::vector<RegisterView> registers(std::uint64_t block, std::uint32_t warp,
                                      const LaneGroup& group) const;
  /// A lane's local memory; empty when there is no such lane.
  std::span<const std::byte> local_memory(std::uint64_t block, std::uint32_t warp,
                                          std::uint32_t lane) const;

  /// A sentence when the kernel does what cannot be undone (malloc, launches, writes to surfaces);
  /// nullptr otherwise.
  const char* why_not_back() const;
  /// The first instruction to which it is possible to go back: 0, unless the launch has overwritten
  /// more memory than LaunchOptions::most_undo_bytes.
  std::uint64_t earliest() const;

  /// Once the launch has ended: as launch() gives it, or throws.
  LaunchResult result();

 private:
  class Runner;
  std::unique_ptr<Runner> runner_;
};

}  // namespace warpscope::exec
