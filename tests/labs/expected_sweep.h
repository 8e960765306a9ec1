// What a lab promises of a curve that it draws, for the lab's own tests.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace warpscope::labs {

struct ExpectedSweep {
  std::string lab, sweep, metric;
  std::set<std::string> tasks;
  std::vector<double> xs;  ///< at least these, of each task
};

/// Fails the test that calls it unless the graded reference has a case of each task at each of
/// `xs`, with this metric in its sweep, and a real GPU was measured at as many points.
void expect_sweep(const ExpectedSweep& expected);

/// first, first + 1, … last.
std::vector<double> from_to(int first, int last);

}  // namespace warpscope::labs
