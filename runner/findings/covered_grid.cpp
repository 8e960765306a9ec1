// Matrices of which a part was not written although the grid has blocks for all of it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "findings/catalogue.h"
#include "record/kernel_name.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

/// Sizes of a task that are not covered because x and y are exchanged.
constexpr int kSizesThatShowAnExchange = 2;

struct Sides {
  double across = 0, down = 0;
};

/// Of the case's matrix or picture, by the names that labs give them; nothing for other cases.
std::optional<Sides> sides_of(const record::Case& set) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kNames{
      {{"columns", "rows"}, {"width", "height"}}};
  for (const auto& [across, down] : kNames) {
    const auto x = set.parameters.find(std::string(across));
    const auto y = set.parameters.find(std::string(down));
    const bool is_body = set.parameters.contains("depth");
    if (x == set.parameters.end() || y == set.parameters.end() || is_body) continue;
    return Sides{x->second, y->second};
  }
  return std::nullopt;
}

const record::Launch* only_launch(const record::RunRecord& record, std::uint32_t case_index) {
  const record::Launch* only = nullptr;
  for (const auto& launch : record.launches) {
    if (launch.case_index != case_index) continue;
    if (only != nullptr) return nullptr;
    only = &launch;
  }
  return only;
}

/// How many columns and rows a thread of this task takes, as its right cases with the same block
/// show: a tile may have more rows than its block.
Sides elements_of_a_thread(const record::RunRecord& record, const std::string& task,
                           const record::Dim3& block) {
  Sides most{1, 1};
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    const auto& set = record.cases[i];
    if (set.task != task || set.verdict != record::Case::Verdict::correct) continue;
    const auto sides = sides_of(set);
    const auto* launch = only_launch(record, i);
    if (!sides || launch == nullptr) continue;
    if (launch->block.x != block.x || launch->block.y != block.y) continue;
    const double across = double(launch->grid.x) * block.x;
    const double down = double(launch->grid.y) * block.y;
    if (across > 0) most.across = std::max(most.across, std::ceil(sides->across / across));
    if (down > 0) most.down = std::max(most.down, std::ceil(sides->down / down));
  }
  return most;
}

/// Whether a grid has threads for all columns and rows.
bool covers(const record::Launch& launch, const Sides& of_a_thread, const Sides& sides) {
  return double(launch.grid.x) * launch.block.x * of_a_thread.across >= sides.across &&
         double(launch.grid.y) * launch.block.y * of_a_thread.down >= sides.down;
}

/// Whether a grid has as many blocks along x as the rows need, and along y as the columns: of the
/// block as it is, or of one whose x and y were exchanged along with the lengths.
bool is_made_for_the_transpose(const record::Launch& launch, const Sides& of_a_thread,
                               const Sides& sides) {
  const double x = launch.block.x * of_a_thread.across;
  const double y = launch.block.y * of_a_thread.down;
  const auto has = [&](double blocks_x, double blocks_y) {
    return launch.grid.x == blocks_x && launch.grid.y == blocks_y;
  };
  return has(std::ceil(sides.down / x), std::ceil(sides.across / y)) ||
         has(std::ceil(sides.down / y), std::ceil(sides.across / x));
}

/// Threads and blocks in a row: the kernel makes row and column out of one number, and x and y
/// cannot be exchanged.
bool has_one_direction(const record::Launch& launch) {
  return launch.grid.y == 1 && launch.block.y == 1;
}

/// One size may look so by chance. So all of the task must, and some must be far from square.
bool is_always_exchanged(const record::RunRecord& record, const std::string& task,
                         const record::Launch& like, const Sides& of_a_thread) {
  int not_square = 0;
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    const auto& set = record.cases[i];
    const auto* launch = only_launch(record, i);
    const auto sides = sides_of(set);
    if (set.task != task || launch == nullptr || !sides) continue;
    if (launch->block.x != like.block.x || launch->block.y != like.block.y) return false;
    if (!is_made_for_the_transpose(*launch, of_a_thread, *sides)) return false;
    if (!covers(*launch, of_a_thread, *sides)) ++not_square;
  }
  return not_square >= kSizesThatShowAnExchange;
}

}  // namespace

void refine_small_grid(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    if (!is_of_last_elements(finding.id) || !finding.case_index ||
        *finding.case_index >= record.cases.size()) {
      continue;
    }
    const auto& set = record.cases[*finding.case_index];
    const auto sides = sides_of(set);
    const auto* launch = only_launch(record, *finding.case_index);
    if (!sides || launch == nullptr || has_one_direction(*launch)) continue;
    const auto of_a_thread = elements_of_a_thread(record, set.task, launch->block);
    const bool is_large_enough = covers(*launch, of_a_thread, *sides);
    if (!is_large_enough && !is_always_exchanged(record, set.task, *launch, of_a_thread)) continue;
    give_words(finding, "row-col-swap");
    const auto what = fmt::format(
        "{} was launched with {} x {} blocks of {} x {} threads for {:.0f} columns and {:.0f} rows",
        record::short_kernel_name(launch->kernel), launch->grid.x, launch->grid.y, launch->block.x,
        launch->block.y, sides->across, sides->down);
    if (is_large_enough) {
      finding.where.reset();
      finding.title = "A part of the matrix is taken by no thread";
      finding.cause = what + ", which are enough, and yet a part was not written.";
      finding.hint =
          "Look in the kernel: is the row or the column computed from the block's other index, or "
          "compared with the other length?";
    } else {
      finding.title = "x and y of the grid are exchanged";
      finding.cause = what + ": blocks enough along x for the rows, and along y for the columns.";
      finding.hint =
          "x runs along a row: the grid's x counts blocks of columns, its y blocks of rows.";
    }
  }
}

}  // namespace warpscope::runner
