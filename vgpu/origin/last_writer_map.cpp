#include "vgpu/origin/last_writer_map.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <optional>

namespace warpscope::origin {
namespace {

constexpr std::uint64_t kBytesPerSector = 32;
/// As in TouchedMemory.
constexpr std::uint64_t kBaseOfSectors = 64;
/// Of an allocation, and of all: about 64 bytes each.
constexpr std::size_t kMostRunsOfOne = 16'384, kMostRuns = 262'144;
/// Of all kernels of the program; others are not known.
constexpr std::size_t kMostLines = 65'536;
/// That a copy tells of: one that has more writers tells nothing, and runs behind these are counted
/// and not told.
constexpr std::size_t kMostWritersTold = 256, kMostRunsTold = 1024;

/// Calls `visit` with the begin and the end of each run of sectors in the set.
template <typename Visit>
void for_each_sector_run(const std::vector<std::uint64_t>& sectors, Visit visit) {
  constexpr std::uint64_t kBits = 64;
  std::uint64_t begin = 0, end = 0;
  for (std::uint64_t i = 0; i < sectors.size(); ++i) {
    for (std::uint64_t at = i * kBits, rest = sectors[i]; rest != 0;) {
      const auto gap = static_cast<std::uint64_t>(std::countr_zero(rest));
      rest >>= gap;
      at += gap;
      const auto length = static_cast<std::uint64_t>(std::countr_one(rest));
      if (at != end) {
        if (begin != end) visit(begin, end);
        begin = at;
      }
      end = at += length;
      if (length == kBits) break;
      rest >>= length;
    }
  }
  if (begin != end) visit(begin, end);
}

}  // namespace

LastWriterMap::Memory& LastWriterMap::memory_of(const memory::Allocation& allocation) {
  Memory& of = memories_[allocation.address];
  if (of.id != allocation.id) {  // another one was there before
    runs_ -= of.runs.size();
    of = {allocation.id, {}, false};
  }
  return of;
}

void LastWriterMap::lose(Memory& of) {
  runs_ -= of.runs.size();
  of.runs.clear();
  of.is_lost = true;
}

void LastWriterMap::forget(std::uint64_t address) {
  const auto found = memories_.find(address);
  if (found == memories_.end()) return;
  runs_ -= found->second.runs.size();
  memories_.erase(found);
}

std::uint32_t LastWriterMap::number_of(const exec::SourceLine& line) {
  const auto found = numbers_.find(line);
  if (found != numbers_.end()) return found->second;
  if (lines_.size() == kMostLines) return 0;
  lines_.push_back(line);
  const auto number = static_cast<std::uint32_t>(lines_.size());
  numbers_[line] = number;
  return number;
}

void LastWriterMap::assign(Memory& of, std::uint64_t begin, std::uint64_t end, Writer writer) {
  if (of.is_lost || begin >= end) return;
  const std::size_t before = of.runs.size();
  auto next = of.runs.lower_bound(begin);
  if (next != of.runs.begin()) {
    const auto last = std::prev(next);
    const Run run = last->second;
    if (run.end >= begin && run.writer == writer) {
      begin = last->first;
      end = std::max(end, run.end);
      next = last;
    } else if (run.end > begin) {
      last->second.end = begin;
      if (run.end > end) next = of.runs.emplace_hint(next, end, run);
    }
  }
  while (next != of.runs.end() && next->first <= end) {
    const Run run = next->second;
    const bool is_same = run.writer == writer;
    if (next->first == end && !is_same) break;
    next = of.runs.erase(next);
    if (is_same) {
      end = std::max(end, run.end);
    } else if (run.end > end) {
      of.runs.emplace_hint(next, end, run);
      break;
    }
  }
  of.runs[begin] = {end, writer};
  runs_ += of.runs.size() - before;
  if (of.runs.size() > kMostRunsOfOne || runs_ > kMostRuns) lose(of);
}

void LastWriterMap::write(const memory::Allocation& allocation, std::uint64_t address,
                          std::uint64_t bytes, std::uint32_t operation) {
  Memory& of = memory_of(allocation);
  const bool is_all = address == allocation.address && bytes == allocation.size_bytes;
  if (is_all) {  // what was there before need not be known
    runs_ -= of.runs.size();
    of.runs.clear();
    of.is_lost = false;
  }
  assign(of, address, address + bytes, {operation, 0});
}

void LastWriterMap::launch(const memory::DeviceMemory& memory, const exec::TouchedMemory& touched,
                           const exec::LastWrites& writes, std::uint32_t operation) {
  std::map<std::uint64_t, const exec::LastWrites::Part*> parts;
  for (const auto& part : writes.parts) parts[part.address] = &part;
  std::vector<std::uint32_t> numbers;
  for (const auto& line : writes.lines) numbers.push_back(number_of(line));
  for (const auto& [id, part] : touched.parts) {
    if (std::ranges::all_of(part.written, [](std::uint64_t word) { return word == 0; })) continue;
    const memory::Allocation* allocation = memory.find(part.address);
    if (allocation == nullptr) {  // the kernel may have freed it
      forget(part.address);
      continue;
    }
    Memory& of = memory_of(*allocation);
    const auto found = parts.find(part.address);
    if (!writes.is_whole || (found != parts.end() && !found->second->is_whole)) {
      const std::uint64_t base = part.address / kBaseOfSectors * kBaseOfSectors;
      const std::uint64_t begin = allocation->address, end = begin + allocation->size_bytes;
      for_each_sector_run(part.written, [&](std::uint64_t from, std::uint64_t to) {
        assign(of, std::max(begin, base + from * kBytesPerSector),
               std::min(end, base + to * kBytesPerSector), {operation, 0});
      });
    } else if (found != parts.end()) {
      for (const auto& run : found->second->runs) {
        const bool is_known = run.line < numbers.size();
        assign(of, run.begin, run.end, {operation, is_known ? numbers[run.line] : 0});
      }
    } else {
      lose(of);  // the checks have not seen it
    }
  }
}

void LastWriterMap::read(const memory::Allocation& allocation, std::uint64_t address,
                         std::uint64_t bytes, device::LastWriters& told) const {
  const auto found = memories_.find(allocation.address);
  const bool is_kept = found != memories_.end() && found->second.id == allocation.id;
  if (allocation.is_adopted || (is_kept && found->second.is_lost)) told.is_unknown = true;
  std::uint32_t last = 0;
  std::optional<Writer> last_writer;
  const auto add = [&](std::uint64_t count, Writer writer) {
    if (count == 0 || told.is_unknown) return;
    if (last_writer != writer) {
      const exec::SourceLine where =
          writer.line == 0 ? exec::SourceLine{} : lines_[writer.line - 1];
      const auto same =
          std::ranges::find_if(told.writers, [&](const device::LastWriters::Writer& other) {
            return other.operation == writer.operation && other.line == where.line &&
                   other.file == where.file;
          });
      if (same == told.writers.end() && told.writers.size() == kMostWritersTold) {
        told.is_unknown = true;
        return;
      }
      last = static_cast<std::uint32_t>(same - told.writers.begin());
      last_writer = writer;
      if (same == told.writers.end())
        told.writers.push_back({writer.operation, where.file, where.line, 0});
    }
    told.writers[last].bytes += count;
    const bool goes_on = !told.runs.empty() && told.runs.back().writer == last;
    if (goes_on && !told.has_more_runs) {
      told.runs.back().bytes += count;
    } else if (told.runs.size() < kMostRunsTold) {
      told.runs.push_back({last, count});
    } else {
      told.has_more_runs = true;
    }
  };
  const std::uint64_t end = address + bytes;
  std::uint64_t at = address;
  if (is_kept) {
    const auto& runs = found->second.runs;
    auto run = runs.upper_bound(at);
    if (run != runs.begin()) --run;
    for (; run != runs.end() && run->first < end; ++run) {
      const std::uint64_t from = std::max(at, run->first), to = std::min(end, run->second.end);
      if (from >= to) continue;
      add(from - at, {});
      add(to - from, run->second.writer);
      at = to;
    }
  }
  add(end - at, {});
  if (told.is_unknown) told = {{}, {}, false, true};
}

}  // namespace warpscope::origin
