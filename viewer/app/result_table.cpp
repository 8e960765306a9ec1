#include "viewer/app/result_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "record/labels.h"
#include "record/names.h"
#include "runner/report/html/page.h"
#include "viewer/model/labels.h"
#include "viewer/model/numbers.h"

namespace warpscope::viewer {
namespace {

std::string cell(const record::Check* check) {
  return check == nullptr ? "-" : compact(check->points) + "/" + compact(check->max_points);
}

const record::Check* find_check(const record::RunRecord* record, const std::string& id) {
  if (record == nullptr || !record->score) return nullptr;
  const auto found = std::ranges::find(record->score->checks, id, &record::Check::id);
  return found == record->score->checks.end() ? nullptr : &*found;
}

std::string line(const std::string& title, const std::string& student,
                 const std::string& reference) {
  return fmt::format("{:<76} {:>12} {:>12}\n", title, student, reference);
}

}  // namespace

std::string result_table(const Session& session) {
  const auto* student = session.record(Side::student);
  const auto* reference = session.record(Side::reference);
  const auto of_both = [&](auto&& make) {
    const auto text = [&](const record::RunRecord* record) {
      return record == nullptr ? "-" : make(*record);
    };
    return std::pair(text(student), text(reference));
  };
  std::string out =
      line("", side_label(session, Side::student), side_label(session, Side::reference));
  const auto [ends, reference_ends] = of_both([](const record::RunRecord& record) {
    return std::string(record::in_words(record.outcome.kind));
  });
  out += line("outcome", ends, reference_ends);
  const auto* leading = student != nullptr ? student : reference;
  if (leading != nullptr && leading->score) {
    for (const auto& check : leading->score->checks) {
      out += line(check.title, cell(find_check(student, check.id)),
                  cell(find_check(reference, check.id)));
    }
  }
  const auto [points, reference_points] = of_both([](const record::RunRecord& record) {
    return record.score ? compact(record.score->points) + "/" + compact(record.score->max_points)
                        : std::string("-");
  });
  out += line("points", points, reference_points);
  const auto [findings, reference_findings] = of_both(
      [](const record::RunRecord& record) { return std::to_string(record.findings.size()); });
  out += line("findings", findings, reference_findings);
  return out;
}

std::vector<std::filesystem::path> write_reports(const Session& session,
                                                 const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const Side side : kSides) {
    const auto* record = session.record(side);
    if (record == nullptr) continue;
    files.push_back(folder / (std::string(side_name(side)) + ".json"));
    record::save(*record, files.back());
  }
  std::vector<record::RunRecord> records;
  for (const Side side : kSides) {
    if (const auto* record = session.record(side)) records.push_back(*record);
  }
  if (records.empty()) return files;
  record::make_labels_distinct(records);
  files.push_back(folder / "report.html");
  std::ofstream out(files.back(), std::ios::binary);
  out << runner::html_report(records);
  if (!out.flush()) {
    throw std::runtime_error("Cannot write " + files.back().string() +
                             ". Check that its folder is writable and that the disk is not full.");
  }
  return files;
}

}  // namespace warpscope::viewer
