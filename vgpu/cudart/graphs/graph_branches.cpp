#include "vgpu/cudart/graphs/graph_branches.h"

#include <algorithm>

namespace warpscope::cudart {
namespace {

/// What a step comes after is looked up in a table of the square of this.
constexpr std::size_t kMostSteps = 4000;
/// Each has a stream of its own.
constexpr std::size_t kMostBranches = 128;

class Sharing {
 public:
  explicit Sharing(std::span<const std::vector<std::size_t>> before) : before_(before) {}

  Branches result() {
    for (std::size_t step = 0; step < before_.size(); ++step) {
      note_earlier(step);
      const std::size_t branch = branch_for(step);
      result_.of_step.push_back(branch);
      if (branch == result_.ends.size()) result_.ends.push_back(step);
      result_.ends[branch] = step;
    }
    return std::move(result_);
  }

 private:
  void note_earlier(std::size_t step) {
    std::vector<bool> earlier(step);
    for (const std::size_t each : before_[step]) {
      earlier[each] = true;
      for (std::size_t other = 0; other < each; ++other)
        if (earlier_[each][other]) earlier[other] = true;
    }
    earlier_.push_back(std::move(earlier));
  }

  std::size_t branch_for(std::size_t step) const {
    const auto& ends = result_.ends;
    for (const std::size_t each : before_[step]) {
      const std::size_t branch = result_.of_step[each];
      if (ends[branch] == each) return branch;
    }
    const auto is_over = [&](std::size_t end) { return bool{earlier_[step][end]}; };
    const auto free = static_cast<std::size_t>(std::ranges::find_if(ends, is_over) - ends.begin());
    return free < kMostBranches ? free : step % kMostBranches;
  }

  std::span<const std::vector<std::size_t>> before_;
  std::vector<std::vector<bool>> earlier_;  ///< of each step the steps that it comes after
  Branches result_;
};

}  // namespace

Branches branches_of(std::span<const std::vector<std::size_t>> before) {
  if (before.empty()) return {};
  if (before.size() > kMostSteps)
    return {std::vector<std::size_t>(before.size()), {before.size() - 1}};
  return Sharing(before).result();
}

}  // namespace warpscope::cudart
