// An axis of a chart: where a value lies, and which values are written at it.
#pragma once

#include <string>
#include <vector>

namespace warpscope::figures {

class Axis {
 public:
  /// From `begin` to `end`, the place of the axis on the drawing. Of any values; at least one.
  /// Distances are ratios where `may_be_logarithmic` and all values are above 0 and far apart
  /// (three or more over a factor of `far`). Else the axis holds 0 where `holds_zero`.
  struct Range {
    float begin = 0, end = 0;
    bool may_be_logarithmic = false;
    double far = 8;
    bool holds_zero = false;
  };
  Axis(std::vector<double> values, const Range& range);

  float at(double value) const;
  /// At most about `most` of them, at round values.
  std::vector<double> ticks(int most) const;
  bool is_logarithmic() const { return is_logarithmic_; }

 private:
  Range range_;
  double lowest_ = 0, highest_ = 1;
  bool is_logarithmic_ = false;
};

/// "0.25", "65536", "2.5 M": short enough for an axis.
std::string tick_text(double value);

}  // namespace warpscope::figures
