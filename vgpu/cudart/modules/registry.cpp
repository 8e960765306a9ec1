#include "vgpu/cudart/modules/registry.h"

#include <driver_types.h>

#include <algorithm>
#include <cstring>

#include "vgpu/cudart/basics/failure.h"

namespace warpscope::cudart {
namespace {

/// nvcc's wrapper around a fat binary, see vgpu/ptx/fat_binary.h.
struct FatBinaryWrapper {
  std::uint32_t magic = 0;
  std::uint32_t version = 0;
  const void* data = nullptr;
  const void* const* prelinked = nullptr;  ///< ends with a null pointer
};
struct FatBinaryHeader {
  std::uint32_t magic = 0;
  std::uint16_t version = 0;
  std::uint16_t header_bytes = 0;
  std::uint64_t payload_bytes = 0;
};
constexpr std::uint32_t kWrapperMagic = 0x4662'43B1;
constexpr std::uint32_t kLinkedWrapperVersion = 2;
constexpr std::uint32_t kContainerMagic = 0xBA55'ED50;

[[noreturn]] void fail_with(cudaError_t error, const char* sentence) {
  tell_user(sentence);
  throw CudaFailure(error);
}

/// The bytes of a container in the program's image.
std::span<const std::byte> container_at(const void* data) {
  FatBinaryHeader header;
  if (data != nullptr) std::memcpy(&header, data, sizeof header);
  if (header.magic != kContainerMagic) {
    fail_with(cudaErrorInvalidKernelImage,
              "the program's device code has a form that the virtual GPU does not know.");
  }
  return {static_cast<const std::byte*>(data), header.header_bytes + header.payload_bytes};
}

/// The containers of a program: one, or with nvcc -rdc=true those of its source files behind what
/// the device linker made, which holds no PTX.
std::vector<std::span<const std::byte>> containers_of(const FatBinary& binary) {
  FatBinaryWrapper wrapper;
  std::memcpy(&wrapper, binary.wrapper, sizeof wrapper);
  if (wrapper.magic != kWrapperMagic) wrapper.data = nullptr;
  std::vector<std::span<const std::byte>> containers{container_at(wrapper.data)};
  if (wrapper.version != kLinkedWrapperVersion || wrapper.prelinked == nullptr) return containers;
  for (const void* const* next = wrapper.prelinked; *next != nullptr; ++next) {
    containers.push_back(container_at(*next));
  }
  return containers;
}

void send(Connection& connection, std::span<const std::byte> bytes) {
  const std::span<std::byte> staging = connection.staging();
  while (!bytes.empty()) {
    const std::span<const std::byte> piece = bytes.first(std::min(bytes.size(), staging.size()));
    std::memcpy(staging.data(), piece.data(), piece.size());
    connection.request<device::Opcode::upload>({piece.size()});
    bytes = bytes.subspan(piece.size());
  }
}

}  // namespace

FatBinary* Registry::add_binary(const void* wrapper) {
  binaries_.push_back(std::make_unique<FatBinary>());
  binaries_.back()->wrapper = wrapper;
  return binaries_.back().get();
}

void Registry::remove_binary(const void* handle) {
  std::erase_if(functions_, [&](const auto& entry) {
    const bool is_gone = entry.second->binary == handle;
    if (is_gone) by_handle_.erase(entry.second.get());
    return is_gone;
  });
  std::erase_if(symbols_, [&](const auto& entry) { return entry.second->binary == handle; });
  std::erase_if(binaries_, [&](const auto& binary) { return binary.get() == handle; });
}

FatBinary& Registry::binary(const void* handle) {
  for (const auto& binary : binaries_) {
    if (binary.get() == handle) return *binary;
  }
  throw CudaFailure(cudaErrorInvalidResourceHandle);
}

void Registry::add_function(FatBinary& binary, const void* host_stub, std::string name) {
  auto function = std::make_unique<Function>();
  function->binary = &binary;
  function->name = std::move(name);
  by_handle_[function.get()] = function.get();
  functions_[host_stub] = std::move(function);
}

void Registry::add_symbol(FatBinary& binary, const void* host_variable, std::string name) {
  auto symbol = std::make_unique<Symbol>();
  symbol->binary = &binary;
  symbol->name = std::move(name);
  symbols_[host_variable] = std::move(symbol);
}

void Registry::add_managed(FatBinary& binary, ManagedVariable variable) {
  binary.managed.push_back(std::move(variable));
}

void Registry::place_managed(Connection& connection, FatBinary& binary) {
  if (!binary.managed.empty()) load(connection, binary);
}

device::LoadRequest Registry::managed_addresses(Connection& connection, FatBinary& binary) {
  device::LoadRequest request;
  for (const ManagedVariable& variable : binary.managed) {
    if (!binary.is_managed_placed) {
      const std::uint64_t size_bytes = std::max<std::uint64_t>(variable.size_bytes, 1);
      void* place = shared_pages_.allocate(connection, size_bytes);
      memory_.add({reinterpret_cast<std::uint64_t>(place), size_bytes, MemoryKind::managed,
                   cudaMemAttachGlobal, connection.number()});
      *variable.host_pointer = place;
      // The program's host code names the variable by the place that it reaches through the
      // pointer.
      add_symbol(binary, place, variable.name);
    }
    request.managed.push_back(
        {variable.name, reinterpret_cast<std::uint64_t>(*variable.host_pointer)});
  }
  binary.is_managed_placed = true;
  return request;
}

bool Registry::is_managed_variable(const void* address) const {
  return std::any_of(binaries_.begin(), binaries_.end(), [&](const auto& binary) {
    return std::any_of(
        binary->managed.begin(), binary->managed.end(),
        [&](const ManagedVariable& variable) { return *variable.host_pointer == address; });
  });
}

Function* Registry::find_function(const void* stub_or_handle) {
  if (const auto found = functions_.find(stub_or_handle); found != functions_.end()) {
    return found->second.get();
  }
  const auto found = by_handle_.find(stub_or_handle);
  return found == by_handle_.end() ? nullptr : found->second;
}

std::uint32_t Registry::load(Connection& connection, FatBinary& binary) {
  std::optional<CudaFailure>& failed = binary.failure.of(connection);
  if (failed) throw *failed;
  std::optional<std::uint32_t>& module = binary.module.of(connection);
  if (!module) {
    try {
      for (const auto container : containers_of(binary)) send(connection, container);
      const device::LoadRequest request = managed_addresses(connection, binary);
      module = connection.request<device::Opcode::load_module>(request).module;
    } catch (const CudaFailure& failure) {
      failed = failure;
      throw;
    }
  }
  return *module;
}

Function& Registry::function(Connection& connection, const void* stub_or_handle) {
  Function* function = find_function(stub_or_handle);
  if (function == nullptr) throw CudaFailure(cudaErrorInvalidResourceHandle);
  const std::uint32_t module = load(connection, *function->binary);
  if (!function->description) {
    function->description =
        connection.request<device::Opcode::kernel_info>({module, function->name});
  }
  return *function;
}

Symbol::Place Registry::symbol(Connection& connection, const void* host_variable) {
  const auto found = symbols_.find(host_variable);
  if (found == symbols_.end()) throw CudaFailure(cudaErrorInvalidSymbol);
  Symbol& symbol = *found->second;
  std::optional<Symbol::Place>& known = symbol.place.of(connection);
  if (!known) {
    const std::uint32_t module = load(connection, *symbol.binary);
    const auto range = connection.request<device::Opcode::symbol>({module, symbol.name});
    known = Symbol::Place{range.address, range.bytes};
  }
  return *known;
}

void Registry::forget_modules(Connection& connection) {
  for (const auto& binary : binaries_) {
    binary->module.of(connection).reset();
    binary->failure.of(connection).reset();
    const auto& modules = binary->module.all();
    const bool is_used = std::any_of(modules.begin(), modules.end(),
                                     [](const auto& module) { return module.has_value(); });
    if (binary->is_managed_placed && !is_used) forget_managed(connection, *binary);
  }
  for (const auto& [variable, symbol] : symbols_) symbol->place.of(connection).reset();
}

void Registry::forget_managed(Connection& connection, FatBinary& binary) {
  for (const ManagedVariable& variable : binary.managed) {
    void* place = *variable.host_pointer;
    symbols_.erase(place);
    shared_pages_.release(connection, place);
    memory_.remove(reinterpret_cast<std::uint64_t>(place));
    *variable.host_pointer = nullptr;
  }
  binary.is_managed_placed = false;
}

}  // namespace warpscope::cudart
