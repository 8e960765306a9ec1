#include "runner/lab/lab_description.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "record/measured_curves.h"
#include "runner/metrics/case_metrics.h"
#include "runner/score/check_cases.h"
#include "tests/runner/paths.h"

namespace warpscope::runner {
namespace {

constexpr const char* kGood = R"toml(title = "Lab"
tasks = ["scale"]
[limits]
case_s = 2
[[sweep]]
id = "stride"
title = "Stride"
x_label = "stride (elements)"
provokes = ["uncoalesced-load"]
[[check]]
id = "right"
title = "Right"
points = 10
kind = "correct"
task = "scale"
[[check]]
id = "coalesced"
title = "Coalesced"
points = 5
kind = "counter"
cases = "scale/*"
metric = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"
at_most = 4.2
zero_at = 16
[[ladder]]
heading = "bytes"
metric = "warpscope__bytes_moved_per_useful_byte.ratio"
)toml";

std::string error_of(const std::string& text) {
  try {
    parse_lab(text, "lab.toml");
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

std::string changed(const std::string& from, const std::string& to) {
  std::string text = kGood;
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

void expect_error(const std::string& from, const std::string& to, const std::string& part) {
  const auto error = error_of(changed(from, to));
  EXPECT_NE(error.find(part), std::string::npos) << error;
  EXPECT_EQ(error.rfind("lab.toml:", 0), 0u) << error;
}

TEST(LabDescription, OpenMpIsAskedFor) {
  EXPECT_FALSE(parse_lab(kGood, "lab.toml").has_openmp);
  const std::string tasks = "tasks = [\"scale\"]\n";
  EXPECT_TRUE(parse_lab(changed(tasks, tasks + "openmp = 1\n"), "lab.toml").has_openmp);
  expect_error(tasks, tasks + "openmp = 2\n", "must be 0 or 1");
}

TEST(LabDescription, NamesWhatStandsBesideLines) {
  EXPECT_EQ(parse_lab(kGood, "lab.toml").heat, "");
  const std::string tasks = "tasks = [\"scale\"]\n";
  EXPECT_EQ(parse_lab(changed(tasks, tasks + "heat = \"passes\"\n"), "lab.toml").heat, "passes");
  expect_error(tasks, tasks + "heat = \"pases\"\n", "passes");
}

TEST(LabDescription, IsRead) {
  const auto lab = parse_lab(kGood, "lab.toml");
  EXPECT_EQ(lab.title, "Lab");
  ASSERT_EQ(lab.provoked.size(), 1u);
  EXPECT_EQ(lab.provoked[0].sweep, "stride");
  EXPECT_EQ(lab.provoked[0].ids, std::vector<std::string>{"uncoalesced-load"});
  EXPECT_DOUBLE_EQ(lab.limits.case_s, 2);
  EXPECT_DOUBLE_EQ(lab.limits.total_s, LabLimits{}.total_s);
  ASSERT_EQ(lab.sweeps.size(), 1u);
  ASSERT_EQ(lab.checks.size(), 2u);
  EXPECT_EQ(lab.checks[1].kind, CheckDescription::Kind::counter);
  EXPECT_DOUBLE_EQ(lab.checks[1].at_most.value(), 4.2);
  EXPECT_FALSE(lab.checks[1].at_least.has_value());
  ASSERT_EQ(lab.ladder.size(), 1u);
  EXPECT_EQ(lab.ladder[0].heading, "bytes");
}

TEST(LabDescription, ASweepSaysWhatTheModelLacks) {
  std::string text = kGood;
  EXPECT_EQ(parse_lab(text, "lab.toml").sweeps.at(0).model_lacks, "");
  text.insert(text.find("[[check]]"), "model_lacks = \"contention\"\n");
  EXPECT_EQ(parse_lab(text, "lab.toml").sweeps.at(0).model_lacks, "contention");
}

TEST(LabDescription, ASweepNamesProgramsToBeDrawnBeside) {
  std::string text = kGood;
  EXPECT_TRUE(parse_lab(text, "lab.toml").beside.empty());
  text.insert(text.find("[[check]]"), "beside = [\"step-2\", \"ways/library\"]\n");
  const auto lab = parse_lab(text, "lab.toml");
  ASSERT_EQ(lab.beside.size(), 1U);
  EXPECT_EQ(lab.beside[0].sweep, lab.sweeps.at(0).id);
  EXPECT_EQ(lab.beside[0].programs, (std::vector<std::string>{"step-2", "ways/library"}));
}

TEST(LabDescription, MeasuredCurvesAreOfTheLabsSweeps) {
  const auto labs = std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "labs";
  int measured = 0;
  for (const auto& folder : std::filesystem::directory_iterator(labs)) {
    if (!std::filesystem::exists(folder.path() / "h200.json")) continue;
    const auto lab = load_lab(folder.path() / "lab.toml");
    for (const auto& program : record::load_measured_curves(folder.path() / "h200.json").programs) {
      const bool has_all = program.label == "starter" || program.label == "reference";
      // One for each task.
      if (has_all) {
        EXPECT_GE(program.sweeps.size(), lab.sweeps.size()) << folder.path();
      }
      for (const auto& sweep : program.sweeps) {
        EXPECT_NE(std::ranges::find(lab.sweeps, sweep.id, &record::Sweep::id), lab.sweeps.end())
            << folder.path() << " " << sweep.id;
      }
      ++measured;
    }
  }
  EXPECT_GT(measured, 0);
}

TEST(LabDescription, EveryLabOfTheCourseIsReadable) {
  std::size_t count = 0;
  for (const auto& part : load_course(test::kSource / "labs" / "course.toml")) {
    for (const auto& id : part.labs) {
      EXPECT_FALSE(load_lab(test::kSource / "labs" / id / "lab.toml").checks.empty()) << id;
      ++count;
    }
  }
  EXPECT_GT(count, 0u);
}

TEST(LabDescription, SaysWhichLaunchesAreWatched) {
  const LabDescription usual = parse_lab(kGood, "lab.toml");
  EXPECT_TRUE(usual.memory_checks.is_on);
  const std::string table = "[memory_checks]\non = 0\nthreads = 32\naccesses = 7\n";
  const LabDescription own = parse_lab(
      changed("[[sweep]]", table + "except = [\"*/large\", \"sum/?\"]\n[[sweep]]"), "lab.toml");
  EXPECT_FALSE(own.memory_checks.is_on);
  EXPECT_EQ(own.memory_checks.most_threads, 32u);
  EXPECT_EQ(own.memory_checks.most_accesses, 7u);
  EXPECT_EQ(own.memory_checks.except, (std::vector<std::string>{"*/large", "sum/?"}));
  expect_error("[[sweep]]", "[memory_checks]\non = 2\n[[sweep]]", "must be 0 or 1");
}

constexpr const char* kRow = R"toml([[lesson]]
task = "scale"
checked_by = ["right", "coalesced"]
seen = "whole sectors"
free = "block size"
ways = ["float4", "grid-stride loop"]
)toml";

std::string error_of_row(const std::string& from, const std::string& to) {
  std::string row = kRow;
  return error_of(kGood + row.replace(row.find(from), from.size(), to));
}

TEST(LabDescription, ALessonSaysWhatATasksPointsAreGivenFor) {
  EXPECT_TRUE(parse_lab(kGood, "lab.toml").lessons.empty());
  const auto lab = parse_lab(std::string(kGood) + kRow, "lab.toml");
  ASSERT_EQ(lab.lessons.size(), 1U);
  EXPECT_EQ(lab.lessons[0].task, "scale");
  EXPECT_EQ(lab.lessons[0].seen, "whole sectors");
  EXPECT_EQ(lab.lessons[0].ways.size(), 2U);
  const auto has = [](const std::string& error, const std::string& part) {
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  has(error_of_row("\"scale\"", "\"scal\""), "did you mean \"scale\"?");
  has(error_of_row("\"right\"", "\"rigt\""), "names no check: rigt; did you mean \"right\"?");
  has(error_of_row("\"right\", ", ""), "lacks right, which is about scale");
  has(error_of_row(", \"coalesced\"", ""), "lacks coalesced, which is about scale");
  has(error_of_row("[\"right\", \"coalesced\"]", "[]"), "must name checks");
  has(error_of_row("seen = \"whole sectors\"\n", ""), "\"lesson.seen\" is missing");
  has(error_of(std::string(kGood) + kRow + kRow), "has two rows: scale");
  const std::string two = changed("[\"scale\"]", "[\"scale\", \"add\"]");
  has(error_of(two + kRow), "has no row for the task add");
}

// What the page for instructors is made of.
TEST(LabDescription, EveryTaskOfTheCourseHasARow) {
  std::size_t count = 0;
  for (const auto& part : load_course(test::kSource / "labs" / "course.toml")) {
    for (const auto& id : part.labs) {
      const auto lab = load_lab(test::kSource / "labs" / id / "lab.toml");
      EXPECT_EQ(lab.lessons.size(), lab.tasks.size()) << id;
      for (const auto& row : lab.lessons) EXPECT_FALSE(row.ways.empty()) << id << ' ' << row.task;
      ++count;
    }
  }
  EXPECT_GT(count, 0U);
}

TEST(LabDescription, ErrorsNameLineAndReason) {
  expect_error("title = \"Lab\"", "titel = \"Lab\"",
               "lab.toml:1: \"titel\" is not a key here; did you mean \"title\"");
  expect_error("title = \"Lab\"", "", "\"title\" is missing");
  expect_error("case_s = 2", "case_s = -2", "lab.toml:4: \"limits.case_s\" must be above 0");
  expect_error("case_s = 2", "cases_s = 2", "did you mean \"case_s\"?");
  expect_error("case_s = 2", "case_s = nan", "finite");
  expect_error("case_s = 2", "case_s = \"2\"", "must be a number");
  expect_error("case_s = 2", "instruction_budget = -1", "not negative");
  expect_error("case_s = 2", "seconds = 2",
               "\"limits.seconds\" is not a key here; there are \"case_s\"");
  expect_error("points = 10", "points = 0", "must be above 0");
  expect_error(
      "kind = \"correct\"", "kind = \"corect\"",
      "is \"corect\" but must be \"correct\", \"counter\", \"no-finding\" or \"no-error\"; did "
      "you mean \"correct\"?");
  expect_error("task = \"scale\"", "task = \"add\"", "is \"add\" but must be \"scale\"");
  expect_error("id = \"coalesced\"", "id = \"right\"", "used twice");
  expect_error("at_most = 4.2\n", "", "at_most");
  expect_error("zero_at = 16", "zero_at = 4", "beyond the bound");
  expect_error("op_ld.ratio", "op_xx.ratio", "op_ld.ratio\"?");
  expect_error("zero_at = 16", "most_instructions = 5", "is for checks on active lanes");
  expect_error("zero_at = 16", "most_copied_bytes = 5", "is for checks on what goes on at once");
  expect_error("zero_at = 16", "depends_on = [\"shuffles\"]",
               "\"check.depends_on\" knows no shuffles; there are lane-exchange, shared-atomics");
  expect_error("zero_at = 16", "beside = 5", "\"check.beside\" must be an array of tables");
  expect_error("zero_at = 16", "beside = [{ metric = \"x\" }]",
               "\"check.beside.at_most\" is missing");
  expect_error("zero_at = 16", "beside = [{ metric = \"x\", at_most = 5 }]",
               "\"check.beside.metric\" names no counter");
  expect_error("zero_at = 16",
               "beside = [{ metric = \"warpscope__effective_bandwidth.pct\", at_most = 5 }]",
               "must be a count");
  expect_error("zero_at = 16",
               "beside = [{ metric = \"warpscope__copies.sum\", at_most = 5, at_least = 6 }]",
               "\"check.beside.at_least\" must not be above \"at_most\"");
  expect_error("heading = \"bytes\"\n", "", "lab.toml:25: \"ladder.heading\" is missing");
  expect_error("useful_byte.ratio", "useful_bite.ratio", "lab.toml:27: \"ladder.metric\" names no");
  expect_error("useful_byte.ratio\"", "useful_byte.ratio\"\ncase = \"a\"",
               "lab.toml:28: \"ladder.case\" is not a key here");
  expect_error("tasks = [\"scale\"]", "tasks = \"scale\"", "array of texts");
  expect_error("tasks = [\"scale\"]", "tasks = [\"scale\"]\ndriver_copies = [\"scal\"]",
               "names no task: scal; did you mean \"scale\"?");
  expect_error("tasks = [\"scale\"]", "tasks = [\"scale\"]\ndriver_uploads = [\"scal\"]",
               "\"driver_uploads\" names no task: scal; did you mean \"scale\"?");
  expect_error("[[sweep]]", "[sweep]", "[[sweep]]");
}

TEST(LabDescription, NobodyIsScoredOnAModelledTime) {
  for (const char* metric :
       {"warpscope__effective_bandwidth.bytes_per_s", "warpscope__timeline_span.us"}) {
    const auto names = case_metric_names();
    ASSERT_NE(std::ranges::find(names, metric), names.end()) << metric;
    expect_error("l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", metric,
                 "a modelled time or rate");
  }
}

TEST(LabDescription, HostileTextIsAnError) {
  EXPECT_NE(error_of("title = "), "no error");
  EXPECT_NE(error_of("\xff\xfe"), "no error");
  EXPECT_NE(error_of(std::string(100'000, '[')), "no error");
  EXPECT_NE(error_of("a = " + std::string(50'000, '[') + std::string(50'000, ']')), "no error");
}

TEST(Course, LabIdsCannotLeaveTheFolder) {
  EXPECT_THROW(parse_course("[[part]]\ntitle = \"x\"\nlabs = [\"../secrets\"]\n", "course.toml"),
               std::runtime_error);
  const auto parts =
      parse_course("[[part]]\ntitle = \"x\"\nlabs = [\"a-1\", \"b\"]\n", "course.toml");
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].labs, (std::vector<std::string>{"a-1", "b"}));
}

TEST(LabDescription, NoErrorNeedsNoListAndTakesFurtherFindings) {
  const std::string more =
      "[[check]]\nid = \"clean\"\ntitle = \"Clean\"\npoints = 1\nkind = \"no-error\"\n";
  const auto check = parse_lab(kGood + more, "lab.toml").checks.back();
  EXPECT_EQ(check.kind, CheckDescription::Kind::no_error);
  EXPECT_TRUE(check.findings.empty());
  const auto further =
      parse_lab(kGood + more + "findings = [\"per-element-copy\"]\n", "lab.toml").checks.back();
  EXPECT_EQ(further.findings, std::vector<std::string>{"per-element-copy"});
}

TEST(LabDescription, AMisspeltFindingIsRefusedWithItsLine) {
  const std::string more =
      "[[check]]\nid = \"clean\"\ntitle = \"Clean\"\npoints = 1\nkind = \"no-finding\"\n"
      "findings = [\"use-after-free\", \"guard-of-by-one\"]\n";
  const auto error = error_of(kGood + more);
  EXPECT_NE(error.find("names no finding: guard-of-by-one; did you mean \"guard-off-by-one\"?"),
            std::string::npos)
      << error;
  EXPECT_EQ(error.rfind("lab.toml:33:", 0), 0u) << error;
}

TEST(LabDescription, AMisspeltProvokedFindingIsRefused) {
  expect_error("provokes = [\"uncoalesced-load\"]", "provokes = [\"uncoalesced-loads\"]",
               "names no finding: uncoalesced-loads");
}

/// What expect_cases() says of the lab above with these cases.
std::string error_of_cases(const std::string& text, const std::vector<NamedCase>& cases) {
  try {
    expect_cases(parse_lab(text, "lab.toml"), "lab.toml", cases);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

TEST(CheckCases, EveryCheckHasACaseAndEveryCaseATaskAndASweep) {
  const std::vector<NamedCase> cases{{"scale/33", "scale", ""},
                                     {"scale/fields-4", "scale", "stride"}};
  EXPECT_EQ(error_of_cases(kGood, cases), "no error");
  EXPECT_EQ(error_of_cases(changed("\"scale/*\"", "\"scale/feilds-*\""), cases),
            "lab.toml: check \"coalesced\": \"cases\" matches none of the judge's cases: "
            "scale/feilds-*; did you mean \"scale/fields-*\"?");
  EXPECT_EQ(error_of_cases(changed("\"scale/*\"", "\"scales/33\""), cases),
            "lab.toml: check \"coalesced\": \"cases\" matches none of the judge's cases: "
            "scales/33; did you mean \"scale/33\"?");
  const auto with_beside = [](const std::string& of) {
    return changed("zero_at = 16",
                   "beside = [{ metric = \"warpscope__copies.sum\", at_least = 2, "
                   "cases = \"" +
                       of + "\" }]");
  };
  EXPECT_EQ(error_of_cases(with_beside("scale/33"), cases), "no error");
  EXPECT_EQ(error_of_cases(with_beside("scales/33"), cases),
            "lab.toml: check \"coalesced\": \"beside\": \"cases\" matches none of the judge's "
            "cases: scales/33; did you mean \"scale/33\"?");
  EXPECT_EQ(error_of_cases(kGood, {{"scale/1", "scale", "strides"}}),
            "lab.toml: case scale/1 of the judge: \"sweep\" lacks \"strides\"; did you mean "
            "\"stride\"?");
  EXPECT_EQ(error_of_cases(changed("\"bytes\"\n", "\"bytes\"\ncases = \"scales/33\"\n"), cases),
            "lab.toml: ladder \"bytes\": \"cases\" matches none of the judge's cases: scales/33; "
            "did you mean \"scale/33\"?");
  EXPECT_NE(error_of_cases(kGood, {{"copy/1", "copy", ""}}).find("lacks \"copy\""),
            std::string::npos);
}

}  // namespace
}  // namespace warpscope::runner
