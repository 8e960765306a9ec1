// Memory of the program that cudaHostRegister page-locks. Its pages stay the program's own,
// whatever they are: of a file, of other processes as well, huge, or shared with other things of
// the program.
//
// The device has a copy, in a file that it has made, of exactly the bytes that were registered. It
// asks for them when an operation uses them first, and when the operation is over, the bytes that
// it has changed are put into the program's memory, and no others. Both are done by the kernel of
// the system, which refuses where the program has no such memory (any more).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "vgpu/cudart/devices/connection.h"

namespace warpscope::cudart {

class RegisteredMemory final : public Lender {
 public:
  /// CudaFailure: cudaErrorInvalidValue when the program cannot read all of it, or not write it
  /// although it is not `is_read_only`, cudaErrorHostMemoryAlreadyRegistered when a byte of it is
  /// registered.
  void add(Connection& connection, void* memory, std::uint64_t size_bytes, bool is_read_only);
  /// The same `memory` again.
  void remove(Connection& connection, void* memory);

  void lend(std::uint64_t address) override;
  void take_back() override;

 private:
  struct Region {
    UniqueFd copy;                ///< the device's
    std::uint64_t offset = 0;     ///< of the first byte in it
    std::vector<std::byte> lent;  ///< what was lent for the operation that runs
    std::uint64_t size_bytes = 0;
    bool is_read_only = false;
    bool is_lent = false;
    bool is_told = false;  ///< that something could not be written
  };
  void lend(std::uint64_t address, Region& region);
  void take_back(std::uint64_t address, Region& region);

  std::map<std::uint64_t, Region> regions_;  ///< by address
};

}  // namespace warpscope::cudart
