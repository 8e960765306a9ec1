#include "runner/report/html/source_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "base/html_text.h"
#include "base/quantity.h"
#include "record/derived.h"
#include "record/metrics.h"
#include "record/names.h"

namespace warpscope::runner::html {
namespace {

/// A stride of 8 words or more costs eight times the ideal for 4-byte accesses.
constexpr double kHottestRatio = 8;
constexpr double kMostOpacity = 0.55;

double heat(const record::Counters& counters) {
  const auto ratio = record::metric_value(record::derived::kSectorsOverIdeal, counters);
  if (!ratio || *ratio <= 1) return 0;
  return std::min(1.0, std::log2(*ratio) / std::log2(kHottestRatio));
}

std::string finding_row(const record::Finding& finding) {
  return fmt::format(
      "<tr class=\"note {}\"><td></td><td></td><td></td><td><b>{}</b> {}</td></tr>\n",
      record::name(finding.severity), escaped_html(finding.title), escaped_html(finding.cause));
}

class Listing {
 public:
  explicit Listing(const record::RunRecord& record) : record_(record) {
    for (auto& line : record::line_table(record)) {
      counters_[line.where] = std::move(line.counters);
    }
  }

  std::string of(const record::SourceFile& source) const {
    std::string text = fmt::format(
        "<h3>{}</h3>\n<table class=\"source\"><tr><th></th><th>sectors/<br>request</th>"
        "<th>active<br>lanes</th><th></th></tr>\n",
        escaped_html(source.path));
    std::istringstream lines(source.text);
    std::uint32_t number = 0;
    for (std::string line; std::getline(lines, line);) {
      const record::SourceLine where{source.path, ++number};
      text += row(where, line);
      for (const auto& finding : record_.findings) {
        if (finding.where == where) text += finding_row(finding);
      }
    }
    return text + "</table>\n";
  }

 private:
  std::string row(const record::SourceLine& where, const std::string& line) const {
    std::string sectors;
    std::string lanes;
    double warmth = 0;
    if (const auto found = counters_.find(where); found != counters_.end()) {
      const auto value = [&](std::string_view name) {
        const auto ratio = record::metric_value(name, found->second);
        return ratio ? ratio_text(ratio) : std::string();
      };
      sectors = value(record::derived::kSectorsPerRequest);
      lanes = value(record::derived::kLanesPerInstruction);
      warmth = heat(found->second);
    }
    const auto style = warmth > 0 ? fmt::format(" style=\"background:rgba(213,94,0,{:.2f})\"",
                                                warmth * kMostOpacity)
                                  : std::string();
    return fmt::format("<tr{}><td>{}</td><td>{}</td><td>{}</td><td><pre>{}</pre></td></tr>\n",
                       style, where.line, sectors, lanes, escaped_html(line));
  }

  const record::RunRecord& record_;
  std::map<record::SourceLine, record::Counters> counters_;
};

}  // namespace

std::string source_view(const record::RunRecord& record) {
  const Listing listing(record);
  std::string text;
  for (const auto& source : record.sources) text += listing.of(source);
  return text;
}

}  // namespace warpscope::runner::html
