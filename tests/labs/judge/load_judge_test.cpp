#include "labs/judge/load_judge.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/files.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::judge {
namespace {

namespace fs = std::filesystem;

constexpr const char* kModules = WARPSCOPE_BINARY_DIR "/lib/judges";

TEST(LoadJudge, KnowsEachLabThatHasOneAndNoOther) {
  std::size_t judges = 0;
  for (const auto& folder : fs::directory_iterator(WARPSCOPE_SOURCE_DIR "/labs")) {
    const bool has_judge = fs::exists(folder.path() / "judge.cpp");
    const auto lab = folder.path().filename().string();
    EXPECT_EQ(load_judge(kModules, lab) != nullptr, has_judge) << lab;
    judges += has_judge ? 1 : 0;
  }
  EXPECT_GE(judges, 1U);
  EXPECT_EQ(load_judge(kModules, "no-such-lab"), nullptr);
}

TEST(LoadJudge, SaysWhatIsNoJudge) {
  const runner::test::TemporaryFolder folder;
  const auto reason_of = [&](const std::string& lab) -> std::string {
    try {
      load_judge(folder.path(), lab);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "nothing";
  };
  folder.write("text.so", "This is no module.");
  EXPECT_NE(reason_of("text").find("text.so is not the judge of a lab: "), std::string::npos)
      << reason_of("text");
  fs::copy_file(LIBRARY_WITHOUT_JUDGE, folder.path() / "other.so");
  EXPECT_NE(reason_of("other").find("warpscope_make_judge"), std::string::npos)
      << reason_of("other");
}

}  // namespace
}  // namespace warpscope::judge
