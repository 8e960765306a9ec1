#include "runner/report/html/page.h"

#include <fmt/format.h>

#include <stdexcept>

#include "base/html_text.h"
#include "record/measurement.h"
#include "record/names.h"
#include "runner/metrics/case_columns.h"
#include "runner/origin/task_writers.h"
#include "runner/report/html/curves.h"
#include "runner/report/html/launches.h"
#include "runner/report/html/phases.h"
#include "runner/report/html/source_view.h"
#include "runner/report/html/stalls.h"
#include "runner/report/html/transfers.h"

namespace warpscope::runner {
namespace {

using record::RunRecord;

constexpr const char* kStyle = R"(
body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:1180px;padding:0 1em;
color:#1b1b1b;background:#fff}
table{border-collapse:collapse}td,th{padding:.15em .7em;text-align:left;vertical-align:top}
.launches td,.launches th,.cases td,.cases th,.score td,.score th{border-bottom:1px solid #ddd}
.number{text-align:right;white-space:nowrap}pre{margin:0;white-space:pre-wrap;font:13px/1.45 ui-monospace,monospace}
.source td{padding:0 .6em}.source td:nth-child(-n+3){text-align:right;color:#666;font-size:12px}
.note td{background:#fff3e6}.note.error td{background:#fde7e7}.note.information td{background:#eef4fb}
.good{color:#00695c}.bad{color:#b00020}.quiet{color:#666}
svg{margin:.5em 1em .5em 0}svg text{font:12px system-ui,sans-serif}svg .title{font-weight:600}
svg .grid{stroke:#ddd}svg .tick{fill:#555}svg .label{fill:#333}
@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#16181c}
.note td{background:#3a2c14}.note.error td{background:#451a1f}.note.information td{background:#1d2a3a}
svg .grid{stroke:#444}svg .tick{fill:#aaa}svg .label,svg .title{fill:#ddd}
.good{color:#5fd0b5}.bad{color:#ff8a80}.quiet{color:#aaa}}
)";

std::string heading(const RunRecord& record, bool has_seed) {
  const bool is_good = record.outcome.kind == record::Outcome::Kind::completed;
  auto text = fmt::format(
      "<h1>{}</h1>\n<p class=\"quiet\">{} on {} ({}), {}; Warpscope {}{}{}</p>\n"
      "<p><b class=\"{}\">{}</b> {}</p>\n",
      escaped_html(record.lab.empty() ? record.program.label : record.lab),
      escaped_html(record.program.label), escaped_html(record.device.name),
      escaped_html(record.device.id), escaped_html(record.created),
      escaped_html(record.producer.version),
      record.producer.cuda_toolkit.empty() ? ""
                                           : ", CUDA " + escaped_html(record.producer.cuda_toolkit),
      record.lab.empty() || !has_seed ? "" : fmt::format("; seed {}", record.seed),
      is_good ? "good" : "bad", record::in_words(record.outcome.kind),
      escaped_html(record.outcome.message));
  text +=
      fmt::format("<p class=\"quiet\">Counters: {}. Times: {}.{}</p>\n",
                  record::in_words(record.device.counters), record::in_words(record.device.times),
                  record.program.sandbox.empty()
                      ? std::string()
                      : " Kept apart by " + escaped_html(record.program.sandbox) + ".");
  for (const auto& sentence : record::measurement_sentences(record))
    text += fmt::format("<p class=\"quiet\">{}</p>\n", escaped_html(sentence));
  return text;
}

std::string score(const RunRecord& record) {
  if (!record.score) return {};
  auto text = fmt::format("<h2>Score: {:g} of {:g}</h2>\n<table class=\"score\">\n",
                          record.score->points, record.score->max_points);
  for (const auto& check : record.score->checks) {
    const char* mark = !record::is_judged(check)          ? "quiet"
                       : check.points >= check.max_points ? "good"
                                                          : "bad";
    text += fmt::format(
        "<tr><td class=\"number {}\">{:g} / {:g}</td><td>{}<br><span class=\"quiet\">{}</span>"
        "</td></tr>\n",
        mark, check.points, check.max_points, escaped_html(check.title),
        escaped_html(check.reason));
  }
  return text + "</table>\n";
}

std::string findings(const RunRecord& record) {
  if (record.findings.empty()) return {};
  std::string text = "<h2>Findings</h2>\n<ul>\n";
  for (const auto& finding : record.findings) {
    const auto place = finding.where ? fmt::format(" at {}:{}", escaped_html(finding.where->file),
                                                   finding.where->line)
                                     : std::string();
    text += fmt::format(
        "<li><b>{}</b>{} <span class=\"quiet\">[{}, {}]</span><br>{} {}<br><i>{}</i></li>\n",
        escaped_html(finding.title), place, escaped_html(finding.id),
        record::name(finding.severity), escaped_html(finding.cause), escaped_html(finding.lanes),
        escaped_html(finding.hint));
  }
  return text + "</ul>\n";
}

/// The student's answers to the handout's last questions.
std::string explanations(const RunRecord& record) {
  if (record.explanations.empty()) return {};
  std::string text = "<h2>Explained</h2>\n";
  for (const auto& explanation : record.explanations) {
    text += fmt::format("<p>{}. {}</p>\n<pre>{}</pre>\n", explanation.number,
                        escaped_html(explanation.question), escaped_html(explanation.text));
  }
  return text;
}

std::string cases(const RunRecord& record) {
  if (record.cases.empty()) return {};
  std::string text = "<h2>Cases</h2>\n<table class=\"cases\"><tr><th>case</th><th>verdict</th>";
  const auto columns = case_columns(record);
  for (const auto& column : columns) {
    const auto source = column.is_of_times() ? record.device.times : record.device.counters;
    text += fmt::format("<th title=\"{}\">{} ({})</th>", escaped_html(column.meaning),
                        escaped_html(column.heading), record::in_words(source));
  }
  text += "</tr>\n";
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    const auto& item = record.cases[i];
    const bool is_good = item.verdict == record::Case::Verdict::correct;
    text +=
        fmt::format("<tr><td>{}</td><td class=\"{}\">{}<br><span class=\"quiet\">{}</span></td>",
                    escaped_html(item.name), is_good ? "good" : "bad",
                    record::in_words(item.verdict), escaped_html(item.message));
    for (const auto& column : columns)
      text += fmt::format("<td class=\"number\">{}</td>", case_text(column, record, i));
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

std::string writers(const RunRecord& record) {
  const auto rows = answer_writers(record);
  if (rows.empty()) return {};
  std::string text =
      "<h2>Who wrote the answers</h2>\n<p class=\"quiet\">Where that is known of the whole "
      "answer.</p>\n<table class=\"cases\"><tr><th>task</th><th>last written by</th>"
      "<th>bytes</th><th></th></tr>\n";
  for (const auto& row : rows) {
    text += fmt::format(
        "<tr><td>{}</td><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td></tr>\n",
        escaped_html(row.task), escaped_html(row.writer), row.bytes,
        escaped_html(percent_text(row)));
  }
  return text + "</table>\n";
}

/// Of each record that has no cases, under its label where there are several records.
std::string all_launches(std::span<const RunRecord> records) {
  std::string text;
  for (const auto& record : records) {
    const auto table = html::launches(record);
    if (table.empty()) continue;
    const auto heading =
        records.size() == 1 ? "Launches" : "Launches of " + escaped_html(record.program.label);
    text += fmt::format("<h2>{}</h2>\n{}", heading, table);
  }
  return text;
}

std::string output(const char* title, const std::string& text) {
  if (text.empty()) return {};
  return fmt::format("<h2>{}</h2>\n<pre>{}</pre>\n", title, escaped_html(text));
}

}  // namespace

std::string html_report(std::span<const RunRecord> records, bool has_seed) {
  if (records.empty()) throw std::invalid_argument("A report needs a run record.");
  const auto& record = records.front();
  const auto plots = html::curves(records);
  auto text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width\"><title>{} {}</title>"
      "<style>{}</style></head><body>\n",
      escaped_html(record.lab), escaped_html(record.program.label), kStyle);
  text += heading(record, has_seed) + score(record) + findings(record) + explanations(record);
  if (!plots.empty()) text += "<h2>Curves</h2>\n" + plots;
  text += cases(record) + writers(record) + all_launches(records) + html::stalls(record) +
          html::transfers(record) + html::phases(record);
  if (const auto sources = html::source_view(record); !sources.empty()) {
    text += "<h2>Source</h2>\n" + sources;
  }
  text += output("Compiler output", record.outcome.compiler_output);
  text += output("Program output", record.outcome.program_output);
  if (!record.outcome.is_output_kept) {
    text += "<p class=\"quiet\">What the program printed is not kept in the record.</p>\n";
  }
  return text + "</body></html>\n";
}

}  // namespace warpscope::runner
