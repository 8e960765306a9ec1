#include "runner/findings/compile_errors.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace warpscope::runner {
namespace {

std::string place(const std::optional<record::Finding>& finding) {
  if (!finding) return "no error";
  return finding->where ? finding->where->file + ":" + std::to_string(finding->where->line)
                        : "no place";
}

// What nvcc 13.0 prints, and a word of the remedy.
TEST(CompileErrors, TheUsualOnesHaveARemedy) {
  struct Row {
    const char *printed, *place, *remedy;
  };
  for (const Row& row : {
           Row{"a.cu(2): error: expected a \";\"\n    x[i] = 1; }\n", "a.cu:2", "semicolon"},
           {"a.cu(1): error: identifier \"treadIdx\" is undefined\n", "a.cu:1", "letter wrong"},
           {"a.cu(1): error: identifier \"printf\" is undefined\n", "a.cu:1", "<cstdio>"},
           {"a.cu(1): error: identifier \"__shfl_down\" is undefined\n", "a.cu:1", "_sync"},
           {"a.cu(1): error: a __global__ function must have a void return type\n", "a.cu:1",
            "declare it void"},
           {"a.cu(2): error: calling a __device__ function(\"f(float)\") from a __host__ "
            "function(\"main\") is not allowed\n",
            "a.cu:2", "launch a __global__"},
           {"a.cu(2): error: calling a __host__ function(\"f(float)\") from a __global__ "
            "function(\"k\") is not allowed\n",
            "a.cu:2", "declare it __device__"},
           {"a.cu(2): error: a __global__ function call must be configured\n", "a.cu:2", "<<<"},
           {"a.cu(2): error: too few arguments in function call\n", "a.cu:2", "missing"},
           {"a.cu(2): error: argument of type \"int\" is incompatible with parameter of type "
            "\"float *\"\n",
            "a.cu:2", "exchanged"},
           {"a.cu(1): error: no instance of overloaded function \"cudaMalloc\" matches the "
            "argument list\n",
            "a.cu:1", "&pointer"},
           {"a.cu(1): error: a variable length array cannot have static storage duration\n",
            "a.cu:1", "extern __shared__"},
           {"a.cu(1): error: initializer not allowed for __shared__ variable \n", "a.cu:1",
            "one thread"},
           {"a.cu(1): error: expression must be a modifiable lvalue\n", "a.cu:1", "const"},
           {"a.cu(1): error: \"i\" has already been declared in the current scope\n", "a.cu:1",
            "taken"},
           {"a.cu(1): error: expression must have pointer-to-object type but it has type "
            "\"float\"\n",
            "a.cu:1", "indexed"},
           {"ptxas error   : Entry function '_Z1kPf' uses too much shared data (0x13880 bytes, "
            "0xc000 max)\n",
            "no place", "48 KiB"},
           {"a.cu:3:10: fatal error: nothing.h: No such file or directory\n", "a.cu:3", "include"},
           {"a.cu(1): error: no operator \"+\" matches these operands\n", "a.cu:1", ".x"},
           {"a.cu(1): error: class \"dim3\" has no member \"w\"\n", "a.cu:1", "member"},
           {"/usr/bin/ld: a.o: in function `main':\na.cudafe1.cpp:(.text+0x38): undefined "
            "reference to `f(int)'\n",
            "no place", "defines it"},
           {"a.cu(2): error: expected a declaration\n", "a.cu:2", "brace"},
           {"a.cu(2): error: identifier \"table\" is undefined in device code\n", "a.cu:2",
            "__constant__"},
           {"a.cu(2): error: namespace \"std\" has no member \"vector\"\n", "a.cu:2",
            "#include is missing"},
           {"a.cu(2): error: namespace \"std\" has no member \"cout\"\n", "a.cu:2", "<iostream>"},
           {"a.cu(2): error: expression must have integral or unscoped enum type\n", "a.cu:2",
            "fmodf"},
           {"a.cu(2): error: an enclosing-function local variable cannot be referenced in a lambda "
            "body unless it is in the capture list\n",
            "a.cu:2", "[=]"},
           {"a.cu(2): error: expression must have a constant value\n", "a.cu:2", "constexpr"},
           {"a.cu(2): error: argument of type \"const float *\" is incompatible with parameter of "
            "type \"float *\"\n",
            "a.cu:2", "declare the parameter const"},
           {"a.cu(2): error: expected a \">>>\"\n", "a.cu:2", "three angle"},
           {"a.cu(2): error: expected a \"}\"\n", "a.cu:2", "brace"},
           {"a.cu(2): error: expected a statement\n", "a.cu:2", "else"},
           {"a.cu(2): error: type name is not allowed\n", "a.cu:2", "without their types"},
           {"a.cu(2): error: missing closing quote\n", "a.cu:2", "quotation"},
           {"a.cu(2): error: explicit type is missing (\"int\" assumed)\n", "a.cu:2", "void"},
           {"a.cu(2): error: a static \"__shared__\" variable declaration is not allowed inside a "
            "host function body\n",
            "a.cu:2", "in a kernel"},
           {"a.cu(2): error: no suitable conversion function from \"dim3\" to \"int\" exists\n",
            "a.cu:2", ".x"},
           {"a.cu(2): error: A __global__ function or function template cannot be a member "
            "function\n",
            "a.cu:2", "outside"},
           {"ptxas fatal   : Unresolved extern function '_Z6helperf'\n", "no place",
            "nowhere defined"},
           {"nvlink error   : Undefined reference to '_Z1ff' in 'a.o'\n", "no place",
            "no file of the program"},
           {"ptxas making/a.ptx, line 28; error   : Instruction 'wgmma.fence' not supported on "
            ".target 'sm_90'\nptxas fatal   : Ptx assembly aborted due to errors\n",
            "no place", "compute_90a"},
       }) {
    const auto found = compile_error(row.printed);
    EXPECT_EQ(place(found), row.place) << row.printed;
    ASSERT_TRUE(found.has_value());
    EXPECT_NE(found->hint.find(row.remedy), std::string::npos) << row.printed << found->hint;
  }
}

TEST(CompileErrors, TheFirstErrorIsSaidAndWarningsAreNot) {
  const auto found = compile_error(
      "x.cu(4): warning #177-D: variable \"a\" was declared but never referenced\n\n"
      "x.cu(9): error: something that nobody has heard of\nx.cu(1): error: expected a \";\"\n");
  EXPECT_EQ(place(found), "x.cu:9");
  EXPECT_EQ(found->cause, "nvcc: something that nobody has heard of");
  EXPECT_NE(found->hint.find("Begin with this error"), std::string::npos);
  EXPECT_EQ(place(compile_error("x.cu(4): warning: error prone\n")), "no error");
  EXPECT_EQ(place(compile_error("")), "no error");
}

TEST(CompileErrors, ANameInAnErrorWithoutALineIsLookedForInTheSource) {
  const std::vector<record::SourceFile> sources{{"b.cu",
                                                 "// helper is in a.cu, fast_helper in c.cu\n"
                                                 "__device__ float helper(float);\n"
                                                 "  asm volatile(\"wgmma.fence.sync.aligned;\");\n"
                                                 "  f(x);\n"}};
  for (const auto& [printed, line] : std::map<std::string, std::string>{
           {"ptxas fatal   : Unresolved extern function '_Z6helperf'\n", "b.cu:2"},
           {"a.cu:(.text+0x1d): undefined reference to `helper(float)'\n", "b.cu:2"},
           {"nvlink error   : Undefined reference to '_Z1ff' in 'a.o'\n", "b.cu:4"},
           {"ptxas making/a.ptx, line 28; error   : Instruction 'wgmma.fence' not supported on "
            ".target 'sm_90'\n",
            "b.cu:3"},
           {"nvlink error   : Undefined reference to '_Z1gf' in 'a.o'\n", "no place"}}) {
    const auto found = compile_error(printed, sources);
    ASSERT_TRUE(found.has_value()) << printed;
    EXPECT_EQ(place(found), line) << printed;
  }
}

}  // namespace
}  // namespace warpscope::runner
