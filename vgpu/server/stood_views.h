// What the trusted side gets of a launch that stands still.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "device/steps.h"
#include "vgpu/exec/execution/execution.h"
#include "vgpu/exec/execution/walk.h"
#include "vgpu/ptx/module.h"

namespace warpscope::device {

class StoodViews {
 public:
  /// All must outlive this.
  StoodViews(const exec::Execution& execution, const ptx::Module& module);

  /// Adds where the launch stands, and the warp that the command follows.
  void add(const StepCommand& command, Stood& stood) const;
  static void add(const exec::WarpHistory& history, Stood& stood);

 private:
  StoodPlace place(const exec::CodePlace& of) const;
  StoodWarp warp(const exec::WarpView& view) const;
  void add_registers(const exec::WarpView& view, Stood& stood) const;
  std::string_view text_of(std::uint32_t ptx_line) const;

  const exec::Execution& execution_;
  std::string_view text_;
  std::vector<std::size_t> lines_;  ///< where each line of the text begins
};

}  // namespace warpscope::device
