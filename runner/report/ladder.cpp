#include "runner/report/ladder.h"

#include <fmt/format.h>

#include "base/quantity.h"
#include "record/json_value.h"
#include "record/names.h"
#include "runner/metrics/case_metrics.h"
#include "runner/report/table.h"
#include "runner/score/score.h"

namespace warpscope::runner {

namespace {

std::string value_text(const LadderColumn& column, const std::optional<double>& value) {
  if (!value) return "-";
  const auto unit = case_metric_unit(column.metric);
  if (unit == "bytes/s") return bandwidth_text(value);
  return number_text(*value) + (unit.starts_with('%') ? " %" : "");
}

}  // namespace

bool gives_ladder_row(const record::RunRecord& record) {
  using Kind = record::Outcome::Kind;
  const auto kind = record.outcome.kind;
  return kind != Kind::canceled && kind != Kind::compile_error && kind != Kind::tool_error &&
         kind != Kind::out_of_memory;
}

LadderRow ladder_row(const Rung& rung, const record::RunRecord& record,
                     const std::vector<LadderColumn>& columns) {
  LadderRow row{rung.name, rung.change, record.outcome.kind, 0, 0, {}};
  if (record.score) {
    row.points = record.score->points;
    row.max_points = record.score->max_points;
  }
  for (const auto& column : columns) {
    row.values.push_back(
        case_metric_value(record, matching_cases(record, "", column.cases), column.metric));
  }
  return row;
}

std::string ladder_text(const std::vector<LadderColumn>& columns,
                        const std::vector<LadderRow>& rows) {
  std::vector<TextTable::Column> headings{
      {"rung"}, {"what changed"}, {"points", TextTable::Align::right}};
  for (const auto& column : columns)
    headings.push_back({column.heading, TextTable::Align::right, column.group});
  TextTable table(headings);
  for (const auto& row : rows) {
    const bool is_good = row.outcome == record::Outcome::Kind::completed;
    std::vector<std::string> cells{
        row.name,
        is_good ? row.change : fmt::format("{} ({})", row.change, record::in_words(row.outcome)),
        fmt::format("{:g}", row.points)};
    for (std::size_t i = 0; i < row.values.size(); ++i)
      cells.push_back(value_text(columns[i], row.values[i]));
    table.add_row(std::move(cells));
  }
  return table.text();
}

std::string ladder_json(const std::string& lab, const std::vector<LadderColumn>& columns,
                        const std::vector<LadderRow>& rows) {
  using nlohmann::json;
  json document = {{"lab", lab}, {"columns", json::array()}, {"rungs", json::array()}};
  for (const auto& column : columns) {
    document["columns"].push_back({{"group", column.group},
                                   {"heading", column.heading},
                                   {"metric", column.metric},
                                   {"unit", case_metric_unit(column.metric)},
                                   {"cases", column.cases}});
  }
  for (const auto& row : rows) {
    json values = json::array();
    for (const auto& value : row.values) values.push_back(value ? json(*value) : json());
    document["rungs"].push_back({{"name", row.name},
                                 {"change", row.change},
                                 {"outcome", record::name(row.outcome)},
                                 {"points", row.points},
                                 {"max_points", row.max_points},
                                 {"values", std::move(values)}});
  }
  return record::to_text(document, 2) + "\n";
}

}  // namespace warpscope::runner
