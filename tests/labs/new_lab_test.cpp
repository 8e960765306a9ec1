// A new lab is a folder: a copy of labs/template is found, built as a module of its own and graded,
// and nothing else is built or changed for it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "base/files.h"
#include "tests/runner/run_command.h"

namespace warpscope::labs {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLab = "a-new-lab";
/// Of a tree that builds judges only. labs/CMakeLists.txt is the real one.
constexpr const char* kProject = R"(cmake_minimum_required(VERSION 3.24)
project(judges LANGUAGES CXX)
list(APPEND CMAKE_MODULE_PATH "${CMAKE_SOURCE_DIR}/cmake")
include(WarpscopeCopiedTree)
include(WarpscopeCompile)
include(WarpscopeDependencies)
add_subdirectory(base)
add_subdirectory(arch)
add_subdirectory(lab_protocol)
add_subdirectory(labs)
)";

/// A source tree of links with one lab more, and a build folder with this build's programs.
class NewLab : public testing::Test {
 protected:
  NewLab() {
    const fs::path source = WARPSCOPE_SOURCE_DIR, binary = WARPSCOPE_BINARY_DIR;
    fs::create_directories(root_ / "build/bin");
    fs::create_directories(root_ / "build/lib");
    fs::create_directories(root_ / "labs");
    for (const auto& entry : fs::directory_iterator(source)) {
      const auto name = entry.path().filename();
      if (entry.is_directory() && name != "labs" && name != "build")
        fs::create_symlink(entry.path(), root_ / name);
    }
    for (const auto& entry : fs::directory_iterator(source / "labs"))
      fs::create_symlink(entry.path(), root_ / "labs" / entry.path().filename());
    fs::copy(source / "labs/template", root_ / "labs" / kLab, fs::copy_options::recursive);
    write_file(root_ / "CMakeLists.txt", kProject);
    for (const auto& entry : fs::directory_iterator(binary / "bin")) {
      if (entry.path().filename().string().starts_with("warpscope"))
        fs::create_hard_link(entry.path(), root_ / "build/bin" / entry.path().filename());
    }
    fs::create_symlink(binary / "lib/cudart", root_ / "build/lib/cudart");
  }
  ~NewLab() override { fs::remove_all(root_); }

  std::string quoted(const char* below = "") const { return "'" + (root_ / below).string() + "'"; }
  /// Of 100.
  double points_of(const std::string& file) const {
    const auto run =
        runner::test::run_command(quoted("build/bin/warpscope") + " grade " + kLab + " " +
                                  quoted("labs") + "/" + kLab + "/" + file + " --json 2>/dev/null");
    const auto report = nlohmann::json::parse(run.output, nullptr, false);
    if (report.is_discarded()) {
      ADD_FAILURE() << run.output;
      return -1;
    }
    return report.at("score").at("points").get<double>();
  }

  const fs::path root_ = fs::path(WARPSCOPE_BINARY_DIR) / ("new-lab-" + std::to_string(::getpid()));
};

TEST_F(NewLab, IsBuiltAsAModuleOfItsOwnAndGraded) {
  const auto built = runner::test::run_command(
      "cmake -S " + quoted() + " -B " + quoted("build") + " -G Ninja -DCMAKE_BUILD_TYPE=Release " +
      "&& cmake --build " + quoted("build") + " --target warpscope_judge_" + kLab + " 2>&1");
  ASSERT_EQ(built.exit_code, 0) << built.output;
  EXPECT_TRUE(fs::exists(root_ / "build/lib/judges" / (std::string(kLab) + ".so")));
  EXPECT_FALSE(fs::exists(root_ / "build/lib/judges/template.so")) << "only its own";
  EXPECT_EQ(points_of("reference.cu"), 100);
  const double of_starter = points_of("starter.cu");
  EXPECT_GT(of_starter, 0);
  EXPECT_LT(of_starter, 100);
}

}  // namespace
}  // namespace warpscope::labs
