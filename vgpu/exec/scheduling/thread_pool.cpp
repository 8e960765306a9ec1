#include "vgpu/exec/scheduling/thread_pool.h"

#include <immintrin.h>

#include <utility>

namespace warpscope::exec {
namespace {

// Some tens of microseconds: longer than it takes to compare what the members of a team have done.
constexpr std::uint32_t kLooksBeforeSleep = 1 << 10;

// Until the value is another one than `old`.
void wait_while(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
  for (std::uint32_t look = 0; look < kLooksBeforeSleep; ++look) {
    if (value.load(std::memory_order_acquire) != old) return;
    _mm_pause();
  }
  value.wait(old, std::memory_order_acquire);
}

}  // namespace

ThreadPool::~ThreadPool() {
  for (const auto& member : members_) {
    member->is_leaving = true;
    member->calls.fetch_add(1, std::memory_order_release);
    member->calls.notify_one();
  }
  members_.clear();  // the threads use the other members
}

void ThreadPool::begin(std::uint32_t count, std::function<void(std::uint32_t)> work) {
  members_.reserve(count);
  while (members_.size() < count) {
    auto member = std::make_unique<Member>();
    const auto number = static_cast<std::uint32_t>(members_.size() + 1);
    member->thread = std::jthread([this, number, &own = *member] { stay(own, number); });
    members_.push_back(std::move(member));
  }
  work_ = std::move(work);
  at_work_.store(count, std::memory_order_relaxed);
  for (std::uint32_t i = 0; i < count; ++i) {
    members_[i]->calls.fetch_add(1, std::memory_order_release);
    members_[i]->calls.notify_one();
  }
}

void ThreadPool::wait() {
  while (true) {
    const std::uint32_t left = at_work_.load(std::memory_order_acquire);
    if (left == 0) break;
    wait_while(at_work_, left);
  }
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ThreadPool::stay(Member& member, std::uint32_t number) {
  for (std::uint32_t calls = 0;; ++calls) {
    wait_while(member.calls, calls);
    if (member.is_leaving) return;
    try {
      work_(number);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
    }
    at_work_.fetch_sub(1, std::memory_order_acq_rel);
    at_work_.notify_one();
  }
}

}  // namespace warpscope::exec
