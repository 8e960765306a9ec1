#include <algorithm>

#include "vgpu/protocol/cuda_error.h"
#include "vgpu/server/commands.h"

namespace warpscope::device {
namespace {

/// Numbers of cudaLimit.
enum : std::uint32_t {
  kStackSize = 0,
  kPrintfFifoSize = 1,
  kMallocHeapSize = 2,
  kPendingLaunchCount = 4,
  kFetchGranularity = 5,
  kPersistingL2Size = 6,
};

std::uint64_t round_up(std::uint64_t value, std::uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

std::uint64_t& limit_of(DeviceState& device, std::uint32_t limit) {
  switch (limit) {
    case kStackSize:
      return device.limits.stack_bytes;
    case kPrintfFifoSize:
      return device.limits.printf_fifo_bytes;
    case kMallocHeapSize:
      return device.limits.malloc_heap_bytes;
    case kPendingLaunchCount:
      return device.limits.pending_launches;
    case kFetchGranularity:
      return device.limits.fetch_granularity_bytes;
    case kPersistingL2Size:
      return device.limits.persisting_l2_bytes;
    default:
      throw CommandError(cuda_error::unsupported_limit);
  }
}

/// What an H200 makes of a value, read off one.
std::uint64_t accepted(const DeviceState& device, std::uint32_t limit, std::uint64_t value) {
  constexpr std::uint64_t kLargestStack = std::uint64_t{512} << 10;
  constexpr std::uint64_t kLeastPrintfFifo = std::uint64_t{512} << 10;
  constexpr std::uint64_t kLeastHeap = std::uint64_t{4} << 20;
  const std::uint64_t memory = device.memory.capacity_bytes();
  switch (limit) {
    case kStackSize:
      if (value > kLargestStack) throw CommandError(cuda_error::invalid_value);
      return round_up(value, 16);
    case kPrintfFifoSize:
      if (value > memory) throw CommandError(cuda_error::memory_allocation);
      return std::max(value, kLeastPrintfFifo);
    case kMallocHeapSize:
      if (value > memory) throw CommandError(cuda_error::memory_allocation);
      return std::max(value, kLeastHeap);
    case kFetchGranularity:
      if (value > 128) throw CommandError(cuda_error::invalid_value);
      return value;
    default:
      return value;
  }
}

}  // namespace

LimitValue get_limit(DeviceState& device, const LimitName& request) {
  return {limit_of(device, request.limit)};
}

void set_limit(DeviceState& device, const NewLimit& request) {
  std::uint64_t& current = limit_of(device, request.limit);
  current = accepted(device, request.limit, request.value);
  if (request.limit == kMallocHeapSize) device.memory.set_heap_capacity(current);
}

}  // namespace warpscope::device
