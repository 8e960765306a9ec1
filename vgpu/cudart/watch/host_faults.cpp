#include "vgpu/cudart/watch/host_faults.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <iterator>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "base/unique_fd.h"
#include "vgpu/cudart/basics/runtime_parts.h"
#include "vgpu/cudart/basics/words.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/memory/memory_table.h"
#include "vgpu/cudart/watch/host_guards.h"
#include "vgpu/cudart/watch/host_watch.h"

namespace warpscope::cudart {
namespace {

/// The crashed thread waits so long for the report; another one may be in a call that takes longer.
constexpr int kMostWait_ms = 2000;
/// Of a page fault's error code: the access was a write (Intel's manual, volume 3, section 4.7).
constexpr unsigned kWriteBit = 2;
constexpr std::uint64_t kBefore = 4096;
/// What the handler is answered.
constexpr char kGoOn = 1, kCrash = 2;

/// Where the runtime puts memory that the host and the device both see (SharedPages).
constexpr std::uint64_t kSharedBegin = 0x2000'0000'0000, kSharedEnd = 0x4000'0000'0000;

/// A fault, as the handler sees it.
struct Crash {
  std::uint64_t address = 0;
  bool is_write = false;
  bool is_division = false;   ///< of an integer by 0, and no access
  bool is_elsewhere = false;  ///< neither the device's memory nor what it shares
  ReturnAddresses from;
};

/// The handler may only do what is async-signal-safe, and may have interrupted anything; so a
/// thread that has always been there reports for it.
struct FaultWatch {
  std::uint64_t base = 0, bytes = 0;
  UniqueFd crashes_in, crashes_out, done_in, done_out;
  struct sigaction before {};  ///< of accesses
  struct sigaction before_division {};
  std::atomic_flag is_busy;  ///< a thread's fault is being looked at
  Crash crash;
};

FaultWatch& fault_watch() {
  static auto* one = new FaultWatch;  // crashes happen in the last destructors, too
  return *one;
}

void report(const Crash& crash) {
  Runtime& runtime = Runtime::instance();
  // The crashed thread may be in a call; then nobody can talk to the device.
  const std::unique_lock lock(runtime.mutex, std::try_to_lock);
  if (!lock || !runtime.devices.is_watched()) return;
  const auto* pointer = reinterpret_cast<const void*>(crash.address);
  std::string cause = crash.is_write ? "The host writes to " : "The host reads from ";
  const MemoryBlock* block = runtime.memory.find(pointer);
  const GoneBlock* gone = runtime.memory.find_gone(pointer);
  if (block != nullptr) {
    cause += "byte " + std::to_string(crash.address - block->address) + " of " +
             bytes_text(block->size_bytes) + " on the device";
    if (block->made_at != 0) cause += ", allocated at " + site_text(block->made_at);
  } else {
    cause += gone != nullptr ? "memory of the device that was freed" : "memory of the device";
  }
  runtime.watch.tell_of_crash("device-pointer-on-host", cause + ".", crash.from);
}

/// Memory that host and device both see, and that is not there (any more). The runtime's mutex is
/// locked.
void report_missing(Runtime& runtime, const Crash& crash) {
  if (!runtime.devices.is_watched()) return;
  const auto* pointer = reinterpret_cast<const void*>(crash.address);
  const auto described = [](const MemoryBlock& block) {
    return bytes_text(block.size_bytes) +
           (block.is_managed() ? " of managed memory" : " of page-locked memory") +
           (block.made_at != 0 ? ", allocated at " + site_text(block.made_at) : std::string());
  };
  std::string cause = crash.is_write ? "The host writes to " : "The host reads from ";
  if (const GoneBlock* gone = runtime.memory.find_gone(pointer)) {
    cause += "byte " + std::to_string(crash.address - gone->block.address) + " of " +
             described(gone->block) + ", which " +
             (gone->by_reset        ? "cudaDeviceReset took away"
              : gone->freed_at != 0 ? "was freed at " + site_text(gone->freed_at)
                                    : std::string("was freed")) +
             ".";
    return runtime.watch.tell_of_crash("use-after-free", std::move(cause), crash.from);
  }
  // Whoever runs over the end comes to the page behind it.
  const auto& blocks = runtime.memory.blocks();
  const auto above = blocks.upper_bound(crash.address);
  if (above == blocks.begin() || !std::prev(above)->second.is_on_host()) return;
  const MemoryBlock& block = std::prev(above)->second;
  cause += "a place " + bytes_text(crash.address - block.address - block.size_bytes) +
           " behind the end of " + described(block) + ".";
  runtime.watch.tell_of_crash("host-past-end", std::move(cause), crash.from);
}

void report_division(const Crash& crash) {
  Runtime& runtime = Runtime::instance();
  const std::unique_lock lock(runtime.mutex, std::try_to_lock);
  if (!lock || !runtime.devices.is_watched()) return;
  runtime.watch.tell_of_crash("host-division-by-zero",
                              "The program divides an integer by 0 here, by / or by %.",
                              crash.from);
}

/// A fault elsewhere in the host's memory: only its line is known.
void report_elsewhere(const Crash& crash) {
  constexpr std::uint64_t kFirstPage = 4096;
  Runtime& runtime = Runtime::instance();
  const std::unique_lock lock(runtime.mutex, std::try_to_lock);
  if (!lock || !runtime.devices.is_watched()) return;
  std::string cause = crash.is_write ? "The host writes to " : "The host reads from ";
  cause += crash.address < kFirstPage
               ? "address " + std::to_string(crash.address) + ", through a null pointer"
               : std::string("memory that is not there");
  runtime.watch.tell_of_crash("host-crash", cause + ".", crash.from);
}

bool& serves_faults() {
  thread_local bool serves = false;
  return serves;
}

/// True when the access may be made again.
bool take(const Crash& crash) {
  if (crash.is_division) {
    report_division(crash);
    return false;
  }
  if (crash.is_elsewhere) {
    report_elsewhere(crash);
    return false;
  }
  if (crash.address - fault_watch().base < fault_watch().bytes) {
    report(crash);
    return false;
  }
  Runtime& runtime = Runtime::instance();
  // Nothing of the runtime's own runs into a guard, so who holds the mutex gives it back.
  const std::lock_guard lock(runtime.mutex);
  if (runtime.guards.take(crash.address, crash.is_write, crash.from)) return true;
  report_missing(runtime, crash);
  return false;
}

void serve_crashes() {
  serves_faults() = true;
  char token = 0;
  while (read(fault_watch().crashes_out.get(), &token, 1) == 1) {
    try {
      token = take(fault_watch().crash) ? kGoOn : kCrash;
    } catch (...) {
      token = kCrash;  // the device is gone, and the program is about to be, too
    }
    if (write(fault_watch().done_in.get(), &token, 1) != 1) return;
  }
}

void on_fault(int number, siginfo_t* info, void* context) {
  const int error = errno;
  FaultWatch& mine = fault_watch();
  const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
  // The kernel gives no address for those that no pointer can have, and for signals that are sent.
  const bool is_devices = info->si_code > 0 && address - mine.base < mine.bytes;
  const bool is_shared = info->si_code > 0 && address >= kSharedBegin && address < kSharedEnd &&
                         !HostGuards::is_lifted_here();
  const bool is_division = number == SIGFPE && info->si_code == FPE_INTDIV;
  const bool is_elsewhere = number == SIGSEGV && info->si_code > 0 && !is_devices && !is_shared;
  bool goes_on = false;
  if (is_division || is_elsewhere || (number == SIGSEGV && (is_devices || is_shared))) {
    while (mine.is_busy.test_and_set()) sched_yield();
    const auto* machine = static_cast<const ucontext_t*>(context);
    mine.crash.address = address;
    mine.crash.is_division = is_division;
    mine.crash.is_elsewhere = is_elsewhere;
    mine.crash.is_write =
        (static_cast<unsigned>(machine->uc_mcontext.gregs[REG_ERR]) & kWriteBit) != 0;
    mine.crash.from = current_return_addresses();
    char token = 1;
    pollfd done{mine.done_out.get(), POLLIN, 0};
    const bool is_answered = write(mine.crashes_in.get(), &token, 1) == 1 &&
                             poll(&done, 1, is_shared && !is_division ? -1 : kMostWait_ms) == 1 &&
                             read(mine.done_out.get(), &token, 1) == 1;
    goes_on = is_answered && token == kGoOn;
    mine.is_busy.clear();
  }
  errno = error;
  if (goes_on) return;
  // Where nobody handled it before, the access is made again, and ends the program.
  const struct sigaction& before = number == SIGFPE ? mine.before_division : mine.before;
  if ((before.sa_flags & SA_SIGINFO) != 0 && before.sa_sigaction != nullptr) {
    before.sa_sigaction(number, info, context);
  } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
    before.sa_handler(number);
  } else {
    struct sigaction end {};
    end.sa_handler = SIG_DFL;
    sigaction(number, &end, nullptr);
    if (info->si_code <= 0) raise(number);
  }
}

bool open_pipe(UniqueFd& read_end, UniqueFd& write_end) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  read_end = UniqueFd(ends[0]);
  write_end = UniqueFd(ends[1]);
  return true;
}

}  // namespace

void watch_host_faults(std::uint64_t base, std::uint64_t bytes) {
  FaultWatch& mine = fault_watch();
  if (mine.bytes != 0) return;
  // free() looks before the memory that it is given.
  mine.base = base - kBefore;
  mine.bytes = bytes + kBefore;
  if (!open_pipe(mine.crashes_out, mine.crashes_in) || !open_pipe(mine.done_out, mine.done_in))
    return;
  try {
    // The program's signals are for the program's threads.
    sigset_t all;
    sigset_t own;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &own);
    std::thread(serve_crashes).detach();
    pthread_sigmask(SIG_SETMASK, &own, nullptr);
  } catch (const std::system_error&) {
    return;  // where there can be no thread, crashes stay without a line
  }
  current_return_addresses();  // what it loads at its first use is loaded now
  pthread_atfork(nullptr, nullptr, [] { Runtime::instance().guards.lift(); });
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, &mine.before);
  sigaction(SIGFPE, &action, &mine.before_division);
}

bool is_serving_fault() { return serves_faults(); }

bool handles_host_faults() {
  struct sigaction now {};
  return sigaction(SIGSEGV, nullptr, &now) == 0 && (now.sa_flags & SA_SIGINFO) != 0 &&
         now.sa_sigaction == on_fault;
}

}  // namespace warpscope::cudart
