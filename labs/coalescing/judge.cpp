// Cases and answers of the coalescing lab.
#include "labs/judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "labs/coalescing/judge/range.h"
#include "labs/judge/awkward_sizes.h"
#include "labs/judge/inputs.h"
#include "labs/judge/new_case.h"
#include "labs/judge/number_order.h"
#include "labs/judge/value_opinion.h"

namespace warpscope::labs {
namespace {

using judge::Array;
using judge::Case;
using judge::Opinion;
using Numbers = Inputs<Distinct24>;

constexpr std::array kFieldsSwept{1, 2, 3, 4, 8, 16, 32};
constexpr std::array kOffsetsSwept{0, 1, 4, 8, 17};
constexpr int kSweptElements = 1 << 20;
// One more than a power of two: arrays that follow each other without padding then begin off a
// line.
constexpr int kManyParticles = (1 << 14) + 1;

constexpr int kFieldsOfSmallCases = 5, kOffsetOfSmallCases = 3;
constexpr int kFloatsPerParticle = 8;
constexpr int kVelocity = 3, kMass = 6;    // indices of vx, which vy and vz follow, and of mass
constexpr std::uint64_t kFewestShown = 2;  // particles

Case scale_records_case(Numbers& numbers, const std::string& label, int records, int fields) {
  const auto elements = static_cast<std::size_t>(records) * static_cast<std::size_t>(fields);
  const float factor = 1.0F + static_cast<float>(numbers.remainder(997) + 1) / 1024.0F;
  return NewCase("scale_records", label)
      .parameter("records", records)
      .parameter("fields", fields)
      .input<float>("factor", {factor})
      .input("in", numbers.fractions(elements))
      .output<float>("out", elements)
      .useful_bytes(2 * sizeof(float) * elements);
}

Case add_one_case(Numbers& numbers, const std::string& label, int offset, int count) {
  return NewCase("add_one", label)
      .parameter("offset", offset)
      .parameter("count", count)
      .input("data", numbers.fractions(offset + count))
      .output<float>("data", offset + count)
      .useful_bytes(2 * sizeof(float) * static_cast<std::size_t>(count));
}

Case kinetic_energy_case(Numbers& numbers, int count) {
  const auto particles = static_cast<std::size_t>(count);
  std::vector<float> fields = numbers.fractions(particles * kFloatsPerParticle);
  for (std::size_t i = 0; i < particles; ++i) {
    float& mass = fields[i * kFloatsPerParticle + kMass];
    mass = std::abs(mass) + 1.0F;
  }
  return NewCase("kinetic_energy", count)
      .parameter("count", count)
      .input("particles", fields)
      .output<float>("energy", count)
      .useful_bytes((4 + 1) * sizeof(float) * particles);  // vx, vy, vz and mass in, energy out
}

/// Other velocities of the same particles, which lie between the numbers that inputs have. Masses
/// stay, so that a host may as well halve them.
judge::StandIn other_velocities(const Array& particles, std::uint64_t seed) {
  auto fields = particles.as<float>();
  const NumberOrder order(24, seed);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto field = static_cast<int>(i % kFloatsPerParticle);
    if (field < kVelocity || field >= kVelocity + 3) continue;
    const auto number = static_cast<std::uint32_t>((fields[i] + 1024.0F) * 8192.0F);
    fields[i] = static_cast<float>((order(number) + 0.5) / 8192.0 - 1024.0);
  }
  return {array_of(fields), judge::MatchBy::lone_words};
}

Opinion examine_scale_records(const Case& set, const std::vector<float>& out) {
  auto answer = input<float>(set, "in");
  const float factor = input<float>(set, "factor").front();
  for (float& value : answer) value *= factor;
  const auto fields = parameter<std::size_t>(set, "fields");
  const auto records = parameter<std::size_t>(set, "records");
  Opinion opinion =
      opinion_on_values("out", out, answer, {.place = [&](std::size_t i) {
                          return fmt::format(" (record {}, field {})", i / fields, i % fields);
                        }});
  bool is_transposed = !opinion.is_correct && records > 1 && fields > 1;
  // Element (record, field) taken from where a table of `fields` rows would keep it.
  for (std::size_t i = 0; i < out.size() && is_transposed; ++i)
    is_transposed = out[i] == answer[i % fields * records + i / fields];
  if (is_transposed) {
    opinion.finding = "row-col-swap";
    opinion.cause =
        "Every element holds the value of another place: records and fields are swapped "
        "in the index.";
  }
  return opinion;
}

Opinion examine_kinetic_energy(const Case& set, const std::vector<float>& energy) {
  const auto fields = input<float>(set, "particles");
  const auto answer = [&](std::size_t particle) {
    const float* p = &fields[particle * kFloatsPerParticle];
    double speed_squared = 0;
    for (int axis = 0; axis < 3; ++axis) {
      speed_squared += static_cast<double>(p[kVelocity + axis]) * p[kVelocity + axis];
    }
    return 0.5 * p[kMass] * speed_squared;
  };
  // A sum of squares has no cancellation: six roundings of 2^-24 each at most, in any order.
  constexpr double kTolerance = 6.0 / (1 << 24);
  std::vector<Element> elements(energy.size());
  for (std::size_t i = 0; i < energy.size(); ++i) {
    const double expected = answer(i);
    const bool is_right = std::abs(energy[i] - expected) <= kTolerance * expected;
    elements[i] = is_right                     ? Element::right
                  : looks_unwritten(energy[i]) ? Element::untouched
                                               : Element::wrong;
  }
  return opinion_on({.elements = elements, .name = "energy", .output = "energy"},
                    [&](std::size_t i) {
                      return fmt::format("energy[{}] is {}, expected {:.9g}", i,
                                         coalescing::value_text(energy[i]), answer(i));
                    });
}

void add_record_sizes(std::vector<Case>& all, Numbers& numbers, int elements) {
  for (const int fields : kFieldsSwept)
    all.push_back(in_sweep(
        scale_records_case(numbers, fmt::format("fields-{}", fields), elements / fields, fields),
        "record-size", fields));
}

void add_offsets(std::vector<Case>& all, Numbers& numbers, int elements) {
  for (const int offset : kOffsetsSwept)
    all.push_back(
        in_sweep(add_one_case(numbers, fmt::format("offset-{}", offset), offset, elements),
                 "offset", offset));
}

class CoalescingJudge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    Numbers numbers(seed);
    std::vector<Case> all;
    for (const int size : kAwkwardSizes)
      all.push_back(scale_records_case(numbers, std::to_string(size), size, kFieldsOfSmallCases));
    add_record_sizes(all, numbers, kSweptElements);
    for (const int size : kAwkwardSizes)
      all.push_back(add_one_case(numbers, std::to_string(size), kOffsetOfSmallCases, size));
    add_offsets(all, numbers, kSweptElements);
    for (const int size : kAwkwardSizes) all.push_back(kinetic_energy_case(numbers, size));
    all.push_back(kinetic_energy_case(numbers, kManyParticles));
    return all;
  }

  judge::Measured measured(std::uint64_t seed) const override {
    Numbers numbers(seed);
    std::vector<Case> all;
    add_record_sizes(all, numbers, judge::kH200Scale * kSweptElements);
    add_offsets(all, numbers, judge::kH200Scale * kSweptElements);
    return measured_of(std::move(all));
  }

  std::map<std::string, judge::StandIn> stand_ins(const Case& set,
                                                  std::uint64_t seed) const override {
    if (set.task != "kinetic_energy" || set.outputs.at("energy").count < kFewestShown) return {};
    return {{"particles", other_velocities(set.inputs.at("particles"), seed)}};
  }

  Opinion examine(const Case& set, const Outputs& outputs) const override {
    if (set.task == "scale_records")
      return examine_scale_records(set, output<float>(outputs, "out"));
    if (set.task == "add_one")
      return coalescing::examine_add_one(set, output<float>(outputs, "data"));
    return examine_kinetic_energy(set, output<float>(outputs, "energy"));
  }
};

}  // namespace
}  // namespace warpscope::labs

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::CoalescingJudge>();
}
