// Cases and answers of the template lab.
#include "labs/judge/judge.h"

#include <memory>
#include <vector>

#include "labs/judge/awkward_sizes.h"
#include "labs/judge/inputs.h"
#include "labs/judge/new_case.h"
#include "labs/judge/value_opinion.h"

namespace warpscope::labs {
namespace {

constexpr int kLarge = 1 << 16;

/// Each input comes once. A product is rounded in one way only, so answers are equal or wrong.
judge::Case triple_case(Inputs<Distinct24>& numbers, int count) {
  const auto in = numbers.words_as<float>(count);
  return NewCase("triple", count)
      .input("in", in)
      .output<float>("out", count)
      .useful_bytes(2 * sizeof(float) * in.size());
}

class TemplateJudge final : public judge::Judge {
 public:
  std::vector<judge::Case> cases(std::uint64_t seed) const override {
    Inputs<Distinct24> numbers(seed);
    std::vector<judge::Case> all;
    for (const int size : kAwkwardSizes) all.push_back(triple_case(numbers, size));
    all.push_back(triple_case(numbers, kLarge));
    return all;
  }

  judge::Opinion examine(const judge::Case& set, const Outputs& outputs) const override {
    auto answer = input<float>(set, "in");
    for (float& value : answer) value *= 3;
    return opinion_on_values("out", output<float>(outputs, "out"), answer);
  }
};

}  // namespace
}  // namespace warpscope::labs

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::TemplateJudge>();
}
