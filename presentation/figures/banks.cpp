// Words of a warp's access to shared memory on the 32 banks.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <utility>

#include "presentation/figures/kinds.h"
#include "vgpu/counting/bank_conflicts.h"
#include "vgpu/counting/hardware_sizes.h"

namespace warpscope::figures {
namespace {

using exec::kBankBytes;
using exec::kBanks;

constexpr std::int64_t kSharedBytes = 227 << 10;
constexpr float kRowLabelWidth = 66;

constexpr std::array<std::int64_t, 3> kBankWidths{4, 8, 16};
constexpr std::array kBankNumbers{
    NumberParameter{"stride", 1, 0, 256, true},
    NumberParameter{"padding", 0, 0, 64, true},
    NumberParameter{"offset", 0, 0, 4096, true},
    NumberParameter{"bytes", 4, 4, 16, false, kBankWidths},
};
constexpr std::array kBankFormulas{FormulaParameter{"index", "lane * (stride + padding) + offset"}};

class BanksFigure {
 public:
  explicit BanksFigure(const Values& values)
      : access_bytes_(static_cast<std::uint32_t>(values.number("bytes"))) {
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const auto index = values.in_lane("index", lane);
      if (index < 0 || (index + 1) * access_bytes_ > kSharedBytes)
        throw std::runtime_error(fmt::format(
            "In lane {} the index is {}; it must lie in a block's {} KiB of shared memory.", lane,
            index, kSharedBytes >> 10));
      offsets_[lane] = static_cast<std::uint32_t>(index) * access_bytes_;
    }
    total_ = exec::count_wavefronts(offsets_, ~0U, access_bytes_, true);
    phases_ = total_.count - total_.conflicts;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      for (std::uint32_t byte = 0; byte < access_bytes_; byte += kBankBytes) {
        const auto word = (offsets_[lane] + byte) / kBankBytes;
        auto& cell =
            rows_[word / kBanks].try_emplace(word % kBanks, Cell{lane, lane}).first->second;
        cell.last_lane = lane;
      }
    }
  }

  Drawing draw() {
    cell_width_ = (drawing_.width - kRowLabelWidth) / kBanks;
    label(0, 7, "bank", 9);
    for (std::uint32_t bank = 0; bank < kBanks; ++bank)
      drawing_.shapes.push_back(Label{x_of(bank) + cell_width_ / 2, 7, fmt::format("{}", bank),
                                      9.5F, Anchor::middle, kMutedPaint});
    float y = 16;
    for (std::uint32_t phase = 0; phase < phases_; ++phase) {
      draw_counts(phase, y);
      y += 16;
    }
    y += 6;
    const float height = rows_.size() <= 10 ? 20 : rows_.size() <= 18 ? 14 : 10;
    for (const auto& [row, cells] : rows_) {
      draw_row(row, cells, y, height);
      y += height + 1;
    }
    drawing_.height = y;
    drawing_.caption = caption();
    return std::move(drawing_);
  }

 private:
  struct Cell {
    std::uint32_t first_lane, last_lane;
  };

  float x_of(std::uint32_t bank) const {
    return kRowLabelWidth + static_cast<float>(bank) * cell_width_;
  }

  void label(float x, float y, const std::string& text, float size) {
    drawing_.shapes.push_back(Label{x, y, text, size, Anchor::begin, kMutedPaint});
  }

  void draw_row(std::uint32_t row, const std::map<std::uint32_t, Cell>& cells, float y,
                float height) {
    label(0, y + height / 2, fmt::format("byte {}", row * kBanks * kBankBytes),
          std::min(10.0F, height * 0.9F));
    for (std::uint32_t bank = 0; bank < kBanks; ++bank) {
      Rectangle box{x_of(bank), y, cell_width_ - 1, height, kNoPaint, kBorderPaint};
      const auto found = cells.find(bank);
      if (found == cells.end()) {
        drawing_.shapes.push_back(box);
        continue;
      }
      const auto [first, last] = found->second;
      box.fill = lane_paint(first);
      box.outline = kMutedPaint;
      drawing_.shapes.push_back(box);
      const auto text =
          first == last ? fmt::format("{}", first) : fmt::format("{}…{}", first, last);
      drawing_.shapes.push_back(
          Label{box.x + box.width / 2, y + height / 2, text,
                fitting_size(text, box.width - 2, std::min(11.0F, height * 0.85F)), Anchor::middle,
                kTextPaint});
    }
  }

  /// Different words of a phase's lanes in a bank: what the bank hands out one after the other.
  std::uint32_t words_in(std::uint32_t phase, std::uint32_t bank) const {
    exec::LaneOffsets words{};
    std::uint32_t lanes = 0;
    for (std::uint32_t rest = exec::lanes_of_phase(phase, phases_), lane = 0; lane < 32; ++lane) {
      if ((rest >> lane & 1U) == 0) continue;
      for (std::uint32_t byte = 0; byte < access_bytes_; byte += kBankBytes) {
        const auto offset = offsets_[lane] + byte;
        if (offset / kBankBytes % kBanks != bank) continue;
        words[lane] = offset;
        lanes |= 1U << lane;
      }
    }
    return exec::count_wavefronts(words, lanes, kBankBytes, false).count;
  }

  void draw_counts(std::uint32_t phase, float y) {
    constexpr float kHeight = 14;
    const auto lanes = 32 / phases_;
    label(0, y + kHeight / 2,
          phases_ == 1 ? "words"
                       : fmt::format("lanes {}–{}", phase * lanes, phase * lanes + lanes - 1),
          9);
    std::array<std::uint32_t, kBanks> counts{};
    for (std::uint32_t bank = 0; bank < kBanks; ++bank) counts[bank] = words_in(phase, bank);
    for (std::uint32_t bank = 0; bank < kBanks; ++bank) {
      const auto count = counts[bank];
      const Rectangle box{x_of(bank), y, cell_width_ - 1, kHeight,
                          count == 0   ? kNoPaint
                          : count == 1 ? kGoodPaint
                                       : kBadPaint};
      drawing_.shapes.push_back(box);
      drawing_.shapes.push_back(Label{box.x + box.width / 2, y + kHeight / 2,
                                      count == 0 ? "·" : fmt::format("{}", count), 9,
                                      Anchor::middle, kTextPaint});
    }
  }

  std::string caption() const {
    auto text = fmt::format("A load of {} B per lane: {} {}", access_bytes_, total_.count,
                            total_.count == 1 ? "wavefront" : "wavefronts");
    if (phases_ > 1) text += fmt::format(" in {} phases of {} lanes", phases_, 32 / phases_);
    text += total_.conflicts == 0 ? ", no bank conflicts."
                                  : fmt::format(", {} bank {}.", total_.conflicts,
                                                total_.conflicts == 1 ? "conflict" : "conflicts");
    return text + " On top: the different words in each bank.";
  }

  std::uint32_t access_bytes_;
  exec::LaneOffsets offsets_{};
  exec::Wavefronts total_;
  std::uint32_t phases_ = 1;
  std::map<std::uint32_t, std::map<std::uint32_t, Cell>> rows_;  ///< of 32 words, by bank
  float cell_width_ = 0;
  Drawing drawing_;
};

Drawing draw_banks(const Values& values) { return BanksFigure(values).draw(); }

}  // namespace

constinit const Kind kBanksOfSharedMemory{"banks", kBankNumbers, kBankFormulas, draw_banks};

}  // namespace warpscope::figures
