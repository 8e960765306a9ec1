// How a class did: the distribution of the points, and what most submissions had wrong.
#pragma once

#include <string>
#include <vector>

#include "runner/grading/class_results.h"

namespace warpscope::runner {

struct ClassStatistics {
  /// Submissions with at least `from` and less than `to` points; the last one holds the most points
  /// too.
  struct Bin {
    double from = 0, to = 0;
    std::size_t submissions = 0;
  };
  /// In how many submissions a finding shows up, however often.
  struct FindingCount {
    std::string id, title;
    std::size_t submissions = 0;
  };
  struct CheckMean {
    std::string id, title;
    double mean_points = 0, max_points = 0;
  };
  std::size_t graded = 0;
  std::vector<Bin> bins;               ///< ten of them
  std::vector<FindingCount> findings;  ///< most frequent first
  std::vector<CheckMean> checks;       ///< in the lab's order
};

/// Of the submissions that were graded; failures of Warpscope do not count.
ClassStatistics statistics_of(const ClassResults& results);

/// CSV with the columns kind (points, finding, check), name, title, value, of.
std::string statistics_csv(const ClassStatistics& statistics);

/// A page that needs nothing else: the distribution as a bar chart, findings and checks as tables.
std::string statistics_html(const ClassResults& results, const ClassStatistics& statistics);

}  // namespace warpscope::runner
