// nvcc's stages side by side, made of what its dry run prints.
#include "runner/build/stages.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <regex>
#include <span>

#include "base/files.h"
#include "runner/build/compiler.h"
#include "runner/build/exercise_build.h"
#include "runner/build/host_headers.h"
#include "runner/process/file_access.h"
#include "tests/runner/coalescing_parts.h"
#include "tests/runner/paths.h"
#include "tests/runner/temporary_folder.h"
#include "vgpu/ptx/fat_binary.h"

namespace warpscope::runner {
namespace {

constexpr std::string_view kDryRun = R"(#$ _NVVM_BRANCH_=nvvm
#$ _HERE_=/cuda/bin
#$ TOP=/cuda/bin/..
#$ CICC_PATH=/cuda/bin/../nvvm/bin
#$ PATH=/cuda/bin:/usr/bin
#$ INCLUDES="-I/cuda/include"
#$ gcc -E -x c++ "exercise.cu" -o "/t/host.ii"
#$ cudafe++ --gen_c_file_name "/t/x.cpp" --gen_module_id_file --module_id_file_name "/t/id" "/t/host.ii"
#$ gcc -D__CUDA_ARCH__=900 -E -x c++ "exercise.cu" -o "/t/device.ii"
#$ "$CICC_PATH/cicc" --module_id_file_name "/t/id" --stub_file_name "/t/x.stub.c" "/t/device.ii" -o "/t/x.ptx"
#$ ptxas -arch=compute_90 "/t/x.ptx"
#$ fatbinary "--image3=kind=ptx,sm=90,file=/t/x.ptx" --embedded-fatbin="/t/x.fatbin.c"
#$ rm /t/x.fatbin
#$ gcc -c -x c++ "/t/x.cpp" -o "exercise.cu.o"
)";

constexpr std::string_view kLinkDryRun =
    "#$ nvlink \"a.o\"\n#$ g++ -m64 \"/t/p_dlink.o\" \"a.o\" -lcudart -o \"p\" \n";
constexpr DryRuns kDryRuns{kDryRun, kLinkDryRun};

std::string without(std::string text, const std::string& part) {
  const auto at = text.find(part);
  return at == std::string::npos ? text : text.erase(at, part.size());
}

TEST(Stages, RunBothSidesAtOnce) {
  const auto script = stages_side_by_side(kDryRuns);
  ASSERT_TRUE(script.has_value());
  const auto place = [&](const char* text) {
    const auto at = script->find(text);
    EXPECT_NE(at, std::string::npos) << text << "\n" << *script;
    return at;
  };
  EXPECT_EQ(script->find("--gen_module_id_file"), std::string::npos)
      << "the id is there before both sides";
  EXPECT_LT(place(">'/t/id'"), place("device_side >"));
  EXPECT_LT(place("device_side >"), place("host >"));
  // The host compiler works while cicc optimises; only its assembler needs the image.
  EXPECT_LT(place("host >'"), place("until has_stubs"));
  EXPECT_LT(place("until has_stubs"), place("text >'"));
  EXPECT_LT(place("text >'"), place("\nwait $side"));
  EXPECT_LT(place("\nwait $side"), place("\nobject >>'"));
  EXPECT_NE(script->find("text() { gcc -S -x c++ \"/t/x.cpp\" -o \"/t/object.s\""),
            std::string::npos)
      << *script;
  place("object() { gcc -c -m64 '/t/object.s' -o 'exercise.cu.o'");
  place("--create=\"/t/image.fatbin\"");
  place(".incbin \\\"/t/image.fatbin\\\"");
  place("cmp -s '/t/x.stub.c' '/t/x.stub.c.used' || failed");
  EXPECT_LT(place("device() { gcc -D__CUDA_ARCH__=900 -E"), place("cicc\" --module"));
  EXPECT_NE(script->find("PATH='/cuda/bin':\"$PATH\""), std::string::npos) << *script;
}

TEST(Stages, MakeMachineCodeBeforeTheImageThatHasIt) {
  std::string dry_run(kDryRun);
  const std::string check = "ptxas -arch=compute_90 \"/t/x.ptx\"";
  const std::string code = "ptxas -arch=sm_90 \"/t/x.ptx\" -o \"/t/x.cubin\"";
  dry_run.replace(dry_run.find(check), check.size(), code);
  const auto script = stages_side_by_side({dry_run, kLinkDryRun});
  ASSERT_TRUE(script.has_value());
  EXPECT_LT(script->find("cicc\" --module"), script->find(code));
  EXPECT_LT(script->find(code), script->find("fatbinary "));
  EXPECT_EQ(script->find(code), script->rfind(code));
}

TEST(Stages, TakePrecompiledHeadersWhereTheTextBeginsWithThem) {
  const auto script = stages_side_by_side(kDryRuns, {"/h/headers.h", 100}).value_or("");
  EXPECT_NE(script.find("if head -c 100 '/t/x.cpp' | cmp -s - '/h/headers.h'; then "
                        "mkdir '/t/rest' && tail -c +101 '/t/x.cpp' >'/t/rest/x.cpp' && "
                        "gcc -S -x c++ -iquote \"/t\" -include \"/h/headers.h\" \"/t/rest/x.cpp\""),
            std::string::npos)
      << script;
  EXPECT_NE(script.find("else gcc -S -x c++ \"/t/x.cpp\""), std::string::npos) << script;
  EXPECT_EQ(stages_side_by_side(kDryRuns)->find("cmp -s - "), std::string::npos);
  const auto header = precompile(kDryRun, "/h/headers.h").value_or("");
  EXPECT_NE(header.find("gcc -x c++-header \"/h/headers.h\" -o \"/h/headers.h.gch\""),
            std::string::npos)
      << header;
  const auto host = host_side(kDryRun, "/h/host.cpp").value_or("");
  EXPECT_EQ(host.find("cicc\""), std::string::npos) << host;
  EXPECT_NE(host.find("mv '/t/x.cpp' '/h/host.cpp'"), std::string::npos) << host;
}

TEST(Stages, ReadMacrosInTheHeadersStead) {
  std::string dry_run(kDryRun);
  const std::string source = "-E -x c++ \"exercise.cu\"";
  for (auto at = dry_run.find(source); at != std::string::npos; at = dry_run.find(source, at + 40))
    dry_run.replace(at, 9, "-E -x c++ -include \"cuda_runtime.h\"");
  const PrecompiledText headers{"/h/headers.h", 0, "/h", "-DLEAN"};
  const auto script = stages_side_by_side({dry_run, kLinkDryRun}, headers).value_or("");
  EXPECT_NE(script.find("gcc -D__CUDA_ARCH__=900 -E -x c++ -DLEAN -imacros \"/h/device.macros\" "
                        "\"exercise.cu\" -o \"/t/device.ii.rest\" && { "
                        "sed '/^# 0 \"<built-in>\"$/,$d' '/t/device.ii.rest' && "
                        "cat '/h/device.ii' && "
                        "sed '1,/^# 1 \"exercise.cu\"$/d; " +
                        command_without_questions() + "' '/t/device.ii.rest'; } >'/t/device.ii'"),
            std::string::npos)
      << script;
  EXPECT_NE(script.find("-imacros \"/h/host.macros\""), std::string::npos) << script;
  const auto making = preprocess(dry_run, headers).value_or("");
  EXPECT_NE(
      making.find("-dD -DLEAN -include \"cuda_runtime.h\"  \"exercise.cu\" >'/h/host.macros'"),
      std::string::npos)
      << making;
  EXPECT_FALSE(preprocess(kDryRun, headers)) << "the header is not there";
  EXPECT_EQ(stages_side_by_side(kDryRuns, headers)->find("-imacros"), std::string::npos);
}

TEST(Stages, AskNoQuestionsInTextsAndInFiles) {
  const std::string question = "if (__builtin_constant_p(__n) && __n == 1) ";
  const std::string text = question + question + "++__i;\nint __n; // & and \\ stay\n" + question;
  const test::TemporaryFolder folder;
  folder.write("text", text);
  const std::string sed = "sed '" + command_without_questions() + "' ";
  ASSERT_EQ(std::system((sed + folder.quoted() + "/text >" + folder.quoted() + "/out").c_str()), 0);
  EXPECT_EQ(folder.read("out"), without_questions(text));
  EXPECT_EQ(folder.read("out").find("builtin"), std::string::npos);
}

TEST(Stages, KeepWhereMacrosComeFrom) {
  const std::string text =
      "# 0 \"exercise.cu\"\n# 0 \"<built-in>\"\n#define __BUILT_IN__ 1\n"
      "# 0 \"<command-line>\" 2\n# 1 \"/cuda/cuda_runtime.h\" 1\n#define CUDA 1\nint text;\n"
      "# 1 \"/usr/include/stdlib.h\" 1 3 4\n#define NULL 0\n#undef OLD\n"
      "# 9 \"/cuda/cuda_runtime.h\" 2\n#pragma GCC diagnostic pop\n#pragma pop_macro(\"CUDA\")\n"
      "# 0 \"<command-line>\" 2\n# 1 \"exercise.cu\"\n#define MINE 1\n";
  EXPECT_EQ(macros_in(text),
            "# 1 \"/cuda/cuda_runtime.h\" \n#define CUDA 1\n"
            "# 1 \"/usr/include/stdlib.h\" 3 4\n#define NULL 0\n#undef OLD\n"
            "# 9 \"/cuda/cuda_runtime.h\" \n#pragma pop_macro(\"CUDA\")\n");
  EXPECT_EQ(text_before_file(text), text.substr(text.find("# 0 \"<built-in>\"")));
  EXPECT_EQ(text_before_file("int x;"), "");
}

TEST(Stages, LeaveNothingOutForFilesThatCouldMissItUnseen) {
  const auto is_lean = [](const char* text) { return headers_for(text) == StandardHeaders::lean; };
  EXPECT_TRUE(is_lean("#include \"exercise.h\"\nnamespace { using std::byte; }\n"));
  EXPECT_TRUE(is_lean("#include <cmath>\n# include <cuda_fp16.h>\n#include <type_traits>\n"));
  EXPECT_FALSE(is_lean("using namespace std;"));
  EXPECT_FALSE(is_lean("void f() { using  \n namespace std; }"));
  EXPECT_FALSE(is_lean("#include<algorithm>"));
  EXPECT_FALSE(is_lean("  #  include <vector>\n"));
}

TEST(Stages, LinkWithoutTheDeviceLinker) {
  const auto script = stages_side_by_side(kDryRuns).value_or("");
  const auto object = script.find("\nobject >>'");
  const auto link = script.find("\ng++ $linker -m64 \"a.o\" -lcudart -o \"p\" ");
  EXPECT_NE(link, std::string::npos) << script;
  EXPECT_LT(object, link);
}

TEST(Stages, AreLeftToNvccWhereTheyAreOthers) {
  const std::string known(kDryRun);
  const auto is_known = [](std::string_view compile, std::string_view link = kLinkDryRun) {
    return stages_side_by_side({compile, link}).has_value();
  };
  ASSERT_TRUE(is_known(known));
  EXPECT_FALSE(is_known(""));
  EXPECT_FALSE(is_known("nvcc fatal : no such option\n"));
  EXPECT_FALSE(is_known(known + "#$ nvlink x\n"));
  EXPECT_FALSE(is_known(without(known, "--gen_module_id_file ")));
  EXPECT_FALSE(is_known(without(known, "--stub_file_name \"/t/x.stub.c\" ")));
  EXPECT_FALSE(is_known(without(known, "--embedded-fatbin=\"/t/x.fatbin.c\"")));
  EXPECT_FALSE(is_known(known + "#$ CICC_PATH='\n")) << "a shell would read on";
  EXPECT_FALSE(is_known(known, "#$ ld \"/t/p_dlink.o\"\n"));
  EXPECT_FALSE(is_known(known, ""));
}

enum class Way : std::uint8_t { stages, nvcc };

/// Of the containers that a program holds, where one begins; nothing where it only looks like one.
std::vector<std::string> read_images(std::span<const std::byte> bytes) {
  std::vector<std::string> texts;
  if (bytes.size() < 16) return {};
  try {
    const auto size = ptx::fat_binary_size_bytes(bytes.first<16>());
    if (size > bytes.size()) return {};
    for (const auto& image : ptx::read_fat_binary(bytes.first(size))) texts.push_back(image.ptx);
  } catch (const ptx::FatBinaryError&) {
  }
  return texts;
}

/// The PTX of all sources of a program, without the folder, which has another name for every build,
/// and without the id in names of internal linkage, which nvcc makes of the folder.
std::string ptx_of(const std::filesystem::path& program) {
  constexpr std::string_view kMagic = "\x50\xED\x55\xBA";
  const auto text = read_file(program);
  const auto bytes = std::as_bytes(std::span(text));
  std::string all;
  for (auto at = text.find(kMagic); at != std::string::npos; at = text.find(kMagic, at + 1)) {
    for (const auto& image : read_images(bytes.subspan(at))) all += image;
  }
  for (const char* varying : {"[0-9a-f]{8}_11_exercise_cu_[0-9a-f]{8}", "/[^\"]*/exercise\\.cu"}) {
    all = std::regex_replace(all, std::regex(varying), "X");
  }
  return all;
}

/// With the real nvcc, for the coalescing lab: by stages, or by nvcc alone.
class StagesOfNvcc : public testing::Test {
 protected:
  ExerciseBuild build(const std::string& text, Way way) const {
    const Compiler compiler(installation_, sandbox_);
    auto parts = test::coalescing_parts(installation_, compiler);
    EXPECT_GT(parts.host_headers.bytes, 500'000U) << "cuda_runtime.h is long";
    EXPECT_TRUE(stages_side_by_side({parts.compile_stages, parts.link_stages}, parts.host_headers));
    if (way == Way::nvcc) parts.compile_stages.clear();
    return build_exercise(installation_, "coalescing", {"mine.cu", text}, parts, compiler, {});
  }
  void expect_the_same(const std::string& text, std::string_view said) const {
    const auto by_stages = build(text, Way::stages), by_nvcc = build(text, Way::nvcc);
    EXPECT_EQ(by_stages.compiler_output, by_nvcc.compiler_output);
    EXPECT_NE(by_nvcc.compiler_output.find(said), std::string::npos) << by_nvcc.compiler_output;
    EXPECT_EQ(by_stages.missing_functions, by_nvcc.missing_functions);
    ASSERT_EQ(by_stages.program.empty(), by_nvcc.program.empty());
    if (by_nvcc.program.empty()) return;
    EXPECT_NE(by_stages.program, by_nvcc.program);
    EXPECT_NE(ptx_of(by_nvcc.program).find("scale_records_kernel"), std::string::npos);
    EXPECT_EQ(ptx_of(by_stages.program), ptx_of(by_nvcc.program));
  }

  const Installation installation_ = Installation::discover();
  const Sandbox sandbox_ = Sandbox::detect();
  const std::string starter_ = read_file(test::kSource / "labs" / "coalescing" / "starter.cu");
};

/// Where they fail, nvcc does their work, and nobody sees it but by the time that it takes.
TEST_F(StagesOfNvcc, RunToTheirEndInEverySandboxAndTakeThePrecompiledHeaders) {
  std::vector<Sandbox> sandboxes{sandbox_, Sandbox(Sandbox::Kind::process_limits)};
  if (make_file_rules({})) sandboxes.emplace_back(Sandbox::Kind::landlock);
  for (const auto& sandbox : sandboxes) {
    const Compiler compiler(installation_, sandbox);
    const auto parts = test::coalescing_parts(installation_, compiler);
    const test::TemporaryFolder folder;
    const Compiler::Job job{folder.path(), parts.include_folders, parts.readable};
    write_file(folder.path() / kExerciseSource, starter_);
    const auto compile = stages_in(job, parts, parts.compile_stages);
    const auto link = stages_in(job, parts, parts.link_stages);
    auto script = stages_side_by_side({compile, link}, parts.host_headers).value_or("");
    const std::string whole = "; else gcc ";
    const auto at = script.find(whole);
    ASSERT_NE(at, std::string::npos) << script;
    script.replace(at, whole.size(), "; else echo of another text; exit 1; gcc ");
    const auto result = compiler.run_stages(job, script, kExerciseObject, {});
    EXPECT_TRUE(result.is_success()) << sandbox.name() << "\n" << result.output << script;
    EXPECT_EQ(result.output, "") << sandbox.name();
    EXPECT_TRUE(std::filesystem::exists(folder.path() / kProgram)) << sandbox.name();
  }
}

TEST_F(StagesOfNvcc, MakeTheSameProgramAndSayTheSameWarnings) {
  expect_the_same(starter_ +
                      "static __device__ int counter;\n"
                      "namespace { __global__ void hidden() { counter = 1; } }\n"
                      "void host() { int unused_on_host; hidden<<<1, 1>>>(); }\n"
                      "__global__ void device() { int unused_on_device; }\n"
                      "#warning of the preprocessor\n"
                      "[[deprecated]] int old(); int now() { return old(); }\n"
                      "int old() { return 1; }\n",
                  "unused_on_device");
}

TEST_F(StagesOfNvcc, HaveTheSameHostTextFromMacrosAsFromHeaders) {
  const Compiler compiler(installation_, sandbox_);
  const auto headers = prepare_host_headers(installation_, compiler, StandardHeaders::whole, {});
  ASSERT_FALSE(headers.preprocessed.empty());
  const test::TemporaryFolder folder;
  const Compiler::Job job{folder.path(), {}, {headers.preprocessed}};
  write_file(folder.path() / kExerciseSource,
             "#include <cassert>\n#include <cstdlib>\n#include <vector>\n#include <cuda_fp16.h>\n"
             "bool no(void* p) { assert(p != NULL); return p == NULL ? EXIT_FAILURE : NAN > 0; }\n"
             "__global__ void check(int n) { assert(n < INT_MAX && n > CUDART_VERSION); }\n");
  const auto stages = compiler.stages_of_compile(job, kExerciseSource, kExerciseObject, {});
  const auto text = [&](const PrecompiledText& with) {
    const auto result = folder.path() / "host.cpp";
    const auto script = host_side(stages, result.string(), with).value_or("exit 1");
    const auto run = compiler.run_stages(job, script, kExerciseObject, {});
    EXPECT_TRUE(run.is_success()) << run.output;
    return run.is_success() ? read_file(result) : std::string();
  };
  auto from_headers = text({});
  const auto from_macros = text(headers);
  EXPECT_GT(from_headers.size(), 500'000U);
  const std::string question = "__builtin_constant_p(__n)";
  for (const int distance : {1, -1}) {
    const auto at = from_headers.find(question);
    ASSERT_NE(at, std::string::npos) << distance;
    from_headers.replace(at, question.size(), "false");
  }
  EXPECT_TRUE(from_macros == from_headers);
}

TEST_F(StagesOfNvcc, AskNoQuestionsOfAdvance) {
  expect_the_same("#include <vector>\n" + starter_ +
                      "int third(const std::vector<int>& all, int n) {\n"
                      "  int unused;\n  auto at = all.begin();\n"
                      "  std::advance(at, 1);\n  std::advance(at, n);\n  return *at;\n}\n",
                  "unused");
}

TEST_F(StagesOfNvcc, CompileWhatLeanHeadersLackAsNvccDoes) {
  expect_the_same(starter_ + "int largest() { return std::numeric_limits<int>::max(); }\n", "");
  expect_the_same(
      starter_ + "using namespace std;\ndouble bessel() { return cyl_bessel_j(1, 2); }\n", "");
}

TEST_F(StagesOfNvcc, SayTheSameErrorsWhereverTheyAre) {
  expect_the_same(starter_ + "#error no more\n", "no more");
  expect_the_same(starter_ + "int x = y;\n", "undefined");
  expect_the_same(starter_ + "__global__ void k() { asm(\"no such instruction;\"); }\n", "ptxas");
  expect_the_same(starter_ + "void host() { asm(\"no such instruction\"); }\n",
                  "no such instruction");
}

TEST_F(StagesOfNvcc, LeaveWhatTheLinkerSaysToNvcc) {
  auto renamed = starter_;
  for (auto at = renamed.find("add_one("); at != std::string::npos;
       at = renamed.find("add_one(", at))
    renamed.replace(at, 8, "add_two(");
  expect_the_same(renamed, "");
  expect_the_same(starter_ + "void helper();\nvoid unused() { helper(); }\n", "helper");
}

}  // namespace
}  // namespace warpscope::runner
