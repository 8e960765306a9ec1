// Functions of the program that run between its device work (cudaLaunchHostFunc).
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

namespace warpscope::cudart {

/// Calls the functions on a thread of its own, as CUDA does: the thread that waits for the device
/// may hold what a function needs. Work is done late, but a program may wait for a function without
/// any CUDA call; so the thread also does queued work when a function has been queued for a while.
class HostFunctions {
 public:
  /// `mutex` is the runtime's. `perform` does all queued work and keeps its errors; `is_waiting`
  /// tells whether a function is queued. Both are called with the mutex locked.
  HostFunctions(std::mutex& mutex, std::function<void()> perform, std::function<bool()> is_waiting);

  /// A function was queued. The mutex is locked.
  void expect_call();
  /// Calls a function and returns when it has returned. The mutex is locked, and unlocked
  /// meanwhile.
  void call(const std::function<void()>& function);

  /// Calls a function before long, and does not wait for it. The mutex is locked, and stays so.
  /// Where there can be no thread the function is not called.
  void call_soon(std::function<void()> function);

  /// True on this thread while it runs such a function, which must not make CUDA calls.
  static bool is_inside();

 private:
  void serve();

  std::mutex& mutex_;
  std::function<void()> perform_;
  std::function<bool()> is_waiting_;
  std::condition_variable_any changed_;
  const std::function<void()>* task_ = nullptr;
  std::deque<std::function<void()>> soon_;
  bool has_thread_ = false;
};

}  // namespace warpscope::cudart
