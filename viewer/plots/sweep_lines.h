// The lines and markers of a sweep's plot.
#pragma once

#include <cstddef>
#include <vector>

#include "viewer/plots/sweep_plot.h"

namespace warpscope::viewer {

/// Calls `visit` with each side's series and their numbers.
template <class Visit>
void for_each_series(const SweepPlot& plot, Visit&& visit) {
  for (const Side side : kSides) {
    const auto* all = plot.series[index(side)];
    if (all == nullptr) continue;
    for (std::size_t i = 0; i < all->size(); ++i) visit(side, i, (*all)[i]);
  }
}

/// Calls `visit` with each side's measured curves.
template <class Visit>
void for_each_measured(const SweepPlot& plot, Visit&& visit) {
  for (const Side side : kSides) {
    for (const auto& curve : plot.measured[index(side)]) visit(side, curve);
  }
}

/// How many other programs have a colour in the plot.
std::size_t programs_beside(const SweepPlot& plot);

/// Where the plot has points or failed cases, sorted, each once.
std::vector<double> x_values(const SweepPlot& plot);

/// The greatest value in the unit of the left axis; 0 without any.
double greatest_y(const SweepPlot& plot);

// Each draws into the ImPlot plot that is begun. Points get a marker where it can be told from its
// neighbours'.

/// Student's lines above the reference's.
void draw_series(const SweepPlot& plot, const Theme& theme);
/// On the right axis, which must be set up.
void draw_measured(const SweepPlot& plot, const Theme& theme);
/// Other programs; measured ones on the right axis.
void draw_beside(const SweepPlot& plot);

}  // namespace warpscope::viewer
