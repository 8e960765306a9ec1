#include "vgpu/exec/access/access_faults.h"

#include <string>

#include "vgpu/exec/base/text.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {

std::uint32_t misaligned_lanes(const LaneAddresses& addresses, std::uint32_t mask,
                               std::uint32_t size_bytes) {
  std::uint32_t lanes = 0;
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    if ((addresses[first_lane(rest)] & (size_bytes - 1)) != 0) lanes |= rest & (~rest + 1);
  }
  return lanes;
}

bool raise_misaligned(WarpContext& context, const Operation* operation, std::uint32_t lanes,
                      std::uint64_t address, std::uint32_t size_bytes, bool is_store) {
  raise(context, operation, Fault::Kind::misaligned_address, lanes,
        std::string(is_store ? "A store" : "A load") + " of " + std::to_string(size_bytes) +
            " bytes at address " + hexadecimal(address) + ", which is not a multiple of " +
            std::to_string(size_bytes) + ".",
        address, size_bytes, is_store);
  return false;
}

bool raise_outside(WarpContext& context, const Operation* operation, std::uint32_t lanes,
                   std::uint64_t address, std::uint32_t size_bytes, bool is_store) {
  // A wrong index may lead out of the device's range; the host's addresses are further away.
  constexpr std::uint64_t kNear = std::uint64_t{1} << 40;
  const bool in_device_range = address >= memory::kGlobalBase - kNear &&
                               address < memory::kGlobalBase + memory::kGlobalRangeBytes + kNear;
  constexpr std::uint64_t kLowest = 1 << 16;  // below are null pointers and offsets from them
  const bool is_host = !in_device_range && address >= kLowest;
  const std::string what = std::string(is_store ? "A store" : "A load") + " of " +
                           std::to_string(size_bytes) + " bytes ";
  // The host's addresses differ from run to run; a report does not, so it leaves them out.
  raise(
      context, operation, is_host ? Fault::Kind::host_pointer : Fault::Kind::out_of_bounds, lanes,
      what + (is_host ? "through an address that is none of the device's; it looks like a pointer "
                        "to host memory."
                      : "at address " + hexadecimal(address) + ", which lies in no allocation."),
      address, size_bytes, is_store);
  return false;
}

bool raise_beyond(WarpContext& context, const Operation* operation, std::uint32_t lanes,
                  std::uint64_t offset, std::uint32_t size_bytes, bool is_store, ptx::Space space,
                  const std::string& whose) {
  raise(context, operation, Fault::Kind::out_of_bounds, lanes,
        std::string(is_store ? "A store" : "A load") + " of " + std::to_string(size_bytes) +
            " bytes at offset " + std::to_string(offset) + whose,
        offset, size_bytes, is_store);
  context.block->fault->space = space;
  return false;
}

}  // namespace warpscope::exec
