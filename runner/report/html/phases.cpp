#include "runner/report/html/phases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/html_text.h"
#include "base/quantity.h"
#include "record/names.h"
#include "record/phases.h"

namespace warpscope::runner::html {
namespace {

constexpr std::size_t kMostLaunches = 12;
constexpr std::uint32_t kMostLanes = 64;
constexpr std::size_t kMostNames = 16;
constexpr double kPhaseWidth = 1120, kPhaseLeft = 130, kPhaseRight = 20, kPhaseTop = 26,
                 kPhaseLane = 14, kPhaseBottom = 22;
/// Distinct also without colour vision; beyond them they repeat.
constexpr std::array<const char*, 8> kPhaseColours{"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                                   "#56b4e9", "#d55e00", "#b5a900", "#7f7f7f"};

const char* colour_of(const std::vector<std::string>& names, const std::string& name) {
  const auto place = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  return kPhaseColours.at(place % kPhaseColours.size());
}

std::string legend(const std::vector<std::string>& names) {
  std::string text = "<p>";
  for (std::size_t i = 0; i < std::min(names.size(), kMostNames); ++i) {
    text += fmt::format("<span style=\"color:{}\">&#9632;</span> {} &nbsp; ",
                        colour_of(names, names[i]), escaped_html(names[i]));
  }
  if (names.size() > kMostNames) text += fmt::format("and {} more", names.size() - kMostNames);
  return text + "</p>\n";
}

class PhaseDrawing {
 public:
  PhaseDrawing(const record::RunRecord& record, const record::Launch& launch,
               const std::vector<std::string>& names)
      : launch_(launch),
        names_(names),
        words_(record::in_words(record.device.times)),
        times_(record::phase_times(launch, record.device.clock_hz)),
        lanes_(record::phase_lanes(launch)) {
    for (const auto& time : times_) end_s_ = std::max(end_s_, time.end_s);
    all_lanes_ = lanes_.empty() ? 0 : std::ranges::max(lanes_) + 1;
  }

  std::string draw() const {
    const std::uint32_t drawn = std::min(all_lanes_, kMostLanes);
    const double bottom = kPhaseTop + drawn * kPhaseLane;
    const std::string title =
        fmt::format("launch {}: {}", launch_.id, escaped_html(launch_.kernel));
    auto text = fmt::format(
        "<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
        "aria-label=\"phases of {2}\"><text class=\"title\" x=\"0\" y=\"16\">{2}</text>",
        kPhaseWidth, bottom + kPhaseBottom, title);
    for (std::size_t i = 0; i < times_.size(); ++i) {
      if (lanes_[i] < drawn) text += lane(i);
    }
    text += fmt::format(
        "<line class=\"grid\" x1=\"{0}\" x2=\"{1}\" y1=\"{2}\" y2=\"{2}\"/>"
        "<text class=\"tick\" x=\"{0}\" y=\"{3}\">0</text>"
        "<text class=\"tick\" x=\"{1}\" y=\"{3}\" text-anchor=\"end\">{4}, {5}</text></svg>\n",
        kPhaseLeft, kPhaseWidth - kPhaseRight, bottom, bottom + 16, time_text(end_s_), words_);
    return text + remarks(drawn);
  }

 private:
  double x(double time_s) const {
    return kPhaseLeft +
           (end_s_ > 0 ? time_s / end_s_ : 0) * (kPhaseWidth - kPhaseLeft - kPhaseRight);
  }

  std::string lane(std::size_t i) const {
    const auto& phase = launch_.phases[i];
    const double y = kPhaseTop + lanes_[i] * kPhaseLane;
    const std::string where = record::lane_name(phase);
    std::string text;
    if (i == 0 || lanes_[i] != lanes_[i - 1]) {
      text = fmt::format("<text class=\"label\" x=\"0\" y=\"{:.0f}\">{}</text>", y + kPhaseLane - 3,
                         where);
    }
    const double left = x(times_[i].begin_s);
    return text + fmt::format(
                      "<rect x=\"{:.2f}\" y=\"{:.0f}\" width=\"{:.2f}\" height=\"{:.0f}\" "
                      "fill=\"{}\"><title>{}: {} ({} cycles), {}; {} on SM {}</title></rect>",
                      left, y + 1, std::max(x(times_[i].end_s) - left, 0.5), kPhaseLane - 2,
                      colour_of(names_, phase.name), escaped_html(phase.name),
                      time_text(times_[i].end_s - times_[i].begin_s),
                      phase.end_cycles - phase.begin_cycles, words_, where, phase.sm);
  }

  std::string remarks(std::uint32_t drawn) const {
    std::string text;
    if (drawn < all_lanes_) {
      text += fmt::format("The first {} of {} warps are drawn. ", drawn, all_lanes_);
    }
    if (launch_.phases_left_out != 0) {
      text += fmt::format("The record leaves out {} marks.", count_text(launch_.phases_left_out));
    }
    return text.empty() ? text : "<p class=\"quiet\">" + text + "</p>\n";
  }

  const record::Launch& launch_;
  const std::vector<std::string>& names_;
  std::string_view words_;
  std::vector<record::PhaseTime> times_;
  std::vector<std::uint32_t> lanes_;
  double end_s_ = 0;
  std::uint32_t all_lanes_ = 0;
};

}  // namespace

std::string phases(const record::RunRecord& record) {
  const std::string words = record::phases_in_words(record);
  if (words.empty()) return {};
  const auto names = record::phase_names(record);
  auto text = fmt::format("<h2>Phases</h2>\n<p class=\"quiet\">{}.{}</p>\n", words,
                          record.device.times == record::Provenance::modelled
                              ? " Each block has a clock of its own, which advances with its "
                                "instructions from 0 on."
                              : "") +
              legend(names);
  std::size_t launches = 0;
  for (const auto& launch : record.launches) {
    if (launch.phases.empty()) continue;
    if (!(record.device.clock_hz > 0)) {
      return text + "<p>The record does not say how fast the device's clock is.</p>\n";
    }
    if (++launches <= kMostLaunches) text += PhaseDrawing(record, launch, names).draw();
  }
  if (launches > kMostLaunches) {
    text += fmt::format("<p class=\"quiet\">and {} more launches.</p>\n", launches - kMostLaunches);
  }
  return text;
}

}  // namespace warpscope::runner::html
