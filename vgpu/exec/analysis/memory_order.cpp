#include "vgpu/exec/analysis/memory_order.h"

#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"

namespace warpscope::exec {
namespace {

bool is_atomic(const ptx::Instruction& instruction) {
  const Memory memory = meaning_of(instruction).memory;
  return memory == Memory::atomic || memory == Memory::reduction;
}

}  // namespace

Ordering ordering_of(const ptx::Instruction& instruction) {
  const auto has = [&](std::string_view name) { return has_modifier(instruction, name); };
  if (has("acq_rel")) return Ordering::acquire_release;
  if (has("acquire")) return Ordering::acquire;
  if (has("release")) return Ordering::release;
  if (has("relaxed") || has("volatile") || has("mmio") || is_atomic(instruction))
    return Ordering::relaxed;
  return Ordering::weak;
}

Scope scope_of(const ptx::Instruction& instruction) {
  const auto has = [&](std::string_view name) { return has_modifier(instruction, name); };
  if (has("cta")) return Scope::block;
  if (has("gpu") || has("gl") || has("cluster")) return Scope::device;
  return is_atomic(instruction) && !has("sys") ? Scope::device : Scope::system;
}

}  // namespace warpscope::exec
