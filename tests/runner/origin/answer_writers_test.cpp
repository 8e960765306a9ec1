// Who wrote an answer, and what is said of its first wrong element.
#include "runner/origin/answer_writers.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "runner/findings/rules.h"
#include "runner/origin/task_writers.h"
#include "runner/report/html/page.h"
#include "runner/report/text.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

using CopyKind = record::Transfer::Kind;
using Told = device::LastWriters;

constexpr std::uint64_t kAnswerBytes = 400;

/// A case whose answer, 100 floats, is filled, written by a kernel, and copied to the host.
class AnswerWriters : public testing::Test {
 protected:
  AnswerWriters() {
    set_.outputs["out"] = {lab_protocol::ElementType::f32, kAnswerBytes / 4};
    outputs_ = {{kAnswerBytes, 77}};
    first_wrong_ = {"out", 17, 4};
    auto& item = record_.cases[0];
    item.verdict = record::Case::Verdict::wrong;
    item.message = "out[17] is 3, expected 4";
    record_.sources = {{"exercise.cu", "…"}};
    test::add_launch(record_);
    add_transfer(CopyKind::fill, 0);
    add_transfer(CopyKind::device_to_host, 77);
    flow_.begin_process();
    flow_.add({false, 0}, 0, {1, {}, false});
    flow_.add({true, 0}, 0, {2, {}, false});
  }
  void add_transfer(CopyKind kind, std::uint64_t fingerprint) {
    auto& transfer = record_.transfers.emplace_back();
    transfer.kind = kind;
    transfer.case_index = 0;
    transfer.size_bytes = kAnswerBytes;
    transfer.fingerprint = fingerprint;
  }
  /// The copy to the host brings what these wrote.
  record::Case& note(Told told, bool is_copied_by_driver = true) {
    flow_.add({false, 1}, 0, {3, {}, false, std::move(told)});
    note_writers({set_, 0, outputs_, first_wrong_, is_copied_by_driver}, flow_, record_,
                 record_.cases[0]);
    return record_.cases[0];
  }
  /// Line 5 wrote all but element 17, which `writer` wrote.
  static Told all_but_one(Told::Writer writer) {
    writer.bytes = 4;
    return {{{2, "exercise.cu", 5, kAnswerBytes - 4}, writer},
            {{0, 68}, {1, 4}, {0, 328}},
            false,
            false};
  }
  static constexpr std::string_view kMessage = "out[17] is 3, expected 4";

  judge::Case set_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> outputs_;
  std::optional<judge::OutputElement> first_wrong_;
  record::RunRecord record_ = test::made_record();
  DataFlow flow_;
};

TEST_F(AnswerWriters, TheLineThatWroteTheFirstWrongElementIsSaid) {
  const auto& item = note(all_but_one({2, "exercise.cu", 6, 4}));
  EXPECT_EQ(item.message, std::string(kMessage) + "; out[17] was last written by line 6, in scale");
  ASSERT_TRUE(item.first_wrong.has_value());
  EXPECT_EQ(item.first_wrong->index, 17U);
  ASSERT_EQ(item.written_by.size(), 2U);
  EXPECT_EQ(item.written_by[0].bytes, kAnswerBytes - 4);
  EXPECT_EQ(item.written_by[0].where, (record::SourceLine{"exercise.cu", 5}));
  EXPECT_EQ(item.written_by[1].bytes, 4U);
  apply_rules(record_);
  const auto* finding = test::find(record_, "wrong-element");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->where, (record::SourceLine{"exercise.cu", 6}));
  EXPECT_EQ(finding->severity, record::Finding::Severity::information);
  EXPECT_NE(finding->cause.find("scale wrote out[17] here"), std::string::npos) << finding->cause;
}

TEST_F(AnswerWriters, AnElementThatNoKernelWroteIsSaid) {
  const auto& item = note(all_but_one({1, "", 0, 4}));
  EXPECT_EQ(item.message,
            std::string(kMessage) + "; no kernel has written out[17] since a fill did");
  EXPECT_EQ(item.written_by.back().kind, record::AnswerWriter::Kind::fill);
  apply_rules(record_);
  EXPECT_EQ(test::find(record_, "wrong-element"), nullptr) << "there is no line";
}

TEST_F(AnswerWriters, NobodyMayHaveWrittenIt) {
  EXPECT_EQ(note(all_but_one({})).message, std::string(kMessage) + "; nothing has written out[17]");
}

TEST_F(AnswerWriters, WhereTheLineIsNotKnownNothingIsSaid) {
  const auto& item = note(all_but_one({2, "", 0, 4}));
  EXPECT_EQ(item.message, kMessage);
  EXPECT_FALSE(item.first_wrong.has_value());
  EXPECT_EQ(item.written_by.size(), 2U);
}

TEST_F(AnswerWriters, LinesThatAreNotTheStudentsAreNotSaid) {
  EXPECT_EQ(note(all_but_one({2, "library.cuh", 6, 4})).message, kMessage);
}

TEST_F(AnswerWriters, AnswersThatTheDriverDidNotCopyAreNotTold) {
  const auto& item = note(all_but_one({2, "exercise.cu", 6, 4}), false);
  EXPECT_EQ(item.message, kMessage);
  EXPECT_EQ(item.written_by.size(), 2U);
}

TEST_F(AnswerWriters, AnElementThatTwoLinesWroteIsNotTold) {
  EXPECT_EQ(note({{{2, "exercise.cu", 5, 70}, {2, "exercise.cu", 6, kAnswerBytes - 70}},
                  {{0, 70}, {1, kAnswerBytes - 70}},
                  false,
                  false})
                .message,
            kMessage);
}

TEST_F(AnswerWriters, BehindTheRunsThatAreKeptNothingIsTold) {
  auto told = all_but_one({2, "exercise.cu", 6, 4});
  told.runs.resize(1);
  told.has_more_runs = true;
  EXPECT_EQ(note(std::move(told)).message, kMessage);
}

TEST_F(AnswerWriters, AnswerOfOtherWordsThanTheCopyIsNotTold) {
  outputs_[0].second = 78;
  const auto& item = note(all_but_one({2, "exercise.cu", 6, 4}));
  EXPECT_EQ(item.message, kMessage);
  EXPECT_TRUE(item.written_by.empty());
}

TEST_F(AnswerWriters, OfTwoOutputsWithTheSameWordsNobodyKnowsWhichCopyBroughtWhich) {
  set_.outputs["other"] = set_.outputs["out"];
  outputs_.push_back(outputs_[0]);
  EXPECT_EQ(note(all_but_one({2, "exercise.cu", 6, 4})).message, kMessage);
}

TEST_F(AnswerWriters, UnknownWritersLeaveAllUnknown) {
  const auto& item = note({{}, {}, false, true});
  EXPECT_EQ(item.message, kMessage);
  EXPECT_TRUE(item.written_by.empty());
}

TEST_F(AnswerWriters, ARightAnswerHasWritersAndNoElement) {
  record_.cases[0].verdict = record::Case::Verdict::correct;
  record_.cases[0].message.clear();
  first_wrong_.reset();
  const auto& item = note(all_but_one({2, "exercise.cu", 6, 4}));
  EXPECT_EQ(item.written_by.size(), 2U);
  EXPECT_EQ(item.message, "");
}

TEST_F(AnswerWriters, AnErrorOfTheTaskExplainsMore) {
  note(all_but_one({2, "exercise.cu", 6, 4}));
  auto& error = record_.findings.emplace_back();
  error.id = "missing-barrier";
  error.case_index = 0;
  apply_rules(record_);
  EXPECT_EQ(test::find(record_, "wrong-element"), nullptr);
}

TEST_F(AnswerWriters, AnotherProcessHasOtherOperations) {
  flow_.begin_process();
  flow_.add({false, 1}, 0, {3, {}, false, all_but_one({2, "exercise.cu", 6, 4})});
  note_writers({set_, 0, outputs_, first_wrong_, true}, flow_, record_, record_.cases[0]);
  EXPECT_TRUE(record_.cases[0].written_by.empty());
}

TEST_F(AnswerWriters, ReportsHaveThemByTask) {
  note(all_but_one({1, "", 0, 4}));
  const auto rows = answer_writers(record_);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].writer, "exercise.cu:5, scale");
  EXPECT_EQ(percent_text(rows[0]), "99 %");
  EXPECT_EQ(rows[1].writer, "a fill");
  EXPECT_EQ(percent_text(rows[1]), "1 %");
  EXPECT_NE(text_report(record_, {}).find("Who wrote the answers"), std::string::npos);
  EXPECT_NE(html_report(std::vector{record_}, false).find("exercise.cu:5, scale"),
            std::string::npos);
}

}  // namespace
}  // namespace warpscope::runner
