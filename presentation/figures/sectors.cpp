// Addresses of a warp on sectors and lines.
#include "vgpu/counting/sectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <stdexcept>
#include <vector>

#include "base/quantity.h"
#include "presentation/figures/kinds.h"
#include "vgpu/counting/hardware_sizes.h"

namespace warpscope::figures {
namespace {

using exec::kLineBytes;

constexpr std::uint64_t kSectorBytes = 32;
constexpr std::int64_t kLargestIndex = 1 << 24;
constexpr std::size_t kMostLines = 64;  // that are drawn
constexpr float kLabelWidth = 66, kLineGap = 4, kSectorGap = 2;

constexpr std::array<std::int64_t, 5> kSectorWidths{1, 2, 4, 8, 16};
constexpr std::array kSectorNumbers{
    NumberParameter{"stride", 1, 0, 1024, true},
    NumberParameter{"offset", 0, 0, 4096, true},
    NumberParameter{"bytes", 4, 1, 16, false, kSectorWidths},
    NumberParameter{"first_lane", 0, 0, 31},
    NumberParameter{"last_lane", 31, 0, 31},
    NumberParameter{"loads", 1, 1, 8},
    NumberParameter{"step", 1, 0, 65536},
};
constexpr std::array kSectorFormulas{FormulaParameter{"index", "lane * stride + offset"}};

/// One request of the warp.
struct Request {
  exec::LaneAddresses addresses{};
  std::uint32_t mask = 0;
};

std::vector<Request> requests_of(const Values& values) {
  const auto first = static_cast<std::uint32_t>(values.number("first_lane"));
  const auto last = static_cast<std::uint32_t>(values.number("last_lane"));
  if (first > last) throw std::runtime_error("first_lane is above last_lane.");
  std::vector<Request> requests(static_cast<std::size_t>(values.number("loads")));
  for (std::size_t load = 0; load < requests.size(); ++load) {
    for (std::uint32_t lane = first; lane <= last; ++lane) {
      const auto index =
          values.in_lane("index", lane) + static_cast<std::int64_t>(load) * values.number("step");
      if (index < 0 || index > kLargestIndex)
        throw std::runtime_error(
            fmt::format("In lane {} the index is {}; it must lie between 0 and {}.", lane, index,
                        kLargestIndex));
      requests[load].addresses[lane] = static_cast<std::uint64_t>(index * values.number("bytes"));
      requests[load].mask |= 1U << lane;
    }
  }
  return requests;
}

/// Which lanes use a piece of memory.
struct Use {
  std::uint32_t first = 0, last = 0, count = 0;
  std::string text() const {
    if (count == 1) return fmt::format("{}", first);
    return fmt::format("{}{}{}", first, count == 2 ? "," : "…", last);
  }
};

class SectorsFigure {
 public:
  explicit SectorsFigure(const Values& values)
      : access_bytes_(static_cast<std::uint64_t>(values.number("bytes"))),
        requests_(requests_of(values)) {
    for (const auto& request : requests_) add(request);
  }

  Drawing draw() {
    const std::size_t columns = lines_.size() <= 8 ? 1 : lines_.size() <= 24 ? 2 : 4;
    const float width =
        (drawing_.width - static_cast<float>(columns - 1) * 12) / static_cast<float>(columns);
    const float height = columns == 1 ? 22 : 15;
    const std::size_t shown = std::min(lines_.size(), kMostLines);
    const std::size_t rows = (shown + columns - 1) / columns;
    std::size_t i = 0;
    for (const auto& [line, uses] : lines_) {
      if (i == shown) break;
      const std::size_t column = i / rows;
      const std::size_t row = i % rows;
      const float x = static_cast<float>(column) * (width + 12);
      const float y = static_cast<float>(row) * (height + kLineGap);
      draw_line(line, uses, {x, y, width, height, kNoPaint});
      ++i;
    }
    drawing_.height = static_cast<float>(rows) * (height + kLineGap);
    drawing_.caption = caption();
    return std::move(drawing_);
  }

 private:
  /// By offset in the line; an access takes one piece.
  using Pieces = std::map<std::uint64_t, Use>;

  void add(const Request& request) {
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      if ((request.mask >> lane & 1U) == 0) continue;
      const auto address = request.addresses[lane];
      auto& use = lines_[address / kLineBytes][address % kLineBytes];
      if (use.count == 0) {
        use = {lane, lane, 1};
      } else if (use.last != lane) {
        use.last = lane;
        ++use.count;
      }
    }
  }

  void draw_line(std::uint64_t line, const Pieces& uses, const Rectangle& box) {
    const float label = box.height < 20 ? kLabelWidth * 0.6F : kLabelWidth;
    drawing_.shapes.push_back(Label{box.x + label - 6, box.y + box.height / 2,
                                    fmt::format("{}", line * kLineBytes), box.height * 0.5F,
                                    Anchor::end, kMutedPaint});
    const float sector_width = (box.width - label) / 4;
    for (std::uint64_t sector = 0; sector < 4; ++sector) {
      const auto begin = sector * kSectorBytes, end = begin + kSectorBytes;
      const auto from = uses.lower_bound(begin), to = uses.lower_bound(end);
      const Rectangle area{box.x + label + static_cast<float>(sector) * sector_width, box.y,
                           sector_width - kSectorGap, box.height, kNoPaint};
      const float byte = area.width / kSectorBytes;
      const bool is_touched = from != to;
      auto background = area;
      background.fill = is_touched ? kWastedPaint : kNoPaint;
      background.outline = is_touched ? kMutedPaint : kBorderPaint;
      drawing_.shapes.push_back(background);
      for (auto piece = from; piece != to; ++piece) {
        const Rectangle cell{area.x + static_cast<float>(piece->first - begin) * byte,
                             area.y,
                             static_cast<float>(access_bytes_) * byte,
                             area.height,
                             lane_paint(piece->second.first),
                             kMutedPaint};
        drawing_.shapes.push_back(cell);
        const auto text = piece->second.text();
        const float size = fitting_size(text, cell.width - 2, area.height * 0.55F);
        if (size < 5) continue;  // nobody could read it
        drawing_.shapes.push_back(Label{cell.x + cell.width / 2, cell.y + cell.height / 2, text,
                                        size, Anchor::middle, kTextPaint});
      }
    }
  }

  std::string caption() const {
    std::uint64_t sectors = 0, ideal = 0, used = 0;
    for (const auto& request : requests_) {
      const auto lanes = static_cast<std::uint32_t>(std::popcount(request.mask));
      sectors += exec::count_sectors(request.addresses, request.mask);
      ideal += exec::ideal_sectors(lanes, static_cast<std::uint32_t>(access_bytes_));
      used += lanes * access_bytes_;
    }
    auto text = fmt::format("{} {}, {} B asked for: {} {}", requests_.size(),
                            requests_.size() == 1 ? "request" : "requests", used, sectors,
                            sectors == 1 ? "sector" : "sectors");
    if (requests_.size() > 1) {
      text += fmt::format(" ({} per request)", ratio_text(static_cast<double>(sectors) /
                                                          static_cast<double>(requests_.size())));
    }
    text += fmt::format(", {} B moved", sectors * kSectorBytes);
    text += sectors > ideal ? fmt::format("; at best {}.", ideal) : "; no fewer are possible.";
    if (lines_.size() > kMostLines)
      text += fmt::format(" Drawn are {} of {} lines.", kMostLines, lines_.size());
    return text;
  }

  std::uint64_t access_bytes_;
  std::vector<Request> requests_;
  std::map<std::uint64_t, Pieces> lines_;
  Drawing drawing_;
};

Drawing draw_sectors(const Values& values) { return SectorsFigure(values).draw(); }

}  // namespace

constinit const Kind kSectors{"sectors", kSectorNumbers, kSectorFormulas, draw_sectors};

}  // namespace warpscope::figures
