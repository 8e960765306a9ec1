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
class Crew {
 public:
  Crew() = default;
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// Has `count` threads call `work` with 1, 2, ... `count`, and returns at once. Throws
  /// std::system_error, and calls nobody, when there cannot be as many threads.
  void begin(std::uint32_t count, std::function<void(std::uint32_t)> work);
  /// Until all calls have returned; throws what one of them threw. To be called before the next
  /// begin().
  void wait();

 private:
  /// Where one thread waits for work. In lines of its own.
  struct alignas(64) Seat {
    std::atomic<std::uint32_t> calls{0};
    std::atomic<bool> is_leaving{false};
    std::jthread thread;
  };
  void stay(Seat& seat, std::uint32_t number);

  std::vector<std::unique_ptr<Seat>> seats_;
  std::function<void(std::uint32_t)> work_;
  alignas(64) std::atomic<std::uint32_t> at_work_{0};
  std::mutex mutex_;  ///< guards what follows
  std::exception_ptr failure_;
};

}  // namespace warpscope::exec
