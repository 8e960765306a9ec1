// `warpscope exec FILE.cu` and `warpscope env`, with the real nvcc.
#include "runner/build/source_program.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "runner/build/build_environment.h"
#include "runner/build/new_folder.h"
#include "runner/build/nvcc_arguments.h"
#include "runner/build/old_sources.h"
#include "runner/build/virtual_toolkit.h"
#include "tests/runner/paths.h"
#include "tests/runner/run_command.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

TEST(Words, AreSeparatedAsInAShell) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(words_of("-O1  -I 'a b'\t-DX=\"y z\""), (Words{"-O1", "-I", "a b", "-DX=y z"}));
  EXPECT_EQ(words_of("  "), Words{});
  EXPECT_EQ(words_of("''"), Words{""});
  EXPECT_THROW(words_of("-DX='y"), std::runtime_error);
}

constexpr arch::ComputeCapability kHopper{9, 0};

TEST(SourceOptions, PtxIsForTheVirtualGpu) {
  EXPECT_EQ(source_options({}, {8, 0}).at(6), "arch=compute_80,code=compute_80");
  EXPECT_EQ(with_machine_code({}, {8, 9}).at(3), "arch=compute_89,code=sm_89");
}

TEST(SourceOptions, OursGiveWayExceptForTheRuntime) {
  using Options = std::vector<std::string>;
  EXPECT_EQ(source_options({}, kHopper),
            (Options{"-lineinfo", "-g", "-Xcompiler", "-fno-optimize-sibling-calls", "-O3",
                     "-gencode", "arch=compute_90,code=compute_90", "-cudart", "shared"}));
  EXPECT_EQ(source_options({"-O1", "-arch=sm_80"}, kHopper),
            (Options{"-O1", "-arch=sm_80", "-lineinfo", "-g", "-Xcompiler",
                     "-fno-optimize-sibling-calls", "-cudart", "shared"}));
}

TEST(SourceOptions, MachineCodeIsMadeUnlessAnArchitectureIsNamed) {
  using Options = std::vector<std::string>;
  EXPECT_EQ(with_machine_code({"-O1"}, kHopper),
            (Options{"-O1", "-gencode", "arch=compute_90,code=compute_90", "-gencode",
                     "arch=compute_90,code=sm_90"}));
  EXPECT_EQ(with_machine_code({"-arch=sm_80"}, kHopper), Options{"-arch=sm_80"});
  EXPECT_EQ(source_options(with_machine_code({}, kHopper), kHopper),
            (Options{"-gencode", "arch=compute_90,code=compute_90", "-gencode",
                     "arch=compute_90,code=sm_90", "-lineinfo", "-g", "-Xcompiler",
                     "-fno-optimize-sibling-calls", "-O3", "-cudart", "shared"}));
}

constexpr const char* kMainSource = R"(#include <cstdio>
#include "parts/factor.h"
int from_elsewhere();
__global__ void kernel(int* out) { *out = kFactor; }
int main(int count, char** arguments) {
  int* out;
  cudaMallocManaged(&out, sizeof *out);
  kernel<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  FILE* here = std::fopen("only-here", "r");
  std::printf("%s %s %d %s\n", arguments[0], arguments[count - 1], *out, here ? "here" : "elsewhere");
  return 40 + from_elsewhere();
})";

/// A source with a header in a folder beside it, and a working directory elsewhere.
class SourceProgramTest : public testing::Test {
 protected:
  SourceProgramTest() {
    fs::create_directories(sources_ / "parts");
    fs::create_directories(elsewhere_);
    write_file(sources_ / "program.cu", kMainSource);
    write_file(sources_ / "parts/factor.h", "constexpr int kFactor = 1;\n");
    write_file(sources_ / "other.cpp", "int from_elsewhere() { return 2; }\n");
    write_file(elsewhere_ / "only-here", "");
  }
  test::Finished exec(const std::string& options, const std::string& arguments = "") const {
    return test::run_command(
        fmt::format("cd '{}' && '{}' exec -q {} "
                    "../sources/program.cu {}",
                    elsewhere_.string(), (test::kBin / "warpscope").string(), options, arguments));
  }
  const NewFolder folder_{fs::temp_directory_path() / "warpscope-source"};
  const fs::path sources_ = folder_.path() / "sources", elsewhere_ = folder_.path() / "elsewhere";
  const std::string with_other_ = "--nvcc ../sources/other.cpp";
};

TEST_F(SourceProgramTest, RunsWithItsArgumentsInTheUsersFolder) {
  const auto run = exec(with_other_, "--record last");
  EXPECT_EQ(run.exit_code, 42);
  EXPECT_NE(run.output.find("/program last 1 here\n"), std::string::npos) << run.output;
}

TEST_F(SourceProgramTest, IsCompiledAgainOnlyAfterAChange) {
  const auto installation = Installation::discover();
  // Its folder makes the key of the cached program new.
  const auto source = sources_ / "alone.cu";
  write_file(source, "#include \"parts/factor.h\"\nint main() { return kFactor; }\n");
  const auto build = [&](const std::vector<std::string>& options) {
    return build_source_program(installation, source, options, kHopper, {});
  };
  const auto first = build({});
  ASSERT_TRUE(fs::exists(first.program)) << first.compiler_output;
  EXPECT_EQ(build({}).program, first.program);
  EXPECT_NE(build({"-O1"}).program, first.program);
  write_file(sources_ / "parts/factor.h", "constexpr int kFactor = 1 + 1;\n");
  const auto changed = build({});
  EXPECT_NE(changed.program, first.program);
  EXPECT_TRUE(fs::exists(first.program)) << "somebody may still be running it";
  EXPECT_EQ(build({}).program, changed.program);
  fs::remove(sources_ / "parts/factor.h");
  const auto broken = build({});
  EXPECT_TRUE(broken.program.empty());
  EXPECT_NE(broken.compiler_output.find("parts/factor.h"), std::string::npos);
}

TEST_F(SourceProgramTest, TheCompilersErrorsAreShownAsTheyAre) {
  write_file(sources_ / "program.cu", "int main() { return x; }\n");
  const auto run = exec("");
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_NE(run.output.find("../sources/program.cu(1): error: identifier \"x\" is undefined"),
            std::string::npos)
      << run.output;
}

TEST_F(SourceProgramTest, OptionsForTheCompilerNeedASource) {
  const auto run =
      test::run_command("'" + (test::kBin / "warpscope").string() + "' exec --nvcc -O1 /bin/true");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.output.find("--nvcc is for a source"), std::string::npos) << run.output;
}

TEST_F(SourceProgramTest, EnvLetsAPlainBuildRunHere) {
  // A build that asks for the static runtime itself: what is appended wins.
  const auto build = fmt::format(
      "cd '{}' && eval \"$('{}' env)\" && NVCC_PREPEND_FLAGS='-cudart static' "
      "$CUDACXX -cudart static -gencode arch=compute_80,code=sm_80 -o plain program.cu other.cpp "
      "&& ",
      sources_.string(), (test::kBin / "warpscope").string());
  const auto run =
      test::run_command(build + "'" + (test::kBin / "warpscope").string() + "' exec -q ./plain x");
  EXPECT_EQ(run.exit_code, 42) << run.output;
}

TEST_F(SourceProgramTest, EnvLeavesLabsAsTheyAre) {
  const auto warpscope = "'" + (test::kBin / "warpscope").string() + "'";
  const auto run = test::run_command("eval \"$(" + warpscope + " env)\" && " + warpscope +
                                     " run template --starter");
  EXPECT_EQ(run.exit_code, 1) << run.output;  // as without env: the starter has not all points
  EXPECT_NE(run.output.find("Outcome: completed"), std::string::npos) << run.output;
}

TEST_F(SourceProgramTest, EnvGivesHostCallsTheirLines) {
  write_file(sources_ / "direction.cu",
             "int main() {\n"
             "  float host[32] = {};\n"
             "  float* device = nullptr;\n"
             "  cudaMalloc(&device, sizeof host);\n"
             "  cudaMemcpy(host, device, sizeof host, cudaMemcpyHostToDevice);\n"
             "}\n");
  const auto warpscope = (test::kBin / "warpscope").string();
  const auto run = test::run_command(
      fmt::format("cd '{}' && eval \"$('{}' env)\" && nvcc -O3 -o direction direction.cu && '{}' "
                  "exec -q --check ./direction",
                  sources_.string(), warpscope, warpscope));
  EXPECT_NE(run.output.find("direction.cu:5: A copy's kind"), std::string::npos) << run.output;
}

TEST_F(SourceProgramTest, EnvBuildsWhatAnotherToolkitWasFor) {
  write_file(sources_ / "old.cu",
             "#include <cstdio>\n"
             "__global__ void specific() { asm volatile(\"wgmma.fence.sync.aligned;\"); }\n"
             "int main(int count, char**) {\n"
             "  struct cudaDeviceProp properties;\n"
             "  cudaGetDeviceProperties(&properties, 0);\n"
             "  if (count > 5) specific<<<1, 128>>>();\n"
             "  cudaThreadSynchronize();\n"
             "  std::printf(\"%d kHz\\n\", properties.clockRate);\n"
             "}\n");
  const auto warpscope = (test::kBin / "warpscope").string();
  const auto run = test::run_command(fmt::format(
      "cd '{}' && eval \"$('{}' env)\" && nvcc -arch=sm_35 -gencode "
      "arch=compute_90a,code=sm_90a -gencode arch=compute_70,code=[sm_70,compute_70] -o old old.cu "
      "&& '{}' exec -q ./old",
      sources_.string(), warpscope, warpscope));
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_NE(run.output.find("nvcc has no sm_35, sm_70"), std::string::npos) << run.output;
  EXPECT_NE(run.output.find("1980000 kHz"), std::string::npos) << run.output;
}

TEST(NvccArguments, AreThoseThatTheToolkitHas) {
  using Options = std::vector<std::string>;
  const std::set<std::string> has{"75", "80", "90"};
  const auto rewritten = [&](const std::vector<std::string>& asked) {
    return for_virtual_gpu(asked, has, kHopper);
  };
  const Options ours{"-cudart", "shared",   "-lineinfo",
                     "-g",      "-gencode", "arch=compute_90,code=compute_90"};
  const auto with_ours = [&](Options first) {
    first.insert(first.end(), ours.begin(), ours.end());
    return first;
  };
  EXPECT_EQ(rewritten({"-c", "a.cu"}).arguments, with_ours({"-c", "a.cu"}));
  EXPECT_EQ(rewritten({"-arch", "sm_80", "a.cu"}).arguments, with_ours({"a.cu", "-arch=sm_80"}));
  EXPECT_EQ(rewritten({"--gpu-architecture=sm_35", "-code=sm_35", "a.cu"}).arguments,
            with_ours({"a.cu"}));
  EXPECT_EQ(rewritten({"-arch=native", "a.cu"}).arguments, with_ours({"a.cu"}));
  EXPECT_EQ(rewritten({"-gencode=arch=compute_70,code=sm_70", "-gencode",
                       "arch=compute_80,code=[sm_80,sm_87]"})
                .arguments,
            with_ours({"-gencode", "arch=compute_80,code=[sm_80]"}));
  EXPECT_EQ(rewritten({"--generate-code=arch=compute_90a,code=sm_90a"}).arguments.back(),
            "arch=compute_90a,code=compute_90a");
  // Of -arch=sm_90a nvcc 13.0 makes PTX for compute_90.
  EXPECT_EQ(rewritten({"-arch=sm_90a", "a.cu"}).arguments,
            (Options{"a.cu", "-gencode", "arch=compute_90a,code=[sm_90a]", "-cudart", "shared",
                     "-lineinfo", "-g", "-gencode", "arch=compute_90a,code=compute_90a"}));
  EXPECT_TRUE(rewritten({"-arch=sm_80"}).notes.empty());
  ASSERT_EQ(rewritten({"-arch=sm_35"}).notes.size(), 1U);
}

// As in a shell that has evaluated `warpscope env` and does it again.
TEST(VirtualToolkit, IsMadeOfTheRealOneAlsoWhenAskedForByItsOwnCompiler) {
  const NewFolder folder(fs::temp_directory_path() / "warpscope-toolkit");
  const auto real = folder.path() / "cuda", toolkit = folder.path() / "virtual";
  fs::create_directories(real / "bin");
  fs::create_directories(real / "include");
  write_file(real / "bin" / "nvcc", "ELF");
  write_file(real / "bin" / "crt", "");
  make_virtual_toolkit(toolkit, real / "bin" / "nvcc", "/opt/warpscope");
  const auto once = read_file(toolkit / "bin" / "nvcc");
  make_virtual_toolkit(toolkit, toolkit / "bin" / "nvcc", "/opt/warpscope");
  EXPECT_EQ(read_file(toolkit / "bin" / "nvcc"), once);
  EXPECT_EQ(fs::read_symlink(toolkit / "include"), fs::canonical(real) / "include");
  EXPECT_EQ(fs::read_symlink(toolkit / "bin" / "crt"), fs::canonical(real) / "bin" / "crt");
  const auto another = folder.path() / "another";
  make_virtual_toolkit(another, toolkit / "bin" / "nvcc", "/opt/warpscope");
  EXPECT_EQ(fs::read_symlink(another / "include"), fs::canonical(real) / "include");
}

TEST(OldSources, KnowWhatIsGone) {
  EXPECT_TRUE(removed_names("int a = p.clockRate / 1000;").members);
  EXPECT_TRUE(removed_names("q -> memoryClockRate").members);
  EXPECT_FALSE(removed_names("int clockRate = 3; p.clockRates; p.major").any());
  EXPECT_TRUE(removed_names("cudaThreadExit();").functions);
  const auto folders =
      include_folders_of({"-Ia", "-I", "b", "-I=c", "--include-path=d", "-o", "e"});
  EXPECT_EQ(folders, (std::vector<std::filesystem::path>{"a", "b", "c", "d"}));
}

TEST_F(SourceProgramTest, EnvLooksIntoHeadersAndSourcesOfTheHost) {
  std::filesystem::create_directory(sources_ / "inc");
  write_file(
      sources_ / "inc" / "shows.h",
      "#include <cuda_runtime.h>\n"
      "#include <cstdio>\n"
      "inline void show(const cudaDeviceProp& p) { std::printf(\"%d kHz\\n\", p.clockRate); }\n"
      "void wait();\n");
  write_file(sources_ / "shown.cu",
             "#include \"shows.h\"\n"
             "int main() {\n"
             "  cudaDeviceProp p;\n"
             "  cudaGetDeviceProperties(&p, 0);\n"
             "  show(p);\n"
             "  wait();\n"
             "}\n");
  write_file(sources_ / "waits.cpp",
             "#include <cuda_runtime.h>\n"
             "void wait() { cudaThreadSynchronize(); }\n");
  const auto warpscope = (test::kBin / "warpscope").string();
  const auto run =
      test::run_command(fmt::format("cd '{}' && eval \"$('{}' env)\" && nvcc -arch=sm_90 -Iinc -c "
                                    "shown.cu && nvcc -c waits.cpp && "
                                    "nvcc -o shown shown.o waits.o && '{}' exec -q ./shown",
                                    sources_.string(), warpscope, warpscope));
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_NE(run.output.find("1980000 kHz"), std::string::npos) << run.output;
}

TEST(BuildEnvironment, KeepsWhatTheUserHasSet) {
  const std::filesystem::path toolkit = "/opt/some'where";
  std::map<std::string, std::string> variables{{"NVCC_APPEND_FLAGS", "-w"}, {"PATH", "/bin"}};
  const auto environment = [&] {
    const auto list = build_environment(toolkit, kHopper, [&](const char* name) -> const char* {
      const auto found = variables.find(name);
      return found != variables.end() ? found->second.c_str() : nullptr;
    });
    return std::map<std::string, std::string>(list.begin(), list.end());
  };
  const auto once = environment();
  EXPECT_EQ(once.at("NVCC_APPEND_FLAGS"),
            "-w -cudart shared -lineinfo -g -gencode arch=compute_90,code=compute_90");
  EXPECT_EQ(once.at("PATH"), "/opt/some'where/bin:/bin");
  EXPECT_EQ(once.at("CUDA_PATH"), "/opt/some'where");
  variables["NVCC_APPEND_FLAGS"] = once.at("NVCC_APPEND_FLAGS");
  EXPECT_EQ(environment().at("NVCC_APPEND_FLAGS"), once.at("NVCC_APPEND_FLAGS"));
  EXPECT_EQ(export_line("A", "b'c"), "export A='b'\\''c'\n");
}

}  // namespace
}  // namespace warpscope::runner
