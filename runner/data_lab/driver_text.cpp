#include "runner/data_lab/driver_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpscope::runner {
namespace {

/// Of an element: "float", "Particle".
std::string element_type(const DataArgument& argument) {
  return argument.structure.empty() ? std::string(written_type(argument.type)) : argument.structure;
}

/// "const float*", "int"; `element`: what an array is of.
std::string parameter_type(const DataArgument& argument, const std::string& element) {
  if (!argument.is_array()) return element;
  return fmt::format("{}{}*", argument.kind == DataArgument::Kind::in ? "const " : "", element);
}

/// Of the student's function.
std::string parameters(const DataTask& task) {
  std::vector<std::string> list;
  for (const auto& argument : task.arguments) {
    list.push_back(
        fmt::format("{} {}", parameter_type(argument, element_type(argument)), argument.name));
  }
  return fmt::format("{}", fmt::join(list, ", "));
}

/// Of an element as the function of the host has it.
std::string answer_element(const DataArgument& argument) {
  if (argument.answer_type == argument.type) return element_type(argument);
  return std::string(written_type(argument.answer_type));
}

std::string answer_parameters(const DataTask& task) {
  std::vector<std::string> list;
  for (const auto& argument : task.arguments) {
    list.push_back(
        fmt::format("{} {}", parameter_type(argument, answer_element(argument)), argument.name));
  }
  return fmt::format("{}", fmt::join(list, ", "));
}

/// What the task's arrays are, in words of its sizes.
std::string array_comment(const DataTask& task) {
  std::string text;
  for (const auto& argument : task.arguments) {
    if (!argument.is_array()) continue;
    text += fmt::format("/// {}: {} memory, {} elements{}.\n", argument.name,
                        argument.is_on_host ? "host" : "device", argument.count,
                        argument.kind == DataArgument::Kind::in ? "" : ", written");
  }
  return text;
}

/// The structures that a task's arrays are of, but those that the text has.
std::string structures(const DataTask& task, const std::string& text) {
  std::string result;
  for (const auto& argument : task.arguments) {
    const auto begin = fmt::format("\nstruct {} {{\n", argument.structure);
    if (argument.structure.empty() || (text + result).find(begin) != std::string::npos) continue;
    result += begin;
    for (const auto& field : argument.fields)
      result += fmt::format("  {} {};\n", written_type(argument.type), field.name);
    result += "};\n";
  }
  return result;
}

/// Names of the driver's own that cannot meet the arguments'.
std::string local(const DataArgument& argument) { return "argument_" + argument.name; }

std::string scalar(const DataArgument& argument) {
  const auto type = written_type(argument.type);
  if (!argument.value.empty()) {
    return fmt::format("  const auto {} = static_cast<{}>(call.parameter(\"{}\"));\n",
                       local(argument), type, argument.name);
  }
  return fmt::format("  const auto {} = call.input<{}>(\"{}\")[0];\n", local(argument), type,
                     argument.name);
}

/// The elements of an input, as the function takes them, in host memory.
std::string input_span(const DataArgument& argument) {
  if (argument.structure.empty())
    return fmt::format("call.input<{}>(\"{}\")", written_type(argument.type), argument.name);
  return fmt::format("elements_of<{}, {}>(call, \"{}\")", argument.structure,
                     written_type(argument.type), argument.name);
}

std::string call_of(const DataTask& task, const std::string& function) {
  std::vector<std::string> list;
  for (const auto& argument : task.arguments) {
    list.push_back(local(argument) + (argument.is_array() ? ".data()" : ""));
  }
  return fmt::format("::{}({})", function, fmt::join(list, ", "));
}

/// An array in host memory that the student's function gets.
std::string host_array(const DataArgument& argument) {
  using Kind = DataArgument::Kind;
  if (argument.kind == Kind::in)
    return fmt::format("  const auto {} = {};\n", local(argument), input_span(argument));
  auto text = fmt::format("  const auto {} = call.output<{}>(\"{}\");\n", local(argument),
                          written_type(argument.type), argument.name);
  if (argument.kind == Kind::inout)
    text += fmt::format("  std::ranges::copy({}, {}.begin());\n", input_span(argument),
                        local(argument));
  return text;
}

std::string run_function(const DataTask& task) {
  auto text = fmt::format("void run_{}(Call& call) {{\n", task.name);
  std::string results;
  for (const auto& argument : task.arguments) {
    const auto type = written_type(argument.type);
    if (!argument.is_array()) {
      text += scalar(argument);
    } else if (argument.is_on_host) {
      text += host_array(argument);
    } else if (argument.goes_in()) {
      text += fmt::format("  DeviceArray<{}> {}({});\n", element_type(argument), local(argument),
                          input_span(argument));
    } else {
      text += fmt::format("  DeviceArray<{}> {}(call.output<{}>(\"{}\").size());\n", type,
                          local(argument), type, argument.name);
    }
    if (argument.comes_out() && !argument.is_on_host) {
      results += fmt::format("  {}.copy_to(call.output<{}>(\"{}\"));\n", local(argument), type,
                             argument.name);
    }
  }
  text += fmt::format("  call.measure([&] {{ {}; }});\n", call_of(task, task.name));
  return text + "  check(cudaDeviceSynchronize());\n" + results + "}\n\n";
}

/// The driver's name for the function of the host: with a header, a function that answers_text()
/// has calls it.
std::string answer_symbol(const DataLab& lab, const DataTask& task) {
  return lab.answers.empty() ? task.answer : "warpscope_answer_" + task.name;
}

std::string answer_function(const DataLab& lab, const DataTask& task) {
  const auto symbol = answer_symbol(lab, task);
  auto text = fmt::format(
      "void answer_{0}(Call& call) {{\n  if ({1} == nullptr) {{\n"
      "    throw std::runtime_error(\"reference.cu does not define void {1}({2}).\");\n  }}\n",
      task.name, symbol, answer_parameters(task));
  std::string results;
  for (const auto& argument : task.arguments) {
    const auto type = answer_element(argument);
    if (!argument.is_array()) {
      text += scalar(argument);
    } else if (argument.goes_in()) {
      text += fmt::format("  const auto input_{} = {};\n", argument.name, input_span(argument));
      text += fmt::format("  std::vector<{0}> {1}(input_{2}.begin(), input_{2}.end());\n", type,
                          local(argument), argument.name);
    } else {
      text += fmt::format("  std::vector<{0}> {1}(call.output<{0}>(\"{2}\").size());\n", type,
                          local(argument), argument.name);
    }
    if (argument.comes_out()) {
      results += fmt::format(
          "  std::copy({0}.begin(), {0}.end(), call.output<{1}>(\"{2}\")"
          ".begin());\n",
          local(argument), type, argument.name);
    }
  }
  return text + "  " + call_of(task, symbol) + ";\n" + results + "}\n\n";
}

/// Numbers of an input as the structures that they are.
constexpr const char* kElementsOf =
    "template <typename Element, typename Number>\n"
    "std::span<const Element> elements_of(const Call& call, const char* name) {\n"
    "  const auto numbers = call.input<Number>(name);\n"
    "  return {reinterpret_cast<const Element*>(numbers.data()),\n"
    "          numbers.size_bytes() / sizeof(Element)};\n"
    "}\n\n";

/// That the exercise's structures have the fields that the text says, and nothing else.
std::string structure_checks(const DataTask& task) {
  std::string text;
  for (const auto& argument : task.arguments) {
    if (argument.structure.empty()) continue;
    text += fmt::format("static_assert(sizeof({}) == {} * sizeof({}));\n", argument.structure,
                        argument.fields.size(), written_type(argument.type));
  }
  return text;
}

template <typename Excludes>
std::vector<std::string> tasks_without(const DataLab& lab, Excludes excludes) {
  std::vector<std::string> names;
  for (const auto& task : lab.tasks)
    if (std::ranges::none_of(task.arguments, excludes)) names.push_back(task.name);
  return names;
}

}  // namespace

std::map<std::string, std::string> made_sources(const DataLab& lab) {
  return {{"exercise.h", header_text(lab)}, {"driver.cu", driver_text(lab)}};
}

std::vector<std::string> driver_copies(const DataLab& lab) {
  return tasks_without(lab, [](const DataArgument& argument) {
    return argument.comes_out() && argument.is_on_host;
  });
}

std::vector<std::string> driver_uploads(const DataLab& lab) {
  return tasks_without(lab, [](const DataArgument& argument) { return argument.is_on_host; });
}

std::string answer_task(const DataTask& task) { return "answer of " + task.name; }

std::string header_text(const DataLab& lab) {
  std::string text =
      "// The functions of this lab. You write them; the driver calls them.\n#pragma once\n\n"
      "#include <cstdint>\n\n#include \"kernels/grid/ceil_div.cuh\"\n"
      "#include \"labs/driver/check.h\"\n\nusing warpscope::driver::check;\n"
      "using warpscope::grid::ceil_div;\n";
  for (const auto& task : lab.tasks) {
    text += structures(task, text);
    text += fmt::format("\n{}void {}({});\n", array_comment(task), task.name, parameters(task));
  }
  return text;
}

std::string driver_text(const DataLab& lab) {
  std::string text =
      "#include <algorithm>\n#include <array>\n#include <span>\n#include <stdexcept>\n"
      "#include <vector>\n\n#include \"exercise.h\"\n#include \"labs/driver/driver.h\"\n\n";
  std::string functions;
  std::string checks;
  std::vector<std::string> rows;
  for (const auto& task : lab.tasks) {
    checks += structure_checks(task);
    functions += run_function(task);
    rows.push_back(fmt::format("Entry{{\"{0}\", run_{0}}}", task.name));
    if (task.answer.empty()) continue;
    text += fmt::format("void {}({}) __attribute__((weak));\n", answer_symbol(lab, task),
                        answer_parameters(task));
    functions += answer_function(lab, task);
    rows.push_back(fmt::format("Entry{{\"{}\", answer_{}}}", answer_task(task), task.name));
  }
  return text +
         "\nnamespace {\n\nusing warpscope::driver::Call;\n"
         "using warpscope::driver::DeviceArray;\n\n" +
         (checks.empty() ? "" : checks + "\n" + kElementsOf) + functions +
         "}  // namespace\n\nint main() {\n"
         "  using Entry = std::pair<std::string_view, warpscope::driver::Task>;\n" +
         fmt::format("  constexpr std::array tasks{{{}}};\n", fmt::join(rows, ", ")) +
         "  return warpscope::driver::serve(tasks);\n}\n";
}

std::string answers_text(const DataLab& lab) {
  auto text = fmt::format("#include \"exercise.h\"\n#include \"{}\"\n", lab.answers);
  for (const auto& task : lab.tasks) {
    std::vector<std::string> names;
    for (const auto& argument : task.arguments) names.push_back(argument.name);
    // The driver knows the student's function, too, and never calls it here.
    text += fmt::format("\nvoid {}({}) {{}}\n", task.name, parameters(task));
    text += fmt::format("void {}({}) {{ {}({}); }}\n", answer_symbol(lab, task),
                        answer_parameters(task), task.answer, fmt::join(names, ", "));
  }
  return text;
}

}  // namespace warpscope::runner
