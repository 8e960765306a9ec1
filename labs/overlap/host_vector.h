// A std::vector whose memory comes from your host_allocate and goes back to your host_release.
#pragma once

#include <cstddef>
#include <vector>

#include "exercise.h"

/// What std::vector asks of an allocator, and no more.
template <typename T>
struct HostAllocator {
  using value_type = T;
  HostAllocator() = default;
  template <typename U>
  HostAllocator(const HostAllocator<U>&) {}
  T* allocate(std::size_t count) { return static_cast<T*>(host_allocate(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t) { host_release(memory); }
  bool operator==(const HostAllocator&) const = default;
};

template <typename T>
using HostVector = std::vector<T, HostAllocator<T>>;
