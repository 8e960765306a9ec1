#include "vgpu/cudart/allocations/graph_memory.h"

#include <utility>

#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/basics/runtime_parts.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/memory/memory_table.h"
#include "vgpu/cudart/queue/work_queue.h"
#include "vgpu/cudart/streams/streams.h"

namespace warpscope::cudart {

using device::Opcode;

GraphAllocation::GraphAllocation(Runtime& runtime, std::uint64_t bytes, int of_device)
    : device(of_device), size_bytes(bytes), runtime_(runtime) {
  address = runtime.devices.connection(device).request<Opcode::reserve>({bytes}).address;
  runtime.memory.add({address, bytes, MemoryKind::graph, 0, device});
}

GraphAllocation::~GraphAllocation() { runtime_.memory.remove(address); }

std::shared_ptr<GraphAllocation> GraphMemory::find(std::uint64_t address) const {
  const auto found = all_.find(address);
  return found == all_.end() ? nullptr : found->second.lock();
}

void GraphMemory::note(const std::shared_ptr<GraphAllocation>& allocation) {
  std::erase_if(all_, [](const auto& entry) { return entry.second.expired(); });
  all_[allocation->address] = allocation;
}

void GraphMemory::allocate(Runtime& runtime, Stream& stream,
                           const std::shared_ptr<GraphAllocation>& what) {
  auto& share = shares_.at(static_cast<std::size_t>(what->device));
  if (!share) share = std::make_shared<GraphPages::Share>();
  expect(live_.emplace(what->address, Live{what, share}).second);
  figures(what->device).take(*share, what->size_bytes, stream.number, runtime.queue);
  const bool has_peers = runtime.devices.count() > 1;
  const auto perform = [what, has_peers](const WorkQueue::Work& work) {
    work.connection.request<Opcode::allocate_at>({what->address, what->size_bytes});
    if (has_peers) work.connection.request<Opcode::set_grant>({what->address, what->granted});
  };
  runtime.streams.enqueue(stream, perform, {}, what->device);
}

void GraphMemory::release(Runtime& runtime, Stream& stream, std::uint64_t address,
                          bool has_waited) {
  const auto found = live_.find(address);
  expect(found != live_.end());
  const auto [what, share] = found->second;
  live_.erase(found);
  const auto perform = [address](const WorkQueue::Work& work) {
    work.connection.request<Opcode::release>({address});
  };
  const Sequence sequence = runtime.streams.enqueue(stream, perform, {}, what->device);
  figures(what->device).give(*share, what->size_bytes, {stream.number, has_waited ? 0 : sequence});
}

void GraphMemory::forget(int device) {
  std::erase_if(live_, [&](const auto& entry) { return entry.second.what->device == device; });
  figures(device) = {};
}

}  // namespace warpscope::cudart
