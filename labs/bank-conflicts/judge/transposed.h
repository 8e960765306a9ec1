// Opinions on a matrix that should be the transpose of another one.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "labs/judge/new_case.h"
#include "labs/judge/unwritten.h"

namespace warpscope::labs::bank_conflicts {

using judge::Opinion;
inline constexpr std::size_t kTileSide = 32;
/// So many elements in wrong places that fit a mistake are no accident.
inline constexpr std::size_t kEnoughMoved = 8;

/// An output matrix beside the input that it should be the transpose of. T is the type of what is
/// compared; an element has one T, or four.
template <typename T>
class Transposed {
 public:
  Transposed(const judge::Case& set, std::vector<T> out)
      : rows_(parameter<std::size_t>(set, "rows")),
        columns_(parameter<std::size_t>(set, "columns")),
        parts_(parameter<std::size_t>(set, "bytes") / sizeof(T)),
        padding_(set.parameters.contains("padding") ? parameter<std::size_t>(set, "padding") : 0),
        in_(input<T>(set, "in")),
        out_(std::move(out)) {}

  Opinion examine() const {
    Opinion opinion;
    std::size_t wrong = 0;
    for_each([&](std::size_t r, std::size_t c) {
      if (is_right(r, c) || ++wrong > 1) return;
      opinion.first_wrong = {"out", c * rows_ + r, parts_ * sizeof(T)};
      opinion.message = fmt::format(
          "out[{}], which is in[{}] (row {}, column {}), is {}, expected {}", c * rows_ + r,
          r * columns_ + c, r, c, text_of(c * rows_ + r), in_[(r * columns_ + c) * parts_]);
    });
    opinion.is_correct = wrong == 0;
    if (wrong == 0) return opinion;
    opinion.message += fmt::format("; wrong elements: {} of {}", wrong, rows_ * columns_);
    diagnose(opinion);
    return opinion;
  }

 private:
  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::size_t r = 0; r < rows_; ++r) {
      for (std::size_t c = 0; c < columns_; ++c) visit(r, c);
    }
  }

  /// Whether element `o` of the output holds element `i` of the input.
  bool holds(std::size_t o, std::size_t i) const {
    return std::equal(out_.begin() + static_cast<std::ptrdiff_t>(o * parts_),
                      out_.begin() + static_cast<std::ptrdiff_t>((o + 1) * parts_),
                      in_.begin() + static_cast<std::ptrdiff_t>(i * parts_));
  }
  bool is_right(std::size_t r, std::size_t c) const {
    return holds(c * rows_ + r, r * columns_ + c);
  }
  bool is_untouched(std::size_t r, std::size_t c) const {
    return is_never_written(out_[(c * rows_ + r) * parts_]);
  }
  // Of a double, the first half.
  static bool is_never_written(T value) {
    std::uint32_t word = 0;
    std::memcpy(&word, &value, sizeof word);
    return looks_unwritten(word, lab_protocol::kUnwrittenBesideShared);
  }
  std::string text_of(std::size_t o) const {
    const T value = out_[o * parts_];
    if (is_never_written(value)) return "never written";
    return std::isnan(value) ? "not a number" : fmt::format("{}", value);
  }

  template <typename Predicate>
  bool is_all(Predicate predicate) const {
    bool is_all = true;
    for_each([&](std::size_t r, std::size_t c) { is_all = is_all && predicate(r, c); });
    return is_all;
  }

  void diagnose(Opinion& opinion) const {
    const bool is_copied =
        is_all([&](std::size_t r, std::size_t c) { return holds(c * rows_ + r, c * rows_ + r); });
    if (is_copied) {
      opinion.finding = "row-col-swap";
      opinion.cause =
          "The output holds the input's elements in the input's order: row and column are swapped "
          "twice, or never.";
      if (rows_ <= kTileSide && columns_ <= kTileSide)
        opinion.cause +=
            " It is a single tile: they may be exchanged in its indices, tile[row][column], too.";
    } else if (is_transposed_in_blocks_only()) {
      opinion.message +=
          "; each tile of 32 x 32 lies where it belongs, but its inside is not transposed";
    } else if (is_rest_unwritten()) {
      const auto written = written_part();
      opinion.finding = "grid-too-small";
      opinion.cause = fmt::format(
          "Everything is right for the first {} rows and {} columns of in, of {} and {}, and the "
          "rest was never written: no block took it. Are both sides of the grid rounded up, and "
          "not exchanged?",
          written.rows, written.columns, rows_, columns_);
    } else if (const auto distances = two_distances_in_words(); !distances.empty()) {
      opinion.message += distances;
    } else if (has_foreign_values()) {
      opinion.message +=
          "; some values are not in the input: a part of the tile was stored that nobody had "
          "written. Is the tile shared? Do the threads load all of it: are x and y of the block in "
          "their order? Is there a barrier before it is read? Is each element read from the place "
          "to which it was written? Does the guard of the store look at row and column?";
    } else if (is_right_or_untouched()) {
      opinion.message +=
          "; all that was written is right, but some threads that have an element to store do not "
          "store it. " +
          (is_stored_by_own_rows()
               ? std::string(
                     "Of each tile only places are stored whose row and column differ by a "
                     "multiple of a constant, on one side of the diagonal: it is as if each "
                     "lane began at a row of its own, threadIdx.x, and not at that of its "
                     "warp, threadIdx.y")
               : std::string("Does a thread return or skip because it has nothing to load?"));
    } else if (is_mixed_inside_tiles()) {
      opinion.message +=
          "; each tile of 32 x 32 has elements of the right tile, in wrong places. Is one looked "
          "for "
          "where it was put, and do all of them have a place of their own?";
    }
  }

  /// Where a padded tile was written with one distance between its rows and read with another.
  std::string two_distances_in_words() const {
    const std::size_t pitch = kTileSide + padding_;
    for (const auto& [written, read] : {std::pair{pitch, kTileSide}, std::pair{kTileSide, pitch}}) {
      if (written == read || !(is_as_of(written, read, false) || is_as_of(written, read, true)))
        continue;
      return fmt::format(
          "; it is as if the rows of the tile were written {} elements apart and read {} apart, "
          "which are the same only with a padding of 0; here it is {}",
          written, read, padding_);
    }
    return {};
  }
  /// Whether each element is the one that lies in its tile where it is looked for, as far as one
  /// does. `is_put_transposed`: a row of the tile in memory is a column of the tile in the input.
  bool is_as_of(std::size_t written, std::size_t read, bool is_put_transposed) const {
    std::size_t moved = 0;
    const bool is_it = is_all([&](std::size_t r, std::size_t c) {
      const std::size_t row = r % kTileSide, column = c % kTileSide;
      const std::size_t place = is_put_transposed ? column * read + row : row * read + column;
      auto found = std::pair{place / written, place % written};
      if (is_put_transposed) std::swap(found.first, found.second);
      if (found.first >= kTileSide || found.second >= kTileSide) return true;
      const std::size_t in_row = r - row + found.first, in_column = c - column + found.second;
      if (in_row >= rows_ || in_column >= columns_) return true;
      moved += in_row != r || in_column != c;
      return holds(c * rows_ + r, in_row * columns_ + in_column);
    });
    return is_it && moved >= kEnoughMoved;
  }

  bool is_transposed_in_blocks_only() const {
    if (rows_ % kTileSide != 0 || columns_ % kTileSide != 0) return false;
    return is_all([&](std::size_t r, std::size_t c) {
      const std::size_t row = r / kTileSide * kTileSide + c % kTileSide;
      const std::size_t column = c / kTileSide * kTileSide + r % kTileSide;
      return holds(c * rows_ + r, row * columns_ + column);
    });
  }

  /// Every value comes from the tile of the input that belongs there.
  bool is_mixed_inside_tiles() const {
    std::map<std::pair<std::size_t, std::size_t>, std::set<T>> tiles;
    for_each([&](std::size_t r, std::size_t c) {
      tiles[{r / kTileSide, c / kTileSide}].insert(in_[(r * columns_ + c) * parts_]);
    });
    return is_all([&](std::size_t r, std::size_t c) {
      return tiles[{r / kTileSide, c / kTileSide}].contains(out_[(c * rows_ + r) * parts_]);
    });
  }

  struct Part {
    std::size_t rows = 0, columns = 0;
  };
  /// The smallest first rectangle of the input outside of which nothing was written.
  Part written_part() const {
    Part part;
    for_each([&](std::size_t r, std::size_t c) {
      if (is_untouched(r, c)) return;
      part = {std::max(part.rows, r + 1), std::max(part.columns, c + 1)};
    });
    return part;
  }
  /// Whether whole tiles are missing, and the others are right.
  bool is_rest_unwritten() const {
    constexpr std::size_t kSmallestTile = 8;
    const auto [rows, columns] = written_part();
    if (rows == 0 || (rows == rows_ && columns == columns_)) return false;
    if (rows != rows_ && rows % kSmallestTile != 0) return false;
    if (columns != columns_ && columns % kSmallestTile != 0) return false;
    return is_all(
        [&](std::size_t r, std::size_t c) { return r >= rows || c >= columns || is_right(r, c); });
  }
  bool is_right_or_untouched() const {
    return is_all(
        [&](std::size_t r, std::size_t c) { return is_untouched(r, c) || is_right(r, c); });
  }
  /// What is stored where a loop over a column of a tile begins at the number of the lane.
  bool is_stored_by_own_rows() const {
    for (const std::size_t step : {8, 4, 16, 2, 1, 32}) {
      const auto is_behind = [&](std::size_t from, std::size_t to) {
        return to >= from && (to - from) % step == 0;
      };
      const auto is_it = [&](bool is_exchanged) {
        return is_all([&](std::size_t r, std::size_t c) {
          const std::size_t row = r % kTileSide, column = c % kTileSide;
          const bool is_stored = is_exchanged ? is_behind(column, row) : is_behind(row, column);
          return is_stored == !is_untouched(r, c);
        });
      };
      if (is_it(false) || is_it(true)) return true;
    }
    return false;
  }
  bool has_foreign_values() const {
    std::vector<T> known = in_;  // quicker made than a set
    std::ranges::sort(known);
    return !is_all([&](std::size_t r, std::size_t c) {
      const T value = out_[(c * rows_ + r) * parts_];
      return is_never_written(value) ||
             (!std::isnan(value) && std::ranges::binary_search(known, value));
    });
  }

  std::size_t rows_, columns_, parts_, padding_;
  std::vector<T> in_, out_;
};

}  // namespace warpscope::labs::bank_conflicts
