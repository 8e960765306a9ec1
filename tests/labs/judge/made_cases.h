#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runner/data_lab/find_judge.h"

namespace warpscope::judge {

/// This build's judge of a lab; null when the lab has none.
inline std::unique_ptr<Judge> find_judge(const std::string& lab) {
  return runner::find_judge(WARPSCOPE_SOURCE_DIR "/labs/" + lab,
                            WARPSCOPE_BINARY_DIR "/lib/judges");
}

/// A lab's cases for this seed. They hold all inputs, so a test program makes them once.
inline const std::vector<Case>& made_cases(const std::string& lab, std::uint64_t seed) {
  static std::map<std::pair<std::string, std::uint64_t>, std::vector<Case>> made;
  const auto [place, is_new] = made.try_emplace({lab, seed});
  if (is_new) place->second = find_judge(lab)->cases(seed);
  return place->second;
}

}  // namespace warpscope::judge
