// Memory that the program's host side and its kernels see at the same addresses: the device makes
// the pages, and this library maps them where the device thinks that they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "vgpu/cudart/devices/connection.h"

namespace warpscope::cudart {

class SharedPages {
 public:
  /// Zero-filled bytes that begin a page. Addresses are the same in every run of a program that
  /// asks for the same sizes in the same order. CudaFailure with cudaErrorMemoryAllocation.
  void* allocate(Connection& connection, std::uint64_t size_bytes);
  /// Gives back what allocate() gave.
  void release(Connection& connection, void* memory);

 private:
  struct Region {
    std::byte* pages = nullptr;
    std::uint64_t page_bytes = 0;
  };
  static UniqueFd share(Connection& connection, std::uint64_t address, std::uint64_t size_bytes);
  static void unshare(Connection& connection, const void* memory);
  std::byte* reserve(std::uint64_t page_bytes);

  std::map<std::uint64_t, Region> regions_;  ///< by the address that the program knows
  std::uint64_t next_address_ = 0x2000'0000'0000;
};

}  // namespace warpscope::cudart
