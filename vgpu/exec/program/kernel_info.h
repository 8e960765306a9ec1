// What a program tells its host about its kernels and variables.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace warpscope::exec {

/// A kernel ready to run, as the driver API's CUfunction would know it.
struct KernelInfo {
  std::string name;  ///< mangled
  std::uint32_t parameter_bytes = 0;
  struct Parameter {
    std::uint32_t offset = 0, size_bytes = 0;
  };
  std::vector<Parameter> parameters;
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t local_bytes = 0;  ///< of arrays, per thread
  bool calls_functions = false;   ///< that were not inlined
  std::uint32_t max_threads_per_block = 1024;
  bool is_ordered = false;          ///< blocks may see each other's work while they run
  bool reads_clock = false;         ///< what it does may depend on more than memory
  bool has_contacts = false;        ///< Kernel::has_contacts, where it is traced
  bool can_be_undone = false;       ///< by putting memory back: no malloc, no launches
  std::uint32_t ptx_registers = 0;  ///< virtual registers; not what ptxas would allocate
};

/// Where a module variable lies.
struct Symbol {
  std::uint64_t address = 0, size_bytes = 0;
};

/// Where managed variables lie, by their PTX names: addresses that the host has as well.
using ManagedAddresses = std::map<std::string, std::uint64_t, std::less<>>;

}  // namespace warpscope::exec
