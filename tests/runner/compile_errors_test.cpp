#include "runner/findings/compile_errors.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "findings/catalogue.h"

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

// The same, where a line is told: nvcc's texts of 100 programs with a mistake each.
TEST(CompileErrors, OthersHaveARemedyOfTheirOwn) {
  const auto* general = find_finding("compile-error");
  ASSERT_NE(general, nullptr);
  for (
      const auto& [printed, remedy] : std::vector<std::pair<std::string, std::string>>{
          {R"(a.cu(1): error: incomplete type "void" is not allowed)", "cuda_fp16"},
          {R"(a.cu(1): error: identifier "cout" is undefined)", "std::"},
          {R"(a.cu(1): error: expected a "]")", "#define"},
          {R"(a.cu(1): error: expected a "(")", "its arguments"},
          {R"(a.cu(8): error: calling a __device__ function("__syncthreads") from a __host__ function("main") is not allowed)",
           "cudaDeviceSynchronize"},
          {R"(a.cu(3): error: calling a __host__ function("cudaDeviceSynchronize") from a __global__ function("k") is not allowed)",
           "by __syncthreads()"},
          {R"(a.cu(3): error: calling a constexpr __host__ function("twice") from a __global__ function("k") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.)",
           "__host__ __device__"},
          {R"(a.cu(9): error: a host function call cannot be configured)", "write __global__"},
          {R"(a.cu(5): error: a value of type "void" cannot be used to initialize an entity of type "cudaError_t" (aka "cudaError"))",
           "cudaGetLastError"},
          {R"(a.cu(9): error: argument of type "void" is incompatible with parameter of type "cudaError_t" (aka "cudaError"))",
           "cudaGetLastError"},
          {R"(a.cu(4): error: a value of type "int" cannot be used to initialize an entity of type "cudaError_t" (aka "cudaError"))",
           "cudaSuccess"},
          {R"(a.cu(9): error: argument of type "cudaStream_t" (aka "CUstream_st *") is incompatible with parameter of type "size_t" (aka "unsigned long"))",
           "fourth"},
          {R"(a.cu(8): error: argument of type "cudaStream_t" (aka "CUstream_st *") is incompatible with parameter of type "cudaStream_t *" (aka "CUstream_st **"))",
           "&stream"},
          {R"(a.cu(3): error: no instance of overloaded function "cudaEventCreate" matches the argument list)",
           "&event"},
          {R"(a.cu(8): error: no suitable conversion function from "cudaDeviceProp" to "cudaDeviceProp *" exists)",
           "&properties"},
          {R"(a.cu(9): error: no suitable conversion function from "std::vector<float, std::allocator<float>>" to "float *" exists)",
           "cudaMalloc"},
          {R"(a.cu(2): error: argument of type "int" is incompatible with parameter of type "const char *")",
           "double quotation"},
          {R"(a.cu(8): error: argument of type "int *" is incompatible with parameter of type "float *")",
           "another type"},
          {R"(a.cu(4): error: no instance of overloaded function "atomicAdd" matches the argument list)",
           "same type"},
          {R"(a.cu(4): error: no instance of overloaded function "std::min" matches the argument list)",
           "one type"},
          {R"(a.cu(4): error: no instance of overloaded function "std::max" matches the argument list)",
           "one type"},
          {R"(a.cu(3): error: no instance of overloaded function "__shfl_down_sync" matches the argument list)",
           "mask"},
          {R"(a.cu(6): error: no instance of function template "fill" matches the argument list)",
           "fill<float>"},
          {R"(a.cu(2): error: a value of type "const float *" cannot be used to initialize an entity of type "float *")",
           "const as well"},
          {R"(a.cu(2): error: declaration is incompatible with previous "s" (declared at line 1))",
           "another name"},
          {R"(a.cu(3): error: expression must be a pointer to a complete object type)", "void*"},
          {R"(a.cu(9): error: expression must have class type but it has type "cudaDeviceProp *")",
           "->"},
          {R"(a.cu(9): error: operator -> or ->* applied to "dim3" instead of to a pointer type)",
           "a dot"},
          {R"(a.cu(5): error: this declaration has no storage class or type specifier)",
           "too early"},
          {R"(a.cu(2): error: an automatic "__constant__" variable declaration is not allowed inside a device function body)",
           "outside of all"},
          {R"(a.cu(2): error: an automatic "__constant__" variable declaration is not allowed inside a host function body)",
           "outside of all"},
          {R"(a.cu(10): error: __host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag)",
           "--nvcc=--extended-lambda"},
          {R"(a.cu(2): error: The closure type for a lambda ("lambda []()->void", defined at a.cu:2) cannot be used in the template argument type of a __global__ function template instantiation)",
           "[=]"},
          {R"(a.cu(3): error: transfer of control bypasses initialization of:)", "braces around"},
          {R"(a.cu(4): error: more than one instance of overloaded function "k" has "C" linkage)",
           "leave extern"},
          {R"(a.cu(2): error: expression preceding parentheses of apparent call must have (pointer-to-) function type)",
           "threadIdx.x"},
          {R"(a.cu(2): error: name followed by "::" must be a class or namespace name)",
           "cooperative_groups.h"},
          {R"(a.cu(1): error: an array may not have elements of this type)", "plain pointer"},
          {R"(a.cu(7): error: const variable "n" requires an initializer)", "gets its value"},
          {R"(a.cu(3): error: a break statement may only be used within a loop or switch)",
           "returns"},
          {R"(a.cu:4:1: error: unterminated comment)", "*/"},
          {R"(a.cu:1:17: error: missing terminating > character)", "<>"},
      }) {
    const auto found = compile_error(printed + "\n");
    ASSERT_TRUE(found.has_value()) << printed;
    EXPECT_TRUE(found->where.has_value()) << printed;
    EXPECT_NE(found->hint, general->hint) << printed;
    EXPECT_NE(found->hint.find(remedy), std::string::npos) << printed << "\n" << found->hint;
  }
  const auto no_main = compile_error("(.text+0x17): undefined reference to `main'\n");
  ASSERT_TRUE(no_main.has_value());
  EXPECT_NE(no_main->hint.find("begins with main()"), std::string::npos) << no_main->hint;
}

// nvcc marks what follows a statement without an end.
TEST(CompileErrors, AMissingSemicolonIsToldAtItsStatement) {
  const auto line = [](std::string_view marked, std::string_view source, std::uint32_t said) {
    const auto found =
        compile_error("a.cu(" + std::to_string(said) + "): error: expected a \";\"\n" +
                          std::string(marked) + "\n\n1 error detected\n",
                      std::vector<record::SourceFile>{{"a.cu", std::string(source)}});
    return place(found) + ", " + found->cause;
  };
  EXPECT_EQ(
      line("    if (i < n) x[i] = 1;\n    ^", "int i = 3  // none\n\nif (i < n) x[i] = 1;\n", 3),
      "a.cu:1, nvcc: expected a \";\" in front of line 3");
  EXPECT_EQ(line("  }\n  ^", "{\n  x[i] = 1\n}\n", 3),
            "a.cu:2, nvcc: expected a \";\" in front of line 3");
  // In the middle of a line, behind what needs none, and where the source is not known.
  EXPECT_EQ(line("    x[i] = 2 x[i];\n             ^", "f()\n  x[i] = 2 x[i];\n", 2),
            "a.cu:2, nvcc: expected a \";\"");
  for (const char* before : {"#include \"b.h\"", "f();", "x = 3 /* four */", "{", "f(a,"})
    EXPECT_EQ(line("  y = 1;\n  ^", std::string(before) + "\ny = 1;\n", 2),
              "a.cu:2, nvcc: expected a \";\"");
  EXPECT_EQ(place(compile_error("b.cu(2): error: expected a \";\"\n  y = 1;\n  ^\n")), "b.cu:2");
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
