#include "vgpu/server/array_names.h"

#include <cstring>
#include <optional>

#include "vgpu/server/fault_findings.h"

namespace warpscope::device {
namespace {

std::optional<memory::Allocation> allocation_meant(std::uint64_t address,
                                                   const memory::DeviceMemory& memory) {
  if (const memory::Allocation* hit = memory.find(address)) return *hit;
  const memory::NearestAllocation nearest = memory.nearest(address);
  if (nearest.inside_freed) return nearest.inside_freed;
  const std::uint64_t past =
      nearest.below ? address - nearest.below->address - nearest.below->size_bytes : kNearBytes;
  const std::uint64_t before = nearest.above ? nearest.above->address - address : kNearBytes;
  if (past != 0 && before < past) return nearest.above;
  return past < kNearBytes ? nearest.below : std::nullopt;
}

/// About the only parameter of 8 bytes of which `is_it(value)` holds.
template <typename IsIt>
std::string sentence_of_only(const exec::KernelInfo& kernel, std::span<const std::byte> parameters,
                             IsIt is_it) {
  std::optional<std::size_t> only;
  for (std::size_t k = 0; k < kernel.parameters.size(); ++k) {
    const auto [offset, size_bytes] = kernel.parameters[k];
    std::uint64_t value = 0;
    if (size_bytes != sizeof value || offset + sizeof value > parameters.size()) continue;
    std::memcpy(&value, parameters.data() + offset, sizeof value);
    if (!is_it(value)) continue;
    if (only) return {};
    only = k;
  }
  if (!only) return {};
  return " The array is parameter " + std::to_string(*only + 1) + " of the kernel.";
}

}  // namespace

std::string parameter_sentence(std::uint64_t address, const exec::KernelInfo& kernel,
                               std::span<const std::byte> parameters,
                               const memory::DeviceMemory& memory) {
  const auto allocation = allocation_meant(address, memory);
  if (!allocation) return {};
  return sentence_of_only(kernel, parameters, [&](std::uint64_t value) {
    return value >= allocation->address && value - allocation->address < allocation->size_bytes;
  });
}

std::string bad_pointer_sentence(std::uint64_t address, const exec::KernelInfo& kernel,
                                 std::span<const std::byte> parameters) {
  constexpr std::uint64_t kFirstPage = 4096, kNear = std::uint64_t{4} << 30;
  return sentence_of_only(kernel, parameters, [&](std::uint64_t value) {
    if (address < kFirstPage) return value == 0;
    return value >= kFirstPage && value <= address && address - value < kNear;
  });
}

}  // namespace warpscope::device
