// What makes the results of a class worth making again.
#include "runner/conditions.h"

#include <gtest/gtest.h>

#include <utility>

#include "base/files.h"
#include "tests/runner/paths.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

class Conditions : public testing::Test {
 protected:
  Conditions() {
    installation_.root = folder_.path() / "root";
    installation_.device_program = folder_.path() / "device";
    installation_.cudart_folder = folder_.path() / "cudart";
    installation_.judges_folder = folder_.path() / "judges";
    installation_.work_folder = folder_.path() / "work";
    installation_.nvcc = folder_.path() / "nvcc";
    for (const char* part :
         {"kernels", "lab_protocol", "labs/driver", "labs/template", "arch/profiles"}) {
      fs::create_directories((installation_.root / part).parent_path());
      fs::copy(test::kSource / part, installation_.root / part, fs::copy_options::recursive);
    }
    for (const char* file : {"device", "cudart/libcudart.so.13", "judges/template.so", "nvcc"})
      folder_.write(file, "one");
    lab_.id = "template";
    lab_.folder = installation_.root / "labs/template";
  }
  std::string digest() const { return conditions_of(installation_, lab_, chosen_); }
  void add_to(const std::string& file) {
    const auto path = folder_.path() / file;
    write_file(path, read_file(path) + "\n// another\n");
  }

  test::TemporaryFolder folder_;
  Installation installation_;
  LabInfo lab_;
  ChosenConditions chosen_{"mini", 1, {}};
};

TEST_F(Conditions, AreTheSameOfTheSame) { EXPECT_EQ(digest(), digest()); }

TEST_F(Conditions, NameAllThatAResultDependsOn) {
  auto before = digest();
  const auto is_another = [&] { return std::exchange(before, digest()) != before; };
  for (const std::string file : {"device", "cudart/libcudart.so.13", "judges/template.so", "nvcc",
                                 "root/kernels/dma/barrier.cuh", "root/labs/driver/check.h",
                                 "root/labs/template/exercise.h", "root/arch/profiles/mini.toml"}) {
    const auto place = folder_.path() / file;
    ASSERT_TRUE(fs::exists(place)) << file;
    if (place.extension() == ".toml") {
      write_file(place, read_file(place) + "\n# another\n");
    } else {
      add_to(file);
    }
    EXPECT_TRUE(is_another()) << file;
  }
  const auto toml = lab_.folder / "lab.toml";
  write_file(toml, "openmp = 1\n" + read_file(toml));
  EXPECT_TRUE(is_another()) << "compile options";
  chosen_.seed = 2;
  EXPECT_TRUE(is_another()) << "seed";
  folder_.write("rules.toml", "lab = \"template\"\n");
  chosen_.rules = folder_.path() / "rules.toml";
  EXPECT_TRUE(is_another()) << "rules";
  chosen_.profile = "h200";
  EXPECT_TRUE(is_another()) << "profile";
  add_to("root/kernels/README.md");
  EXPECT_FALSE(is_another()) << "what nothing depends on";
}

}  // namespace
}  // namespace warpscope::runner
