#include <memory>
#include <system_error>

#include "vgpu/memory/borrowed_bytes.h"
#include "vgpu/protocol/cuda_error.h"
#include "vgpu/server/commands.h"

namespace warpscope::device {
namespace {

constexpr std::uint64_t kPageBytes = 4096;
/// Each is a mapping of this process, of which Linux gives about 65000.
constexpr std::size_t kMaxRegions = 16384;
/// Enough for every address that a Linux program has; sums below cannot overflow.
constexpr std::uint64_t kMaxAddress = std::uint64_t{1} << 47;

/// Pages that cover the range, as memory of all devices; they go along with the reply.
void add_region(DeviceState& device, const AddressRange& request,
                const std::shared_ptr<memory::BorrowedBytes>& borrowed) {
  const auto [address, bytes] = request;
  if (bytes == 0 || bytes > kMaxAddress || address > kMaxAddress - bytes) {
    throw CommandError(cuda_error::invalid_value);
  }
  const std::uint64_t begin = address / kPageBytes * kPageBytes;
  const std::uint64_t end = (address + bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
  if (device.machine.shared.size() >= kMaxRegions ||
      end - begin > device.memory.capacity_bytes() - device.machine.shared_bytes) {
    throw CommandError(cuda_error::memory_allocation);
  }
  // Two of them may lie on one page of the program: a GPU takes both.
  const auto above = device.machine.shared.lower_bound(address + bytes);
  if (above != device.machine.shared.begin()) {
    const auto& [below, region] = *std::prev(above);
    if (below + region.bytes > address) {
      throw CommandError(cuda_error::host_memory_already_registered);
    }
  }
  UniqueFd file;
  SharedRegion region;
  try {
    // The device makes the file, and nobody can resize it: no client can make an access fail.
    file = make_sealed_memory(end - begin);
    region = {SharedMapping(file.get(), end - begin), begin, bytes, borrowed};
  } catch (const std::system_error&) {
    throw CommandError(cuda_error::memory_allocation);
  }
  std::byte* place = region.pages.bytes().data() + (address - begin);
  for (std::uint32_t i = 0; i < device.machine.device_count(); ++i) {
    // All have the same of the host's memory: where one cannot take it, the first cannot.
    if (!device.machine.device(i).memory.adopt(address, bytes, place, borrowed)) {
      throw CommandError(cuda_error::invalid_value);
    }
  }
  device.machine.shared_bytes += end - begin;
  device.machine.shared.emplace(address, std::move(region));
  device.machine.outgoing_fd = std::move(file);
}

}  // namespace

void share_memory(DeviceState& device, const AddressRange& request) {
  add_region(device, request, nullptr);
}

void borrow_memory(DeviceState& device, const AddressRange& request) {
  add_region(device, request,
             std::make_shared<memory::BorrowedBytes>(
                 [bring = device.options.bring_memory, address = request.address] {
                   if (bring) bring(address);
                 }));
}

void unshare_memory(DeviceState& device, const Address& request) {
  const auto found = device.machine.shared.find(request.address);
  if (found == device.machine.shared.end()) throw CommandError(cuda_error::invalid_value);
  device.machine.progress.returned.add(found->second.bytes_of(request.address), true);
  for (std::uint32_t i = 0; i < device.machine.device_count(); ++i) {
    device.machine.device(i).memory.release(request.address);
    device.machine.flow_tracker.forget(request.address);
  }
  device.machine.shared_bytes -= found->second.pages.bytes().size();
  device.machine.shared.erase(found);
}

}  // namespace warpscope::device
