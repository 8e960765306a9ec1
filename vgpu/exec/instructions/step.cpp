#include "vgpu/exec/instructions/step.h"

#include "vgpu/exec/instructions/lanes.h"
#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/machine/stepper.h"

namespace warpscope::exec::step {
namespace {

const Operation* ask(WarpContext& c, const Operation* op) {
  Stepper* stepper = c.block->worker->launch().stepper;
  if (stepper != nullptr && !stepper->may_execute(c, *op)) {
    c.stop = Stop::fault;
    return nullptr;
  }
  return next(c, op);
}

}  // namespace

void emit(Builder& builder) { builder.emit(ask); }

bool is_step(const Operation& operation) { return operation.handler == ask; }

}  // namespace warpscope::exec::step
