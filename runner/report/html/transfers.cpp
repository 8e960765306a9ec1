#include "runner/report/html/transfers.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/html_text.h"
#include "base/quantity.h"
#include "record/kernel_name.h"
#include "record/names.h"
#include "record/transfers.h"

namespace warpscope::runner::html {
namespace {

constexpr std::size_t kMostRings = 100, kMostDrawn = 4, kMostStages = 16, kMostTransfers = 24;
constexpr double kRingWidth = 1120, kRingLeft = 90, kRingRight = 20, kRingTop = 26, kRingRow = 16,
                 kRingBottom = 22;
/// Of what is on the way, there and in use; apart without colour vision, too.
constexpr const char* kOnTheWay = "#56b4e9";
constexpr const char* kThere = "#e69f00";
constexpr const char* kInUse = "#009e73";

class RingDrawing {
 public:
  RingDrawing(const record::RunRecord& record, const record::Launch& launch,
              const record::ClockTimeline& timeline)
      : record_(record),
        launch_(launch),
        timeline_(timeline),
        block_(timeline.transfers.front().block) {
    std::size_t shown = 0;
    for (const auto& transfer : timeline.transfers) {
      if (transfer.block != block_ || shown == kMostTransfers) continue;
      begin_ = shown++ == 0 ? transfer.asked_cycle : std::min(begin_, transfer.asked_cycle);
      end_ = std::max(end_, record::last_cycle(transfer));
    }
    end_ = std::max(end_, begin_ + 1);
    for (auto& row : record::transfer_rows(timeline)) {
      if (row.block == block_ && rows_.size() < kMostStages) rows_.push_back(std::move(row));
    }
  }

  std::string draw() const {
    const double bottom = kRingTop + static_cast<double>(rows_.size()) * kRingRow;
    const std::string title =
        fmt::format("launch {}, {}: transfers to shared memory of block {}", launch_.id,
                    escaped_html(record::short_kernel_name(launch_.kernel)), block_);
    auto text = fmt::format(
        "<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
        "aria-label=\"{2}\">\n<text x=\"{3}\" y=\"16\" font-size=\"13\">{2}</text>\n",
        kRingWidth, bottom + kRingBottom, title, kRingLeft);
    for (std::size_t i = 0; i < rows_.size(); ++i) text += row(i);
    text += fmt::format(
        "<text x=\"{}\" y=\"{}\" font-size=\"11\">{}</text>\n"
        "<text x=\"{}\" y=\"{}\" font-size=\"11\" text-anchor=\"end\">{} later</text>\n</svg>\n",
        kRingLeft, bottom + 14,
        escaped_html(time_text(record::time_of_cycle(record_, launch_, begin_))),
        kRingWidth - kRingRight, bottom + 14,
        escaped_html(time_text(static_cast<double>(end_ - begin_) / record_.device.clock_hz)));
    return text;
  }

 private:
  double x(std::uint64_t cycle) const {
    const auto at = static_cast<double>(std::clamp(cycle, begin_, end_) - begin_);
    return kRingLeft +
           at / static_cast<double>(end_ - begin_) * (kRingWidth - kRingLeft - kRingRight);
  }

  std::string part(double y, std::uint64_t from, std::uint64_t to, const char* colour,
                   const std::string& what) const {
    if (to <= from || from >= end_) return {};
    return fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" fill=\"{}\">"
        "<title>{}: {} cycles</title></rect>\n",
        x(from), y, std::max(0.5, x(to) - x(from)), kRingRow - 3, colour, escaped_html(what),
        count_text(to - from));
  }

  std::string row(std::size_t index) const {
    const double y = kRingTop + static_cast<double>(index) * kRingRow;
    auto text = fmt::format("<text x=\"4\" y=\"{:.1f}\" font-size=\"11\">stage {}</text>\n",
                            y + kRingRow - 5, rows_[index].stage);
    for (const std::size_t i : rows_[index].transfers) {
      const auto& transfer = timeline_.transfers[i];
      const std::string what = fmt::format("{} by {}", bytes_text(transfer.bytes),
                                           record::warps_text(transfer.asking_warps));
      text += part(y, transfer.asked_cycle, transfer.arrived_cycle, kOnTheWay,
                   what + ", asked for and on the way");
      if (transfer.used_cycle == 0) continue;
      text += part(y, transfer.arrived_cycle, transfer.used_cycle, kThere,
                   what + ", there and not used yet");
      text += part(y, transfer.used_cycle, transfer.given_back_cycle, kInUse,
                   what + ", in use by " + record::warps_text(transfer.using_warps));
    }
    return text;
  }

  const record::RunRecord& record_;
  const record::Launch& launch_;
  const record::ClockTimeline& timeline_;
  std::uint64_t block_ = 0, begin_ = 0, end_ = 0;
  std::vector<record::TransferRow> rows_;
};

using record::LaunchRing;

std::string row_of(const record::RunRecord& record, const LaunchRing& ring) {
  const auto in_flight = record::bytes_in_flight(*ring.launch, ring.timeline);
  std::string text = fmt::format("<tr><td class=\"number\">{}</td><td>{}</td>", ring.launch->id,
                                 escaped_html(record::short_kernel_name(ring.launch->kernel)));
  for (const std::string& cell :
       {count_text(ring.summary.transfers), bytes_text_of(ring.summary.bytes),
        time_text(ring.summary.on_the_way_s), time_text(ring.summary.latency_s),
        time_text(ring.summary.waits_s), time_text(ring.summary.in_use_s),
        count_text(ring.summary.most_open),
        bytes_text_of(in_flight ? std::optional(in_flight->mean) : std::nullopt),
        bytes_text_of(in_flight ? std::optional(in_flight->most) : std::nullopt),
        bytes_text_of(record::bytes_for_peak(record, ring.summary.latency_s))})
    text += fmt::format("<td class=\"number\">{}</td>", escaped_html(cell));
  return text + "</tr>\n";
}

}  // namespace

std::string transfers(const record::RunRecord& record) {
  if (!record.timelines) return {};
  if (!record.timelines->problem().empty())
    return "<p class=\"quiet\">" + escaped_html(record.timelines->problem()) + "</p>\n";
  try {
    const auto rings = record::longest_rings(record, kMostRings);
    if (rings.empty()) return {};
    std::string text = fmt::format(
        "<h2>Transfers to shared memory ({})</h2>\n<table class=\"launches\">\n<tr><th>launch</th>"
        "<th>kernel</th><th>transfers, of one or two blocks</th><th>bytes of one</th><th>on the "
        "way</th><th>a byte of it</th>"
        "<th>waits to be used</th><th>in use</th><th>on the way at a time, at most</th>"
        "<th>in flight on an SM, mean</th><th>at most</th><th>needed for the peak</th></tr>\n",
        record::in_words(record.device.times));
    for (const LaunchRing& ring : rings) text += row_of(record, ring);
    text += fmt::format(
        "</table>\n<p class=\"quiet\">Times are means. Needed for the peak are a byte's time on "
        "the way times the bandwidth of memory (Little's law): as many bytes in flight on each SM "
        "as keep memory busy.</p>\n"
        "<p><span style=\"color:{}\">&#9632;</span> asked for and on the way &nbsp; "
        "<span style=\"color:{}\">&#9632;</span> there and not used yet &nbsp; "
        "<span style=\"color:{}\">&#9632;</span> in use</p>\n",
        kOnTheWay, kThere, kInUse);
    for (std::size_t i = 0; i < std::min(rings.size(), kMostDrawn); ++i)
      text += RingDrawing(record, *rings[i].launch, rings[i].timeline).draw();
    return text;
  } catch (const record::RecordError& reason) {
    return "<p class=\"quiet\">" + escaped_html(reason.what()) + "</p>\n";
  }
}

}  // namespace warpscope::runner::html
