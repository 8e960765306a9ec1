// The device code that the program carries: fat binaries, kernels, variables, as nvcc's start-up
// code registers them. Nothing is sent to the device before it is used.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/devices/connection.h"
#include "vgpu/cudart/memory/memory_table.h"
#include "vgpu/cudart/memory/shared_pages.h"

namespace warpscope::cudart {

/// A __managed__ variable: nvcc's host code reaches it through a pointer that the runtime sets.
struct ManagedVariable {
  void** host_pointer = nullptr;
  std::string name;  ///< in the PTX
  std::uint64_t size_bytes = 0;
};

/// One of something for each device.
template <typename T>
class PerDevice {
 public:
  T& of(const Connection& device) { return all_.at(static_cast<std::size_t>(device.number())); }
  const T& of(const Connection& device) const {
    return all_.at(static_cast<std::size_t>(device.number()));
  }
  const auto& all() const { return all_; }

 private:
  std::array<T, device::kMostDevices> all_{};
};

struct FatBinary {
  const void* wrapper = nullptr;  ///< nvcc's __fatBinC_Wrapper_t, in the program's own image
  PerDevice<std::optional<std::uint32_t>> module;  ///< the device's number, once loaded
  PerDevice<std::optional<CudaFailure>> failure;   ///< why it cannot be loaded
  std::vector<ManagedVariable> managed;
  bool is_managed_placed = false;  ///< for all devices
};

struct Function {
  FatBinary* binary = nullptr;
  std::string name;                                      ///< mangled
  std::optional<device::KernelDescription> description;  ///< once asked for
  /// What cudaFuncSetAttribute set.
  struct Settings {
    std::uint32_t dynamic_shared_limit_bytes = 0;  ///< beyond the default
    int shared_carveout = -1;                      ///< a hint that changes nothing
  };
  PerDevice<Settings> settings;
};

struct Symbol {
  FatBinary* binary = nullptr;
  std::string name;  ///< in the PTX
  struct Place {
    std::uint64_t address = 0, size_bytes = 0;
  };
  PerDevice<std::optional<Place>> place;  ///< once asked for
};

class Registry {
 public:
  /// Managed variables get their place from `shared_pages` and are entered in `memory`.
  Registry(MemoryTable& memory, SharedPages& shared_pages)
      : memory_(memory), shared_pages_(shared_pages) {}

  FatBinary* add_binary(const void* wrapper);
  void remove_binary(const void* handle);
  /// CudaFailure when `handle` is none of ours.
  FatBinary& binary(const void* handle);

  void add_function(FatBinary& binary, const void* host_stub, std::string name);
  static void add_managed(FatBinary& binary, ManagedVariable variable);
  /// Loads the binary if it has managed variables, so that the host can use them.
  void place_managed(Connection& connection, FatBinary& binary);
  void add_symbol(FatBinary& binary, const void* host_variable, std::string name);

  /// The kernel of a host stub's address or of a handle that __cudaGetKernel gave, its module
  /// loaded on the device and its description there. CudaFailure: cudaErrorInvalidResourceHandle
  /// (CUDA 13), or why the module cannot be loaded.
  Function& function(Connection& connection, const void* stub_or_handle);
  /// The same without asking the device; nullptr when there is none.
  Function* find_function(const void* stub_or_handle);
  /// Where the device has the variable whose host shadow is at `host_variable`. CudaFailure:
  /// cudaErrorInvalidSymbol.
  Symbol::Place symbol(Connection& connection, const void* host_variable);

  /// The device has lost all modules.
  void forget_modules(Connection& connection);
  /// True for the place of a __managed__ variable.
  bool is_managed_variable(const void* address) const;

 private:
  std::uint32_t load(Connection& connection, FatBinary& binary);
  void forget_managed(Connection& connection, FatBinary& binary);
  device::LoadRequest managed_addresses(Connection& connection, FatBinary& binary);

  MemoryTable& memory_;
  SharedPages& shared_pages_;
  std::vector<std::unique_ptr<FatBinary>> binaries_;
  std::unordered_map<const void*, std::unique_ptr<Function>> functions_;  ///< by host stub
  std::unordered_map<const void*, Function*> by_handle_;
  std::unordered_map<const void*, std::unique_ptr<Symbol>> symbols_;  ///< by host variable
};

}  // namespace warpscope::cudart
