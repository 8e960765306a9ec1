// The GPU that is measured, as the groups of readings see it: its memory, launches whose cycles are
// read, and how large a measurement may be.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "check.h"

namespace calibrate {

/// What kernels leave: cycles by the SM's clock, one number for each block.
using Cycles = long long;

/// Memory of the GPU; freed at the end of its scope.
class Buffer {
 public:
  explicit Buffer(std::size_t bytes);
  ~Buffer() { cudaFree(data_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  template <class T>
  T* as() const {
    return static_cast<T*>(data_);
  }
  std::size_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_;
};

class Card {
 public:
  /// `is_small`: on the virtual GPU, where a measurement says only that its program works.
  explicit Card(bool is_small);

  bool is_small() const { return is_small_; }
  const std::string& name() const { return name_; }
  long long clock_hz() const { return clock_hz_; }
  int sms() const { return sms_; }
  std::size_t l2_bytes() const { return l2_bytes_; }
  /// `full`, or a small share of it on the virtual GPU: of what is repeated or walked through.
  std::size_t size(std::size_t full, std::size_t small) const { return is_small_ ? small : full; }

  /// Memory to read, write and walk through, `pool_bytes` of it; what it holds is not kept.
  template <class T>
  T* pool() const {
    return pool_.as<T>();
  }
  std::size_t pool_bytes() const { return pool_.bytes(); }
  Cycles* cycles() const { return cycles_.as<Cycles>(); }
  /// Where kernels store what nobody reads, so that their work is not left out.
  unsigned* sink() const { return sink_.as<unsigned>(); }

  /// Reads and writes so many words of the GPU's memory.
  void use(unsigned* words, std::size_t count);
  /// L2 holds other memory afterwards.
  void forget() { use(others_.as<unsigned>(), others_.bytes() / sizeof(unsigned)); }

  /// Launches, and reads what `blocks` blocks have left in cycles(): the longest.
  double longest(int blocks, const std::function<void()>& launch);
  /// Launches a kernel of one block; its cycles.
  double cycles_of(const std::function<void()>& launch) { return longest(1, launch); }
  /// Seconds of the stream between two events around `work`.
  double seconds(const std::function<void()>& work);

 private:
  bool is_small_;
  std::string name_;
  long long clock_hz_ = 0;
  int sms_ = 0;
  std::size_t l2_bytes_ = 0;
  Buffer pool_, others_, cycles_, sink_;
};

/// One number that is measured: "cycles", "seconds", "bytes_per_cycle" and the like say its unit.
struct Reading {
  std::string name;
  std::string unit;
  std::function<double(Card&)> measure;
};
using Readings = std::vector<Reading>;

// The groups. Each has a file of this name; figures.toml says what becomes of their readings.
Readings arithmetic();
Readings shared_memory();
Readings caches();
Readings memory();
Readings atomics();
Readings barriers();
Readings mbarriers();
Readings bulk_copies();
Readings fetch();
Readings launches();
Readings copies();

}  // namespace calibrate
