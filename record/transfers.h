// What warps brought to shared memory, as the clock kept it of some blocks, in rows and in numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace warpscope::record {

/// "bulk copies"
std::string_view in_words(ClockTimeline::Transfer::Kind kind);
/// "warp 8", "warps 0 to 7", "warps 0, 2": of a bit each.
std::string warps_text(std::uint64_t warps);
/// The last time that is known of it.
std::uint64_t last_cycle(const ClockTimeline::Transfer& transfer);

/// Transfers of a block that do not overlap in time: those of a stage; of a stage that was asked
/// for again before it was given back there are several rows.
struct TransferRow {
  std::uint64_t block = 0;
  std::uint32_t stage = 0;
  std::vector<std::size_t> transfers;  ///< positions, in time
};
/// By block, in the order of the timeline, and stage.
std::vector<TransferRow> transfer_rows(const ClockTimeline& timeline);

/// Means of the transfers that were used, in seconds, and bytes in flight.
struct TransferSummary {
  std::size_t transfers = 0;
  double bytes = 0;           ///< of one
  double on_the_way_s = 0;    ///< from asked to arrived, of all of it
  double latency_s = 0;       ///< the same of a byte
  double waits_s = 0;         ///< from arrived to used
  double in_use_s = 0;        ///< from used to given back
  std::size_t most_open = 0;  ///< of one block, asked for and not arrived at a time
};
/// Nothing without transfers, or where the record has no clock of the SMs.
std::optional<TransferSummary> transfer_summary(const RunRecord& record,
                                                const ClockTimeline& timeline);

/// A launch with transfers.
struct LaunchRing {
  const Launch* launch = nullptr;
  ClockTimeline timeline;
  TransferSummary summary;
};
/// The longest launches that have some, at most so many. Throws RecordError as timeline_of().
std::vector<LaunchRing> longest_rings(const RunRecord& record, std::size_t most);

/// For an SM, of what loads and copies have asked L2 for.
struct BytesInFlight {
  double mean = 0, most = 0;  ///< over the launch's time; of its intervals
};
/// Nothing where there was never anything.
std::optional<BytesInFlight> bytes_in_flight(const Launch& launch, const ClockTimeline& timeline);
/// Little's law: so many bytes must be in flight for an SM, each for so long, that memory is as
/// busy as it can be. Nothing where the record does not say how fast it is.
std::optional<double> bytes_for_peak(const RunRecord& record, double latency_s);

/// Seconds of the run at which a cycle of the launch's timeline is.
double time_of_cycle(const RunRecord& record, const Launch& launch, std::uint64_t cycle);

}  // namespace warpscope::record
