#include "vgpu/origin/flow_tracker.h"

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

namespace warpscope::origin {
namespace {

/// Writers are kept by the sector.
constexpr std::uint64_t kPieceBytes = 32;
/// As in TouchedMemory.
constexpr std::uint64_t kBaseAlignment = 64;
/// An operation with more sources does not say which they are.
constexpr std::size_t kMostSources = 65536;

}  // namespace

void FlowTracker::begin() {
  ++operation_;
  sources_.clear();
  last_writers_ = {};
}

FlowTracker::Writers* FlowTracker::writers_of(const memory::Allocation& allocation) {
  if (is_lost_) return nullptr;
  try {
    Writers& writers = writers_[allocation.address];
    writers.base = allocation.address / kBaseAlignment * kBaseAlignment;
    writers.is_of_host = allocation.is_adopted;
    const std::uint64_t end = allocation.address + allocation.size_bytes;
    const std::uint64_t sectors = (end - writers.base) / kPieceBytes + 1;
    if (writers.operations.size() < sectors) writers.operations.resize(sectors);
    return &writers;
  } catch (const std::bad_alloc&) {
    is_lost_ = true;
    writers_.clear();
    return nullptr;
  }
}

void FlowTracker::add_source(const Writers& writers, std::uint32_t operation,
                             std::uint64_t sectors) {
  if (sectors == 0) return;
  if (operation != 0 && operation != operation_) sources_[operation] += sectors;
  if (writers.is_of_host) sources_[0] += sectors;  // the host may have written there since
}

// Neighbours mostly have the same writer.
void FlowTracker::add_sources(const Writers& writers, const std::vector<std::uint64_t>& sectors) {
  std::uint32_t last = 0;
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < sectors.size(); ++i) {
    for (std::uint64_t rest = sectors[i]; rest != 0; rest &= rest - 1) {
      const std::size_t sector = i * 64 + static_cast<std::size_t>(std::countr_zero(rest));
      if (sector >= writers.operations.size()) break;
      const std::uint32_t writer = writers.operations[sector];
      if (writer != last) {
        add_source(writers, last, count);
        last = writer;
        count = 0;
      }
      ++count;
    }
  }
  add_source(writers, last, count);
}

void FlowTracker::read(const memory::Allocation& allocation, std::uint64_t address,
                       std::uint64_t bytes) {
  const Writers* writers = bytes == 0 ? nullptr : writers_of(allocation);
  if (writers == nullptr) return;
  const std::uint64_t first = (address - writers->base) / kPieceBytes;
  const std::uint64_t last = (address + bytes - 1 - writers->base) / kPieceBytes;
  for (std::uint64_t i = first; i <= last; ++i) add_source(*writers, writers->operations[i], 1);
}

void FlowTracker::write(const memory::Allocation& allocation, std::uint64_t address,
                        std::uint64_t bytes) {
  Writers* writers = bytes == 0 ? nullptr : writers_of(allocation);
  if (writers == nullptr) return;
  const std::uint64_t offset = address - writers->base;
  const std::uint64_t first = offset / kPieceBytes, end = offset + bytes;
  const std::uint64_t last = (end - 1) / kPieceBytes;
  if (offset % kPieceBytes != 0) add_source(*writers, writers->operations[first], 1);
  if (end % kPieceBytes != 0) add_source(*writers, writers->operations[last], 1);
  const auto at = writers->operations.begin() + static_cast<std::ptrdiff_t>(first);
  std::fill(at, at + static_cast<std::ptrdiff_t>(last - first + 1), operation_);
  if (allocation.is_module_variable) variables_[allocation.address] = operation_;
  byte_writers_.write(allocation, address, bytes, operation_);
}

void FlowTracker::launch(const memory::DeviceMemory& memory, const exec::TouchedMemory& touched,
                         std::uint64_t stored_bytes, const exec::LastWrites& writes) {
  if (!is_lost_) byte_writers_.launch(memory, touched, writes, operation_);
  for (const auto& [address, operation] : variables_) {
    if (operation != operation_) sources_[operation] += 1;
  }
  std::uint64_t written_sectors = 0;
  for (const auto& [id, part] : touched.parts) {
    for (const std::uint64_t word : part.written)
      written_sectors += static_cast<std::uint64_t>(std::popcount(word));
  }
  const bool is_whole = stored_bytes >= kPieceBytes * written_sectors;
  for (const auto& [id, part] : touched.parts) {
    const memory::Allocation* allocation = memory.find(part.address);
    const auto kept = writers_.find(part.address);  // the kernel may have freed it
    Writers* writers = allocation != nullptr    ? writers_of(*allocation)
                       : kept != writers_.end() ? &kept->second
                                                : nullptr;
    if (writers == nullptr) continue;
    add_sources(*writers, part.read);
    if (!is_whole || part.has_atomics) add_sources(*writers, part.written);
    mark(*writers, part.written);
  }
}

void FlowTracker::mark(Writers& writers, const std::vector<std::uint64_t>& sectors) {
  constexpr std::size_t kBits = 64;
  for (std::size_t i = 0; i < sectors.size(); ++i) {
    const bool is_full = ~sectors[i] == 0 && (i + 1) * kBits <= writers.operations.size();
    if (is_full) {
      const auto at = writers.operations.begin() + static_cast<std::ptrdiff_t>(i * kBits);
      std::fill_n(at, kBits, operation_);
      continue;
    }
    for (std::uint64_t rest = sectors[i]; rest != 0; rest &= rest - 1) {
      const std::size_t sector = i * kBits + static_cast<std::size_t>(std::countr_zero(rest));
      if (sector < writers.operations.size()) writers.operations[sector] = operation_;
    }
  }
}

device::OperationFlow FlowTracker::end() {
  device::OperationFlow flow;
  flow.operation = operation_;
  flow.has_unknown_sources = is_lost_ || sources_.size() > kMostSources;
  flow.last_writers = std::exchange(last_writers_, {});
  if (is_lost_) flow.last_writers = {{}, {}, false, true};
  if (flow.has_unknown_sources) return flow;
  for (const auto& [operation, sectors] : sources_) flow.sources.push_back({operation, sectors});
  return flow;
}

}  // namespace warpscope::origin
