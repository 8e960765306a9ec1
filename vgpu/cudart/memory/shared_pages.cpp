#include "vgpu/cudart/memory/shared_pages.h"

#include <sys/mman.h>

#include <algorithm>

#include "vgpu/cudart/basics/failure.h"

namespace warpscope::cudart {
namespace {

constexpr std::uint64_t kPageBytes = 4096;
/// Where Linux puts nothing by itself; beyond lies what it does use.
constexpr std::uint64_t kEndOfRange = 0x4000'0000'0000;

std::uint64_t round_up(std::uint64_t value) {
  return (value + kPageBytes - 1) / kPageBytes * kPageBytes;
}

std::uint64_t number_of(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

bool map_over(std::byte* pages, std::uint64_t page_bytes, int file) {
  return mmap(pages, page_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == pages;
}

}  // namespace

UniqueFd SharedPages::share(Connection& connection, std::uint64_t address,
                            std::uint64_t size_bytes) {
  UniqueFd file =
      connection.request_descriptor<device::Opcode::share_memory>({address, size_bytes});
  if (!file.is_open()) throw CudaFailure(cudaErrorUnknown);
  return file;
}

void SharedPages::unshare(Connection& connection, const void* memory) {
  connection.request<device::Opcode::unshare_memory>({number_of(memory)});
}

std::byte* SharedPages::reserve(std::uint64_t page_bytes) {
  while (page_bytes < kEndOfRange - std::min(next_address_, kEndOfRange)) {
    auto* hint = reinterpret_cast<void*>(next_address_);
    // The page behind belongs to nobody: whoever runs over the end is stopped.
    next_address_ += page_bytes + kPageBytes;
    void* place = mmap(hint, page_bytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (place == hint) return static_cast<std::byte*>(place);
    if (place != MAP_FAILED) munmap(place, page_bytes);  // a kernel that does not know the flag
  }
  throw CudaFailure(cudaErrorMemoryAllocation);
}

void* SharedPages::allocate(Connection& connection, std::uint64_t size_bytes) {
  if (size_bytes > kEndOfRange) throw CudaFailure(cudaErrorMemoryAllocation);
  const std::uint64_t page_bytes = round_up(size_bytes);
  std::byte* pages = reserve(page_bytes);
  try {
    const UniqueFd file = share(connection, number_of(pages), size_bytes);
    if (!map_over(pages, page_bytes, file.get())) {
      unshare(connection, pages);
      throw CudaFailure(cudaErrorMemoryAllocation);
    }
  } catch (const CudaFailure&) {
    munmap(pages, page_bytes);
    throw;
  }
  regions_[number_of(pages)] = {pages, page_bytes};
  return pages;
}

void SharedPages::release(Connection& connection, void* memory) {
  const auto found = regions_.find(number_of(memory));
  if (found == regions_.end()) throw CudaFailure(cudaErrorInvalidValue);
  unshare(connection, memory);
  munmap(found->second.pages, found->second.page_bytes);
  regions_.erase(found);
}

}  // namespace warpscope::cudart
