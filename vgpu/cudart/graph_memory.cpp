#include "vgpu/cudart/graph_memory.h"

#include <utility>

#include "vgpu/cudart/runtime.h"

namespace warpscope::cudart {

using device::BodyWriter;
using device::Opcode;

GraphAllocation::GraphAllocation(Runtime& runtime, std::uint64_t bytes, int of_device)
    : device(of_device), size_bytes(bytes), runtime_(runtime) {
  BodyWriter body;
  body.put(bytes);
  address =
      runtime.connection(device).request_value<std::uint64_t>(Opcode::reserve, std::move(body));
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
  const bool has_peers = runtime.device_count() > 1;
  const auto perform = [what, has_peers](const WorkQueue::Work& work) {
    BodyWriter body;
    body.put(what->address);
    body.put(what->size_bytes);
    work.connection.request(Opcode::allocate_at, std::move(body));
    if (!has_peers) return;
    BodyWriter grant;
    grant.put(what->address);
    grant.put(std::uint32_t{what->granted});
    work.connection.request(Opcode::set_grant, std::move(grant));
  };
  runtime.enqueue(stream, perform, {}, what->device);
}

void GraphMemory::release(Runtime& runtime, Stream& stream, std::uint64_t address,
                          bool has_waited) {
  const auto found = live_.find(address);
  expect(found != live_.end());
  const auto [what, share] = found->second;
  live_.erase(found);
  const auto perform = [address](const WorkQueue::Work& work) {
    BodyWriter body;
    body.put(address);
    work.connection.request(Opcode::release, std::move(body));
  };
  const Sequence sequence = runtime.enqueue(stream, perform, {}, what->device);
  figures(what->device).give(*share, what->size_bytes, {stream.number, has_waited ? 0 : sequence});
}

void GraphMemory::forget(int device) {
  std::erase_if(live_, [&](const auto& entry) { return entry.second.what->device == device; });
  figures(device) = {};
}

}  // namespace warpscope::cudart
