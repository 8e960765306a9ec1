// Bytes that stay the program's own, of which this process has a copy.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <utility>

namespace warpscope::memory {

/// Whether the copy has been brought for the operation that runs. Threads may ask at once.
class BorrowedBytes {
 public:
  /// `bring` has the program's bytes put into the copy. It throws nothing.
  explicit BorrowedBytes(std::function<void()> bring) : bring_(std::move(bring)) {}

  /// The copy is about to be used.
  void use() {
    if (is_here_.load(std::memory_order_acquire)) return;
    const std::lock_guard lock(mutex_);
    if (is_here_.load(std::memory_order_relaxed)) return;
    bring_();
    is_here_.store(true, std::memory_order_release);
  }
  /// The operation is over: the next one brings them anew. No operation runs.
  void give_back() { is_here_.store(false, std::memory_order_relaxed); }

 private:
  std::function<void()> bring_;
  std::mutex mutex_;
  std::atomic<bool> is_here_ = false;
};

}  // namespace warpscope::memory
