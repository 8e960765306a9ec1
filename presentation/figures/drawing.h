// A figure as shapes and words, before anybody draws it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace warpscope::figures {

/// What a colour says; palette.h has the colours.
struct Paint {
  enum class Role : std::uint8_t {
    none,
    text,
    muted,
    border,
    raised,
    wasted,
    good,
    bad,
    lane,
    series
  };
  Role role = Role::none;
  std::uint8_t lane = 0;  ///< 0…31 with Role::lane, 0…5 with Role::series
  bool operator==(const Paint&) const = default;
};

inline constexpr Paint kNoPaint{};
inline constexpr Paint kTextPaint{Paint::Role::text};
inline constexpr Paint kMutedPaint{Paint::Role::muted};
inline constexpr Paint kBorderPaint{Paint::Role::border};
inline constexpr Paint kRaisedPaint{Paint::Role::raised};
inline constexpr Paint kWastedPaint{Paint::Role::wasted};
inline constexpr Paint kGoodPaint{Paint::Role::good};
inline constexpr Paint kBadPaint{Paint::Role::bad};
/// Lanes of a warp have a hue each; neighbours look alike.
constexpr Paint lane_paint(std::uint32_t lane) {
  return {Paint::Role::lane, static_cast<std::uint8_t>(lane % 32)};
}

/// Lines of a chart: strong colours that are told apart.
inline constexpr std::uint32_t kSeriesPaints = 6;
constexpr Paint series_paint(std::uint32_t series) {
  return {Paint::Role::series, static_cast<std::uint8_t>(series % kSeriesPaints)};
}

enum class Anchor : std::uint8_t { begin, middle, end };

struct Rectangle {
  float x = 0, y = 0, width = 0, height = 0;
  Paint fill;
  Paint outline = kNoPaint;
};

/// A line of text; x is its begin, middle or end, y the middle of its height.
struct Label {
  float x = 0, y = 0;
  std::string text;
  float size = 12;  ///< of the font
  Anchor anchor = Anchor::begin;
  Paint paint = kTextPaint;
  bool is_code = false;
};

/// A line through two points or more.
struct Polyline {
  std::vector<std::array<float, 2>> points;  ///< x and y
  Paint paint;
  float thickness = 2;
};

struct Dot {
  float x = 0, y = 0, radius = 3;
  Paint fill;
  Paint outline = kNoPaint;
};

using Shape = std::variant<Rectangle, Label, Polyline, Dot>;

/// All lengths in one unit, which a back end scales; the origin is the upper left corner. Later
/// shapes lie above earlier ones.
struct Drawing {
  float width = 720, height = 0;
  std::vector<Shape> shapes;
  std::string caption;  ///< the numbers of the figure in a sentence
};

/// The size at which `text` fits into `width`: `wanted` or less.
float fitting_size(const std::string& text, float width, float wanted);

}  // namespace warpscope::figures
