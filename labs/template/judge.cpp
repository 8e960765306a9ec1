// Cases and answers of the template lab.
#include "labs/judge/judge.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "labs/judge/array_of.h"
#include "labs/judge/error_pattern.h"
#include "labs/judge/unwritten.h"

namespace warpscope::labs {
namespace {

using judge::Array;
using judge::Case;
using judge::ElementType;
using judge::Opinion;

constexpr std::array kSizesOfTriple{0, 1, 31, 32, 33, 1023, 1025, 1 << 16};

/// Whole numbers below 2^20, each once and in an order that depends on the seed; three times one is
/// exact in float.
std::vector<float> inputs_of_triple(std::size_t count, std::uint64_t seed) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    // An odd factor is one-to-one on 20 bits.
    values[i] = static_cast<float>((i * 0x9E3779B1U + seed * 0x85EBCA6BU) & 0xFFFFFU);
  }
  return values;
}

class TemplateJudge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    std::vector<Case> all;
    for (const int size : kSizesOfTriple) {
      const auto count = static_cast<std::size_t>(size);
      const auto in = inputs_of_triple(count, seed);
      Case set;
      set.name = "triple/" + std::to_string(size);
      set.task = "triple";
      set.inputs["in"] = array_of(in);
      set.outputs["out"] = {ElementType::f32, count};
      set.useful_bytes = 2 * sizeof(float) * count;
      all.push_back(std::move(set));
    }
    return all;
  }

  Opinion examine(const Case& set, const std::map<std::string, Array>& outputs) const override {
    const auto in = set.inputs.at("in").as<float>();
    const auto out = outputs.at("out").as<float>();
    std::vector<float> answer(in.size());
    std::ranges::transform(in, answer.begin(), [](float value) { return 3 * value; });
    const auto elements = elements_of(out, answer);
    return opinion_on({.elements = elements, .name = "out", .output = "out"}, [&](std::size_t i) {
      return "out[" + std::to_string(i) + "] is " +
             (elements[i] == Element::untouched ? "never written" : std::to_string(out[i])) +
             ", expected " + std::to_string(answer[i]);
    });
  }
};

}  // namespace
}  // namespace warpscope::labs

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::TemplateJudge>();
}
