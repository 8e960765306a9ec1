// Shared steps of the builders: look at operands, emit one operation.
#pragma once

#include "vgpu/exec/builder/builder.h"

namespace warpscope::exec {

/// Emits `handler` with destination 0 and source 1; Unsupported when the handler is nullptr.
void emit_unary(Builder& builder, Handler handler, ptx::Type destination, ptx::Type source);
void emit_binary(Builder& builder, Handler handler, ptx::Type destination, ptx::Type a,
                 ptx::Type b);
void emit_ternary(Builder& builder, Handler handler, ptx::Type destination, ptx::Type a,
                  ptx::Type b, ptx::Type c);
inline void emit_unary(Builder& builder, Handler handler, ptx::Type type) {
  emit_unary(builder, handler, type, type);
}
inline void emit_binary(Builder& builder, Handler handler, ptx::Type type) {
  emit_binary(builder, handler, type, type, type);
}
inline void emit_ternary(Builder& builder, Handler handler, ptx::Type type) {
  emit_ternary(builder, handler, type, type, type, type);
}

}  // namespace warpscope::exec
