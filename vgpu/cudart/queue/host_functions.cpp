#include "vgpu/cudart/queue/host_functions.h"

#include <chrono>
#include <system_error>
#include <thread>

namespace warpscope::cudart {
namespace {

/// How long the thread waits for a function before it performs queued work: a program that waits
/// for the device right after it queued a function finds its work undone.
constexpr std::chrono::milliseconds kTaskTimeout{2};

bool& inside() {
  thread_local bool is_inside = false;
  return is_inside;
}
bool& is_server() {
  thread_local bool is_server = false;
  return is_server;
}

/// Unlocks for its lifetime.
class Unlocked {
 public:
  explicit Unlocked(std::mutex& mutex) : mutex_(mutex) {
    mutex_.unlock();
    inside() = true;
  }
  ~Unlocked() {
    inside() = false;
    mutex_.lock();
  }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  std::mutex& mutex_;
};

}  // namespace

HostFunctions::HostFunctions(std::mutex& mutex, std::function<void()> perform,
                             std::function<bool()> is_waiting)
    : mutex_(mutex), perform_(std::move(perform)), is_waiting_(std::move(is_waiting)) {}

bool HostFunctions::is_inside() { return inside(); }

void HostFunctions::expect_call() {
  if (!has_thread_) {
    try {
      // Lives as long as the process, as the runtime does.
      std::thread([this] { serve(); }).detach();
      has_thread_ = true;
    } catch (const std::system_error&) {
      // Without a thread the function is called by whoever waits.
    }
  }
  changed_.notify_all();
}

void HostFunctions::call(const std::function<void()>& function) {
  if (is_server() || !has_thread_) {
    const Unlocked unlocked(mutex_);
    function();
    return;
  }
  task_ = &function;
  changed_.notify_all();
  changed_.wait(mutex_, [&] { return task_ != &function; });
}

void HostFunctions::call_soon(std::function<void()> function) {
  soon_.push_back(std::move(function));
  expect_call();
}

void HostFunctions::serve() {
  is_server() = true;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(mutex_, [&] { return task_ != nullptr || !soon_.empty() || is_waiting_(); });
    if (!soon_.empty()) {
      const std::function<void()> next = std::move(soon_.front());
      soon_.pop_front();
      const Unlocked unlocked(mutex_);
      next();
      continue;
    }
    if (task_ == nullptr) changed_.wait_for(mutex_, kTaskTimeout, [&] { return task_ != nullptr; });
    if (task_ != nullptr) {
      {
        const Unlocked unlocked(mutex_);
        (*task_)();
      }
      task_ = nullptr;
      changed_.notify_all();
    } else if (is_waiting_()) {
      perform_();
    }
  }
}

}  // namespace warpscope::cudart
