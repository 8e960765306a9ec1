// What stop() was told of the two calls that fail.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <regex>
#include <string>
#include <utility>

#include "labs/judge/new_case.h"

namespace warpscope::labs::know_your_gpu {

/// "cudaSetDevice(-1): cudaErrorInvalidDevice" of "exercise.cu:12: cudaSetDevice(-1): …", and the
/// line; nothing when the text is of another form.
inline std::optional<std::pair<int, std::string>> place_and_rest(const judge::Array& output) {
  const auto bytes = output.as<std::uint8_t>();
  const std::string text(bytes.begin(), std::ranges::find(bytes, std::uint8_t{0}));
  static const std::regex form("[^:]*\\.cu:([0-9]{1,6})(: .*)");
  std::smatch match;
  if (!std::regex_match(text, match, form)) return std::nullopt;
  return std::pair(std::stoi(match[1]), match[2].str());
}

inline judge::Opinion examine_failures(const Outputs& outputs) {
  const auto first = place_and_rest(outputs.at("set_device"));
  const auto second = place_and_rest(outputs.at("copy"));
  judge::Opinion opinion;
  if (!first || !second) {
    opinion.message = fmt::format("stop() was not called with the file's name by {}",
                                  first ? "fail_in_copy" : "fail_in_set_device");
  } else if (output<std::int32_t>(outputs, "calls").front() > 1) {
    opinion.message = "CUDA_CHECK made the call in fail_in_copy twice: keep its error";
  } else if (first->second.find("cudaErrorInvalidDevice") == std::string::npos) {
    opinion.message = "fail_in_set_device: stop() was told another error than cudaSetDevice gave";
  } else if (second->second.find("cudaErrorInvalidValue") == std::string::npos) {
    opinion.message = "fail_in_copy: stop() was told another error than cudaMemcpy gave";
  } else if (first->second.find("cudaSetDevice") == std::string::npos) {
    opinion.message = "stop() was not told which call failed";
  } else if (first->first == second->first || first->first < 1) {
    opinion.message = "The two calls are on different lines, and stop() was told the same line";
  } else {
    opinion.is_correct = true;
  }
  return opinion;
}

}  // namespace warpscope::labs::know_your_gpu
