// What whole programs do in streams, by what they asked for in which order.
#include <gtest/gtest.h>

#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

using Kind = record::Transfer::Kind;
using test::find;

constexpr std::uint64_t kPieceBytes = 64 << 10;

/// A program without cases that asks for one thing after the other.
class Program {
 public:
  Program& copy(Kind kind, std::uint32_t stream, std::uint32_t line, bool waits = false) {
    record::Transfer transfer;
    transfer.kind = kind;
    transfer.size_bytes = kPieceBytes;
    transfer.stream = stream;
    transfer.is_asynchronous = !waits;
    transfer.duration_s = 10e-6;
    transfer.asked = asked(line);
    record_.transfers.push_back(transfer);
    return *this;
  }
  Program& launch(std::uint32_t stream, std::uint32_t line) {
    auto& launch = test::add_launch(record_);
    launch.case_index.reset();
    launch.stream = stream;
    launch.duration_s = 5e-6;
    launch.asked = asked(line);
    return *this;
  }
  Program& wait() {
    ++waits_;
    return *this;
  }
  Program& source(const char* text) {
    record_.sources.push_back({"a.cu", text});
    return *this;
  }
  /// "id:line, id:line" of the findings above information.
  std::string findings() {
    apply_rules(record_);
    std::string text;
    for (const auto& finding : record_.findings) {
      if (finding.severity == record::Finding::Severity::information) continue;
      if (!text.empty()) text += ", ";
      text += finding.id + ":" + std::to_string(finding.where ? finding.where->line : 0);
    }
    return text;
  }
  const record::RunRecord& judged() {
    apply_rules(record_);
    return record_;
  }
  Program() {
    record_.cases.clear();
    record_.lab.clear();
  }

 private:
  record::HostOrder asked(std::uint32_t line) {
    return {record::SourceLine{"a.cu", line}, ++order_, waits_};
  }
  record::RunRecord record_ = test::made_record();
  std::uint32_t order_ = 0, waits_ = 0;
};

constexpr auto kUp = Kind::host_to_device;
constexpr auto kDown = Kind::device_to_host;

TEST(SerialisedPhases, CopiesThatWaitBetweenStreamsAreNamedWithTheirLine) {
  Program program;
  for (std::uint32_t piece = 0; piece < 4; ++piece)
    program.copy(kUp, 0, 20, true).launch(1 + piece % 2, 21);
  EXPECT_EQ(program.findings(), "waiting-copies-serialise:20");
}

TEST(SerialisedPhases, CopiesBeforeAndBehindTheStreamsAreLeftAlone) {
  Program program;
  for (int i = 0; i < 4; ++i) program.copy(kUp, 0, 20, true);
  for (std::uint32_t i = 0; i < 4; ++i) program.launch(1 + i % 2, 21);
  for (int i = 0; i < 4; ++i) program.copy(kDown, 0, 22, true);
  EXPECT_EQ(program.findings(), "");
}

TEST(SerialisedPhases, PhasesThatTheHostSeparatesAreLeftAlone) {
  Program program;
  for (std::uint32_t round = 0; round < 4; ++round) {
    program.copy(kUp, 0, 20, true).launch(1, 21).launch(2, 21).wait();
    program.copy(kDown, 0, 22, true);
  }
  EXPECT_EQ(program.findings(), "");
}

TEST(SerialisedPhases, ALaunchInTheDefaultStreamBetweenCopiesOfOthersIsNamed) {
  Program program;
  for (std::uint32_t stream = 1; stream <= 2; ++stream)
    program.copy(kUp, stream, 20).launch(stream, 21).launch(0, 22).copy(kDown, stream, 23);
  EXPECT_EQ(program.findings(), "default-stream-serialises:22");
}

TEST(SerialisedPhases, ALaunchThatJoinsTheStreamsIsNot) {
  Program program;
  program.launch(0, 19);
  for (std::uint32_t stream = 1; stream <= 2; ++stream)
    program.copy(kUp, stream, 20).launch(stream, 21).copy(kDown, stream, 23);
  program.launch(0, 24);
  EXPECT_EQ(program.findings(), "");
}

TEST(SerialisedPhases, StreamsThatDoNotWaitForTheDefaultStreamAreLeftAlone) {
  Program program;
  program.source("cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);\n");
  for (std::uint32_t stream = 1; stream <= 2; ++stream)
    program.copy(kUp, stream, 20).launch(stream, 21).launch(0, 22).copy(kDown, stream, 23);
  EXPECT_EQ(program.findings(), "");
}

TEST(SerialisedPhases, OneStreamForAllIsTold) {
  Program program;
  for (int frame = 0; frame < 4; ++frame) program.copy(kUp, 1, 20).launch(1, 21).copy(kDown, 1, 22);
  const auto* finding = find(program.judged(), "no-overlap-of-copies");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->where->line, 20U);
  EXPECT_EQ(finding->severity, record::Finding::Severity::information);
  Program small;
  small.copy(kUp, 1, 20).launch(1, 21).copy(kDown, 1, 22);
  EXPECT_EQ(find(small.judged(), "no-overlap-of-copies"), nullptr) << "15 us";
}

TEST(ReturningCopies, UploadsOfWhatIsThereAreNamed) {
  const auto program = [](int unchanged) {
    auto record = test::made_record();
    for (int i = 0; i < 6; ++i) {
      record::Transfer transfer;
      transfer.size_bytes = kPieceBytes;
      transfer.is_unchanged = i < unchanged;
      transfer.asked = record::HostOrder{record::SourceLine{"a.cu", 9}, 1, 0};
      record.transfers.push_back(transfer);
    }
    apply_rules(record);
    return find(record, "transfer-every-iteration") != nullptr;
  };
  EXPECT_TRUE(program(4));
  EXPECT_FALSE(program(3));
}

}  // namespace
}  // namespace warpscope::runner
