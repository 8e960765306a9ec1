#include "vgpu/exec/program/program.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace warpscope::exec {

namespace {

/// The address of a variable's bytes, new ones unless it is managed and the host has given one.
std::uint64_t place_of(const ptx::Variable& variable, memory::DeviceMemory& memory,
                       const ManagedAddresses& managed) {
  const std::uint64_t size_bytes = std::max<std::uint64_t>(variable.size_bytes, 1);
  const auto given = managed.find(variable.name);
  if (variable.is_managed && given != managed.end()) {
    if (memory.translate(given->second, size_bytes) == nullptr)
      throw std::runtime_error("The memory of the managed variable " + std::string(variable.name) +
                               " is smaller than the variable.");
    return given->second;
  }
  const auto address = memory.allocate(size_bytes, true);
  if (!address)
    throw std::runtime_error("The module's variable " + std::string(variable.name) +
                             " does not fit into device memory.");
  return *address;
}

}  // namespace

Program::Program(ptx::Module module, memory::DeviceMemory& memory, const ManagedAddresses& managed,
                 std::uint32_t reserved_shared_bytes, Lower lower)
    : module_(std::move(module)), reserved_shared_bytes_(reserved_shared_bytes), lower_(lower) {
  for (const ptx::Function& function : module_.functions) {
    const auto [known, is_new] = functions_.emplace(function.name, &function);
    if (!is_new && known->second->is_declaration) known->second = &function;
  }
  place_variables(memory, managed);
  for (const ptx::Function& function : module_.functions) {
    if (function.is_entry && !function.is_declaration) entries_.emplace(function.name, &function);
  }
}

void Program::place_variables(memory::DeviceMemory& memory, const ManagedAddresses& managed) {
  const auto in_memory = [](const ptx::Variable& variable) {
    return variable.space == ptx::Space::global || variable.space == ptx::Space::constant;
  };
  const auto place = [&](const ptx::Variable& variable) {
    if (!in_memory(variable) || symbols_.contains(variable.name)) return;
    const std::uint64_t address = place_of(variable, memory, managed);
    if (!variable.initial.empty()) {
      std::byte* host = memory.translate(address, variable.initial.size());
      if (host == nullptr)
        throw std::runtime_error("The initial value of " + std::string(variable.name) +
                                 " is larger than the variable.");
      std::memcpy(host, variable.initial.data(), variable.initial.size());
    }
    symbols_.emplace(variable.name, Symbol{address, variable.size_bytes});
  };
  for (const ptx::Variable& variable : module_.variables) place(variable);
  for (const ptx::Function& function : module_.functions) {
    for (const ptx::Variable& variable : function.variables) place(variable);
  }
  const auto relocate = [&](const ptx::Variable& variable) {
    for (const ptx::Variable::Relocation& relocation : variable.relocations) {
      const auto target = symbol(relocation.symbol);
      const ptx::Function* callee = function(relocation.symbol);
      const auto self = symbol(variable.name);
      if ((!target && callee == nullptr) || !self) continue;
      const std::uint64_t value = (target ? target->address : address_of(*callee)) +
                                  static_cast<std::uint64_t>(relocation.addend);
      std::byte* host = memory.translate(self->address + relocation.offset, sizeof value);
      if (host != nullptr) std::memcpy(host, &value, sizeof value);
    }
  };
  for (const ptx::Variable& variable : module_.variables) {
    if (in_memory(variable)) relocate(variable);
  }
}

std::optional<Symbol> Program::symbol(std::string_view name) const {
  const auto found = symbols_.find(name);
  if (found == symbols_.end()) return std::nullopt;
  return found->second;
}

const ptx::Function* Program::function(std::string_view name) const {
  const auto found = functions_.find(name);
  return found == functions_.end() ? nullptr : found->second;
}

std::uint64_t Program::address_of(const ptx::Function& function) const {
  const auto index = static_cast<std::uint64_t>(&function - module_.functions.data());
  return memory::kCodeBase + index * memory::kCodeBytes;
}

const Kernel& Program::kernel(std::string_view name, const KernelForm& form) const {
  const auto entry = entries_.find(name);
  if (entry == entries_.end())
    throw std::runtime_error("The program has no kernel named " + std::string(name) + ".");
  const std::lock_guard lock(mutex_);
  std::unique_ptr<Kernel>& kernel = lowered_.at(form.number())[entry->first];
  if (!kernel) kernel = lower_(*this, *entry->second, form);
  return *kernel;
}

SourceLine attribute(const Program& program, const ptx::Function& function,
                     const ptx::Instruction& instruction) {
  const auto& files = program.module().files;
  const auto resolve = [&](const ptx::SourceLocation& location) {
    return SourceLine{
        location.file < files.size() ? std::string(files[location.file]) : std::string(),
        location.line};
  };
  std::uint32_t own_file = 0;
  for (const ptx::Instruction& first : function.body) {
    const ptx::SourceLocation& outermost =
        first.inlined_at.empty() ? first.location : first.inlined_at.back();
    if (outermost.line == 0) continue;
    own_file = outermost.file;
    break;
  }
  if (instruction.location.file == own_file) return resolve(instruction.location);
  for (const ptx::SourceLocation& site : instruction.inlined_at) {
    if (site.file == own_file) return resolve(site);
  }
  return resolve(instruction.location);
}

std::string spelling(const ptx::Instruction& instruction) {
  std::string text(instruction.opcode);
  for (const std::string_view modifier : instruction.modifiers) {
    text += '.';
    text += modifier;
  }
  return text;
}

}  // namespace warpscope::exec
