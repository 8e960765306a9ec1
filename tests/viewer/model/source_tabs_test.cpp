#include "viewer/model/source_tabs.h"

#include <gtest/gtest.h>

#include "tests/viewer/support/sample_lab.h"
#include "tests/viewer/support/sample_records.h"
#include "tests/viewer/support/temporary_folder.h"
#include "tests/viewer/support/update_until.h"
#include "viewer/model/difference.h"

namespace warpscope::viewer::test {
namespace {

std::string titles_of(const std::vector<SourceTab>& tabs) {
  std::string titles;
  for (const auto& tab : tabs) titles += tab.title + "; ";
  return titles;
}

TEST(SourceTabs, AreThereBeforeARun) {
  const SampleLab lab;
  Session session(lab.services());
  session.open_lab("sample");
  const auto tabs = source_tabs(session, Side::student);
  EXPECT_EQ(titles_of(tabs), "exercise.cu; exercise.h; cpu.h; since the starter; ");
  EXPECT_EQ(tabs[0].kind, SourceTab::Kind::edited);
  EXPECT_EQ(tabs[1].kind, SourceTab::Kind::of_lab);
  EXPECT_EQ(tabs[1].text, "// declares the copy\nvoid copy();\n");
  EXPECT_TRUE(source_tabs(session, Side::reference).empty());
}

TEST(SourceTabs, BeginWithTheFileThatARunIsOf) {
  const SampleLab lab;
  Session session(lab.services());
  session.open_lab("sample");
  auto record = student_record();
  record.sources.insert(record.sources.begin(), {"mine.h", "// mine\n"});
  record.sources.push_back({"folder/cpu.h", "// another one\n"});
  session.attempt(Side::student).show(record);
  const auto tabs = source_tabs(session, Side::student);
  EXPECT_EQ(titles_of(tabs),
            "exercise.cu; mine.h; cpu.h; exercise.h; since the starter; since the run; ");
  EXPECT_EQ(tabs[0].path, "exercise.cu");
  EXPECT_EQ(tabs[0].text, student_record().sources.front().text);
  EXPECT_EQ(tabs[2].text, "// another one\n");
  EXPECT_EQ(tabs[5].text, tabs[0].text);
}

TEST(SourceTabs, TakeAByteOrderMarkForNoChange) {
  const SampleLab lab;
  const TemporaryFolder folder;
  const std::string bytes = "\xEF\xBB\xBF// mine\n";
  Session session(lab.services());
  ASSERT_TRUE(session.open_program(folder.write("mine.cu", bytes)));
  session.run(Side::student);
  ASSERT_TRUE(run_to_end(session));
  ASSERT_EQ(session.record(Side::student)->sources.front().text, bytes);
  const auto tabs = source_tabs(session, Side::student);
  EXPECT_EQ(tabs.back().title, kSinceRun);
  EXPECT_TRUE(difference(tabs.back().text, session.edited().text()).empty());
}

TEST(SourceTabs, OfARecordAloneAreToBeRead) {
  const SampleLab lab;
  Session session(lab.services());
  session.attempt(Side::student).show(student_record());
  const auto tabs = source_tabs(session, Side::student);
  ASSERT_EQ(tabs.size(), 1U);
  EXPECT_EQ(tabs[0].kind, SourceTab::Kind::of_record);
}

}  // namespace
}  // namespace warpscope::viewer::test
