#include "vgpu/exec/lowering/shared_layout.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace warpscope::exec {

SharedLayout lay_out_shared(const Reachable& reachable, std::uint32_t reserved_bytes,
                            Kernel& kernel) {
  SharedLayout layout;
  // As on the hardware, the program's own variables come behind what the system reserves.
  if (reachable.uses_reserved_shared) kernel.reserved_shared_bytes = reserved_bytes;
  std::uint64_t end = kernel.reserved_shared_bytes, dynamic_alignment = 16;
  const auto place = [&](const ptx::Variable& variable) {
    const std::uint64_t alignment = std::max(variable.alignment, 1u);
    if (variable.is_extern) {
      dynamic_alignment = std::max(dynamic_alignment, alignment);
      return;
    }
    end = (end + alignment - 1) / alignment * alignment;
    layout[&variable] = end;
    kernel.shared_arrays.push_back({variable.name, end, variable.size_bytes});
    end += variable.size_bytes;
  };
  const auto for_each = [&](const auto& visit) {
    for (const ptx::Function* function : reachable.functions) {
      for (const ptx::Variable& variable : function->variables) {
        if (variable.space == ptx::Space::shared) visit(variable);
      }
    }
    for (const ptx::Variable* variable : reachable.shared_variables) visit(*variable);
  };
  for_each(place);
  // Dynamic shared memory begins after the static part; all extern arrays begin there.
  const std::uint64_t dynamic =
      (end + dynamic_alignment - 1) / dynamic_alignment * dynamic_alignment;
  for_each([&](const ptx::Variable& variable) {
    if (!variable.is_extern) return;
    layout[&variable] = dynamic;
    kernel.shared_arrays.push_back({variable.name, dynamic, 0});
  });
  constexpr std::uint64_t kLimit = std::uint64_t{1} << 24;
  if (dynamic > kLimit)
    throw std::runtime_error("Kernel " + std::string(kernel.function->name) +
                             " declares more shared memory than any GPU has.");
  const bool has_dynamic =
      std::any_of(kernel.shared_arrays.begin(), kernel.shared_arrays.end(),
                  [](const Kernel::SharedArray& array) { return array.size_bytes == 0; });
  kernel.shared_bytes = static_cast<std::uint32_t>(has_dynamic ? dynamic : end);
  return layout;
}

}  // namespace warpscope::exec
