// Memory that the host and the device both see, while work uses it that the host has not waited
// for: its pages are protected, so that an access of the program's own shows.
//
// A page is protected only when all that the program has on it is used by the work. Protection is
// lifted while a call of the runtime runs, which accesses the memory itself.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "vgpu/cudart/call_site.h"
#include "vgpu/cudart/ordering.h"

namespace warpscope::cudart {

class Runtime;

class HostGuards {
 public:
  explicit HostGuards(Runtime& runtime) : runtime_(runtime) {}

  /// An operation of a stream.
  struct Work {
    const char* what = "";  ///< "the copy to the device"
    StreamNumber stream = 0;
    Sequence sequence = 0;
    std::uint32_t site = 0;  ///< HostWatch::site
    bool is_launch = false;  ///< what it does with the memory shows when it has run
    bool writes = false;     ///< of a copy
  };
  /// The work uses the bytes [begin, end), of which something may not be watched. All that follows
  /// with the runtime's mutex locked.
  void add(const Work& work, std::uint64_t begin, std::uint64_t end);
  /// The launch has these parameters; what they point to is used.
  void add_launch(const Work& work, const std::vector<std::byte>& parameters);

  /// Each lift() is followed by a set() on the same thread; the last one closes the pages again.
  void lift();
  void set();
  /// The calling thread is between the two: a fault of it is a crash. Async-signal-safe.
  static bool is_lifted_here();
  /// The program has accessed a page. False when the access is none that a guard has stopped.
  bool take(std::uint64_t address, bool is_write, const ReturnAddresses& from);

 private:
  struct Guard {
    Work work;
    std::uint64_t begin = 0, end = 0;  ///< of pages
  };
  /// An access of the program to what a launch may use; which bytes it does shows when it has run.
  struct Access {
    Work work;
    std::uint64_t address = 0;
    bool is_write = false;
    ReturnAddresses from;
  };
  /// Tells of the accesses to what launches that have run since have used.
  void judge_accesses();
  /// Once for each operation.
  void tell(const Work& work, bool is_write, const ReturnAddresses& from);

  Runtime& runtime_;
  std::vector<Guard> guards_;
  std::vector<Access> accesses_;
  std::set<Sequence> told_;
  bool is_set_ = false;
  std::uint32_t lifts_ = 0;
};

}  // namespace warpscope::cudart
