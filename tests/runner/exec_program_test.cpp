// What `warpscope exec` says of programs that cannot reach the virtual GPU.
#include "runner/run/exec_program.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>

#include "runner/run/missing_libraries.h"
#include "tests/runner/run_command.h"

namespace warpscope::runner {
namespace {

std::string reason(std::vector<std::string> needed, bool has_cuda_code = true) {
  return reason_it_cannot_run("./a.out", {std::move(needed), has_cuda_code}, "./run");
}

TEST(CannotRun, ProgramsThatCanHaveNoReason) {
  EXPECT_EQ(reason({"libcudart.so.13", "libc.so.6"}), "");
  EXPECT_EQ(reason({"libc.so.6", "libcudart.so.13"}, false), "");
  EXPECT_EQ(reason({"libcudart.so.12", "libc.so.6"}), "");
  EXPECT_EQ(reason({"libc.so.6"}, false), "");
  EXPECT_EQ(reason({"libcudart.so.13", "libcuda.so.1", "libcublas.so.13"}), "")
      << "it may not call";
}

TEST(CannotRun, EachObstacleHasItsSentence) {
  const std::string is_static = reason({"libc.so.6"});
  EXPECT_EQ(is_static.rfind("The CUDA runtime is linked into ./a.out statically", 0), 0u);
  EXPECT_NE(is_static.find("eval \"$(./run env)\""), std::string::npos) << is_static;
  EXPECT_NE(reason({"libcudart.so.11.0"}).find("needs libcudart.so.11.0"), std::string::npos);
}

TEST(MissingLibraries, AreStoodInFor) {
  std::filesystem::path folder;
  {
    const MissingLibraries missing(
        {{"libc.so.6", "libcuda.so.1", "libcublas.so.13", "libcudart.so.13"},
         true,
         {"cuInit", "cublasCreate_v2", "cudaMalloc", "cut_off", "puts"}});
    folder = missing.folder();
    EXPECT_TRUE(std::filesystem::exists(folder / "libcuda.so.1"));
    EXPECT_TRUE(std::filesystem::exists(folder / "libcublas.so.13"));
    EXPECT_FALSE(std::filesystem::exists(folder / "libcudart.so.13"));
    const auto has = [](void* library, const char* name) {
      const bool is_there = dlsym(library, name) != nullptr;
      return is_there;
    };
    void* driver = dlopen((folder / "libcuda.so.1").c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(driver, nullptr) << dlerror();
    EXPECT_TRUE(has(driver, "cuInit"));
    EXPECT_FALSE(has(driver, "cublasCreate_v2"));
    EXPECT_FALSE(has(driver, "cudaMalloc"));
    EXPECT_FALSE(has(driver, "cut_off"));
    const auto call = reinterpret_cast<void (*)()>(dlsym(driver, "cuInit"));
    EXPECT_EXIT(call(), testing::ExitedWithCode(127),
                "the program calls cuInit of the CUDA driver API .libcuda.so.1.");
    dlclose(driver);
    void* library = dlopen((folder / "libcublas.so.13").c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    const auto create = reinterpret_cast<void (*)()>(dlsym(library, "cublasCreate_v2"));
    ASSERT_NE(create, nullptr);
    EXPECT_EXIT(create(), testing::ExitedWithCode(127),
                "calls cublasCreate_v2 of libcublas.so.13, whose kernels are machine code");
    dlclose(library);
  }
  EXPECT_FALSE(std::filesystem::exists(folder));
  EXPECT_TRUE(MissingLibraries({{"libc.so.6"}, true, {}}).folder().empty());
}

/// Their functions have versions, as NVIDIA's have; the driver's have none.
TEST(MissingLibraries, StartAProgramThatIsLinkedWithThem) {
  const std::string program = WARPSCOPE_BINARY_DIR "/bin/runner_test_calls_libraries";
  const MissingLibraries missing(elf_libraries(program));
  const auto run = [&](const std::string& arguments) {
    return test::run_command("stdbuf -oL env LD_LIBRARY_PATH='" + missing.folder().string() +
                             "' LD_BIND_NOW=1 '" + program + "' " + arguments);
  };
  const auto unused = run("");
  EXPECT_EQ(unused.output, "started\nended\n");
  EXPECT_EQ(unused.exit_code, 0);
  for (const auto& [name, sentence] :
       {std::pair{"cublas", "cublasCreate_v2 of libcublas.so.13"},
        std::pair{"cufft", "cufftPlan1d of libcufft.so.12"},
        std::pair{"driver", "cuInit of the CUDA driver API"},
        std::pair{"nccl", "ncclGetVersion of libnccl.so.2"},
        std::pair{"ncclCommInitAll", "ncclCommInitAll of libnccl"}}) {
    const auto used = run(name);
    EXPECT_EQ(used.exit_code, 127) << name;
    EXPECT_NE(used.output.find(std::string("warpscope: the program calls ") + sentence),
              std::string::npos)
        << used.output;
    EXPECT_NE(used.output.find("started\n"), std::string::npos) << used.output;
    EXPECT_EQ(used.output.find("version"), std::string::npos) << used.output;
  }
}

/// Of a program that needs one of them only through a library of its own.
TEST(MissingLibraries, AreFoundBehindALibraryOfTheProgram) {
  const std::string folder = WARPSCOPE_BINARY_DIR "/tests/runner";
  const auto of = [&](const std::vector<std::filesystem::path>& more) {
    return elf_libraries_of_all(WARPSCOPE_BINARY_DIR "/bin/runner_test_calls_through_library", more,
                                is_missing_library);
  };
  EXPECT_TRUE(MissingLibraries(of({})).folder().empty());
  const MissingLibraries missing(of({"/nowhere", folder}));
  const auto run = [&](const std::string& arguments) {
    return test::run_command("LD_LIBRARY_PATH='" + missing.folder().string() + ":" + folder +
                             "' '" WARPSCOPE_BINARY_DIR "/bin/runner_test_calls_through_library' " +
                             arguments);
  };
  EXPECT_EQ(run("").output, "0\n");
  const auto used = run("cublas");
  EXPECT_EQ(used.exit_code, 127);
  EXPECT_NE(used.output.find("calls cublasCreate_v2 of libcublas.so.13"), std::string::npos)
      << used.output;
}

}  // namespace
}  // namespace warpscope::runner
