#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "labs/judge/judge.h"

namespace warpscope::judge {

/// A lab's cases for this seed. They hold all inputs, so a test program makes them once.
inline const std::vector<Case>& made_cases(const std::string& lab, std::uint64_t seed) {
  static std::map<std::pair<std::string, std::uint64_t>, std::vector<Case>> made;
  const auto [place, is_new] = made.try_emplace({lab, seed});
  if (is_new) place->second = find_judge(lab)->cases(seed);
  return place->second;
}

}  // namespace warpscope::judge
