// What a warp asks of memory, and its arrivals at barriers, as its trace tells them.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "vgpu/exec/trace/launch_trace.h"
#include "vgpu/machine_code/walk.h"

namespace warpscope::timing {

/// Sectors of one line of 128 bytes.
struct LineRequest {
  std::uint64_t line : 52 = 0;
  std::uint64_t sectors : 4 = 0;  ///< a bit each
  std::uint64_t times : 8 = 1;    ///< atomics: how often the sector is served
};

/// One execution of an instruction, at one of its sites.
struct Request {
  /// Index into LaunchTrace::sites(); of what is neither access nor barrier the number of the PTX
  /// instruction.
  std::uint32_t site = 0;
  std::uint32_t entries = 0;  ///< of PTX blocks that the warp had made before, less 1
  /// Of WarpRequests::lines, mbarriers, bulk_copies. Of a clock's reading how many the warp had
  /// made before; of a pause the nanoseconds.
  std::uint32_t first_line = 0, lines = 0;
  std::uint16_t wavefronts = 1;
  std::uint8_t sectors = 0;     ///< at most 255
  std::uint8_t bank_words = 0;  ///< of loads: in the fullest bank of L1; 0: as in a whole line
  enum class Kind : std::uint8_t {
    access,
    barrier,
    mbarrier,
    bulk,
    clock,
    pause
  } kind = Kind::access;
  bool waits = false;    ///< of barriers
  bool is_copy = false;  ///< of a load: cp.async
  /// Of shared memory the wavefronts, of loads and stores of global memory the sectors that the
  /// data need at least.
  std::uint16_t least = 1;
  std::uint32_t barrier = 0;  ///< which
  std::uint32_t threads = 0;  ///< that it is for; 0: all of the block
  std::uint32_t bytes = 0;    ///< of accesses to global memory: that its lanes ask for
};

/// Everything of one warp, in the order of the PTX.
struct WarpRequests {
  std::vector<machine_code::PtxEntry> entries;
  std::vector<Request> requests;
  std::vector<LineRequest> lines;
  std::vector<exec::MbarrierRecord> mbarriers;
  std::vector<exec::BulkCopyRecord> bulk_copies;
  /// Operands for which routines are called, with the entry that each was in.
  std::vector<std::pair<exec::RareOperandsRecord, std::uint32_t>> rare;
  std::uint32_t clock_reads = 0;

  std::span<const LineRequest> lines_of(const Request& request) const {
    return std::span(lines).subspan(request.first_line, request.lines);
  }
  std::span<const exec::MbarrierRecord> mbarriers_of(const Request& request) const {
    return std::span(mbarriers).subspan(request.first_line, request.lines);
  }
  std::span<const exec::BulkCopyRecord> copies_of(const Request& request) const {
    return std::span(bulk_copies).subspan(request.first_line, request.lines);
  }
  /// Number of the PTX instruction that makes it.
  static std::uint32_t instruction_of(const Request& request,
                                      std::span<const exec::AccessSite> sites);
  /// Reads a warp's part of a trace. `warp`: a number that no other warp of the launch has, for
  /// its local memory. `first_sector`: of global memory, see TimedShape.
  void read(std::span<const std::byte> bytes, std::span<const exec::AccessSite> sites,
            std::uint64_t warp, std::uint64_t first_sector);

 private:
  /// What several lanes do in one instruction are one request.
  template <typename Record>
  void add(std::vector<Record>& records, const Record& record, Request::Kind kind);
};

}  // namespace warpscope::timing
