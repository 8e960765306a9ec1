// Who is asked before each PTX instruction of a kernel that was lowered for it
// (KernelUse::stepped).
#pragma once

namespace warpscope::exec {

struct Operation;    // program/operation.h
struct WarpContext;  // machine/warp.h

class Stepper {
 public:
  virtual ~Stepper() = default;
  /// The running path of `warp` comes to the PTX instruction Operation::instruction. It may take as
  /// long as it likes; nothing else of the launch runs meanwhile. False: the launch ends here, as
  /// if by a fault, but without one.
  virtual bool may_execute(const WarpContext& warp, const Operation& operation) = 0;
};

}  // namespace warpscope::exec
