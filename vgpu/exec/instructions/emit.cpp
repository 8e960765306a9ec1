#include "vgpu/exec/instructions/emit.h"

namespace warpscope::exec {
namespace {

void require(Builder& builder, Handler handler) {
  if (handler == nullptr) builder.unsupported("this type");
}

}  // namespace

void emit_unary(Builder& builder, Handler handler, ptx::Type destination, ptx::Type source) {
  require(builder, handler);
  const Slot a = builder.source(1, source);
  const Slot d = builder.destination(0, destination);
  Operation& op = builder.emit(handler);
  op.d = d;
  op.a = a;
}

void emit_binary(Builder& builder, Handler handler, ptx::Type destination, ptx::Type a_type,
                 ptx::Type b_type) {
  require(builder, handler);
  const Slot a = builder.source(1, a_type);
  const Slot b = builder.source(2, b_type);
  const Slot d = builder.destination(0, destination);
  Operation& op = builder.emit(handler);
  op.d = d;
  op.a = a;
  op.b = b;
}

void emit_ternary(Builder& builder, Handler handler, ptx::Type destination, ptx::Type a_type,
                  ptx::Type b_type, ptx::Type c_type) {
  require(builder, handler);
  const Slot a = builder.source(1, a_type);
  const Slot b = builder.source(2, b_type);
  const Slot third = builder.source(3, c_type);
  const Slot d = builder.destination(0, destination);
  Operation& op = builder.emit(handler);
  op.d = d;
  op.a = a;
  op.b = b;
  op.c = third;
}

}  // namespace warpscope::exec
