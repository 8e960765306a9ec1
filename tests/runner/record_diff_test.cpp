// What `report --diff` says of two records.
#include "runner/report/record_diff.h"

#include <gtest/gtest.h>

#include "record/metrics.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

/// Two launches of a kernel; `sectors` at the line that says "y[i] = x[i];".
record::RunRecord program(const std::string& source, std::uint32_t line, std::uint64_t sectors) {
  record::RunRecord record;
  record.program.label = "copy";
  record.device.name = "virtual GPU";
  record.sources.push_back({"src/copy.cu", source});
  for (int i = 0; i < 2; ++i) {
    auto& launch = test::add_launch(record);
    launch.case_index.reset();
    launch.kernel = "copy(float*, float const*)";
    launch.duration_s = 2e-6;
    launch.counters = {{std::string(kLoadRequests), 64}, {std::string(kLoadSectors), sectors}};
    launch.lines = {{{"src/copy.cu", line},
                     {{std::string(kLoadRequests), 64}, {std::string(kLoadSectors), sectors}}}};
  }
  return record;
}

TEST(RecordDiff, LinesAreTheSameWhereTheySayTheSame) {
  const auto before = program("a\n  y[i] = x[i];\n", 2, 256);
  const auto moved = program("a\nb\nc\n y[i] = x[i];\n", 4, 256);
  EXPECT_NE(record_diff(before, moved).find("Nothing differs."), std::string::npos)
      << record_diff(before, moved);
  const auto text = record_diff(before, program("a\nb\nc\n y[i] = x[i];\n", 4, 2048));
  EXPECT_NE(text.find("copy.cu:2 \u2192 4  y[i] = x[i];"), std::string::npos) << text;
  EXPECT_NE(text.find("4,096   \u00d7 8"), std::string::npos) << "of both launches: " << text;
  EXPECT_NE(text.find("2,048   \u00d7 8"), std::string::npos) << "of each: " << text;
  EXPECT_EQ(text.find("64 \u2192"), std::string::npos) << "what is equal is left out: " << text;
}

record::RunRecord renamed(record::RunRecord record, const std::string& path) {
  record.sources.front().path = path;
  for (auto& launch : record.launches) launch.lines.front().where.file = path;
  return record;
}

TEST(RecordDiff, AFileThatIsCalledOtherwiseIsTheSame) {
  const std::string source = "a\n  y[i] = x[i];\n";
  const auto before = program(source, 2, 256);
  const auto text = record_diff(before, renamed(program(source, 2, 2048), "mine.cu"));
  EXPECT_NE(text.find("mine.cu of the second is compared with copy.cu of the first."),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("copy.cu:2  y[i] = x[i];"), std::string::npos) << text;
  EXPECT_NE(text.find("4,096   \u00d7 8"), std::string::npos) << text;
}

TEST(RecordDiff, OfSeveralFilesThatAreCalledOtherwiseNobodyKnowsWhich) {
  const std::string source = "a\n  y[i] = x[i];\n";
  const auto before = program(source, 2, 256);
  auto after = renamed(program(source, 2, 2048), "mine.cu");
  after.sources.push_back({"yours.cu", source});
  const auto text = record_diff(before, after);
  EXPECT_EQ(text.find("is compared with"), std::string::npos) << text;
  EXPECT_NE(text.find("copy.cu:2 \u2192 \u2013"), std::string::npos) << text;
}

TEST(RecordDiff, LaunchesAreMatchedByKernel) {
  const auto before = program("a\n", 1, 256);
  auto after = before;
  after.launches[1].duration_s = 1e-6;
  after.launches.erase(after.launches.begin());
  after.launches.push_back(after.launches[0]);
  after.launches[1].kernel = "fill(float*)";
  const auto text = record_diff(before, after);
  EXPECT_NE(text.find("2 \u00b5s \u2192 1 \u00b5s   \u00d7 0.5"), std::string::npos) << text;
  EXPECT_NE(text.find("only in the first"), std::string::npos) << text;
  EXPECT_NE(text.find("fill"), std::string::npos) << text;
  EXPECT_NE(text.find("only in the second"), std::string::npos) << text;
}

TEST(RecordDiff, LinesWithoutASourceAreTheirNumbers) {
  auto before = program("", 7, 256);
  before.sources.clear();
  auto after = before;
  after.launches[0].lines[0].where.line = 9;
  const auto text = record_diff(before, after);
  EXPECT_NE(text.find("copy.cu:\u2013 \u2192 9"), std::string::npos) << text;
  EXPECT_NE(text.find("copy.cu:7"), std::string::npos) << text;
}

}  // namespace
}  // namespace warpscope::runner
