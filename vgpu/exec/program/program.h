// A loaded program: a PTX module whose variables lie in memory, and its kernels.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "vgpu/exec/launch/source_line.h"
#include "vgpu/exec/program/kernel.h"
#include "vgpu/exec/program/kernel_info.h"
#include "vgpu/memory/device_memory.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// The module and its kernels, which are lowered when they are first launched.
class Program {
 public:
  /// Lowers one entry function. Throws std::runtime_error with a sentence.
  using Lower = std::unique_ptr<Kernel> (*)(const Program& program, const ptx::Function& function,
                                            const KernelForm& form);

  /// Puts the module's variables into `memory`, as load() says; `lower` is how kernels are made.
  Program(ptx::Module module, memory::DeviceMemory& memory, const ManagedAddresses& managed,
          std::uint32_t reserved_shared_bytes, Lower lower);
  /// Of each block's shared memory, for the system.
  std::uint32_t reserved_shared_bytes() const { return reserved_shared_bytes_; }
  const ptx::Module& module() const { return module_; }
  /// Throws std::runtime_error when there is no such kernel or it cannot be lowered.
  const Kernel& kernel(std::string_view name, const KernelForm& form = {}) const;
  std::optional<Symbol> symbol(std::string_view name) const;
  /// The function of that name, the one with a body before a declaration; nullptr when there is
  /// none.
  const ptx::Function* function(std::string_view name) const;
  /// The value that a pointer to the function has on the device.
  std::uint64_t address_of(const ptx::Function& function) const;

 private:
  void place_variables(memory::DeviceMemory& memory, const ManagedAddresses& managed);

  ptx::Module module_;
  std::uint32_t reserved_shared_bytes_;
  Lower lower_;
  std::unordered_map<std::string_view, Symbol> symbols_;
  std::unordered_map<std::string_view, const ptx::Function*> entries_;
  std::unordered_map<std::string_view, const ptx::Function*> functions_;
  mutable std::mutex mutex_;
  /// By KernelForm::number().
  mutable std::array<std::unordered_map<std::string_view, std::unique_ptr<Kernel>>,
                     KernelForm::kCount>
      lowered_;
};

/// The place to which an instruction's counts and faults are attributed: the innermost one in the
/// kernel's own source file, so that what was inlined from a library's header counts for the line
/// that called it.
SourceLine attribute(const Program& program, const ptx::Function& function,
                     const ptx::Instruction& instruction);

/// "st.global.f32" for messages.
std::string spelling(const ptx::Instruction& instruction);

}  // namespace warpscope::exec
