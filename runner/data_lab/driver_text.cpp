#include "runner/data_lab/driver_text.h"

#include <fmt/format.h>

#include <vector>

namespace warpscope::runner {
namespace {

/// "const float*", "int".
std::string parameter_type(const DataArgument& argument) {
  const auto type = written_type(argument.type);
  if (!argument.is_array()) return std::string(type);
  return fmt::format("{}{}*", argument.kind == DataArgument::Kind::in ? "const " : "", type);
}

std::string parameters(const DataTask& task) {
  std::vector<std::string> list;
  for (const auto& argument : task.arguments) {
    list.push_back(fmt::format("{} {}", parameter_type(argument), argument.name));
  }
  return fmt::format("{}", fmt::join(list, ", "));
}

/// What the task's arrays are, in words of its sizes.
std::string array_comment(const DataTask& task) {
  std::string text;
  for (const auto& argument : task.arguments) {
    if (!argument.is_array()) continue;
    text += fmt::format("/// {}: device memory, {} elements{}.\n", argument.name, argument.count,
                        argument.kind == DataArgument::Kind::in ? "" : ", written");
  }
  return text;
}

/// Names of the driver's own that cannot meet the arguments'.
std::string local(const DataArgument& argument) { return "argument_" + argument.name; }

std::string scalar(const DataArgument& argument) {
  return fmt::format("  const auto {} = call.input<{}>(\"{}\")[0];\n", local(argument),
                     written_type(argument.type), argument.name);
}

std::string call_of(const DataTask& task, const std::string& function) {
  std::vector<std::string> list;
  for (const auto& argument : task.arguments) {
    list.push_back(local(argument) + (argument.is_array() ? ".data()" : ""));
  }
  return fmt::format("::{}({})", function, fmt::join(list, ", "));
}

std::string run_function(const DataTask& task) {
  auto text = fmt::format("void run_{}(Call& call) {{\n", task.name);
  std::string results;
  for (const auto& argument : task.arguments) {
    const auto type = written_type(argument.type);
    if (!argument.is_array()) {
      text += scalar(argument);
    } else if (argument.goes_in()) {
      text += fmt::format("  DeviceArray<{}> {}(call.input<{}>(\"{}\"));\n", type, local(argument),
                          type, argument.name);
    } else {
      text += fmt::format("  DeviceArray<{}> {}(call.output<{}>(\"{}\").size());\n", type,
                          local(argument), type, argument.name);
    }
    if (argument.comes_out()) {
      results += fmt::format("  {}.copy_to(call.output<{}>(\"{}\"));\n", local(argument), type,
                             argument.name);
    }
  }
  text += fmt::format("  call.measure([&] {{ {}; }});\n", call_of(task, task.name));
  return text + "  check(cudaDeviceSynchronize());\n" + results + "}\n\n";
}

std::string answer_function(const DataTask& task) {
  auto text = fmt::format(
      "void answer_{0}(Call& call) {{\n  if ({1} == nullptr) {{\n"
      "    throw std::runtime_error(\"reference.cu does not define void {1}({2}).\");\n  }}\n",
      task.name, task.answer, parameters(task));
  std::string results;
  for (const auto& argument : task.arguments) {
    const auto type = written_type(argument.type);
    if (!argument.is_array()) {
      text += scalar(argument);
    } else if (argument.goes_in()) {
      text +=
          fmt::format("  const auto input_{0} = call.input<{1}>(\"{0}\");\n", argument.name, type);
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
  return text + "  " + call_of(task, task.answer) + ";\n" + results + "}\n\n";
}

}  // namespace

std::string answer_task(const DataTask& task) { return "answer of " + task.name; }

std::string header_text(const DataLab& lab) {
  std::string text =
      "// The functions of this lab. You write them; the driver calls them.\n#pragma once\n\n"
      "#include <cstdint>\n\n#include \"kernels/grid/ceil_div.cuh\"\n"
      "#include \"labs/driver/check.h\"\n\nusing warpscope::driver::check;\n"
      "using warpscope::grid::ceil_div;\n";
  for (const auto& task : lab.tasks) {
    text += fmt::format("\n{}void {}({});\n", array_comment(task), task.name, parameters(task));
  }
  return text;
}

std::string driver_text(const DataLab& lab) {
  std::string text =
      "#include <algorithm>\n#include <array>\n#include <stdexcept>\n#include <vector>\n\n"
      "#include \"exercise.h\"\n#include \"labs/driver/driver.h\"\n\n";
  std::string functions;
  std::vector<std::string> rows;
  for (const auto& task : lab.tasks) {
    functions += run_function(task);
    rows.push_back(fmt::format("Entry{{\"{0}\", run_{0}}}", task.name));
    if (task.answer.empty()) continue;
    text += fmt::format("void {}({}) __attribute__((weak));\n", task.answer, parameters(task));
    functions += answer_function(task);
    rows.push_back(fmt::format("Entry{{\"{}\", answer_{}}}", answer_task(task), task.name));
  }
  return text +
         "\nnamespace {\n\nusing warpscope::driver::Call;\n"
         "using warpscope::driver::DeviceArray;\n\n" +
         functions +
         "}  // namespace\n\nint main() {\n"
         "  using Entry = std::pair<std::string_view, warpscope::driver::Task>;\n" +
         fmt::format("  constexpr std::array tasks{{{}}};\n", fmt::join(rows, ", ")) +
         "  return warpscope::driver::serve(tasks);\n}\n";
}

}  // namespace warpscope::runner
