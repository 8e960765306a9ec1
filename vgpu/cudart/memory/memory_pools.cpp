#include "vgpu/cudart/memory/memory_pools.h"

#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/devices/connection.h"

namespace warpscope::cudart {

MemoryPools::MemoryPools() {
  for (int device = 0; device < static_cast<int>(own_.size()); ++device) make_standard(device);
}

void MemoryPools::make_standard(int device) {
  auto pool = std::make_shared<MemoryPool>();
  pool->device = device;
  own(device) = {pool, pool};
}

MemoryPool& MemoryPools::add(const MemoryPool& pool) {
  auto owned = std::make_shared<MemoryPool>(pool);
  MemoryPool& added = *owned;
  others_.emplace(&added, std::move(owned));
  return added;
}

std::shared_ptr<MemoryPool> MemoryPools::find(const MemoryPool* pool) {
  for (const OfDevice& each : own_) {
    if (pool == each.standard.get()) return each.standard;
  }
  const auto found = others_.find(pool);
  return found == others_.end() ? nullptr : found->second;
}

MemoryPool& MemoryPools::get(cudaMemPool_t handle) {
  const auto pool = find(reinterpret_cast<const MemoryPool*>(handle));
  if (!pool) throw CudaFailure(cudaErrorInvalidValue);
  return *pool;
}

void MemoryPools::remove(MemoryPool& pool) {
  OfDevice& of_device = own(pool.device);
  if (&pool == of_device.standard.get()) throw CudaFailure(cudaErrorInvalidValue);
  if (&pool == of_device.current.get()) of_device.current = of_device.standard;
  others_.erase(&pool);
}

void MemoryPools::forget(int device) {
  std::erase_if(others_, [&](const auto& entry) { return entry.second->device == device; });
  std::erase_if(taken_, [&](const auto& entry) { return entry.second.pool->device == device; });
  make_standard(device);
}

std::vector<std::uint64_t> MemoryPools::addresses_of(const MemoryPool& pool) const {
  std::vector<std::uint64_t> addresses;
  for (const auto& [address, taken] : taken_) {
    if (taken.pool.get() == &pool) addresses.push_back(address);
  }
  return addresses;
}

bool MemoryPools::is_granted(std::uint64_t address, int device) const {
  const auto found = taken_.find(address);
  return found != taken_.end() && (found->second.pool->granted >> device & 1) != 0;
}

void MemoryPools::note_taken(MemoryPool& pool, std::uint64_t address, std::uint64_t bytes) {
  taken_[address] = {find(&pool), bytes};
  pool.take(bytes);
}

void MemoryPools::note_given(std::uint64_t address) {
  const auto found = taken_.find(address);
  if (found == taken_.end()) return;
  found->second.pool->give(found->second.bytes);
  taken_.erase(found);
}

}  // namespace warpscope::cudart
