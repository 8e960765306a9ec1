// Threads of the host that stay between pieces of work.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace warpscope::exec {

/// For work that takes a tenth of a millisecond or less: to make threads for it would take as long.
/// A thread that has nothing to do looks for work for some microseconds before it sleeps.
class ThreadPool {
 public:
  ThreadPool() = default;
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// Has `count` threads call `work` with 1, 2, ... `count`, and returns at once. Throws
  /// std::system_error, and calls nobody, when there cannot be as many threads.
  void begin(std::uint32_t count, std::function<void(std::uint32_t)> work);
  /// Until all calls have returned; throws what one of them threw. To be called before the next
  /// begin().
  void wait();

 private:
  /// One thread, and where it waits for work. In lines of its own.
  struct alignas(64) Member {
    std::atomic<std::uint32_t> calls{0};
    std::atomic<bool> is_leaving{false};
    std::jthread thread;
  };
  void stay(Member& member, std::uint32_t number);

  std::vector<std::unique_ptr<Member>> members_;
  std::function<void(std::uint32_t)> work_;
  alignas(64) std::atomic<std::uint32_t> at_work_{0};
  std::mutex mutex_;  ///< guards what follows
  std::exception_ptr failure_;
};

}  // namespace warpscope::exec
