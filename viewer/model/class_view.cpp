#include "viewer/model/class_view.h"

#include <fmt/format.h>

#include "runner/grading/class_results.h"

namespace warpscope::viewer {

ClassView load_class_view(const std::filesystem::path& folder) {
  const auto results = runner::load_class(folder);
  ClassView view;
  view.statistics = runner::statistics_of(results);
  view.most_points = runner::most_points(results);
  view.heading = fmt::format("{}: {} of {} submissions graded", results.lab, view.statistics.graded,
                             results.rows.size());
  if (view.statistics.graded > 0) {
    double sum = 0;
    for (const auto& check : view.statistics.checks) sum += check.mean_points;
    view.heading += fmt::format("; mean {:.1f} of {:g} points", sum, view.most_points);
  }
  return view;
}

std::string share_text(std::size_t part, std::size_t whole) {
  if (whole == 0) return "0";
  return fmt::format("{} of {} ({:.0f} %)", part, whole,
                     100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

}  // namespace warpscope::viewer
