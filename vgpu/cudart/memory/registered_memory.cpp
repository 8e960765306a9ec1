#include "vgpu/cudart/memory/registered_memory.h"

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <new>
#include <string>
#include <utility>

#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/basics/words.h"

namespace warpscope::cudart {
namespace {

constexpr std::uint64_t kSystemPageBytes = 4096;
constexpr std::uint64_t kEndOfProgram = std::uint64_t{1} << 47;
/// That are compared at a time.
constexpr std::uint64_t kChunkBytes = std::uint64_t{1} << 20;
/// Parts that Linux takes in one call (IOV_MAX).
constexpr std::size_t kMostParts = 1024;

std::byte* bytes_at(std::uint64_t address) { return reinterpret_cast<std::byte*>(address); }
std::uint64_t page_behind(std::uint64_t address) {
  return address / kSystemPageBytes * kSystemPageBytes + kSystemPageBytes;
}

/// False when the program cannot read one of these pages. The kernel tells, where an access would
/// end the program; it looks at a byte of each page that is written to a pipe.
bool can_be_read(std::uint64_t begin, std::uint64_t end) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  const UniqueFd read_end(ends[0]);
  const UniqueFd write_end(ends[1]);
  std::byte taken{};
  for (std::uint64_t at = begin; at < end; at = page_behind(at)) {
    if (write(write_end.get(), bytes_at(at), 1) != 1) return false;
    if (read(read_end.get(), &taken, 1) != 1) return false;
  }
  return true;
}

/// False when the program may not write one of these bytes, as far as the system tells.
bool can_be_written(std::uint64_t begin, std::uint64_t end) {
  std::ifstream mappings("/proc/self/maps");
  std::string line;
  while (std::getline(mappings, line)) {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::array<char, 5> rights{};
    if (std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " %4s", &first, &last, rights.data()) != 3)
      continue;
    if (first < end && begin < last && rights[1] != 'w') return false;
  }
  return true;
}

/// Calls `move(begin, end)` for a range until all of it has been moved; it returns how many bytes
/// it has moved. A page at which it fails is left out. False when there was one.
template <typename Move>
bool move_pages(std::uint64_t begin, std::uint64_t end, Move&& move) {
  bool is_whole = true;
  while (begin < end) {
    const ssize_t count = move(begin, end);
    if (count > 0) {
      begin += static_cast<std::uint64_t>(count);
    } else if (count == 0 || errno != EINTR) {
      begin = std::min(end, page_behind(begin));
      is_whole = false;
    }
  }
  return is_whole;
}

/// Puts bytes of a file into the program's memory: those that differ, and nothing between them.
class ChangedBytes {
 public:
  ChangedBytes(int file, std::uint64_t offset) : file_(file), offset_(offset) {}

  /// The next one that differs; `at` counts from the beginning of the file's part.
  void add(std::uint64_t at, std::byte* target) {
    const bool goes_on = !parts_.empty() && at == end_;
    if (goes_on) {
      ++parts_.back().iov_len;
    } else {
      if (parts_.size() + 2 > kMostParts || at - end_ > unwanted_.size()) write();
      if (parts_.empty()) {
        begin_ = at;
      } else {
        parts_.push_back({unwanted_.data(), at - end_});
      }
      parts_.push_back({target, 1});
    }
    end_ = at + 1;
  }
  /// Those that were added. False when a place could not be written.
  bool write() {
    std::size_t first = 0;
    while (first < parts_.size()) {
      const ssize_t count = preadv(file_, &parts_[first], static_cast<int>(parts_.size() - first),
                                   static_cast<off_t>(offset_ + begin_));
      if (count < 0 && errno == EINTR) continue;
      // What the program does not have is left out, a part at a time.
      auto left = static_cast<std::uint64_t>(std::max<ssize_t>(count, 0));
      begin_ += left;
      while (first < parts_.size() && left >= parts_[first].iov_len)
        left -= parts_[first++].iov_len;
      if (first == parts_.size()) break;
      is_whole_ = false;
      begin_ += parts_[first].iov_len - left;
      ++first;
    }
    parts_.clear();
    return is_whole_;
  }

 private:
  int file_;
  std::uint64_t offset_, begin_ = 0, end_ = 0;
  std::vector<iovec> parts_;
  std::array<std::byte, kSystemPageBytes> unwanted_{};
  bool is_whole_ = true;
};

}  // namespace

void RegisteredMemory::add(Connection& connection, void* memory, std::uint64_t size_bytes,
                           bool is_read_only) {
  const std::uint64_t begin = address_of(memory);
  expect(size_bytes <= kEndOfProgram && begin <= kEndOfProgram - size_bytes);
  expect(can_be_read(begin, begin + size_bytes));
  expect(is_read_only || can_be_written(begin, begin + size_bytes));
  Region region;
  region.copy = connection.request_descriptor<device::Opcode::borrow_memory>({begin, size_bytes});
  if (!region.copy.is_open()) throw CudaFailure(cudaErrorUnknown);
  region.offset = begin % kSystemPageBytes;
  region.size_bytes = size_bytes;
  region.is_read_only = is_read_only;
  regions_[begin] = std::move(region);
}

void RegisteredMemory::remove(Connection& connection, void* memory) {
  regions_.erase(address_of(memory));
  connection.request<device::Opcode::unshare_memory>({address_of(memory)});
}

void RegisteredMemory::lend(std::uint64_t address) {
  const auto found = regions_.find(address);
  if (found != regions_.end()) lend(address, found->second);
}

void RegisteredMemory::lend(std::uint64_t address, Region& region) {
  // A page that is gone was the program's mistake; the device goes on with what it had, as a GPU
  // does, which keeps the page.
  move_pages(address, address + region.size_bytes, [&](std::uint64_t begin, std::uint64_t end) {
    return pwrite(region.copy.get(), bytes_at(begin), end - begin,
                  static_cast<off_t>(region.offset + (begin - address)));
  });
  region.lent.resize(region.size_bytes);
  move_pages(0, region.size_bytes, [&](std::uint64_t begin, std::uint64_t end) {
    return pread(region.copy.get(), &region.lent[begin], end - begin,
                 static_cast<off_t>(region.offset + begin));
  });
  region.is_lent = true;
}

void RegisteredMemory::take_back() {
  for (auto& [address, region] : regions_) {
    if (region.is_lent) take_back(address, region);
    region.is_lent = false;
  }
}

void RegisteredMemory::take_back(std::uint64_t address, Region& region) {
  std::vector<std::byte> now(std::min(kChunkBytes, region.size_bytes));
  bool is_whole = true;
  for (std::uint64_t chunk = 0; chunk < region.size_bytes; chunk += kChunkBytes) {
    const std::uint64_t bytes = std::min(kChunkBytes, region.size_bytes - chunk);
    move_pages(0, bytes, [&](std::uint64_t begin, std::uint64_t end) {
      return pread(region.copy.get(), &now[begin], end - begin,
                   static_cast<off_t>(region.offset + chunk + begin));
    });
    ChangedBytes changed(region.copy.get(), region.offset + chunk);
    for (std::uint64_t page = 0; page < bytes; page += kSystemPageBytes) {
      const std::uint64_t end = std::min(page + kSystemPageBytes, bytes);
      if (std::memcmp(&now[page], &region.lent[chunk + page], end - page) == 0) continue;
      if (region.is_read_only) {
        is_whole = false;
        continue;
      }
      for (std::uint64_t at = page; at < end; ++at) {
        if (now[at] != region.lent[chunk + at]) changed.add(at, bytes_at(address + chunk + at));
      }
    }
    is_whole = changed.write() && is_whole;
  }
  if (is_whole || std::exchange(region.is_told, true)) return;
  tell_user(
      "a kernel or a copy on the device wrote to " + bytes_text(region.size_bytes) +
      " of page-locked memory " +
      (region.is_read_only
           ? "that was registered with cudaHostRegisterReadOnly: the program's bytes stay as "
             "they were."
           : "of which the program has unmapped a part, or may not write it any more: what "
             "was written there is lost. Call cudaHostUnregister before munmap or mprotect."));
}

}  // namespace warpscope::cudart
