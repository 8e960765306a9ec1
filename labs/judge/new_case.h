// A case of a lab, said in one expression: NewCase("sum", 33).input("in",
// values).output<float>("out", 1).useful_bytes(4 * 33). And what an examination takes out of one.
#pragma once

#include <concepts>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "labs/judge/array_of.h"
#include "labs/judge/judge.h"

namespace warpscope::labs {

using Outputs = std::map<std::string, judge::Array>;

class NewCase {
 public:
  /// "TASK/LABEL".
  NewCase(std::string_view task, std::string_view label) {
    set_.task = task;
    set_.name = set_.task + "/" + std::string(label);
  }
  NewCase(std::string_view task, std::integral auto label) : NewCase(task, std::to_string(label)) {}

  NewCase& parameter(const std::string& name, std::integral auto value) {
    set_.parameters[name] = static_cast<std::int64_t>(value);
    return *this;
  }
  template <typename T>
  NewCase& input(const std::string& name, const std::vector<T>& values) {
    set_.inputs[name] = array_of(values);
    return *this;
  }
  template <typename T>
  NewCase& output(const std::string& name, std::integral auto count) {
    set_.outputs[name] = {lab_protocol::ElementTypeOf<T>::value, static_cast<std::uint64_t>(count)};
    return *this;
  }
  NewCase& useful_bytes(std::integral auto bytes) {
    set_.useful_bytes = static_cast<std::uint64_t>(bytes);
    return *this;
  }
  NewCase& sweep(const std::string& id, double x) {
    set_.sweep = id;
    set_.sweep_x = x;
    return *this;
  }
  NewCase& schedule(std::uint32_t order) {
    set_.schedule = order;
    return *this;
  }
  operator judge::Case() { return std::move(set_); }

 private:
  judge::Case set_;
};

inline judge::Case in_sweep(judge::Case set, const std::string& id, double x) {
  set.sweep = id;
  set.sweep_x = x;
  return set;
}

template <typename T>
std::vector<T> input(const judge::Case& set, const std::string& name) {
  return set.inputs.at(name).as<T>();
}
template <typename T>
std::vector<T> output(const Outputs& outputs, const std::string& name) {
  return outputs.at(name).as<T>();
}
template <typename T = int>
T parameter(const judge::Case& set, const std::string& name) {
  return static_cast<T>(set.parameters.at(name));
}

/// Sweeps that are measured with `scale` times the data of the lab's own cases.
inline judge::Measured measured_of(std::vector<judge::Case> cases, int scale = judge::kH200Scale) {
  judge::Measured measured{std::move(cases), {}};
  for (const auto& set : measured.cases) measured.data_scale[set.sweep] = scale;
  return measured;
}

}  // namespace warpscope::labs
