#include "runner/origin/stand_ins.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

namespace warpscope::runner {
namespace {

using judge::Array;
using judge::Case;

/// A copy of less than that may well be the same by chance.
constexpr std::size_t kFewestBytes = 128;

/// No neighbour of the seed: whoever finds it out by its data does not know the other one.
std::uint64_t other_seed(std::uint64_t seed) {
  seed += 0x9E3779B97F4A7C15U;
  seed = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9U;
  seed = (seed ^ seed >> 27) * 0x94D049BB133111EBU;
  return seed ^ seed >> 31;
}

bool is_same(std::span<const std::byte> one, std::span<const std::byte> other) {
  return std::ranges::equal(one, other);
}

bool can_stand_in(const Array& shown, const Array& input) {
  return shown.type() == input.type() && shown.bytes().size() == input.bytes().size() &&
         input.bytes().size() >= kFewestBytes && !is_same(shown.bytes(), input.bytes());
}

/// Uploads must be told from each other.
bool are_different(const std::map<std::string, judge::StandIn>& stand_ins) {
  for (auto one = stand_ins.begin(); one != stand_ins.end(); ++one) {
    for (auto other = std::next(one); other != stand_ins.end(); ++other) {
      if (is_same(one->second.array.bytes(), other->second.array.bytes())) return false;
    }
  }
  return true;
}

/// Of the same case under another seed, whose arrays are given away.
std::map<std::string, judge::StandIn> whole_stand_ins(const Case& set, Case other) {
  std::map<std::string, judge::StandIn> found;
  if (other.name != set.name) return found;
  for (const auto& [name, input] : set.inputs) {
    const auto shown = other.inputs.find(name);
    if (shown != other.inputs.end() && can_stand_in(shown->second, input))
      found[name] = {std::move(shown->second)};
  }
  return found;
}

}  // namespace

void add_stand_ins(const judge::Judge& judge, std::uint64_t seed,
                   const std::vector<std::string>& driver_uploads, std::vector<Case>& cases) {
  const auto shown_seed = other_seed(seed);
  auto others = driver_uploads.empty() ? std::vector<Case>() : judge.cases(shown_seed);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    auto& set = cases[i];
    const bool is_uploaded = std::ranges::find(driver_uploads, set.task) != driver_uploads.end();
    auto found = is_uploaded && i < others.size() ? whole_stand_ins(set, std::move(others[i]))
                                                  : judge.stand_ins(set, shown_seed);
    if (are_different(found)) set.stand_ins = std::move(found);
  }
}

std::vector<device::ExchangedInput> exchanged_inputs(const judge::Case& set) {
  std::vector<device::ExchangedInput> inputs;
  for (const auto& [name, stand_in] : set.stand_ins) {
    inputs.push_back({stand_in.array.bytes(), set.inputs.at(name).bytes(), stand_in.match_by});
  }
  return inputs;
}

}  // namespace warpscope::runner
