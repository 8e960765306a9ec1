// Rules on 32-byte sectors that warps touch without need.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "record/metrics.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/neighbours.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

/// A stride of two elements doubles the sectors; a misaligned base adds one to at least four.
constexpr double kUncoalescedRatio = 1.5;
/// Below this the extra sectors come from a few warps at edges.
constexpr double kFewestExtraPerRequest = 0.5;
/// One extra sector per request, with room for a warp at an edge.
constexpr double kMostExtraPerRequest = 1.05;
/// 32 over the active lanes, on average. Where more than half of the lanes are missing, the others
/// are scattered over their span, and more sectors say nothing of where it begins.
constexpr double kMostGapsOfAligned = 2;
/// From here on the idle warps of a last block do not blur the number of loads per warp.
constexpr double kManyWarps = 512;
/// Loads of a line that a thread executes without a loop: a guard, and maybe one more branch.
constexpr double kMostBranchesPerWarp = 2.5;

/// A line that shows where the threads stand is executed about as often as the one in question …
constexpr double kSameRequests = 0.9;
/// … by lanes that lie side by side, not by one or with one address …
constexpr double kSectorsThatShowAlignment = 2;
/// … and touches no more than it must.
constexpr double kAlignedRatio = 1.01;

struct Direction {
  std::string_view requests, sectors, ideal, verb, finding;
};
constexpr Direction kLoads{kLoadRequests, kLoadSectors, kLoadSectorsIdeal, "loads",
                           "uncoalesced-load"};
constexpr Direction kStores{kStoreRequests, kStoreSectors, kStoreSectorsIdeal, "stores",
                            "uncoalesced-store"};

struct Traffic {
  double requests, sectors, ideal;
  double gaps;  ///< 32 over the lanes that are active on average: 1 when all are
  bool is_enough() const { return requests >= kFewestRequests && ideal > 0; }
  double ratio() const { return sectors / ideal; }
  double extra_per_request() const { return (sectors - ideal) / requests; }
  /// One extra sector is what a misaligned base costs, also where few lanes make it a large share.
  /// Lanes that idle leave gaps between the others: then it is compared with all lanes at work.
  bool is_uncoalesced() const {
    return is_enough() && ratio() >= kUncoalescedRatio * gaps &&
           extra_per_request() > kMostExtraPerRequest;
  }
};

Traffic traffic_of(const record::LineCounters& line, const Direction& direction) {
  constexpr double kLanes = 32;
  const double instructions = line_counter(line, kInstructions);
  const double lanes = line_counter(line, kThreadInstructions);
  return {line_counter(line, direction.requests), line_counter(line, direction.sectors),
          line_counter(line, direction.ideal), lanes > 0 ? kLanes * instructions / lanes : 1};
}

std::string numbers(const WorstLine& worst, const Direction& direction) {
  const auto traffic = traffic_of(*worst.line, direction);
  return fmt::format(
      "A request {} {:.1f} sectors of 32 bytes on average where {:.1f} would do ({:.0f} requests "
      "in "
      "launch {}).",
      direction.verb, traffic.sectors / traffic.requests, traffic.ideal / traffic.requests,
      traffic.requests, worst.launch->id);
}

/// Lines where every warp of every launch loads the same number of times, at least twice, without a
/// loop, and uncoalesced: fields of one record. In a loop the number follows the data or the
/// branches.
std::set<record::SourceLine> lines_that_pick_fields(const record::RunRecord& record) {
  struct Line {
    double fields = 0;
    bool is_constant = true;
  };
  std::map<record::SourceLine, Line> lines;
  for (const auto& launch : record.launches) {
    const double warps = warps_of(launch);
    for (const auto& line : launch.lines) {
      const auto traffic = traffic_of(line, kLoads);
      if (!traffic.is_enough() || warps < kManyWarps) continue;
      auto& entry = lines[line.where];
      const double fields = std::round(traffic.requests / warps);
      // Where most warps return at once, one row for each of the others comes to few loads of a
      // warp on average, and to few branches.
      const bool has_loop = launch_counter(launch, kBranches) / warps > kMostBranchesPerWarp ||
                            line_counter(line, kLoadsInLoops) > 0;
      const bool differs = entry.fields != 0 && entry.fields != fields;
      if (has_loop || differs || fields < 2 || !traffic.is_uncoalesced()) entry.is_constant = false;
      entry.fields = fields;
    }
  }
  std::set<record::SourceLine> result;
  for (const auto& [where, line] : lines) {
    if (line.is_constant) result.insert(where);
  }
  return result;
}

/// A branch on the line leaves some lanes of a warp, and those touch no more sectors than all 32 of
/// them would with neighbouring elements: the gaps between them are those that the branch leaves.
/// The line's lanes on average do not show that, as all of them execute what comes before it.
bool is_dense_behind_branch(const record::LineCounters& line, const Traffic& traffic) {
  constexpr double kSectorsOfWarp = 4, kShareThatSplits = 0.5;
  return line_counter(line, kDivergentBranches) >= kShareThatSplits * traffic.requests &&
         line_counter(line, kLoadsInLoops) == 0 &&
         traffic.sectors <= kSectorsOfWarp * traffic.requests;
}

/// All that the line loads goes to shared memory by asynchronous copies. Those of 16 bytes side by
/// side are served together only where they begin a sector there, too.
bool is_of_copies(const record::LineCounters& line) {
  const double requests = line_counter(line, kLoadRequests);
  return requests > 0 && line_counter(line, kAsynchronousCopies) >= requests;
}

/// The line launches a kernel from a kernel: what it stores are the parameters, which each lane
/// puts where the runtime says.
bool stores_parameters(const record::RunRecord& record, const record::SourceLine& where,
                       const Direction& direction) {
  return direction.finding == kStores.finding &&
         line_text(record, where).find("<<<") != std::string::npos;
}

/// Loads of a thread at the line, each of an array of its own.
bool is_of_separate_arrays(const record::RunRecord& record, const WorstLine& entry,
                           double loads_of_thread) {
  const auto& where = entry.line->where;
  const auto* source = source_of(record, where);
  if (source == nullptr) return false;
  const auto arrays = static_cast<double>(separate_arrays(source->text, where.line));
  return arrays > 1 && loads_of_thread <= arrays;
}

/// Blocks narrower than a warp: each of a warp's rows of threads is a part of a row of the data,
/// and takes whole sectors. False where that does not explain how many are touched.
bool is_of_narrow_blocks(const record::Launch& launch, const Traffic& traffic) {
  constexpr std::uint32_t kLanes = 32;
  const std::uint32_t width = launch.block.x;
  if (width >= kLanes || kLanes % width != 0 || launch.block.y * launch.block.z < 2) return false;
  const double rows = double(kLanes) / width;
  const double least = rows * std::ceil(traffic.ideal / traffic.requests / rows);
  return traffic.sectors <= kAlignedRatio * least * traffic.requests;
}

void find_uncoalesced(record::RunRecord& record, const Direction& direction,
                      const std::set<record::SourceLine>& fields) {
  const auto worst = worst_lines(record, [&](const auto&, const auto& line) {
    const auto traffic = traffic_of(line, direction);
    const bool is_wasteful = traffic.is_uncoalesced() && !is_dense_behind_branch(line, traffic);
    return is_wasteful ? traffic.ratio() : 0;
  });
  for (const auto& [where, entry] : worst) {
    if (stores_parameters(record, where, direction)) continue;
    const double of_thread =
        std::round(traffic_of(*entry.line, direction).requests / warps_of(*entry.launch));
    const bool is_field = direction.finding == kLoads.finding && fields.contains(where) &&
                          !is_of_separate_arrays(record, entry, of_thread);
    auto cause = numbers(entry, direction);
    if (is_field) {
      cause = fmt::format(
                  "Each thread loads {:.0f} fields here, and neighbouring lanes' are "
                  "records apart. ",
                  of_thread) +
              cause;
    }
    record.findings.push_back(finding_at(
        entry, is_field ? std::string_view("array-of-structs-stride") : direction.finding, cause));
    if (is_field) continue;
    if (is_of_copies(*entry.line)) {
      give_words(record.findings.back(), direction.finding, "of asynchronous copies");
    } else if (is_of_narrow_blocks(*entry.launch, traffic_of(*entry.line, direction))) {
      give_words(record.findings.back(), direction.finding, "of narrow blocks");
      const auto sentence =
          fmt::format(" A block is {} threads wide: a warp takes a part of each of {} rows.",
                      entry.launch->block.x, 32 / entry.launch->block.x);
      record.findings.back().cause += sentence;
    }
  }
}

/// The active lanes, on average, of the line where they are most: 16 in blocks of 16 threads.
double lanes_at_work(const record::Launch& launch) {
  double most = 0;
  for (const auto& line : launch.lines) {
    const double instructions = line_counter(line, kInstructions);
    if (instructions == 0) continue;
    most = std::max(most, line_counter(line, kThreadInstructions) / instructions);
  }
  return most;
}

/// Whether lanes that idle in this line, and work in others, can have left all of the gaps: it then
/// says nothing of where the warps begin. Each saves its element's bytes of the ideal, and none of
/// the sectors.
bool can_be_of_idle_lanes(const record::Launch& launch, const Traffic& traffic) {
  constexpr double kLanes = 32;
  const double relative_gaps = traffic.gaps * lanes_at_work(launch) / kLanes;
  return traffic.extra_per_request() <= traffic.ideal / traffic.requests * (relative_gaps - 1);
}

bool begins_inside_a_sector(const record::Launch& launch, const record::LineCounters& line,
                            const Direction& direction) {
  const auto traffic = traffic_of(line, direction);
  return traffic.is_enough() && !traffic.is_uncoalesced() && traffic.gaps <= kMostGapsOfAligned &&
         traffic.extra_per_request() >= kFewestExtraPerRequest &&
         traffic.extra_per_request() <= kMostExtraPerRequest &&
         !can_be_of_idle_lanes(launch, traffic) && !is_of_narrow_blocks(launch, traffic);
}

/// Whether the threads of a launch are aligned: another line, with as many requests of several
/// sectors, has no sector in vain.
bool has_aligned_line(const record::Launch& launch, const record::LineCounters& misaligned,
                      double requests) {
  return std::ranges::any_of(launch.lines, [&](const record::LineCounters& line) {
    if (line.where == misaligned.where) return false;
    return std::ranges::any_of(std::array{kLoads, kStores}, [&](const Direction& direction) {
      const auto traffic = traffic_of(line, direction);
      return traffic.requests >= kSameRequests * requests &&
             traffic.ideal >= kSectorsThatShowAlignment * traffic.requests &&
             traffic.sectors <= kAlignedRatio * traffic.ideal;
    });
  });
}

/// Whether some warps begin with a sector and others do not: more requests do without an extra
/// sector than can owe that to lanes that are missing. Where only the array's begin is at fault,
/// each whole warp has one.
bool differs_from_warp_to_warp(const Traffic& traffic) {
  constexpr double kLanes = 32, kMargin = 0.005;
  const double missing_lanes = kLanes - kLanes / traffic.gaps;
  return 1 - traffic.extra_per_request() > missing_lanes + kMargin;
}

/// Whether blocks are as wide as sectors, so that rows decide where warps begin, and some requests
/// have no extra sector: then it is not the array alone, which would give one to each.
bool begins_with_rows(const record::Launch& launch, const Traffic& traffic) {
  constexpr std::uint32_t kElementsOfSector = 8;
  constexpr double kMostOfSome = 0.95;
  return launch.block.x % kElementsOfSector == 0 && traffic.extra_per_request() <= kMostOfSome;
}

/// Asks the text of a line's file; false where the record has none.
template <typename Question>
bool source_tells(const record::RunRecord& record, const record::SourceLine& where,
                  Question question) {
  const auto* source = source_of(record, where);
  return source != nullptr && question(source->text, where.line);
}

/// Whether the line moves each of the launch's sectors again and again: that some requests take one
/// more then is the lesser loss.
bool is_mostly_repeated(const record::Launch& launch, const Traffic& traffic,
                        const Direction& direction) {
  constexpr double kTimes = 2;
  const auto touched =
      direction.finding == kLoads.finding ? launch.read_sectors : launch.written_sectors;
  return touched > 0 && traffic.ideal >= kTimes * static_cast<double>(touched);
}

void find_misaligned_base(record::RunRecord& record) {
  // The launch with the most sectors in vain is the one to show.
  const auto extra = [](const record::Launch& launch, const record::LineCounters& line,
                        const Direction& direction) {
    if (!begins_inside_a_sector(launch, line, direction)) return 0.0;
    const auto traffic = traffic_of(line, direction);
    return traffic.sectors - traffic.ideal;
  };
  const auto worst = worst_lines(record, [&](const auto& launch, const auto& line) {
    return std::max(extra(launch, line, kLoads), extra(launch, line, kStores));
  });
  for (const auto& [where, entry] : worst) {
    // An extra sector that no other place of the array would save.
    if (source_tells(record, where, accesses_neighbours)) continue;
    const auto extra_of = [&, &worst_line = entry](const Direction& direction) {
      return extra(*worst_line.launch, *worst_line.line, direction);
    };
    const auto& direction = extra_of(kLoads) >= extra_of(kStores) ? kLoads : kStores;
    if (stores_parameters(record, where, direction)) continue;
    const auto traffic = traffic_of(*entry.line, direction);
    const bool is_row =
        has_aligned_line(*entry.launch, *entry.line, traffic.requests) ||
        (begins_with_rows(*entry.launch, traffic) &&
         source_tells(record, where, begins_where_rows_do)) ||
        (differs_from_warp_to_warp(traffic) && source_tells(record, where, is_in_rows));
    if (!is_row && is_mostly_repeated(*entry.launch, traffic, direction)) continue;
    record.findings.push_back(finding_at(entry, is_row ? "misaligned-row" : "misaligned-base",
                                         numbers(entry, direction)));
  }
}

}  // namespace

void find_wasted_sectors(record::RunRecord& record) {
  const auto fields = lines_that_pick_fields(record);
  find_uncoalesced(record, kLoads, fields);
  find_uncoalesced(record, kStores, fields);
  find_misaligned_base(record);
}

}  // namespace warpscope::runner
