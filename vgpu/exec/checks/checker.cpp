#include "vgpu/exec/checks/checker.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include "vgpu/exec/checks/block_checker.h"
#include "vgpu/exec/checks/record.h"
#include "vgpu/exec/checks/zeroed_words.h"
#include "vgpu/exec/program/protocol_of.h"
#include "vgpu/memory/written_bytes.h"

namespace warpscope::exec::checks {
namespace {

// More are not read, and a broken program has many.
constexpr std::size_t kMostViolations = 64;
// Addresses as close together are one flag.
constexpr std::uint64_t kFlagBytes = 8;
// Of one instruction: the first that stays unwritten is enough.
constexpr std::size_t kMostEarlyReads = 256;

std::uint32_t smallest_element(const Kernel& kernel) {
  std::uint32_t bytes = 4;
  for (const AccessSite& site : kernel.sites) {
    if (site.element_bytes != 0) bytes = std::min<std::uint32_t>(bytes, site.element_bytes);
    // Atomics and vectors of halves.
    if (site.kind == AccessSite::Kind::global_atomic ||
        site.kind == AccessSite::Kind::shared_atomic ||
        site.kind == AccessSite::Kind::matrix_load || site.kind == AccessSite::Kind::matrix_store)
      bytes = std::min<std::uint32_t>(bytes, site.element_bytes != 0 ? site.element_bytes : 4);
  }
  return bytes;
}

}  // namespace

struct Checker::Cells {
  explicit Cells(std::uint64_t number) : rows(number), words(2 * number), settled(number) {}
  std::uint64_t rows;
  ZeroedWords words;            ///< of each row, for writes and for reads
  ZeroedWords settled;          ///< of each row
  bool is_all_written = false;  ///< at first
};

Checker::CellView Checker::view_of(Cells& cells, RecordPool* pool) {
  return {{cells.words.data(), 2, pool}, {cells.words.data() + 1, 2, pool}, cells.rows};
}

Checker::Checker(const Program& program, const Kernel& kernel, const memory::DeviceMemory& memory,
                 const LaunchConfiguration& configuration, const WatchExtent& extent)
    : value_flow(kernel),
      marks(kernel, configuration.parameters),
      program_(program),
      kernel_(kernel),
      memory_(memory),
      grid_(configuration.grid),
      block_(configuration.block),
      most_accesses_(extent.most_accesses == 0 ? ~std::uint64_t{0} : extent.most_accesses),
      has_all_blocks_(extent.has_all_blocks),
      cell_shift_(static_cast<std::uint32_t>(std::countr_zero(smallest_element(kernel)))) {}

Checker::~Checker() = default;

std::unique_ptr<BlockObserver> Checker::observe_blocks(const BlockShape& shape) {
  ++block_checkers_;
  return std::make_unique<BlockChecker>(*this, shape);
}

const GlobalPiece& Checker::piece(std::uint32_t place, std::uint64_t address) {
  if (place >= last_pieces_.size()) last_pieces_.resize(place + 1);
  GlobalPiece& piece = last_pieces_[place];
  if (address >= piece.begin && address < piece.end) return piece;
  piece = {};
  const memory::Allocation* allocation = memory_.find(address);
  if (allocation == nullptr) return piece;
  // Cells begin at multiples of their size, allocations of a kernel's malloc need not.
  const std::uint64_t first = allocation->address / cell_bytes() / kRowCells;
  const std::uint64_t last =
      (allocation->address + allocation->size_bytes - 1) / cell_bytes() / kRowCells;
  auto& cells = cells_[allocation->address];
  if (cells == nullptr) {
    cells = std::make_unique<Cells>(last - first + 1);
    used_bytes_ += allocation->size_bytes;
    row_bytes_ += 3 * sizeof(std::uint64_t) * (last - first + 1);
    pool.allow(std::max(kMostRecordBytes * used_bytes_, row_bytes_) - row_bytes_ + kFewRecordBytes);
    cells->is_all_written =
        allocation->written == nullptr || allocation->written->has_all(0, allocation->size_bytes);
  }
  piece.begin = allocation->address;
  piece.end = allocation->address + allocation->size_bytes;
  piece.written = cells->is_all_written ? nullptr : allocation->written.get();
  const CellView view = view_of(*cells, &pool);
  piece.writes = view.writes;
  piece.reads = view.reads;
  piece.settled = SettledReads(cells->settled.data());
  piece.first_cell = first * kRowCells;
  return piece;
}

bool Checker::is_past_l1(std::uint32_t place) const {
  constexpr std::array<std::string_view, 2> kPastL1{"cg", "cv"};
  const auto& modifiers = kernel_.instruction(places[place].instruction).modifiers;
  return std::find_first_of(modifiers.begin(), modifiers.end(), kPastL1.begin(), kPastL1.end()) !=
         modifiers.end();
}

bool Checker::is_compare_and_swap(std::uint32_t place) const {
  const Place& at = places[place];
  if (at.kind != AccessKind::atomic || !at.is_known()) return false;
  const auto& modifiers = kernel_.instruction(at.instruction).modifiers;
  return std::find(modifiers.begin(), modifiers.end(), "cas") != modifiers.end();
}

bool Checker::is_computing_atomic(std::uint32_t instruction) const {
  constexpr std::array<std::string_view, 5> kComputes{"add", "min", "max", "inc", "dec"};
  const auto& modifiers = kernel_.instruction(instruction).modifiers;
  return std::find_first_of(modifiers.begin(), modifiers.end(), kComputes.begin(),
                            kComputes.end()) != modifiers.end();
}

bool Checker::is_exchange(std::uint32_t instruction) const {
  const auto& modifiers = kernel_.instruction(instruction).modifiers;
  return std::find(modifiers.begin(), modifiers.end(), "exch") != modifiers.end();
}

bool Checker::is_only_behind(std::uint32_t place, std::uint32_t first) {
  if (!places[place].is_known() || !places[first].is_known()) return false;
  const std::uint32_t later = places[place].instruction, earlier = places[first].instruction;
  return value_flow.is_behind(later, earlier) && !value_flow.is_behind(earlier, later);
}

Violation::Access Checker::describe(std::uint32_t place, std::uint64_t block, std::uint32_t warp,
                                    std::uint32_t lane) const {
  const Place& at = places[place];
  Violation::Access access = describe_instruction(at.instruction, block, warp, lane);
  access.is_store = at.is_write();
  access.is_atomic = at.kind == AccessKind::atomic;
  return access;
}

Violation::Access Checker::describe_instruction(std::uint32_t number, std::uint64_t block,
                                                std::uint32_t warp, std::uint32_t lane) const {
  Violation::Access access;
  access.warp = warp;
  access.lane = lane;
  const std::uint64_t row = block / grid_.x;
  access.block_index = {static_cast<std::uint32_t>(block % grid_.x),
                        static_cast<std::uint32_t>(row % grid_.y),
                        static_cast<std::uint32_t>(row / grid_.y)};
  const std::uint32_t thread = warp * 32 + (lane < 32 ? lane : 0);
  access.thread_index = {thread % block_.x, thread / block_.x % block_.y,
                         thread / (block_.x * block_.y)};
  if (number == Place::kUnknown) return access;
  const ptx::Instruction& instruction = kernel_.instruction(number);
  access.where = attribute(program_, *kernel_.function_of(number).function, instruction);
  const auto& files = program_.module().files;
  for (const ptx::SourceLocation& site : instruction.inlined_at)
    access.inlined_at.push_back(
        {site.file < files.size() ? std::string(files[site.file]) : "", site.line});
  return access;
}

bool Checker::is_first(Violation::Kind kind) { return said_.insert(kind).second; }

Violation* Checker::add(Violation::Kind kind, std::uint32_t place, std::uint32_t other_place) {
  return add_at(kind, places[place].instruction, places[other_place].instruction);
}

bool Checker::has_evidence(Violation::Kind kind) const {
  switch (evidence_of(kind)) {
    case Evidence::event:
      return true;
    case Evidence::until_then:
      return !has_stopped_;
    case Evidence::whole_launch:
      return !has_stopped_ && has_all_blocks_;
  }
  return false;
}

Violation* Checker::add_at(Violation::Kind kind, std::uint32_t one, std::uint32_t other) {
  if (!has_evidence(kind)) return nullptr;
  const auto [found, is_new] =
      found_.try_emplace({kind, std::min(one, other), std::max(one, other)}, violations_.size());
  if (!is_new) {
    if (found->second < violations_.size()) ++violations_[found->second].count;
    return nullptr;
  }
  if (violations_.size() == kMostViolations) return nullptr;
  Violation& violation = violations_.emplace_back();
  violation.kind = kind;
  violation.count = 1;
  return &violation;
}

void Checker::name_shared(Violation& violation) const {
  for (const Kernel::SharedArray& array : kernel_.shared_arrays) {
    if (violation.address < array.offset) continue;
    if (array.size_bytes != 0 && violation.address >= array.offset + array.size_bytes) continue;
    violation.array = std::string(array.name);
    violation.array_offset = violation.address - array.offset;
  }
}

void Checker::name_global(Violation& violation) const {
  const memory::Allocation* allocation = memory_.find(violation.address);
  if (allocation != nullptr) violation.array_offset = violation.address - allocation->address;
}

void Checker::add_release(Releases& to, std::uint64_t key, std::uint32_t covered_time) const {
  std::vector<Release>& releases = to[key];
  if (releases.empty() || releases.back().covered_time < covered_time)
    releases.push_back({covered_time, releases_});
}

void Checker::release(std::uint32_t block, const Known& covered, std::uint32_t warps,
                      std::uint64_t address, std::uint32_t by, const Known* lanes) {
  release_of_address_[address / kFlagBytes] = ++releases_;
  Known of_warps = covered;
  if (lanes != nullptr) {
    of_warps.at(by) = std::min(covered.at(by), *std::min_element(lanes->begin(), lanes->end()));
    for (std::uint32_t lane = 0; lane < lanes->size(); ++lane)
      if (lanes->at(lane) > of_warps.at(by))
        add_release(releases_of_lane_, lane_key_of(block, by, lane), lanes->at(lane));
    add_release(releases_of_lane_, lane_key_of(block, by, Record::kManyLanes), covered.at(by));
  }
  const std::uint32_t least = *std::min_element(of_warps.begin(), of_warps.begin() + warps);
  if (least != 0) add_release(releases_of_warp_, key_of(block, kAllWarps), least);
  for (std::uint32_t warp = 0; warp < warps; ++warp)
    if (of_warps.at(warp) > least)
      add_release(releases_of_warp_, key_of(block, warp), of_warps.at(warp));
}

std::uint64_t Checker::released_at(std::uint64_t address) const {
  if (release_of_address_.empty()) return 0;
  const auto found = release_of_address_.find(address / kFlagBytes);
  return found == release_of_address_.end() ? 0 : found->second;
}

bool Checker::is_covered(const Releases& by, std::uint64_t key, std::uint32_t time,
                         std::uint64_t horizon) {
  const auto found = by.find(key);
  if (found == by.end()) return false;
  const auto first =
      std::lower_bound(found->second.begin(), found->second.end(), time,
                       [](const Release& r, std::uint32_t t) { return r.covered_time < t; });
  return first != found->second.end() && first->number <= horizon;
}

bool Checker::has_released(const Record& record, std::uint64_t horizon) const {
  if (horizon == 0) return false;
  const auto of_warps = [&](std::uint32_t warp) {
    return is_covered(releases_of_warp_, key_of(record.block, warp), record.time, horizon);
  };
  return of_warps(kAllWarps) || of_warps(record.warp) ||
         (!releases_of_lane_.empty() &&
          is_covered(releases_of_lane_, lane_key_of(record.block, record.warp, record.lane),
                     record.time, horizon));
}

namespace {

// Of what is said of the same lines, the first kind says it best; and it is likelier the cause of
// the others.
int rank(Violation::Kind kind) {
  switch (kind) {
    case Violation::Kind::out_of_bounds:
    case Violation::Kind::divergent_barrier:
    case Violation::Kind::barrier_thread_count:
    case Violation::Kind::missing_lanes_in_mask:
    case Violation::Kind::copy_not_waited:
    case Violation::Kind::broken_lock:
      return 0;
    case Violation::Kind::non_atomic_update:
      return 1;
    case Violation::Kind::missing_barrier:
    case Violation::Kind::missing_trailing_barrier:
      return 2;
    case Violation::Kind::missing_syncwarp:
      return 3;
    case Violation::Kind::race_between_blocks:
      return 4;
    case Violation::Kind::conflicting_writes:
      return 5;
    default:
      return 6;
  }
}

bool involves(const Violation& race, const SourceLine& line) {
  return race.access.where == line || race.other.where == line;
}

bool is_unwritten_read(Violation::Kind kind) {
  return kind == Violation::Kind::uninitialised_global ||
         kind == Violation::Kind::uninitialised_shared ||
         kind == Violation::Kind::uninitialised_local;
}

// What one side finds there depends on whether the other one has stored before.
bool reads_too_early(const Violation& race, const SourceLine& line) {
  return (race.access.where == line && race.other.is_store) ||
         (race.other.where == line && race.access.is_store);
}

// A race that says why, or says more of the same lines. A read that came too early also found
// nothing written.
bool explains(const Violation& race, const Violation& other) {
  if (race.kind == Violation::Kind::missing_lanes_in_mask)
    return other.kind == Violation::Kind::shuffle_from_inactive_lane &&
           race.access.where == other.access.where;
  // What lies beside an array may be unwritten, or another thread's.
  if (race.kind == Violation::Kind::out_of_bounds) return involves(other, race.access.where);
  // Between a look at a word that keeps nobody out and the word's next store.
  if (race.kind == Violation::Kind::broken_lock)
    return other.look && other.look->where == race.access.where;
  if (!race.is_race) return false;
  if (is_unwritten_read(other.kind)) {
    // A copy that nobody waits for may never have been made here.
    const bool may_explain =
        !other.stays_unwritten || race.kind == Violation::Kind::copy_not_waited;
    return may_explain && reads_too_early(race, other.access.where);
  }
  if (!other.is_race) return involves(race, other.access.where);
  return involves(race, other.access.where) && involves(race, other.other.where);
}

}  // namespace

Violation::Access Checker::last_writer(std::uint64_t address) {
  constexpr std::uint32_t kNoPlace = 0;
  const GlobalPiece& at = piece(kNoPlace, address);
  if (!at.holds(address, 1)) return {};
  const Record record = Record::unpack(at.writes.get(address / cell_bytes() - at.first_cell));
  if (record.place == 0) return {};
  return describe(record.place, record.block, record.warp, record.lane);
}

Checker::Key Checker::key_of_read(Violation::Kind kind, std::uint32_t place) const {
  const std::uint32_t one = places[place].instruction, none = places[0].instruction;
  return {kind, std::min(one, none), std::max(one, none)};
}

void Checker::note_early_read(Violation::Kind kind, const EarlyRead& read) {
  auto& reads = early_reads_[key_of_read(kind, read.place)];
  if (reads.size() < kMostEarlyReads) reads.push_back(read);
}

void Checker::settle_early_reads() {
  const auto stays_unwritten = [&](const EarlyRead& read) {
    const memory::Allocation* allocation = memory_.find(read.address);
    if (allocation == nullptr || allocation->written == nullptr) return false;
    const std::uint64_t offset = read.address - allocation->address;
    return read.bytes <= allocation->size_bytes - offset &&
           !allocation->written->has_any(offset, read.bytes);
  };
  for (const auto& [key, reads] : early_reads_) {
    const auto found = found_.find(key);
    if (found == found_.end() || found->second >= violations_.size()) continue;
    const auto kind = std::get<Violation::Kind>(key);
    const bool is_global = kind == Violation::Kind::uninitialised_global;
    const auto read = std::find_if(reads.begin(), reads.end(), [&](const EarlyRead& each) {
      return !is_global || stays_unwritten(each);
    });
    if (read == reads.end()) continue;
    Violation& violation = violations_[found->second];
    violation.stays_unwritten = true;
    violation.access = describe(read->place, read->block, read->warp, read->lane);
    violation.access.is_store = false;
    violation.address = read->address;
    if (is_global) name_global(violation);
    if (kind == Violation::Kind::uninitialised_shared) name_shared(violation);
  }
  early_reads_.clear();
}

std::vector<Violation> Checker::take_violations(bool is_whole) {
  has_all_blocks_ = has_all_blocks_ && is_whole;
  if (is_whole && !has_stopped_) settle_early_reads();
  report_left_tries(tried_locks);
  if (is_whole) report_flags_read_once();
  std::vector<Violation> all = std::move(violations_);
  violations_.clear();
  const Protocol protocol =
      all.empty() ? Protocol::block_barrier : protocol_of(kernel_, program_.module());
  for (Violation& violation : all) violation.protocol = protocol;
  std::stable_sort(all.begin(), all.end(), [](const Violation& a, const Violation& b) {
    return rank(a.kind) < rank(b.kind);
  });
  std::vector<Violation> result;
  for (Violation& violation : all) {
    const bool is_said = violation.access.where.line != 0 &&
                         std::any_of(result.begin(), result.end(), [&](const Violation& first) {
                           return explains(first, violation);
                         });
    if (!is_said) result.push_back(std::move(violation));
  }
  return result;
}

}  // namespace warpscope::exec::checks
