// How the steps of a graph are shared out to streams, so that what needs not wait for each other
// runs side by side.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace warpscope::cudart {

struct Branches {
  std::vector<std::size_t> of_step;  ///< the branch of each step; 0: the stream of the launch
  std::vector<std::size_t> ends;     ///< by branch: its last step
};

/// `before`: of each step the steps that it comes directly after, all of them earlier ones. A step
/// goes on a branch whose last step it comes after, else on one of its own. Of a graph of very many
/// steps all are on one branch, and beyond a number of branches steps share them.
Branches branches_of(std::span<const std::vector<std::size_t>> before);

}  // namespace warpscope::cudart
