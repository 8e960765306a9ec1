// Which operation, and which line of a kernel, wrote each byte of the devices' memory last.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "device/operation_flow.h"
#include "vgpu/exec/launch.h"
#include "vgpu/memory/device_memory.h"

namespace warpscope::origin {

/// Keeps runs of bytes with the same writer. Of a launch that was not watched by the checks, or not
/// all of it, the operation alone is known, in whole sectors of 32 bytes.
class LastWriterMap {
 public:
  /// An operation other than a launch has written bytes of an allocation.
  void write(const memory::Allocation& allocation, std::uint64_t address, std::uint64_t bytes,
             std::uint32_t operation);
  void launch(const memory::DeviceMemory& memory, const exec::TouchedMemory& touched,
              const exec::LastWrites& writes, std::uint32_t operation);
  /// Adds who wrote the bytes, behind what is there. Where that is not known, also of memory that
  /// the host writes too, `told` is empty and stays so: device::LastWriters::is_unknown.
  void read(const memory::Allocation& allocation, std::uint64_t address, std::uint64_t bytes,
            device::LastWriters& told) const;
  /// The allocation is gone.
  void forget(std::uint64_t address);

 private:
  struct Writer {
    std::uint32_t operation = 0, line = 0;  ///< 0: nobody; not known
    bool operator==(const Writer&) const = default;
  };
  struct Run {
    std::uint64_t end = 0;
    Writer writer;
  };
  struct Memory {
    std::uint64_t id = 0;
    std::map<std::uint64_t, Run> runs;  ///< by address of their first byte
    bool is_lost = false;               ///< with more runs than are kept
  };
  Memory& memory_of(const memory::Allocation& allocation);
  void assign(Memory& of, std::uint64_t begin, std::uint64_t end, Writer writer);
  void lose(Memory& of);
  std::uint32_t number_of(const exec::SourceLine& line);

  std::map<std::uint64_t, Memory> memories_;  ///< by address of the allocation
  std::size_t runs_ = 0;                      ///< of all of them
  std::map<exec::SourceLine, std::uint32_t> numbers_;
  std::vector<exec::SourceLine> lines_;  ///< the one with number 1 first
};

}  // namespace warpscope::origin
