#include "vgpu/cudart/memory_pools.h"

#include "vgpu/cudart/connection.h"

namespace warpscope::cudart {

MemoryPools::MemoryPools() : standard_(std::make_shared<MemoryPool>()), current_(standard_) {}

MemoryPool& MemoryPools::add(const MemoryPool& pool) {
  auto owned = std::make_shared<MemoryPool>(pool);
  MemoryPool& added = *owned;
  others_.emplace(&added, std::move(owned));
  return added;
}

std::shared_ptr<MemoryPool> MemoryPools::find(const MemoryPool* pool) {
  if (pool == standard_.get()) return standard_;
  const auto found = others_.find(pool);
  return found == others_.end() ? nullptr : found->second;
}

MemoryPool& MemoryPools::get(cudaMemPool_t handle) {
  const auto pool = find(reinterpret_cast<const MemoryPool*>(handle));
  if (!pool) throw CudaFailure(cudaErrorInvalidValue);
  return *pool;
}

void MemoryPools::remove(MemoryPool& pool) {
  if (&pool == standard_.get()) throw CudaFailure(cudaErrorInvalidValue);
  if (&pool == current_.get()) current_ = standard_;
  others_.erase(&pool);
}

void MemoryPools::clear() {
  others_.clear();
  taken_.clear();
  standard_ = std::make_shared<MemoryPool>();
  current_ = standard_;
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
