#include "runner/grading/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/html_text.h"
#include "runner/grading/roster.h"

namespace warpscope::runner {
namespace {

constexpr std::size_t kBins = 10;

std::vector<ClassStatistics::Bin> empty_bins(double most) {
  std::vector<ClassStatistics::Bin> bins(kBins);
  const double width = most / static_cast<double>(kBins);
  for (std::size_t i = 0; i < kBins; ++i) {
    bins[i].from = width * static_cast<double>(i);
    bins[i].to = width * static_cast<double>(i + 1);
  }
  return bins;
}

/// Takes one result after another.
class Counting {
 public:
  explicit Counting(double most) : most_(most) { statistics_.bins = empty_bins(most); }

  void add(const record::RunRecord& record) {
    ++statistics_.graded;
    add_points(record.score->points);
    add_findings(record);
    for (const auto& check : record.score->checks) add_check(check);
  }

  ClassStatistics take() {
    for (auto& check : statistics_.checks) {
      check.mean_points /= static_cast<double>(statistics_.graded);
    }
    for (auto& [id, count] : findings_) statistics_.findings.push_back(std::move(count));
    std::ranges::stable_sort(statistics_.findings, std::ranges::greater{},
                             &ClassStatistics::FindingCount::submissions);
    return std::move(statistics_);
  }

 private:
  void add_points(double points) {
    const double share = most_ > 0 ? std::clamp(points / most_, 0.0, 1.0) : 0;
    const auto index = static_cast<std::size_t>(share * static_cast<double>(kBins));
    ++statistics_.bins[std::min(index, kBins - 1)].submissions;
  }

  void add_findings(const record::RunRecord& record) {
    std::map<std::string, std::string> titles;
    for (const auto& finding : record.findings) titles[finding.id] = finding.title;
    for (const auto& [id, title] : titles) {
      auto& count = findings_[id];
      count.id = id;
      count.title = title;
      ++count.submissions;
    }
  }

  /// The mean is a sum until all are there.
  void add_check(const record::Check& check) {
    auto& means = statistics_.checks;
    auto mean = std::ranges::find(means, check.id, &ClassStatistics::CheckMean::id);
    if (mean == means.end()) {
      means.push_back({check.id, check.title, 0, check.max_points});
      mean = means.end() - 1;
    }
    mean->mean_points += check.points;
  }

  double most_;
  std::map<std::string, ClassStatistics::FindingCount> findings_;
  ClassStatistics statistics_;
};

std::string bin_name(const ClassStatistics::Bin& bin) {
  return fmt::format("{:g} to {:g}", bin.from, bin.to);
}

std::string chart(const ClassStatistics& statistics) {
  constexpr int kBarWidth = 56;
  constexpr int kHeight = 200;
  constexpr int kMargin = 30;
  std::size_t most = 1;
  for (const auto& bin : statistics.bins) most = std::max(most, bin.submissions);
  auto text = fmt::format("<svg width=\"{}\" height=\"{}\" role=\"img\" aria-label=\"points\">\n",
                          kBarWidth * static_cast<int>(kBins) + 2 * kMargin, kHeight + 2 * kMargin);
  for (std::size_t i = 0; i < statistics.bins.size(); ++i) {
    const auto& bin = statistics.bins[i];
    const int height = static_cast<int>(bin.submissions * kHeight / most);
    const int left = kMargin + kBarWidth * static_cast<int>(i);
    text += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>"
        "<text x=\"{}\" y=\"{}\">{}</text><text x=\"{}\" y=\"{}\">{:g}</text>\n",
        left, kMargin + kHeight - height, kBarWidth - 4, height, left + kBarWidth / 2,
        kMargin + kHeight - height - 5, bin.submissions, left, kMargin + kHeight + 18, bin.from);
  }
  return text + "</svg>\n";
}

std::string row(const std::string& first, const std::string& second) {
  return fmt::format("<tr><td class=\"number\">{}</td><td>{}</td></tr>\n", first, second);
}

}  // namespace

ClassStatistics statistics_of(const ClassResults& results) {
  Counting counting(most_points(results));
  for (const auto& row : results.rows) {
    if (!row.summary || !row.summary->points || row.is_our_fault) continue;
    const auto result = results.load(row.submission);
    if (result && result->record.score) counting.add(result->record);
  }
  return counting.take();
}

std::string statistics_csv(const ClassStatistics& statistics) {
  std::string text = "kind,name,title,value,of\n";
  const auto add = [&](const char* kind, const std::string& name, const std::string& title,
                       double value, double of) {
    text += fmt::format("{},{},{},{:g},{:g}\n", kind, csv_field(name), csv_field(title), value, of);
  };
  const auto graded = static_cast<double>(statistics.graded);
  for (const auto& bin : statistics.bins) {
    add("points", bin_name(bin), "submissions with so many points",
        static_cast<double>(bin.submissions), graded);
  }
  for (const auto& finding : statistics.findings) {
    add("finding", finding.id, finding.title, static_cast<double>(finding.submissions), graded);
  }
  for (const auto& check : statistics.checks) {
    add("check", check.id, check.title, check.mean_points, check.max_points);
  }
  return text;
}

std::string statistics_html(const ClassResults& results, const ClassStatistics& statistics) {
  auto text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title><style>"
      "body{{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:800px;padding:0 1em}}"
      "rect{{fill:#00796b}}svg text{{font:12px system-ui,sans-serif;fill:#444}}"
      ".number{{text-align:right;padding-right:1em;white-space:nowrap}}td{{vertical-align:top}}"
      "</style></head><body>\n<h1>{0}</h1>\n<p>{1} of {2} submissions graded.</p>\n"
      "<h2>Points</h2>\n{3}",
      escaped_html(results.lab), statistics.graded, results.rows.size(), chart(statistics));
  text += "<h2>Most frequent findings</h2>\n<table>\n";
  for (const auto& finding : statistics.findings) {
    text += row(std::to_string(finding.submissions),
                escaped_html(fmt::format("{} [{}]", finding.title, finding.id)));
  }
  text += "</table>\n<h2>Mean points of each check</h2>\n<table>\n";
  for (const auto& check : statistics.checks) {
    text += row(fmt::format("{:.1f} / {:g}", check.mean_points, check.max_points),
                escaped_html(check.title));
  }
  return text + "</table>\n</body></html>\n";
}

}  // namespace warpscope::runner
