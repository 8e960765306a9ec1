#include "runner/data_lab/data_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "labs/judge/array_of.h"
#include "labs/judge/number_order.h"
#include "runner/data_lab/comparison.h"
#include "runner/data_lab/driver_text.h"
#include "runner/data_lab/generators.h"
#include "runner/data_lab/with_type.h"

namespace warpscope::runner {
namespace {

/// Of all arrays of a case together.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;

std::uint64_t count_of(const DataArgument& argument, const Sizes& sizes) {
  const auto count = evaluate(argument.count, sizes);
  if (count < 0) throw std::runtime_error(argument.name + " would have fewer than no elements.");
  if (static_cast<std::uint64_t>(count) > kMostBytes) {
    throw std::runtime_error(argument.name + " would have more than 2^30 elements.");
  }
  return static_cast<std::uint64_t>(count);
}

/// A number of its own for each argument of each case: no array is like another one.
std::uint64_t seed_of(std::uint64_t seed, std::uint64_t number) {
  // One step of splitmix64, which makes unlike numbers of like ones.
  std::uint64_t x = seed + (number + 1) * 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

/// Throws where the type cannot hold the number that the sizes give.
std::int64_t number_of(const DataArgument& argument, const Sizes& sizes) {
  Generator number;
  number.kind = Generator::Kind::constant;
  const auto value = evaluate(argument.value, sizes);
  number.first = static_cast<double>(value);
  generate(number, argument.type, 1, 0);
  return value;
}

/// Puts the numbers of one field into elements that have `step` of them.
judge::Array with_field(const judge::Array& array, std::size_t field, std::size_t step,
                        const judge::Array& numbers) {
  return with_type(array.type(), [&]<typename T>(T) {
    auto values = array.as<T>();
    const auto of_field = numbers.as<T>();
    for (std::size_t i = 0; i < of_field.size(); ++i) values[i * step + field] = of_field[i];
    return labs::array_of(values);
  });
}

judge::Array input_of(const DataArgument& argument, std::uint64_t count, std::uint64_t seed) {
  auto array = generate(argument.generator, argument.type, count * argument.numbers(), seed);
  for (std::size_t field = 0; field < argument.fields.size(); ++field) {
    const auto& generator = argument.fields[field].generator;
    if (!generator) continue;
    const auto numbers = generate(*generator, argument.type, count, seed_of(seed, field));
    array = with_field(array, field, argument.fields.size(), numbers);
  }
  return array;
}

judge::Case make_case(const DataTask& task, const DataCase& item, std::uint64_t seed) {
  judge::Case set;
  set.name = task.name + "/" + item.name;
  set.task = task.name;
  set.sweep = item.sweep;
  set.sweep_x = item.sweep_x;
  set.parameters = item.sizes;
  std::uint64_t bytes = 0;
  std::uint64_t number = 0;
  for (const auto& argument : task.arguments) {
    const auto own_seed = seed_of(seed, number++);
    if (!argument.is_array()) {
      if (argument.value.empty()) {
        set.inputs[argument.name] = generate(argument.generator, argument.type, 1, own_seed);
      } else {
        set.parameters[argument.name] = number_of(argument, item.sizes);
      }
      continue;
    }
    const auto count = count_of(argument, item.sizes);
    const auto of_array = count * argument.numbers() * lab_protocol::size_bytes(argument.type);
    bytes += (argument.goes_in() ? of_array : 0) + (argument.comes_out() ? of_array : 0);
    if (bytes > kMostBytes) throw std::runtime_error("its arrays would take more than 1 GiB.");
    if (argument.goes_in()) {
      set.inputs[argument.name] = input_of(argument, count, own_seed);
      if (argument.is_read_sparsely) set.sparsely_read_inputs.insert(argument.name);
    }
    if (argument.comes_out()) set.outputs[argument.name] = {argument.type, count};
  }
  set.useful_bytes = bytes;
  if (!task.useful_bytes.empty()) {
    set.useful_bytes = static_cast<std::uint64_t>(
        std::max<std::int64_t>(evaluate(task.useful_bytes, item.sizes), 0));
  }
  return set;
}

bool has_stand_in(const DataArgument& argument, std::size_t number) {
  if (argument.fields.empty()) return argument.has_stand_in;
  return argument.fields[number % argument.fields.size()].has_stand_in;
}

/// Others in place of numbers that are fractions (Inputs::fractions), in no order that shows; they
/// lie between those.
judge::StandIn stand_in_of(const DataArgument& argument, const judge::Array& input,
                           std::uint64_t seed) {
  constexpr int kBits = 24;
  constexpr double kPerOne = 8192, kLowest = -1024;
  const labs::NumberOrder order(kBits, seed);
  auto values = input.as<float>();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!has_stand_in(argument, i)) continue;
    const auto number = static_cast<std::uint32_t>((values[i] - kLowest) * kPerOne);
    values[i] = static_cast<float>((order(number) + 0.5) / kPerOne + kLowest);
  }
  return {labs::array_of(values), judge::MatchBy::lone_words};
}

std::string_view as_text(const judge::Array& array) {
  return {reinterpret_cast<const char*>(array.bytes().data()), array.bytes().size()};
}

}  // namespace

std::string question_key(const judge::Case& set) {
  auto key = set.name;
  for (const auto& [name, array] : set.inputs)
    key += fmt::format(" {} {:x}", name, std::hash<std::string_view>()(as_text(array)));
  return key;
}

std::vector<judge::Case> DataJudge::made(std::vector<DataCase> DataTask::*which,
                                         std::uint64_t seed) const {
  std::vector<judge::Case> all;
  for (const auto& task : lab_.tasks) {
    for (const auto& item : task.*which) {
      try {
        all.push_back(make_case(task, item, seed_of(seed, all.size())));
      } catch (const std::runtime_error& error) {
        throw std::runtime_error(
            fmt::format("{}: {}/{}: {}", kDataJudge, task.name, item.name, error.what()));
      }
    }
  }
  return all;
}

std::vector<judge::Case> DataJudge::cases(std::uint64_t seed) const {
  return made(&DataTask::cases, seed);
}

judge::Measured DataJudge::measured(std::uint64_t seed) const {
  return {made(&DataTask::measured, seed), lab_.data_scale};
}

std::map<std::string, judge::StandIn> DataJudge::stand_ins(const judge::Case& set,
                                                           std::uint64_t seed) const {
  std::map<std::string, judge::StandIn> found;
  std::uint64_t number = 0;
  for (const auto& argument : task_of(set).arguments) {
    const auto own_seed = seed_of(seed, number++);
    const bool is_asked =
        argument.has_stand_in || std::ranges::any_of(argument.fields, &DataField::has_stand_in);
    if (!is_asked) continue;
    const auto& input = set.inputs.at(argument.name);
    if (input.count() / argument.numbers() < 2) continue;
    found[argument.name] = stand_in_of(argument, input, own_seed);
  }
  return found;
}

std::vector<judge::Case> DataJudge::questions(const std::vector<judge::Case>& cases) const {
  std::vector<judge::Case> questions;
  const auto ask = [&](judge::Case set) {
    const auto& task = task_of(set);
    if (!task.answer.empty()) set.task = answer_task(task);
    for (const auto& argument : task.arguments)
      if (argument.comes_out()) set.outputs[argument.name].type = argument.answer_type;
    questions.push_back(std::move(set));
  };
  for (const auto& set : cases) {
    auto plain = set;
    const auto stand_ins = std::exchange(plain.stand_ins, {});
    if (stand_ins.empty()) {
      ask(std::move(plain));
      continue;
    }
    auto shown = plain;
    for (const auto& [name, stand_in] : stand_ins) shown.inputs[name] = stand_in.array;
    ask(std::move(plain));
    ask(std::move(shown));
  }
  return questions;
}

void DataJudge::take_answers(const std::vector<judge::Case>& questions, Answers answers) {
  for (const auto& set : questions) {
    const auto found = answers.find(question_key(set));
    if (found == answers.end()) {
      throw std::runtime_error("The reference gives no answer to " + set.name + ".");
    }
    for (const auto& [name, array] : found->second) {
      if (!has_nan(array)) continue;
      throw std::runtime_error(fmt::format(
          "The reference's {} of {} holds a NaN, which nothing can equal.", name, set.name));
    }
  }
  answers_ = std::move(answers);
}

judge::Opinion DataJudge::examine(const judge::Case& set,
                                  const std::map<std::string, judge::Array>& outputs) const {
  judge::Opinion opinion;
  opinion.is_correct = true;
  const auto& answer = answers_.at(question_key(set));
  for (const auto& argument : task_of(set).arguments) {
    if (!argument.comes_out()) continue;
    const auto before = set.inputs.find(argument.name);
    opinion = opinion_on_array(
        argument, {outputs.at(argument.name), answer.at(argument.name),
                   before == set.inputs.end() ? nullptr : &before->second, set.parameters});
    if (!opinion.is_correct) break;
  }
  return opinion;
}

const DataTask& DataJudge::task_of(const judge::Case& set) const {
  return *std::ranges::find(lab_.tasks, set.task, &DataTask::name);
}

judge::Opinion AnswerKeeper::examine(const judge::Case& set,
                                     const std::map<std::string, judge::Array>& outputs) const {
  const std::scoped_lock lock(mutex_);
  answers_[question_key(set)] = outputs;
  judge::Opinion opinion;
  opinion.is_correct = true;
  return opinion;
}

Answers AnswerKeeper::take() {
  const std::scoped_lock lock(mutex_);
  return std::move(answers_);
}

}  // namespace warpscope::runner
