// The parser against what nvcc makes of the programs in cuda/.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "nvcc_samples.h"
#include "statement_count.h"
#include "vgpu/ptx/module.h"

namespace warpscope::ptx {
namespace {

using test::nvcc_sample;
using test::source_line;

const Function& function_named(const Module& module, std::string_view part) {
  const auto found = std::ranges::find_if(module.functions, [&](const Function& function) {
    return !function.is_declaration && function.name.find(part) != std::string_view::npos;
  });
  if (found == module.functions.end()) throw std::runtime_error("no function " + std::string(part));
  return *found;
}

const Variable& variable_named(const Module& module, std::string_view name) {
  const auto found = std::ranges::find(module.variables, name, &Variable::name);
  if (found == module.variables.end()) throw std::runtime_error("no variable " + std::string(name));
  return *found;
}

bool has_modifier(const Instruction& instruction, std::string_view modifier) {
  return std::ranges::find(instruction.modifiers, modifier) != instruction.modifiers.end();
}

const Instruction& instruction_with(const Function& function, std::string_view opcode,
                                    std::string_view modifier) {
  const auto found = std::ranges::find_if(function.body, [&](const Instruction& instruction) {
    return instruction.opcode == opcode && has_modifier(instruction, modifier);
  });
  if (found == function.body.end()) {
    throw std::runtime_error("no instruction " + std::string(opcode) + "." + std::string(modifier));
  }
  return *found;
}

class EverySample : public testing::TestWithParam<std::size_t> {
 protected:
  const test::Sample& sample() const { return test::nvcc_samples().at(GetParam()); }
};

TEST_P(EverySample, HasTheInstructionsOfItsText) {
  const Module module = parse(sample().text);
  const test::StatementCount expected = test::count_statements(sample().text);
  std::map<std::string, std::size_t> by_opcode;
  std::size_t guarded = 0;
  std::size_t bodies = 0;
  for (const Function& function : module.functions) {
    bodies += function.is_declaration ? 0 : 1;
    for (const Instruction& instruction : function.body) {
      ++by_opcode[std::string(instruction.opcode)];
      guarded += instruction.guard ? 1 : 0;
    }
  }
  EXPECT_FALSE(by_opcode.empty());
  EXPECT_EQ(by_opcode, expected.by_opcode);
  EXPECT_EQ(guarded, expected.guarded);
  EXPECT_EQ(bodies, expected.bodies);
}

TEST_P(EverySample, ResolvesEveryReference) {
  const Module module = parse(sample().text);
  for (const Function& function : module.functions) {
    for (const Instruction& instruction : function.body) {
      EXPECT_LT(instruction.location.file, module.files.size());
      if (instruction.opcode == "bra") {
        const auto target = function.labels.find(instruction.operands.at(0).name);
        ASSERT_NE(target, function.labels.end()) << instruction.ptx_line;
        EXPECT_LE(target->second, function.body.size());
      }
      for (const Operand& operand : instruction.operands) {
        if (operand.kind == Operand::Kind::reg) {
          EXPECT_LT(operand.index, function.registers.size());
        }
      }
    }
  }
}

TEST_P(EverySample, KeepsTheLinesOfThePtx) {
  const Module module = parse(sample().text);
  std::vector<std::size_t> line_begins = {0};
  for (std::size_t i = 0; i < sample().text.size(); ++i) {
    if (sample().text[i] == '\n') line_begins.push_back(i + 1);
  }
  for (const Function& function : module.functions) {
    for (const Instruction& instruction : function.body) {
      const std::size_t begin = line_begins.at(instruction.ptx_line - 1);
      const std::string line = sample().text.substr(begin, sample().text.find('\n', begin) - begin);
      ASSERT_NE(line.find(instruction.opcode), std::string::npos)
          << instruction.ptx_line << ": " << line;
    }
  }
}

TEST_P(EverySample, NamesItsSourceFile) {
  const Module module = parse(sample().text);
  const std::string name = sample().name.substr(0, sample().name.find('-')) + ".cu";
  EXPECT_TRUE(std::ranges::any_of(module.files,
                                  [&](std::string_view file) { return file.ends_with(name); }));
}

INSTANTIATE_TEST_SUITE_P(Nvcc, EverySample,
                         testing::Range(std::size_t{0}, test::nvcc_samples().size()),
                         [](const auto& parameter) {
                           std::string name = test::nvcc_samples().at(parameter.param).name;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(NvccOutput, InliningFormsAChainOfCallSites) {
  const Module module = parse(nvcc_sample("line_info"));
  const Function& kernel = function_named(module, "weigh");
  const std::uint32_t multiplication = source_line("line_info.cu", "return value * weights[i];");
  const std::uint32_t in_middle = source_line("line_info.cu", "innermost(value, i);");
  const std::uint32_t in_kernel = source_line("line_info.cu", "middle(values[i], i % 8);");
  const auto product = std::ranges::find_if(kernel.body, [](const Instruction& instruction) {
    return instruction.opcode == "fma" ||
           (instruction.opcode == "mul" && has_modifier(instruction, "f32"));
  });
  const auto weight = std::ranges::find_if(kernel.body, [](const Instruction& instruction) {
    return instruction.opcode == "ld" && has_modifier(instruction, "const");
  });
  ASSERT_NE(product, kernel.body.end());
  ASSERT_NE(weight, kernel.body.end());
  EXPECT_EQ(weight->location.line, multiplication);
  ASSERT_EQ(weight->inlined_at.size(), 2U);
  EXPECT_EQ(weight->inlined_at[0].line, in_middle);
  EXPECT_EQ(weight->inlined_at[1].line, in_kernel);
  EXPECT_TRUE(module.files.at(weight->location.file).ends_with("line_info.cu"));
}

TEST(NvccOutput, UsedBytesOfAVectorLoad) {
  const std::string& text = nvcc_sample("line_info");
  const Module module = parse(text);
  const Function& kernel = function_named(module, "first_and_last");
  const Instruction& load = instruction_with(kernel, "ld", "v4");
  const bool is_in_text = text.find("used_bytes_mask") != std::string::npos;
  EXPECT_EQ(load.used_bytes_mask.has_value(), is_in_text);
  EXPECT_EQ(load.used_bytes_mask.value_or(0xF00F), 0xF00FU) << "the first and last of 4 floats";
  const auto others = std::ranges::count_if(kernel.body, [](const Instruction& instruction) {
    return instruction.used_bytes_mask.has_value();
  });
  EXPECT_EQ(others, is_in_text ? 1 : 0);
}

TEST(NvccOutput, CallsAndLocalArrays) {
  const Module module = parse(nvcc_sample("control_flow"));
  const Function& dispatch = function_named(module, "dispatch");
  EXPECT_EQ(dispatch.directives.at("maxntid").at(0), 256U);
  EXPECT_EQ(dispatch.directives.at("minnctapersm").at(0), 2U);
  const Function& factorial = function_named(module, "factorial");
  const auto call = std::ranges::find(dispatch.body, "call", &Instruction::opcode);
  ASSERT_NE(call, dispatch.body.end());
  EXPECT_EQ(call->operands.at(1).name, factorial.name);
  EXPECT_EQ(call->operands.at(0).elements.size(), 1U);
  EXPECT_EQ(call->operands.at(2).elements.size(), 1U);

  const Function& local = function_named(module, "local_array");
  ASSERT_EQ(local.variables.size(), 1U);
  EXPECT_EQ(local.variables[0].space, Space::local);
  EXPECT_EQ(local.variables[0].size_bytes, 40 * sizeof(int));

  const Function& indirect = function_named(module, "through_pointer");
  const auto through = std::ranges::find(indirect.body, "call", &Instruction::opcode);
  ASSERT_NE(through, indirect.body.end());
  EXPECT_EQ(through->operands.at(1).kind, Operand::Kind::reg);
  EXPECT_EQ(through->operands.at(2).elements.size(), 2U);
  ASSERT_EQ(through->operands.size(), 4U) << "with its prototype";

  const Variable& operations = variable_named(module, "operations");
  EXPECT_EQ(operations.size_bytes, 24U);
  ASSERT_EQ(operations.relocations.size(), 2U);
  EXPECT_EQ(operations.relocations[0].symbol, function_named(module, "add").name);
  EXPECT_EQ(operations.relocations[1].offset, 8U);

  const Function& cluster = function_named(module, "in_cluster");
  EXPECT_TRUE(cluster.directives.contains("explicitcluster"));
  EXPECT_EQ(cluster.directives.at("reqnctapercluster").at(0), 2U);
}

TEST(NvccOutput, InlinedAssemblyKeepsItsLabelsApart) {
  const Module module = parse(nvcc_sample("inline_assembly"));
  const Function& kernel = function_named(module, "twice");
  std::vector<std::uint32_t> backward;
  for (std::uint32_t i = 0; i < kernel.body.size(); ++i) {
    if (kernel.body[i].opcode != "bra") continue;
    const std::uint32_t target = kernel.labels.at(kernel.body[i].operands[0].name);
    if (target > i) continue;
    EXPECT_EQ(i - target, 2U) << "the loop has three instructions";
    backward.push_back(target);
  }
  ASSERT_EQ(backward.size(), 2U);
  EXPECT_NE(backward[0], backward[1]);
  const auto compared = std::ranges::count_if(kernel.body, [](const Instruction& instruction) {
    return instruction.opcode == "setp" && instruction.operands.at(2).bits == 7;
  });
  EXPECT_EQ(compared, 2) << "1 + 2 * 3";
}

TEST(NvccOutput, InitialValuesOfModuleVariables) {
  const Module module = parse(nvcc_sample("module_variables"));
  const Variable& table = variable_named(module, "table");
  EXPECT_EQ(table.size_bytes, 12 * sizeof(int));
  std::vector<int> numbers(12);
  ASSERT_LE(table.initial.size(), table.size_bytes);
  std::memcpy(numbers.data(), table.initial.data(), table.initial.size());
  EXPECT_EQ(numbers, (std::vector<int>{1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0}));

  const Variable& middle = variable_named(module, "middle_of_table");
  ASSERT_EQ(middle.relocations.size(), 1U);
  EXPECT_EQ(middle.relocations[0].symbol, "table");
  EXPECT_EQ(middle.relocations[0].addend, 6 * static_cast<int>(sizeof(int)));

  const Variable& mixed = variable_named(module, "mixed");
  EXPECT_EQ(mixed.initial.at(0), 'a');
  ASSERT_EQ(mixed.relocations.size(), 1U);
  EXPECT_EQ(mixed.relocations[0].offset, 8U);
  double number = 0;
  std::memcpy(&number, mixed.initial.data() + 16, sizeof(number));
  EXPECT_EQ(number, 2.0);

  const Variable& packed = variable_named(module, "packed_value");
  EXPECT_EQ(packed.size_bytes, 19U);
  ASSERT_EQ(packed.relocations.size(), 2U);
  EXPECT_EQ(packed.relocations[0].offset, 1U);
  EXPECT_EQ(packed.relocations[0].addend, 12);
  EXPECT_EQ(packed.relocations[1].offset, 9U);
  EXPECT_EQ(packed.relocations[1].symbol, "mixed");
  std::int16_t last = 0;
  std::memcpy(&last, packed.initial.data() + 17, sizeof(last));
  EXPECT_EQ(last, -7);

  const Variable& names = variable_named(module, "names");
  ASSERT_EQ(names.relocations.size(), 2U);
  const Variable& second = variable_named(module, names.relocations[1].symbol);
  EXPECT_EQ(std::string(second.initial.begin(), second.initial.end()), "def\n");
  EXPECT_EQ(variable_named(module, "zeros").size_bytes, 8000U);
  EXPECT_TRUE(variable_named(module, "zeros").initial.empty());
  EXPECT_TRUE(variable_named(module, "dynamic_shared").is_extern);
  EXPECT_EQ(variable_named(module, "coefficients").space, Space::constant);
  const Function& kernel = function_named(module, "use_all");
  ASSERT_EQ(kernel.variables.size(), 1U);
  EXPECT_EQ(kernel.variables[0].space, Space::shared);
  EXPECT_EQ(kernel.variables[0].size_bytes, 33U * 32 * 4);
}

TEST(NvccOutput, PrintfAndAssert) {
  const Module module = parse(nvcc_sample("printing"));
  for (const char* name : {"vprintf", "__assertfail", "malloc", "free"}) {
    const auto found = std::ranges::find(module.functions, name, &Function::name);
    ASSERT_NE(found, module.functions.end()) << name;
    EXPECT_TRUE(found->is_declaration) << name;
  }
  EXPECT_TRUE(std::ranges::any_of(module.variables, [](const Variable& variable) {
    return std::string(variable.initial.begin(), variable.initial.end()) == "done\n";
  }));
}

TEST(NvccOutput, AsynchronousCopies) {
  const Module module = parse(nvcc_sample("async_copy"));
  const Instruction& small = instruction_with(function_named(module, "ampere"), "cp", "cg");
  EXPECT_TRUE(has_modifier(small, "async"));
  EXPECT_EQ(small.operands.at(0).kind, Operand::Kind::address);
  EXPECT_EQ(small.operands.at(1).kind, Operand::Kind::address);
  EXPECT_EQ(small.operands.at(2).bits, 16U);
  const Function& hopper = function_named(module, "hopper");
  const Instruction& bulk = instruction_with(hopper, "cp", "mbarrier::complete_tx::bytes");
  ASSERT_EQ(bulk.operands.size(), 4U);
  EXPECT_EQ(bulk.operands[0].kind, Operand::Kind::address);
  EXPECT_EQ(bulk.operands[3].kind, Operand::Kind::address);
  const Instruction& wait = instruction_with(hopper, "mbarrier", "try_wait");
  EXPECT_EQ(hopper.registers.at(wait.operands.at(0).index).type, Type::pred);
}

TEST(NvccOutput, Textures) {
  const Module module = parse(nvcc_sample("textures"));
  const Function& kernel = function_named(module, "sample");
  const Instruction& fetch = instruction_with(kernel, "tex", "2d");
  EXPECT_EQ(fetch.operands.at(0).elements.size(), 4U);
  ASSERT_EQ(fetch.operands.at(1).elements.size(), 2U);
  EXPECT_EQ(fetch.operands[1].elements[1].elements.size(), 2U);
  const Instruction& store = instruction_with(kernel, "sust", "2d");
  EXPECT_EQ(store.operands.at(0).kind, Operand::Kind::address);
  EXPECT_EQ(store.operands.at(1).elements.size(), 4U);
}

TEST(NvccOutput, TensorCores) {
  const Module module = parse(nvcc_sample("tensor_cores"));
  const Function& kernel = function_named(module, "multiply");
  const Instruction& product = instruction_with(kernel, "wmma", "mma");
  ASSERT_EQ(product.operands.size(), 4U);
  for (const Operand& operand : product.operands) EXPECT_EQ(operand.elements.size(), 8U);
  EXPECT_TRUE(has_modifier(product, "m16n16k16"));
}

TEST(NvccOutput, ShufflesHaveAPredicate) {
  const Module module = parse(nvcc_sample("cooperative"));
  const Instruction& shuffle = instruction_with(function_named(module, "reduce"), "shfl", "down");
  ASSERT_EQ(shuffle.operands.at(0).kind, Operand::Kind::pair);
  const Instruction& match = instruction_with(function_named(module, "reduce"), "match", "all");
  EXPECT_EQ(match.operands.at(0).kind, Operand::Kind::pair);
}

TEST(NvccOutput, DoubleConstants) {
  const Module module = parse(nvcc_sample("double_math"));
  const Function& kernel = function_named(module, "functions");
  const auto has_third = std::ranges::any_of(kernel.body, [](const Instruction& instruction) {
    return std::ranges::any_of(instruction.operands, [](const Operand& operand) {
      return operand.kind == Operand::Kind::floating && !operand.single &&
             operand.bits == 0x4008000000000000;  // 3.0
    });
  });
  EXPECT_TRUE(has_third);
}

}  // namespace
}  // namespace warpscope::ptx
