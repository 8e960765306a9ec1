// Which operations (launches, copies, fills) wrote the bytes that another one read: by that,
// whoever knows an operation that brought an answer to the host finds those that it was made by.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "device/operation_flow.h"
#include "vgpu/exec/launch.h"
#include "vgpu/memory/device_memory.h"
#include "vgpu/origin/last_writer_map.h"

namespace warpscope::origin {

/// Keeps, for each 32-byte sector of the devices' memory, the operation that wrote it last. Where
/// an operation writes a part of a sector, what the rest holds counts as one of its sources.
class FlowTracker {
 public:
  /// The next operation of the program.
  void begin();
  /// It reads or writes bytes of an allocation: first all reads, then all writes.
  void read(const memory::Allocation& allocation, std::uint64_t address, std::uint64_t bytes);
  void write(const memory::Allocation& allocation, std::uint64_t address, std::uint64_t bytes);
  /// It is a launch. `stored_bytes`: what its plain stores wrote, as often as they did. Constants
  /// and other variables of modules that copies have filled count as read.
  void launch(const memory::DeviceMemory& memory, const exec::TouchedMemory& touched,
              std::uint64_t stored_bytes, const exec::LastWrites& writes = {});
  /// It is a copy to the host, and read() has been told of what it reads:
  /// device::OperationFlow::last_writers.
  void bring(const memory::Allocation& allocation, std::uint64_t address, std::uint64_t bytes) {
    byte_writers_.read(allocation, address, bytes, last_writers_);
  }
  /// It has ended. Operations have numbers from 1 on.
  device::OperationFlow end();
  /// The allocation is gone.
  void forget(std::uint64_t address) {
    writers_.erase(address);
    byte_writers_.forget(address);
  }

 private:
  struct Writers {
    std::uint64_t base = 0;  ///< address of the first sector
    bool is_of_host = false;
    std::vector<std::uint32_t> operations;  ///< by sector; 0: none
  };
  /// Nothing when this process lacks the memory: from then on all operations have unknown sources.
  Writers* writers_of(const memory::Allocation& allocation);
  void add_source(const Writers& writers, std::uint32_t operation, std::uint64_t sectors);
  void add_sources(const Writers& writers, const std::vector<std::uint64_t>& sectors);
  /// The current operation is the last one to have written them.
  void mark(Writers& writers, const std::vector<std::uint64_t>& sectors);

  std::uint32_t operation_ = 0;
  bool is_lost_ = false;
  std::map<std::uint32_t, std::uint64_t> sources_;  ///< of the current one: sectors, by operation
  std::map<std::uint64_t, Writers> writers_;        ///< by address of the allocation
  /// Copies to variables of modules.
  std::map<std::uint64_t, std::uint32_t> variables_;  ///< the last one, by address of the variable
  LastWriterMap byte_writers_;
  device::LastWriters last_writers_;  ///< of the current one
};

}  // namespace warpscope::origin
