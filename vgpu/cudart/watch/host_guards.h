// Protects pages that pending work uses, of memory that the host and the device both see: a fault
// there means a missing synchronisation.
//
// A page is protected only when all that the program has on it is used by the work. Protection is
// lifted while the runtime accesses the memory itself: for a whole call, or, of calls that only
// queue work and are made often, where they do it. Each change of it is a system call.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "vgpu/cudart/queue/ordering.h"
#include "vgpu/cudart/watch/call_site.h"

namespace warpscope::cudart {

struct Runtime;

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

  /// Each lift() is followed by a set() on the same thread; the last one protects the pages again.
  /// `unprotects`: no page is protected from here on. Else only from where the runtime calls
  /// unprotect(); where managed memory is protected, which the runtime compares in each call, from
  /// here as well.
  void lift(bool unprotects = true);
  void set();
  /// Between the two: no page is protected any more; the second one does so only when the page of
  /// this byte is.
  void unprotect();
  void unprotect_for(const void* place);
  /// The calling thread is between the two: a fault of it is a crash. Async-signal-safe.
  static bool is_lifted_here();
  /// The program has accessed a page. False when the access is none that a guard has stopped.
  bool take(std::uint64_t address, bool is_write, const ReturnAddresses& from);

 private:
  struct Guard {
    Work work;
    std::uint64_t begin = 0, end = 0;  ///< of pages
    bool is_managed = false;
    /// Else the program may read it.
    bool forbids_reads() const { return work.is_launch || work.writes; }
  };
  /// Pages that are protected now.
  struct Pages {
    std::uint64_t begin = 0, end = 0;
    bool forbids_reads = false;  ///< else only writes
  };
  /// An access of the program to what a launch may use; which bytes it does shows when it has run.
  struct Access {
    Work work;
    std::uint64_t address = 0;
    bool is_write = false;
    ReturnAddresses from;
  };
  void forget_finished_work();
  /// Protects the pages of all guards, of which none is protected yet.
  void protect_all();
  /// The same for guards that came since then. False where one shares pages with others.
  bool protect_new();
  /// Tells of the accesses to what launches that have run since have used.
  void judge_accesses();
  /// Once for each operation.
  void tell(const Work& work, bool is_write, const ReturnAddresses& from);

  Runtime& runtime_;
  std::vector<Guard> guards_;
  std::vector<Access> accesses_;
  std::set<Sequence> told_;
  std::vector<Pages> pages_;
  bool protects_managed_ = false;
  std::size_t protected_guards_ = 0;  ///< the first ones, whose pages are protected
  bool is_stale_ = false;             ///< pages were unprotected, or guards taken away
  std::uint32_t lifts_ = 0;
};

/// The runtime itself may access all memory of the program while one lives; without `unprotects`,
/// after HostGuards::unprotect().
class GuardsLifted {
 public:
  explicit GuardsLifted(HostGuards& guards, bool unprotects = true) : guards_(guards) {
    guards_.lift(unprotects);
  }
  ~GuardsLifted() { guards_.set(); }
  GuardsLifted(const GuardsLifted&) = delete;
  GuardsLifted& operator=(const GuardsLifted&) = delete;

 private:
  HostGuards& guards_;
};

}  // namespace warpscope::cudart
