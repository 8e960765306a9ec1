#include "presentation/figures/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warpscope::figures {
namespace {

constexpr double kMarginOfValues = 0.04;

/// 1, 2 or 5 times a power of ten: the least that makes `span` at most `most` steps.
double round_step(double span, int most) {
  const double wanted = span / std::max(most, 1);
  const double power = std::pow(10.0, std::floor(std::log10(wanted)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= wanted * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

}  // namespace

Axis::Axis(std::vector<double> values, const Range& range) : range_(range) {
  std::ranges::sort(values);
  const auto twins = std::ranges::unique(values);
  values.erase(twins.begin(), twins.end());
  lowest_ = values.front();
  highest_ = values.back();
  is_logarithmic_ = range.may_be_logarithmic && values.size() >= 3 && lowest_ > 0 &&
                    highest_ / lowest_ >= range.far;
  if (is_logarithmic_) return;
  if (range.holds_zero) lowest_ = std::min(lowest_, 0.0);
  if (highest_ <= lowest_) highest_ = lowest_ + 1;
  const double margin = (highest_ - lowest_) * kMarginOfValues;
  highest_ += margin;
  if (!range.holds_zero) lowest_ -= margin;
}

float Axis::at(double value) const {
  const double share = is_logarithmic_ ? std::log(value / lowest_) / std::log(highest_ / lowest_)
                                       : (value - lowest_) / (highest_ - lowest_);
  return range_.begin + (range_.end - range_.begin) * static_cast<float>(share);
}

std::vector<double> Axis::ticks(int most) const {
  std::vector<double> ticks;
  if (is_logarithmic_) {
    // Powers of two where that is few, else of four, eight, …
    const double doublings = std::log2(highest_ / lowest_);
    const double step = std::max(1.0, std::ceil(doublings / most));
    const double first = std::ceil(std::log2(lowest_) - 1e-9);
    for (double power = first; std::exp2(power) <= highest_ * (1 + 1e-9); power += step)
      ticks.push_back(std::exp2(power));
    return ticks;
  }
  const double step = round_step(highest_ - lowest_, most);
  for (double i = std::ceil(lowest_ / step - 1e-9); i * step <= highest_; ++i)
    ticks.push_back(i * step + 0.0);
  return ticks;
}

std::string tick_text(double value) {
  if (std::abs(value) >= 1e6) return fmt::format("{:.3g} M", value / 1e6);
  if (value == std::round(value) && std::abs(value) < 1e5) return fmt::format("{:.0f}", value);
  if (std::abs(value) >= 1e4) return fmt::format("{:.3g} k", value / 1e3);
  return fmt::format("{:.4g}", value);
}

}  // namespace warpscope::figures
