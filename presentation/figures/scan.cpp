// Prefix sums by rounds: who adds whose number, what each place has then, and how often the banks
// are asked.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "presentation/figures/kinds.h"

namespace warpscope::figures {
namespace {

constexpr std::array<std::int64_t, 4> kNumbersOfPlaces{4, 8, 16, 32};
constexpr std::array kScanNumbers{
    NumberParameter{"numbers", 8, 4, 32, false, kNumbersOfPlaces},
    NumberParameter{"gap", 0, 0, 32},
};
constexpr std::array kScanTexts{TextParameter{"way", "rounds"}};
/// As many lanes are a warp of the figure.
constexpr std::size_t kBanks = 8;

using Sums = std::vector<std::uint64_t>;

/// An addition, or a number handed on: from one place to another.
struct Move {
  std::size_t from = 0, to = 0;
};

struct Round {
  std::string name;
  std::vector<Move> moves;
  Sums after;
  std::size_t passes = 0;  ///< over the banks, for what is read
};

class ScanFigure {
 public:
  explicit ScanFigure(const Values& values)
      : places_(static_cast<std::size_t>(values.number("numbers"))),
        gap_(static_cast<std::size_t>(values.number("gap"))),
        way_(values.text("way")),
        sums_(places_) {
    if (way_ != "rounds" && way_ != "unguarded" && way_ != "tree")
      throw std::runtime_error("\"way\" is rounds, unguarded or tree.");
    for (std::size_t i = 0; i < places_; ++i) sums_[i] = i + 1;
    rounds_.push_back({"start", {}, sums_, 0});
    if (way_ == "tree")
      add_tree();
    else
      add_rounds(way_ == "rounds");
  }

  Drawing draw() {
    for (std::size_t i = 0; i < rounds_.size(); ++i) draw_round(i);
    drawing_.height = y_of(rounds_.size() - 1) + 14;
    drawing_.caption = caption();
    return std::move(drawing_);
  }

 private:
  static constexpr float kNames = 60, kPasses = 60, kTop = 18, kRowHeight = 40;

  void add_rounds(bool is_guarded) {
    for (std::size_t d = 1; d < places_; d *= 2) {
      Round round{fmt::format("d = {}", d), {}, sums_, 0};
      for (std::size_t i = 0; i < places_; ++i) {
        if (i < d && is_guarded) continue;
        round.moves.push_back({i < d ? i : i - d, i});
        round.after[i] += sums_[round.moves.back().from];
        ++additions_;
      }
      finish(std::move(round));
    }
  }

  void add_tree() {
    for (std::size_t d = 1; d < places_; d *= 2) {
      Round round{fmt::format("up {}", d), {}, sums_, passes_of(d)};
      for (std::size_t right = 2 * d - 1; right < places_; right += 2 * d) {
        round.moves.push_back({right - d, right});
        round.after[right] += sums_[right - d];
        ++additions_;
      }
      finish(std::move(round));
    }
    Round root{"root = 0", {}, sums_, 0};
    root.after.back() = 0;
    finish(std::move(root));
    for (std::size_t d = places_ / 2; d > 0; d /= 2) {
      Round round{fmt::format("down {}", d), {}, sums_, passes_of(d)};
      for (std::size_t right = 2 * d - 1; right < places_; right += 2 * d) {
        round.moves.push_back({right - d, right});
        round.moves.push_back({right, right - d});
        round.after[right] += sums_[right - d];
        round.after[right - d] = sums_[right];
        ++additions_;
      }
      finish(std::move(round));
    }
  }

  void finish(Round round) {
    sums_ = round.after;
    passes_ += round.passes;
    rounds_.push_back(std::move(round));
  }

  /// Of the lanes that read left places at this distance, and then right ones.
  std::size_t passes_of(std::size_t d) {
    std::size_t passes = 0;
    for (const std::size_t first : {d - 1, 2 * d - 1}) {
      std::map<std::size_t, std::map<std::size_t, std::set<std::size_t>>> banks_of_warps;
      std::size_t thread = 0;
      for (std::size_t i = first; i < places_; i += 2 * d, ++thread) {
        const std::size_t word = gap_ == 0 ? i : i + i / gap_;
        banks_of_warps[thread / kBanks][word % kBanks].insert(word);
      }
      for (const auto& [warp, banks] : banks_of_warps) {
        ++requests_;
        passes += std::ranges::max_element(banks, {}, [](const auto& bank) {
                    return bank.second.size();
                  })->second.size();
      }
    }
    return passes;
  }

  float x_of(std::size_t place) const {
    const float width = (drawing_.width - kNames - kPasses) / static_cast<float>(places_);
    return kNames + (static_cast<float>(place) + 0.5F) * width;
  }
  static float y_of(std::size_t row) { return kTop + static_cast<float>(row) * kRowHeight; }

  /// What the place has in the end, if all is right.
  std::uint64_t answer(std::size_t place) const {
    const std::size_t last = way_ == "tree" ? place : place + 1;
    return last * (last + 1) / 2;
  }

  void draw_round(std::size_t row) {
    const Round& round = rounds_[row];
    const float y = y_of(row);
    for (const Move& move : round.moves) {
      const auto paint = lane_paint(static_cast<std::uint32_t>(move.to * 32 / places_));
      for (const std::size_t from : {move.from, move.to})
        drawing_.shapes.push_back(
            Polyline{{{x_of(from), y - kRowHeight + 9}, {x_of(move.to), y - 9}}, paint, 1.5F});
    }
    drawing_.shapes.push_back(Label{0, y, round.name, 11, Anchor::begin, kMutedPaint});
    if (round.passes > 0)
      drawing_.shapes.push_back(
          Label{drawing_.width, y, passes_text(round.passes), 11, Anchor::end, kMutedPaint});
    const float box = std::min(30.0F, x_of(1) - x_of(0) - 2);
    const bool is_last = row + 1 == rounds_.size();
    for (std::size_t i = 0; i < places_; ++i) {
      const bool is_right = round.after[i] == answer(i);
      const Paint paint = !is_last ? kRaisedPaint : is_right ? kGoodPaint : kBadPaint;
      drawing_.shapes.push_back(Rectangle{x_of(i) - box / 2, y - 9, box, 18, paint, kMutedPaint});
      const auto text = fmt::format("{}", round.after[i]);
      drawing_.shapes.push_back(
          Label{x_of(i), y, text, fitting_size(text, box - 2, 11), Anchor::middle, kTextPaint});
    }
  }

  static std::string passes_text(std::size_t passes) {
    return fmt::format("{} {}", passes, passes == 1 ? "pass" : "passes");
  }

  std::string caption() const {
    std::size_t right = 0;
    for (std::size_t i = 0; i < places_; ++i) right += sums_[i] == answer(i) ? 1 : 0;
    std::string text =
        fmt::format("Numbers 1 to {}: {} additions, {} of {} sums are right, {} their own number.",
                    places_, additions_, right, places_, way_ == "tree" ? "without" : "with");
    if (way_ == "tree")
      text += fmt::format(" With {} lanes and {} banks, {} reads take {}.", kBanks, kBanks,
                          requests_, passes_text(passes_));
    return text;
  }

  std::size_t places_, gap_;
  std::string way_;
  Sums sums_;
  std::vector<Round> rounds_;
  std::size_t additions_ = 0, passes_ = 0, requests_ = 0;
  Drawing drawing_;
};

Drawing draw_scan(const Values& values) { return ScanFigure(values).draw(); }

}  // namespace

constinit const Kind kScan{"scan", kScanNumbers, {}, draw_scan, kScanTexts};

}  // namespace warpscope::figures
