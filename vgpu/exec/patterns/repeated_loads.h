// How often the threads of a block load the same places of global memory, by line: counted in the
// first blocks of a launch, because the others do the same.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "vgpu/exec/launch/pattern_count.h"
#include "vgpu/exec/observation/event.h"
#include "vgpu/exec/program/program.h"

namespace warpscope::exec::patterns {

class RepeatedLoads {
 public:
  RepeatedLoads(const Program& program, const Kernel& kernel)
      : program_(program), kernel_(kernel) {}

  void begin_block(std::uint64_t number);
  void access(const AccessEvent& event) {
    if (is_open_ && event.space == ptx::Space::global && event.kind == AccessKind::read &&
        !event.is_image)
      count(event);
  }
  /// Adds kSampledLoads and kSampledDistinctLoads of lines that load anything.
  void add_to(std::vector<PatternCount>& patterns) const;

 private:
  struct Line {
    SourceLine where;
    std::uint64_t loads = 0;
    std::unordered_set<std::uint64_t> distinct;  ///< of this block
    std::uint64_t distinct_before = 0;           ///< of earlier ones
    /// By warp: where its lanes loaded last.
    std::unordered_map<std::uint32_t, std::array<std::uint64_t, 32>> last;
  };
  /// Whether data that a thread has loaded decide where it loads: which places a tile would have to
  /// hold is known only then.
  bool is_led_by_data(std::uint32_t instruction);
  void count(const AccessEvent& event);
  Line& line_of(std::uint32_t instruction);

  const Program& program_;
  const Kernel& kernel_;
  bool is_open_ = false;
  std::map<SourceLine, std::size_t> number_of_line_;
  std::unordered_map<std::uint32_t, std::size_t> number_of_instruction_;
  std::unordered_map<std::uint32_t, bool> is_led_;  ///< by instruction
  std::vector<Line> lines_;
};

}  // namespace warpscope::exec::patterns
