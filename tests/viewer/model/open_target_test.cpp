#include "viewer/model/open_target.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>

#include "runner/exercise/lab_progress.h"
#include "runner/lab/instructor_rules.h"
#include "tests/viewer/support/sample_lab.h"
#include "tests/viewer/support/sample_records.h"
#include "tests/viewer/support/update_until.h"
#include "viewer/model/labels.h"

namespace warpscope::viewer::test {
namespace {

class OpenTargets : public testing::Test {
 protected:
  OpenTarget target(const std::string& what) const { return open_target(services_.labs, what); }
  std::string refusal(const std::string& what) const {
    try {
      target(what);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return {};
  }
  std::filesystem::path write(const std::filesystem::path& name, std::string_view text) const {
    auto file = lab_.folder() / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
    return file;
  }
  /// A folder with a source and a progress file of that lab.
  std::filesystem::path working_copy(const std::string& name, const std::string& lab) const {
    auto file = write(name + "/exercise.cu", "// mine");
    runner::save_progress(file.parent_path(), {.lab = lab});
    return file;
  }

  SampleLab lab_;
  Services services_ = lab_.services();
};

TEST_F(OpenTargets, KnowsALabByItsName) {
  const auto found = target("bare");
  EXPECT_EQ(found.kind, OpenTarget::Kind::lab);
  EXPECT_EQ(found.lab, "bare");
  EXPECT_TRUE(found.file.empty()) << "its usual working copy";
}

TEST_F(OpenTargets, TakesTheLabOfAWorkingCopyFromItsProgress) {
  const auto file = working_copy("elsewhere", "asking");
  const auto other = write("elsewhere/second.cu", "// another version");
  for (const auto& what : {file, other}) {
    const auto found = target(what.string());
    EXPECT_EQ(found.kind, OpenTarget::Kind::lab) << what;
    EXPECT_EQ(found.lab, "asking");
    EXPECT_EQ(found.file, what);
  }
  for (const auto& what : {file.parent_path().string(), file.parent_path().string() + "/",
                           (file.parent_path() / "progress.json").string()}) {
    EXPECT_EQ(target(what).lab, "asking") << what;
    EXPECT_EQ(target(what).file, file) << what;
  }
}

TEST_F(OpenTargets, KnowsTheSourcesOfALab) {
  const auto starter = lab_.folder() / "labs/sample/starter.cu";
  EXPECT_EQ(target(starter.string()).kind, OpenTarget::Kind::lab);
  EXPECT_EQ(target(starter.string()).lab, "sample");
  EXPECT_EQ(target(starter.string()).file, "") << "the working copy, not the lab's own file";
  const auto reference = lab_.folder() / "labs/sample/reference.cu";
  EXPECT_NE(refusal(reference.string()).find("is a file of the lab sample itself"),
            std::string::npos)
      << refusal(reference.string());
}

TEST_F(OpenTargets, TellsProgramsFromRecords) {
  EXPECT_EQ(target(write("saxpy.cu", "int main() {}").string()).kind, OpenTarget::Kind::program);
  EXPECT_EQ(target(write("saxpy.json", "{}").string()).kind, OpenTarget::Kind::record);
}

TEST_F(OpenTargets, SaysWhatCannotBeOpened) {
  EXPECT_NE(refusal("absent.cu").find("The labs are: sample asking bare."), std::string::npos)
      << refusal("absent.cu");
  EXPECT_NE(refusal("").find("neither"), std::string::npos);
  const auto text = write("notes.txt", "").string();
  EXPECT_NE(refusal(text).find("notes.txt cannot be opened"), std::string::npos) << refusal(text);
  EXPECT_NE(refusal(lab_.folder().string()).find("no working copy"), std::string::npos);
  const auto strange = working_copy("strange", "unheard-of").string();
  EXPECT_NE(refusal(strange).find("unheard-of, which is not installed"), std::string::npos);
  const auto broken = write("broken/a.cu", "").string();
  write("broken/progress.json", "{");
  EXPECT_NE(refusal(broken).find("cannot be understood"), std::string::npos) << refusal(broken);
}

TEST_F(OpenTargets, CompletesLabsAndFiles) {
  EXPECT_EQ(completions(services_.labs, "as"), std::vector<std::string>{"asking"});
  write("work/saxpy.cu", "");
  write("work/saxpy.json", "");
  write("work/saxpy.txt", "");
  write("work/sub/a.cu", "");
  write("work/.hidden.cu", "");
  const auto base = (lab_.folder() / "work/").string();
  EXPECT_EQ(completions(services_.labs, base),
            (std::vector<std::string>{base + "saxpy.cu", base + "saxpy.json", base + "sub/"}));
  EXPECT_EQ(completions(services_.labs, base + "su"), std::vector<std::string>{base + "sub/"});
  EXPECT_EQ(completions(services_.labs, base + "."), std::vector<std::string>{base + ".hidden.cu"});
  EXPECT_TRUE(completions(services_.labs, base + "nowhere/").empty());
}

TEST_F(OpenTargets, RunsAProgramThatBelongsToNoLab) {
  const auto file = write("saxpy.cu", "int main() {}");
  Session session(services_);
  session.open_lab("sample");
  EXPECT_TRUE(session.open(file.string()));
  EXPECT_EQ(session.problem(), "");
  EXPECT_EQ(session.lab(), nullptr);
  EXPECT_EQ(session.attempt(Side::student).file(), file);
  EXPECT_TRUE(session.can_run(Side::student));
  EXPECT_FALSE(session.can_run(Side::reference));
  session.begin();
  ASSERT_TRUE(run_to_end(session));
  EXPECT_EQ(lab_.runner().runs, 1);
  ASSERT_NE(session.record(Side::student), nullptr);
  EXPECT_EQ(side_label(session, Side::student), "saxpy");
  EXPECT_EQ(session.record(Side::student)->sources.at(0).text, "int main() {}");
}

TEST_F(OpenTargets, KeepsWhatIsOpenWhereAnotherCannotBeOpened) {
  const auto broken = write("broken.json", "{");
  Session session(services_);
  session.open_lab("sample");
  for (const auto& what : {broken.string(), std::string("absent")}) {
    EXPECT_FALSE(session.open(what));
    EXPECT_NE(session.problem().find(what), std::string::npos) << session.problem();
    ASSERT_NE(session.lab(), nullptr);
    EXPECT_EQ(session.lab()->id, "sample");
    EXPECT_TRUE(session.can_run(Side::student));
  }
  record::save(student_record(), lab_.folder() / "good.json");
  EXPECT_TRUE(session.open((lab_.folder() / "good.json").string()));
  EXPECT_EQ(session.problem(), "");
  ASSERT_NE(session.record(Side::student), nullptr);
  EXPECT_FALSE(session.can_run(Side::student)) << "of a record there is nothing to run";
}

TEST_F(OpenTargets, OpensALabWhoseRulesCannotBeRead) {
  write(std::filesystem::path("labs/sample") / runner::kRulesOfLab, "lab = ");
  Session session(services_);
  session.open_lab("bare");
  EXPECT_TRUE(session.open("sample"));
  ASSERT_NE(session.lab(), nullptr);
  EXPECT_EQ(session.lab()->id, "sample");
  EXPECT_NE(session.problem().find(runner::kRulesOfLab), std::string::npos) << session.problem();
  session.begin();
  ASSERT_TRUE(run_to_end(session));
  EXPECT_NE(session.record(Side::student), nullptr);
  EXPECT_FALSE(session.can_run(Side::reference)) << "they may say never";
}

}  // namespace
}  // namespace warpscope::viewer::test
