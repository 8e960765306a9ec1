#include "runner/data_lab/data_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

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

judge::Array scalar_of(const DataArgument& argument, const Sizes& sizes, std::uint64_t seed) {
  if (argument.value.empty()) return generate(argument.generator, argument.type, 1, seed);
  Generator size;
  size.kind = Generator::Kind::constant;
  size.first = static_cast<double>(evaluate(argument.value, sizes));
  return generate(size, argument.type, 1, seed);
}

judge::Case make_case(const DataTask& task, const DataCase& item, std::uint64_t seed) {
  judge::Case set;
  set.name = task.name + "/" + item.name;
  set.task = task.name;
  set.sweep = item.sweep;
  set.sweep_x = item.sweep_x;
  std::uint64_t bytes = 0;
  std::uint64_t number = 0;
  for (const auto& argument : task.arguments) {
    const auto own_seed = seed_of(seed, number++);
    if (!argument.is_array()) {
      set.inputs[argument.name] = scalar_of(argument, item.sizes, own_seed);
      continue;
    }
    const auto count = count_of(argument, item.sizes);
    const auto of_array = count * lab_protocol::size_bytes(argument.type);
    bytes += (argument.goes_in() ? of_array : 0) + (argument.comes_out() ? of_array : 0);
    if (bytes > kMostBytes) throw std::runtime_error("its arrays would take more than 1 GiB.");
    if (argument.goes_in()) {
      set.inputs[argument.name] = generate(argument.generator, argument.type, count, own_seed);
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

}  // namespace

std::vector<judge::Case> DataJudge::cases(std::uint64_t seed) const {
  std::vector<judge::Case> all;
  for (const auto& task : lab_.tasks) {
    for (const auto& item : task.cases) {
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

std::vector<judge::Case> DataJudge::questions(std::vector<judge::Case> cases) const {
  for (auto& set : cases) {
    if (const auto& task = task_of(set); !task.answer.empty()) set.task = answer_task(task);
  }
  return cases;
}

void DataJudge::take_answers(const std::vector<judge::Case>& cases, Answers answers) {
  for (const auto& set : cases) {
    const auto found = answers.find(set.name);
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
  for (const auto& argument : task_of(set).arguments) {
    if (!argument.comes_out()) continue;
    const auto before = set.inputs.find(argument.name);
    opinion = opinion_on_array(argument,
                               {outputs.at(argument.name), answers_.at(set.name).at(argument.name),
                                before == set.inputs.end() ? nullptr : &before->second});
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
  answers_[set.name] = outputs;
  judge::Opinion opinion;
  opinion.is_correct = true;
  return opinion;
}

Answers AnswerKeeper::take() {
  const std::scoped_lock lock(mutex_);
  return std::move(answers_);
}

}  // namespace warpscope::runner
