// Selection, PTX ISA manual section 9.7.6.

#include "vgpu/exec/arithmetic/float_values.h"
#include "vgpu/exec/builder/builder.h"
#include "vgpu/exec/instructions/emit.h"
#include "vgpu/exec/instructions/lanes.h"

namespace warpscope::exec::compare {
namespace {

struct SelectForm {
  bool is_negated;  ///< the predicate
};

template <typename T>
const Operation* selp(WarpContext& c, const Operation* op) {
  T* d = c.at<T>(op->d);
  const T* a = c.at<T>(op->a);
  const T* b = c.at<T>(op->b);
  const std::uint32_t predicate =
      c.predicate(op->c) ^ (op->form<SelectForm>().is_negated ? kFullMask : 0);
  const std::uint32_t active = c.active;
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kWarpSize; ++i) {
    const T value = (predicate >> i & 1u) != 0 ? a[i] : b[i];
    d[i] = (active >> i & 1u) != 0 ? value : d[i];
  }
  return next(c, op);
}

bool is_not_negative(std::int32_t value) { return value >= 0; }
bool is_not_negative(float value) { return value >= 0.0F; }
struct FlushedSingle {
  float value;
};
bool is_not_negative(FlushedSingle value) { return flush(value.value) >= 0.0F; }

template <typename T, typename C>
const Operation* slct(WarpContext& c, const Operation* op) {
  T* d = c.at<T>(op->d);
  const T* a = c.at<T>(op->a);
  const T* b = c.at<T>(op->b);
  const C* condition = c.at<C>(op->c);
#pragma GCC ivdep
  for (std::uint32_t i = 0; i < kWarpSize; ++i)
    d[i] = choose(c.lane_mask[i], is_not_negative(condition[i]) ? a[i] : b[i], d[i]);
  return next(c, op);
}

}  // namespace

void build_selp(Builder& builder) {
  const ptx::Type type = builder.need_type();
  Handler handler = nullptr;
  switch (ptx::size_bytes(type)) {
    case 2:
      handler = selp<std::uint16_t>;
      break;
    case 4:
      handler = selp<std::uint32_t>;
      break;
    case 8:
      handler = selp<std::uint64_t>;
      break;
    default:
      builder.unsupported("this type");
  }
  bool negated = false;
  const Slot a = builder.source(1, type);
  const Slot b = builder.source(2, type);
  const Slot predicate = builder.predicate_source(builder.operand(3), negated);
  const Slot d = builder.destination(0, type);
  Operation& op = builder.emit(handler);
  op.d = d;
  op.a = a;
  op.b = b;
  op.c = predicate;
  op.set_form(SelectForm{negated});
}

void build_slct(Builder& builder) {
  const ptx::Type type = builder.need_type();
  const ptx::Type condition = builder.need_type();
  const bool is_float = condition == ptx::Type::f32;
  if (!is_float && condition != ptx::Type::s32) builder.unsupported("this condition type");
  // A subnormal that is flushed keeps its sign, but a negative zero counts as not negative.
  const bool flush = is_float && builder.take("ftz");
  Handler handler = nullptr;
  switch (ptx::size_bytes(type)) {
    case 2:
      handler = flush      ? slct<std::uint16_t, FlushedSingle>
                : is_float ? slct<std::uint16_t, float>
                           : slct<std::uint16_t, std::int32_t>;
      break;
    case 4:
      handler = flush      ? slct<std::uint32_t, FlushedSingle>
                : is_float ? slct<std::uint32_t, float>
                           : slct<std::uint32_t, std::int32_t>;
      break;
    case 8:
      handler = flush      ? slct<std::uint64_t, FlushedSingle>
                : is_float ? slct<std::uint64_t, float>
                           : slct<std::uint64_t, std::int32_t>;
      break;
    default:
      break;
  }
  emit_ternary(builder, handler, type, type, type, condition);
}

}  // namespace warpscope::exec::compare
