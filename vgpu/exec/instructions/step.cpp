#include "vgpu/exec/instructions/step.h"

#include "vgpu/exec/instructions/lanes.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec::step {
namespace {

const Operation* ask(WarpContext& c, const Operation* op) {
  if (c.block->observers.tell(InstructionBegin{&c, op}) == Answer::end_launch) {
    c.stop = Stop::fault;
    return nullptr;
  }
  return next(c, op);
}

}  // namespace

void emit(Builder& builder) { builder.emit(ask); }

bool is_step(const Operation& operation) { return operation.handler == ask; }

}  // namespace warpscope::exec::step
