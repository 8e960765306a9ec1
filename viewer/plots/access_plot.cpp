#include "viewer/plots/access_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>

namespace warpscope::viewer {
namespace {

constexpr int kColumns = 32;
constexpr std::uint32_t kCellBytes = 4;
// In pixels at scale 1.
constexpr float kLeastRow = 3, kMostRow = 18, kLeastText = 9;
constexpr std::uint32_t kMostLanesInWords = 8;
constexpr float kUnusedAlpha = 0.25F, kUsedAlpha = 0.85F;

/// What a cell of 4 bytes has: lanes that ask for some of it, and whether it is moved for others.
struct Cell {
  std::uint32_t lanes = 0;
  bool is_moved = false;
};

std::string range_text(std::uint32_t lanes) {
  const int first = std::countr_zero(lanes), last = 31 - std::countl_zero(lanes);
  if (first == last) return std::to_string(first);
  const bool is_gapless = std::popcount(lanes) == last - first + 1;
  return fmt::format("{}{}{}", first, is_gapless ? "\u2013" : "\u2026", last);
}

class Plot {
 public:
  Plot(const AccessPlot& plot, ImVec2 size, const Theme& theme, const Fonts& fonts)
      : plot_(plot),
        picture_(*plot.picture),
        theme_(theme),
        fonts_(fonts),
        scale_(ImGui::GetStyle().FontScaleMain),
        text_size_(kSmallSize * scale_),
        is_shared_(picture_.request.space == record::WarpRequest::Space::shared),
        rows_(is_shared_ ? picture_.passes.size() : picture_.lines.size()) {
    label_width_ = width_of(widest_label()) + 6 * scale_;
    cell_width_ = std::max((size.x - label_width_) / kColumns, 3.0F);
    const float left = size.y - heading_height();
    row_height_ = std::clamp(left / static_cast<float>(std::max<std::size_t>(rows_, 1)),
                             kLeastRow * scale_, kMostRow * scale_);
  }

  float height() const { return heading_height() + row_height_ * static_cast<float>(rows_); }

  std::uint32_t draw() {
    at_ = ImGui::GetCursorScreenPos();
    draw_headings();
    for (std::size_t row = 0; row < rows_; ++row) draw_row(row);
    ImGui::Dummy({label_width_ + cell_width_ * kColumns, height()});
    const ImVec2 mouse = ImGui::GetMousePos();
    const float x = (mouse.x - at_.x - label_width_) / cell_width_;
    const float y = (mouse.y - at_.y - heading_height()) / row_height_;
    if (!ImGui::IsItemHovered() || x < 0 || x >= kColumns || y < 0 ||
        y >= static_cast<float>(rows_))
      return 0;
    return tell(static_cast<std::size_t>(y), static_cast<int>(x));
  }

 private:
  float heading_height() const { return text_size_ + 4 * scale_; }
  float width_of(const std::string& text) const {
    return fonts_.text->CalcTextSizeA(text_size_, FLT_MAX, 0, text.c_str()).x;
  }
  std::string row_label(std::size_t row) const {
    if (is_shared_) return fmt::format("pass {}", row + 1);
    return fmt::format("byte {}", picture_.lines[row].first_byte);
  }
  std::string widest_label() const {
    std::string widest = is_shared_ ? "bank" : "";
    for (std::size_t row = 0; row < rows_; ++row) {
      if (row_label(row).size() > widest.size()) widest = row_label(row);
    }
    return widest;
  }
  ImVec2 place_of(std::size_t row, int column) const {
    return {at_.x + label_width_ + cell_width_ * static_cast<float>(column),
            at_.y + heading_height() + row_height_ * static_cast<float>(row)};
  }

  Cell cell_of(std::size_t row, int column) const {
    const auto at = static_cast<std::size_t>(column);
    if (is_shared_) return {picture_.passes[row].banks.at(at).lanes, false};
    constexpr std::size_t kCellsOfSector = 8;
    const PictureLine& line = picture_.lines[row];
    const PictureSector& sector = line.sectors.at(at / kCellsOfSector);
    Cell cell{0, sector.lanes != 0};
    const std::int64_t begin = line.first_byte + static_cast<std::int64_t>(at * kCellBytes);
    for (std::uint32_t rest = sector.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
      const std::int64_t address = picture_.addresses.at(lane);
      if (address < begin + kCellBytes && address + picture_.request.bytes > begin)
        cell.lanes |= 1U << lane;
    }
    return cell;
  }

  void text(ImVec2 at, ImU32 color, const std::string& words) const {
    ImGui::GetWindowDrawList()->AddText(fonts_.text, text_size_, at, color, words.c_str());
  }

  void draw_headings() const {
    if (is_shared_) text(at_, theme_.muted, "bank");
    const int most = is_shared_ ? 31 : 124;
    int every = is_shared_ ? 1 : 8;
    while (cell_width_ * static_cast<float>(every) < width_of(std::to_string(most)) + 4 * scale_)
      every *= 2;
    for (int column = 0; column < kColumns; column += every) {
      const std::string words =
          is_shared_ ? std::to_string(column) : fmt::format("+{}", column * 4);
      const float x = is_shared_ && every == 1 ? (cell_width_ - width_of(words)) / 2 : 0;
      text({place_of(0, column).x + x, at_.y}, theme_.muted, words);
    }
  }

  void draw_row(std::size_t row) const {
    auto* list = ImGui::GetWindowDrawList();
    const float needed = kLeastText * scale_;
    // Labels of low rows would cover each other.
    const auto every = static_cast<std::size_t>(text_size_ / row_height_) + 1;
    if (row_height_ >= needed + 3 * scale_ || row % every == 0)
      text({at_.x, place_of(row, 0).y + std::min(0.0F, (row_height_ - text_size_) / 2)},
           theme_.muted, row_label(row));
    const float gap = row_height_ > 8 * scale_ ? 1.0F : 0.0F;
    for (int column = 0; column < kColumns; ++column) {
      const Cell cell = cell_of(row, column);
      const ImVec2 low = place_of(row, column);
      const ImVec2 high{low.x + cell_width_ - 1, low.y + row_height_ - gap};
      if (cell.lanes == 0 && !cell.is_moved) {
        list->AddRect(low, high, theme_.grid);
        continue;
      }
      const ImU32 fill = with_alpha(plot_.color, cell.lanes != 0 ? kUsedAlpha : kUnusedAlpha);
      list->AddRectFilled(low, high, fill);
      if ((cell.lanes & plot_.outlined) != 0) list->AddRect(low, high, theme_.text, 0, 2);
      if (cell.lanes != 0) draw_lanes(cell.lanes, low, high, plot_.color);
    }
    if (!is_shared_ && gap > 0) draw_sectors(row);
  }

  // A border around each sector that moves.
  void draw_sectors(std::size_t row) const {
    for (int sector = 0; sector < 4; ++sector) {
      if (picture_.lines[row].sectors.at(static_cast<std::size_t>(sector)).lanes == 0) continue;
      const ImVec2 low = place_of(row, sector * 8);
      ImGui::GetWindowDrawList()->AddRect(
          low, {low.x + cell_width_ * 8 - 1, low.y + row_height_ - 1}, plot_.color);
    }
  }

  void draw_lanes(std::uint32_t lanes, ImVec2 low, ImVec2 high, ImU32 fill) const {
    const std::string words = range_text(lanes);
    const float width = width_of(words);
    // All cells have numbers, or none.
    const bool has_room = width_of("31") <= cell_width_ - 1 && width <= high.x - low.x;
    if (high.y - low.y < text_size_ * 0.9F || !has_room) return;
    text({(low.x + high.x - width) / 2, (low.y + high.y - text_size_) / 2}, theme_.text_on(fill),
         words);
  }

  std::uint32_t tell(std::size_t row, int column) const {
    const Cell cell = cell_of(row, column);
    if (cell.lanes == 0 && !cell.is_moved) return 0;
    if (!ImGui::BeginTooltip()) return cell.lanes;
    if (is_shared_) {
      ImGui::Text("Pass %zu of %zu, bank %d: %s", row + 1, rows_, column,
                  std::popcount(cell.lanes) == 1 ? "one lane" : "one word for several lanes");
    } else if (cell.lanes == 0) {
      ImGui::TextUnformatted("These bytes move with their sector, and no lane asks for them.");
    }
    std::uint32_t shown = 0;
    for (std::uint32_t rest = cell.lanes; rest != 0 && shown < kMostLanesInWords;
         rest &= rest - 1, ++shown)
      ImGui::TextUnformatted(
          lane_text(picture_, static_cast<std::uint32_t>(std::countr_zero(rest))).c_str());
    const int more = std::popcount(cell.lanes) - static_cast<int>(shown);
    if (more > 0) ImGui::Text("and %d more", more);
    ImGui::EndTooltip();
    return cell.lanes;
  }

  const AccessPlot& plot_;
  const AccessPicture& picture_;
  const Theme& theme_;
  const Fonts& fonts_;
  float scale_, text_size_;
  bool is_shared_;
  std::size_t rows_;
  float label_width_ = 0, cell_width_ = 0, row_height_ = 0;
  ImVec2 at_;
};

}  // namespace

float access_plot_height(const AccessPicture& picture) {
  const std::size_t rows = std::max<std::size_t>(picture.passes.size() + picture.lines.size(), 1);
  return (kSmallSize + 4 + kMostRow * static_cast<float>(rows)) * ImGui::GetStyle().FontScaleMain;
}

std::uint32_t draw_access_plot(const char* id, const AccessPlot& plot, ImVec2 size,
                               const Theme& theme, const Fonts& fonts) {
  std::uint32_t hovered = 0;
  if (ImGui::BeginChild(id, size)) {
    // A scroll bar takes its width from the cells.
    const ImVec2 all = ImGui::GetContentRegionAvail();
    Plot drawn(plot, all, theme, fonts);
    hovered = drawn.draw();
  }
  ImGui::EndChild();
  return hovered;
}

}  // namespace warpscope::viewer
