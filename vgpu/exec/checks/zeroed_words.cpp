#include "vgpu/exec/checks/zeroed_words.h"

#include <sys/mman.h>

#include <new>

namespace warpscope::exec::checks {
namespace {

// Linux makes pages of 2 MiB of larger pieces: the first access to each page costs as much as
// checking a thousand accesses.
constexpr std::size_t kLargeBytes = std::size_t{4} << 20;

}  // namespace

ZeroedWords::ZeroedWords(std::uint64_t count) : size_bytes_((count + 1) * sizeof(std::uint64_t)) {
  void* place = mmap(nullptr, size_bytes_, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED) throw std::bad_alloc();
  // Only faster; that it may fail does not matter.
  if (size_bytes_ >= kLargeBytes) madvise(place, size_bytes_, MADV_HUGEPAGE);
  words_ = static_cast<std::uint64_t*>(place);
}

ZeroedWords::~ZeroedWords() { munmap(words_, size_bytes_); }

}  // namespace warpscope::exec::checks
