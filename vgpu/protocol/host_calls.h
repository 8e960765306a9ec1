// What the client tells of the program's own calls, so that findings can name its lines. The device
// only passes it on: the runner has the program's file, and looks the places up.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vgpu/protocol/fields.h"

namespace warpscope::device {

/// Frames of a call that are told; a wrapper of a wrapper is still seen through.
inline constexpr std::uint32_t kMostHostFrames = 16;

/// A return address of the program.
struct HostFrame {
  std::string module;        ///< path of the ELF file
  std::uint64_t offset = 0;  ///< in its own addresses, of the last byte of the call
};
void visit_fields(auto& v, PartOf<HostFrame> auto& frame) { v.fields(frame.module, frame.offset); }

/// Where the program calls the runtime from, innermost frame first. Numbers begin with 1; 0 stands
/// for a place that is not known.
struct HostSite {
  std::uint32_t number = 0;
  std::string function;  ///< of the runtime; empty for a launch by <<<…>>>, which gives no error
  std::vector<HostFrame> frames;
};
void visit_fields(auto& v, PartOf<HostSite> auto& site) {
  v.fields(site.number, site.function);
  v.list(site.frames, kMostHostFrames, "A call comes from more frames than are told.");
}

/// When and where the program asked for a launch or a copy. All 0: nobody wants to know.
struct HostOrder {
  std::uint32_t site = 0;   ///< a HostSite
  std::uint32_t order = 0;  ///< counts all that it asked for, from 1
  std::uint32_t waits = 0;  ///< how often it had waited before, other than by a copy
};
void visit_fields(auto& v, PartOf<HostOrder> auto& asked) {
  v.fields(asked.site, asked.order, asked.waits);
}

/// Which of a lab's cases runs, counted from 1; 0: the program is none of a lab.
struct HostCase {
  std::uint32_t number = 0;
};
void visit_fields(auto& v, PartOf<HostCase> auto& of) { v.fields(of.number); }

/// A mistake that the client has seen. In `cause`, "{site N}" stands for the line of a HostSite.
struct HostMistake {
  std::string id;            ///< of the finding
  std::string cause;         ///< a sentence
  std::uint32_t number = 0;  ///< for a HostReaction; 0: none comes
  std::uint32_t site = 0;
  std::uint32_t case_number = 0;  ///< a HostCase that is over; 0: now
  bool is_crash = false;          ///< the program ends by it
};
void visit_fields(auto& v, PartOf<HostMistake> auto& mistake) {
  v.fields(mistake.id, mistake.cause, mistake.number, mistake.site, mistake.case_number,
           mistake.is_crash);
}

/// What the program did after a call that failed. A later one replaces it.
struct HostReaction {
  std::uint32_t number = 0;      ///< of the mistake
  bool is_seen = false;          ///< it asked for the error, and its next call was that
  bool is_seen_late = false;     ///< it asked for the error, after other calls
  bool went_on = false;          ///< it gave the device more work after it had seen the error
  std::uint32_t check_site = 0;  ///< where it asked late
};
void visit_fields(auto& v, PartOf<HostReaction> auto& reaction) {
  v.fields(reaction.number, reaction.is_seen, reaction.is_seen_late, reaction.went_on,
           reaction.check_site);
}

/// Whether an operation that has been done used an address, other than by atomics and the like.
struct HostUse {
  std::uint64_t sequence = 0, address = 0;
};
void visit_fields(auto& v, PartOf<HostUse> auto& use) { v.fields(use.sequence, use.address); }
struct HostUseReply {
  bool is_read = false, is_written = false;
};
void visit_fields(auto& v, PartOf<HostUseReply> auto& use) {
  v.fields(use.is_read, use.is_written);
}

/// All operations of a stream up to one of them.
struct KnownOperations {
  std::uint32_t stream = 0;
  std::uint64_t sequence = 0;
};
void visit_fields(auto& v, PartOf<KnownOperations> auto& known) {
  v.fields(known.stream, known.sequence);
}

/// An operation that the client asks for next, and what it comes after: a vector clock. Sequences
/// number all operations of the program.
struct HostOperation {
  std::uint32_t stream = 0;
  std::uint64_t sequence = 0;
  std::uint32_t host_site = 0;
  std::uint64_t all_before = 0;  ///< of all streams
  std::vector<KnownOperations> before;
  /// Memory of the host that a copy reads or writes: addresses of the client; equal ones: none.
  std::uint64_t host_begin = 0, host_end = 0;
  bool writes_host = false;
};
void visit_fields(auto& v, PartOf<HostOperation> auto& operation) {
  v.fields(operation.stream, operation.sequence, operation.host_site, operation.all_before,
           operation.host_begin, operation.host_end, operation.writes_host);
  v.list(operation.before, 1U << 16, "An operation waits for more streams than there can be.");
}

/// Of names of ranges, marks and domains.
inline constexpr std::uint32_t kMostRangeNameBytes = 256;
/// Ranges, and marks, in one message.
inline constexpr std::uint32_t kMostTogetherTold = 64;

/// A range that the program has named by NVTX.
struct HostRange {
  std::uint32_t number = 0;  ///< from 1, one after the other
  std::uint32_t parent = 0;  ///< the range around it, which was told before; 0: none
  std::string name, domain;
  bool is_pushed = true;  ///< of a thread; else of the process
  std::uint32_t thread = 0;
};
void visit_fields(auto& v, PartOf<HostRange> auto& range) {
  v.fields(range.number, range.parent, range.is_pushed, range.thread);
  v.text(range.name, kMostRangeNameBytes);
  v.text(range.domain, kMostRangeNameBytes);
}
struct HostMark {
  std::string name, domain;
  std::uint32_t thread = 0;
};
void visit_fields(auto& v, PartOf<HostMark> auto& mark) {
  v.fields(mark.thread);
  v.text(mark.name, kMostRangeNameBytes);
  v.text(mark.domain, kMostRangeNameBytes);
}
/// What is around the operations that come, until the next such message.
struct HostRanges {
  std::vector<HostRange> told;      ///< that are new
  std::vector<std::uint32_t> open;  ///< of each domain the innermost of the thread that asks
  std::vector<HostMark> marks;      ///< since the operation before
  std::uint64_t marks_left_out = 0;
};
void visit_fields(auto& v, PartOf<HostRanges> auto& ranges) {
  v.fields(ranges.marks_left_out);
  v.list(ranges.told, kMostTogetherTold, "More ranges are told than fit a message.");
  v.list(ranges.open, 2 * kMostTogetherTold, "An operation is in more ranges than there can be.");
  v.list(ranges.marks, kMostTogetherTold, "More marks are told than fit a message.");
}

}  // namespace warpscope::device
