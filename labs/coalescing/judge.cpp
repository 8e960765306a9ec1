// Cases and answers of the coalescing lab.
#include "labs/judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "labs/judge/array_of.h"
#include "labs/judge/awkward_sizes.h"
#include "labs/judge/error_pattern.h"
#include "labs/judge/number_order.h"
#include "labs/judge/unwritten.h"

namespace warpscope::labs {
namespace {

using judge::Array;
using judge::Case;
using judge::ElementType;
using judge::Opinion;

constexpr std::array kFieldsSwept{1, 2, 3, 4, 8, 16, 32};
constexpr std::array kOffsetsSwept{0, 1, 4, 8, 17};
constexpr int kSweptElements = 1 << 20;
// One more than a power of two: arrays that follow each other without padding then begin off a
// line.
constexpr int kManyParticles = (1 << 14) + 1;

constexpr int kFieldsOfSmallCases = 5;
constexpr int kOffsetOfSmallCases = 3;
constexpr int kFloatsPerParticle = 8;
constexpr int kVelocity = 3;  // index of vx in a particle; vy and vz follow
constexpr int kMass = 6;
constexpr std::uint64_t kFewestShown = 2;  // particles

/// Numbers 0 … 2^24 - 1 in an order that depends on the seed, each once: distinct inputs show a
/// wrong index that equal ones would hide.
class DistinctNumbers {
 public:
  explicit DistinctNumbers(std::uint64_t seed)
      : offset_(static_cast<std::uint32_t>(seed * 0x9E3779B97F4A7C15U >> 40)) {}
  std::uint32_t next() {
    // Odd factors and shifts are one-to-one on 24 bits.
    std::uint32_t x = (position_++ + offset_) & kMask;
    x = (x * 0xB5297A4DU) & kMask;
    x ^= x >> 11;
    x = (x * 0x68E31DA5U) & kMask;
    return x ^ x >> 13;
  }
  /// Distinct multiples of 2^-13 in [-1024, 1024), exact in float, also after adding 1.
  std::vector<float> floats(std::size_t count) {
    std::vector<float> values(count);
    std::ranges::generate(values,
                          [this] { return static_cast<float>(next()) / 8192.0F - 1024.0F; });
    return values;
  }

 private:
  static constexpr std::uint32_t kMask = (1U << 24) - 1;
  std::uint32_t offset_;
  std::uint32_t position_ = 0;
};

std::map<std::string, judge::ArrayShape> one_output(const std::string& name, std::size_t count) {
  return {{name, {ElementType::f32, count}}};
}

Case scale_records_case(DistinctNumbers& numbers, const std::string& label, int records,
                        int fields) {
  const auto elements = static_cast<std::size_t>(records) * static_cast<std::size_t>(fields);
  Case set;
  set.name = "scale_records/" + label;
  set.task = "scale_records";
  set.parameters = {{"records", records}, {"fields", fields}};
  set.inputs["factor"] =
      array_of<float>({1.0F + static_cast<float>(numbers.next() % 997 + 1) / 1024.0F});
  set.inputs["in"] = array_of(numbers.floats(elements));
  set.outputs = one_output("out", elements);
  set.useful_bytes = 2 * sizeof(float) * elements;
  return set;
}

Case add_one_case(DistinctNumbers& numbers, const std::string& label, int offset, int count) {
  const auto elements = static_cast<std::size_t>(offset + count);
  Case set;
  set.name = "add_one/" + label;
  set.task = "add_one";
  set.parameters = {{"offset", offset}, {"count", count}};
  set.inputs["data"] = array_of(numbers.floats(elements));
  set.outputs = one_output("data", elements);
  set.useful_bytes = 2 * sizeof(float) * static_cast<std::size_t>(count);
  return set;
}

Case kinetic_energy_case(DistinctNumbers& numbers, int count) {
  const auto particles = static_cast<std::size_t>(count);
  std::vector<float> fields = numbers.floats(particles * kFloatsPerParticle);
  for (std::size_t i = 0; i < particles; ++i) {
    float& mass = fields[i * kFloatsPerParticle + kMass];
    mass = std::abs(mass) + 1.0F;
  }
  Case set;
  set.name = "kinetic_energy/" + std::to_string(count);
  set.task = "kinetic_energy";
  set.parameters = {{"count", count}};
  set.inputs["particles"] = array_of(fields);
  set.outputs = one_output("energy", particles);
  set.useful_bytes = (4 + 1) * sizeof(float) * particles;  // vx, vy, vz and mass in, energy out
  return set;
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
  return {array_of(fields), judge::StandIn::Known::word_by_word};
}

std::string value_text(float value) {
  return looks_unwritten(value) ? "never written" : fmt::format("{}", value);
}

Opinion examine_scale_records(const Case& set, const std::vector<float>& out) {
  const auto in = set.inputs.at("in").as<float>();
  const float factor = set.inputs.at("factor").as<float>().front();
  const auto fields = static_cast<std::size_t>(set.parameters.at("fields"));
  const auto records = static_cast<std::size_t>(set.parameters.at("records"));
  const auto answer = [&](std::size_t i) { return in[i] * factor; };

  std::vector<Element> elements(out.size());
  bool is_transposed = records > 1 && fields > 1;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const bool is_right = out[i] == answer(i);
    elements[i] = is_right                  ? Element::right
                  : looks_unwritten(out[i]) ? Element::untouched
                                            : Element::wrong;
    // Element (record, field) taken from where a table of `fields` rows would keep it.
    is_transposed = is_transposed && out[i] == answer(i % fields * records + i / fields);
  }
  Opinion opinion =
      opinion_on({.elements = elements, .name = "out", .output = "out"}, [&](std::size_t i) {
        return fmt::format("out[{}] (record {}, field {}) is {}, expected {}", i, i / fields,
                           i % fields, value_text(out[i]), answer(i));
      });
  if (!opinion.is_correct && is_transposed) {
    opinion.finding = "row-col-swap";
    opinion.cause =
        "Every element holds the value of another place: records and fields are swapped "
        "in the index.";
  }
  return opinion;
}

/// True when a first part of the range was increased by 1 more than once and the rest never: every
/// block worked on the elements of block 0.
bool is_first_block_repeated(std::span<const float> before, std::span<const float> after) {
  std::size_t changed = 0;
  bool is_repeated = false;
  while (changed < after.size() && after[changed] != before[changed]) {
    const float increase = after[changed] - before[changed];
    // Adding 1 thousands of times rounds away low bits of the fraction.
    const bool is_whole = std::abs(increase - std::round(increase)) < 0.01F;
    if (!is_whole || increase < 0.5F) return false;
    is_repeated = is_repeated || increase > 1.5F;
    ++changed;
  }
  return is_repeated && changed < after.size() &&
         std::ranges::equal(after.subspan(changed), before.subspan(changed));
}

/// Something before the range was changed: besides it, or instead of its end?
Opinion opinion_on_early_write(std::span<const float> data, std::span<const float> before,
                               std::size_t offset, std::size_t first) {
  Opinion opinion;
  opinion.message = fmt::format(
      "data[{}] lies before the range, which begins at data[{}], and was changed from {} to {}",
      first, offset, before[first], value_text(data[first]));
  const auto is_increased = [&](std::size_t i) { return data[i] == before[i] + 1.0F; };
  const std::size_t count = data.size() - offset;
  const std::size_t end = first + count;
  bool is_range_right = true;
  bool is_shifted = true;
  for (std::size_t i = first; i < data.size(); ++i) {
    if (i >= offset) is_range_right = is_range_right && is_increased(i);
    is_shifted = is_shifted && (i < end ? is_increased(i) : data[i] == before[i]);
  }
  if (is_range_right) {
    opinion.finding = "missing-lower-guard";
    opinion.cause = fmt::format(
        "The range is right, but elements before it were changed too, from data[{}] on; it begins "
        "at data[{}].",
        first, offset);
  } else if (is_shifted) {
    opinion.finding = "range-too-early";
    opinion.cause = fmt::format(
        "data[{}] to data[{}] were increased: as many elements as should be, but {} too early. The "
        "range begins at data[{}].",
        first, end - 1, offset - first, offset);
  }
  return opinion;
}

/// " (…)" where it can be told what was done instead of adding 1.
std::string times_added(float before, float after) {
  if (after == before) return " (nothing was added)";
  if (after == before + 1.0F + 1.0F) return " (1 was added twice)";
  return {};
}

Opinion examine_add_one(const Case& set, const std::vector<float>& data) {
  const auto before = set.inputs.at("data").as<float>();
  const auto offset = static_cast<std::size_t>(set.parameters.at("offset"));
  const auto first_changed =
      static_cast<std::size_t>(std::ranges::mismatch(data, before).in1 - data.begin());
  if (first_changed < offset) return opinion_on_early_write(data, before, offset, first_changed);
  const auto range = std::span(data).subspan(offset);
  const auto original = std::span(before).subspan(offset);
  std::vector<Element> elements(range.size());
  for (std::size_t i = 0; i < range.size(); ++i) {
    elements[i] = range[i] == original[i] + 1.0F ? Element::right
                  : range[i] == original[i]      ? Element::untouched
                                                 : Element::wrong;
  }
  Opinion opinion = opinion_on(
      {.elements = elements, .name = "the range", .first = offset, .output = "data"},
      [&](std::size_t i) {
        return fmt::format("data[{}], {} after the beginning of the range, is {}, expected {}{}",
                           offset + i, i, value_text(range[i]), original[i] + 1.0F,
                           times_added(original[i], range[i]));
      });
  if (!opinion.is_correct && is_first_block_repeated(original, range)) {
    opinion.finding = "local-for-global-index";
    opinion.cause =
        "The first elements were increased more than once and the others never: every "
        "block computed the same indices, from threadIdx alone.";
  }
  return opinion;
}

Opinion examine_kinetic_energy(const Case& set, const std::vector<float>& energy) {
  const auto fields = set.inputs.at("particles").as<float>();
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
                                         value_text(energy[i]), answer(i));
                    });
}

void add_record_sizes(std::vector<Case>& all, DistinctNumbers& numbers, int elements) {
  for (const int fields : kFieldsSwept) {
    all.push_back(
        scale_records_case(numbers, fmt::format("fields-{}", fields), elements / fields, fields));
    all.back().sweep = "record-size";
    all.back().sweep_x = fields;
  }
}

void add_offsets(std::vector<Case>& all, DistinctNumbers& numbers, int elements) {
  for (const int offset : kOffsetsSwept) {
    all.push_back(add_one_case(numbers, fmt::format("offset-{}", offset), offset, elements));
    all.back().sweep = "offset";
    all.back().sweep_x = offset;
  }
}

class CoalescingJudge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    DistinctNumbers numbers(seed);
    std::vector<Case> all;
    for (const int size : kAwkwardSizes) {
      all.push_back(scale_records_case(numbers, std::to_string(size), size, kFieldsOfSmallCases));
    }
    add_record_sizes(all, numbers, kSweptElements);
    for (const int size : kAwkwardSizes) {
      all.push_back(add_one_case(numbers, std::to_string(size), kOffsetOfSmallCases, size));
    }
    add_offsets(all, numbers, kSweptElements);
    for (const int size : kAwkwardSizes) all.push_back(kinetic_energy_case(numbers, size));
    all.push_back(kinetic_energy_case(numbers, kManyParticles));
    return all;
  }

  judge::Measured measured(std::uint64_t seed) const override {
    DistinctNumbers numbers(seed);
    judge::Measured measured;
    add_record_sizes(measured.cases, numbers, judge::kH200Scale * kSweptElements);
    add_offsets(measured.cases, numbers, judge::kH200Scale * kSweptElements);
    for (const Case& set : measured.cases) measured.data_scale[set.sweep] = judge::kH200Scale;
    return measured;
  }

  std::map<std::string, judge::StandIn> stand_ins(const Case& set,
                                                  std::uint64_t seed) const override {
    if (set.task != "kinetic_energy" || set.outputs.at("energy").count < kFewestShown) return {};
    return {{"particles", other_velocities(set.inputs.at("particles"), seed)}};
  }

  Opinion examine(const Case& set, const std::map<std::string, Array>& outputs) const override {
    if (set.task == "scale_records") {
      return examine_scale_records(set, outputs.at("out").as<float>());
    }
    if (set.task == "add_one") return examine_add_one(set, outputs.at("data").as<float>());
    return examine_kinetic_energy(set, outputs.at("energy").as<float>());
  }
};

}  // namespace
}  // namespace warpscope::labs

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::CoalescingJudge>();
}
