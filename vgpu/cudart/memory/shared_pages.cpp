#include "vgpu/cudart/memory/shared_pages.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

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

/// False when the program cannot read one of these pages. The kernel tells, where an access would
/// end the program; it looks at a byte of each page that is written to a pipe.
bool can_be_read(const std::byte* pages, std::uint64_t page_bytes) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  const UniqueFd read_end(ends[0]);
  const UniqueFd write_end(ends[1]);
  std::byte taken{};
  for (std::uint64_t offset = 0; offset < page_bytes; offset += kPageBytes) {
    if (write(write_end.get(), pages + offset, 1) != 1) return false;
    if (read(read_end.get(), &taken, 1) != 1) return false;
  }
  return true;
}

/// Puts the file's pages where `pages` are, with their content.
bool copy_and_map_over(std::byte* pages, std::uint64_t page_bytes, int file) {
  void* place = mmap(nullptr, page_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (place == MAP_FAILED) return false;
  std::memcpy(place, pages, page_bytes);
  // One step, so that another thread sees the old pages or the new ones.
  if (mremap(place, page_bytes, page_bytes, MREMAP_MAYMOVE | MREMAP_FIXED, pages) != MAP_FAILED) {
    return true;
  }
  munmap(place, page_bytes);
  return false;
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
  regions_[number_of(pages)] = {pages, page_bytes, false};
  return pages;
}

void SharedPages::release(Connection& connection, void* memory) {
  const auto found = regions_.find(number_of(memory));
  if (found == regions_.end()) throw CudaFailure(cudaErrorInvalidValue);
  unshare(connection, memory);
  let_go(found->second);
  regions_.erase(found);
}

void SharedPages::replace(Connection& connection, void* memory, std::uint64_t size_bytes) {
  const std::uint64_t begin = number_of(memory) / kPageBytes * kPageBytes;
  if (size_bytes > kEndOfRange) throw CudaFailure(cudaErrorInvalidValue);
  const std::uint64_t page_bytes = round_up(number_of(memory) + size_bytes - begin);
  auto* pages = reinterpret_cast<std::byte*>(begin);
  if (!can_be_read(pages, page_bytes)) throw CudaFailure(cudaErrorInvalidValue);
  const UniqueFd file = share(connection, number_of(memory), size_bytes);
  if (!copy_and_map_over(pages, page_bytes, file.get())) {
    unshare(connection, memory);
    throw CudaFailure(cudaErrorMemoryAllocation);
  }
  regions_[number_of(memory)] = {pages, page_bytes, true};
}

void SharedPages::restore(Connection& connection, void* memory) { release(connection, memory); }

void SharedPages::let_go(const Region& region) {
  if (!region.is_replaced) {
    munmap(region.pages, region.page_bytes);
    return;
  }
  void* own =
      mmap(nullptr, region.page_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  // Without memory for a copy the shared pages stay; the program cannot tell.
  if (own == MAP_FAILED) return;
  std::memcpy(own, region.pages, region.page_bytes);
  if (mremap(own, region.page_bytes, region.page_bytes, MREMAP_MAYMOVE | MREMAP_FIXED,
             region.pages) == MAP_FAILED) {
    munmap(own, region.page_bytes);
  }
}

}  // namespace warpscope::cudart
