#include "vgpu/timing/clock/warp_requests.h"

#include <algorithm>
#include <variant>

#include "vgpu/exec/program/kernel.h"
#include "vgpu/exec/trace/trace_reader.h"
#include "vgpu/timing/clock/line_cache.h"

namespace warpscope::timing {
namespace {

using Kind = exec::AccessSite::Kind;

/// Lines of local memory are apart from all others, and each warp's from the other warps'.
constexpr int kLocalBit = 51, kLocalLineBits = 19;
constexpr std::uint64_t kSectorsPerLine = 4, kMostTimes = 255;

bool is_local(Kind kind) { return kind == Kind::local_load || kind == Kind::local_store; }
bool is_atomic(Kind kind) { return kind == Kind::global_atomic || kind == Kind::global_reduction; }
/// How much of what was counted the access could not have done without.
std::uint16_t least_of(exec::AccessCounters counts, Kind kind) {
  const bool is_global = kind == Kind::global_load || kind == Kind::global_store;
  const std::uint64_t least =
      is_global ? counts.ideal_sectors()
                : counts.wavefronts() - std::min(counts.conflicts(), counts.wavefronts());
  return static_cast<std::uint16_t>(std::clamp<std::uint64_t>(least, 1, 65535));
}
bool has_wavefronts(Kind kind) {
  return kind == Kind::shared_load || kind == Kind::shared_store || kind == Kind::shared_atomic ||
         kind == Kind::matrix_load || kind == Kind::matrix_store || kind == Kind::constant_load;
}

/// A copy's load stands before its store to shared memory.
bool is_copy(std::span<const exec::AccessSite> sites, std::uint32_t site) {
  return site + 1 < sites.size() && sites[site + 1].kind == Kind::asynchronous_copy &&
         sites[site + 1].instruction == sites[site].instruction;
}

void add_sector(std::vector<LineRequest>& lines, std::size_t begin, std::uint64_t sector,
                bool counts_times) {
  const std::uint64_t line = sector / kSectorsPerLine;
  const auto bit = static_cast<std::uint8_t>(1U << (sector % kSectorsPerLine));
  if (lines.size() > begin && lines.back().line == line) {
    if (!counts_times) {
      lines.back().sectors |= bit;
      return;
    }
    if (lines.back().sectors == bit) {
      lines.back().times = std::min<std::uint64_t>(lines.back().times + 1, kMostTimes);
      return;
    }
  }
  lines.push_back({line, bit, 1});
}

}  // namespace

std::uint32_t WarpRequests::instruction_of(const Request& request,
                                           std::span<const exec::AccessSite> sites) {
  const bool has_site =
      request.kind == Request::Kind::access || request.kind == Request::Kind::barrier;
  return has_site ? sites[request.site].instruction : request.site;
}

template <typename Record>
void WarpRequests::add(std::vector<Record>& records, const Record& record, Request::Kind kind) {
  const auto entry = static_cast<std::uint32_t>(entries.size()) - 1;
  if (!requests.empty()) {
    Request& last = requests.back();
    if (last.kind == kind && last.site == record.instruction && last.entries == entry) {
      ++last.lines;
      records.push_back(record);
      return;
    }
  }
  Request request;
  request.site = record.instruction;
  request.entries = entry;
  request.kind = kind;
  request.first_line = static_cast<std::uint32_t>(records.size());
  request.lines = 1;
  records.push_back(record);
  requests.push_back(request);
}

void WarpRequests::read(std::span<const std::byte> bytes, std::span<const exec::AccessSite> sites,
                        std::uint64_t warp, std::uint64_t first_sector) {
  entries.clear();
  requests.clear();
  lines.clear();
  mbarriers.clear();
  bulk_copies.clear();
  rare.clear();
  clock_reads = 0;
  exec::TraceReader reader(bytes);
  for (auto record = reader.next(); record; record = reader.next()) {
    if (const auto* entry = std::get_if<exec::BlockEntry>(&*record)) {
      entries.push_back({entry->block, entry->lanes});
      continue;
    }
    if (const auto* mbarrier = std::get_if<exec::MbarrierRecord>(&*record)) {
      add(mbarriers, *mbarrier, Request::Kind::mbarrier);
      continue;
    }
    if (const auto* copy = std::get_if<exec::BulkCopyRecord>(&*record)) {
      exec::BulkCopyRecord moved = *copy;
      moved.address -= first_sector * kSectorBytes;
      add(bulk_copies, moved, Request::Kind::bulk);
      continue;
    }
    if (const auto* operands = std::get_if<exec::RareOperandsRecord>(&*record)) {
      rare.emplace_back(*operands, static_cast<std::uint32_t>(entries.size()) - 1);
      continue;
    }
    Request request;
    request.entries = static_cast<std::uint32_t>(entries.size()) - 1;
    if (const auto* access = std::get_if<exec::TracedAccess>(&*record)) {
      const Kind kind = sites[access->site].kind;
      // Of a copy to shared memory its load counts.
      if (kind == Kind::fixed_constant_load || kind == Kind::branch || kind == Kind::barrier ||
          kind == Kind::asynchronous_copy || kind == Kind::bulk_copy ||
          kind == Kind::bulk_reduction)
        continue;
      request.site = access->site;
      request.is_copy = is_copy(sites, access->site);
      request.first_line = static_cast<std::uint32_t>(lines.size());
      // Wraps around where sectors are counted from a later one on.
      const std::uint64_t base =
          is_local(kind)
              ? (std::uint64_t{1} << kLocalBit | warp << kLocalLineBits) * kSectorsPerLine
              : 0 - first_sector;
      std::uint64_t sectors = 0;
      for (const exec::SectorRun& run : access->runs) {
        for (std::uint64_t sector = run.first; sector < run.first + run.count; ++sector)
          add_sector(lines, request.first_line, base + sector, is_atomic(kind));
        sectors += run.count;
      }
      request.lines = static_cast<std::uint32_t>(lines.size()) - request.first_line;
      request.sectors = static_cast<std::uint8_t>(std::min<std::uint64_t>(sectors, 255));
      request.bank_words = static_cast<std::uint8_t>(access->bank_words);
      request.least = least_of(access->counts, kind);
      request.bytes = static_cast<std::uint32_t>(access->counts.bytes);
      if (has_wavefronts(kind))
        request.wavefronts =
            static_cast<std::uint16_t>(std::clamp<std::uint64_t>(access->counts.units, 1, 65535));
    } else if (const auto* barrier = std::get_if<exec::BarrierRecord>(&*record)) {
      request.kind = Request::Kind::barrier;
      request.site = barrier->site;
      request.waits = barrier->waits;
      request.barrier = barrier->barrier;
      request.threads = barrier->threads;
    } else if (const auto* clock = std::get_if<exec::ClockRecord>(&*record)) {
      request.kind = Request::Kind::clock;
      request.site = clock->instruction;
      request.first_line = clock_reads++;
    } else if (const auto* pause = std::get_if<exec::PauseRecord>(&*record)) {
      request.kind = Request::Kind::pause;
      request.site = pause->instruction;
      request.first_line = pause->nanoseconds;
    }
    requests.push_back(request);
  }
}

}  // namespace warpscope::timing
