#include "runner/report/record_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/quantity.h"
#include "base/text_of_others.h"
#include "record/alone.h"
#include "record/cut_off.h"
#include "record/kernel_name.h"
#include "record/metrics.h"
#include "record/names.h"
#include "record/sample.h"
#include "runner/report/size_text.h"
#include "runner/report/table.h"

namespace warpscope::runner {
namespace {

using record::Counters;
using record::Launch;
using record::RunRecord;

constexpr std::size_t kMostLaunches = 40, kMostLines = 40;
/// Of one launch or line.
constexpr std::size_t kMostCounters = 8;
constexpr std::size_t kMostLineText = 60;

/// Which launch of its kernel: "name(int)", 0.
using LaunchKey = std::pair<std::string, std::size_t>;

std::map<LaunchKey, const Launch*> by_kernel(const RunRecord& record) {
  std::map<std::string, std::size_t> seen;
  std::map<LaunchKey, const Launch*> launches;
  for (const auto& launch : record.launches)
    launches[{launch.kernel, seen[launch.kernel]++}] = &launch;
  return launches;
}

/// A line by what it says: file, text, and which of those with this text it is.
struct LineKey {
  std::string file, text;
  std::size_t occurrence = 0;
  friend auto operator<=>(const LineKey&, const LineKey&) = default;
};
struct Line {
  record::SourceLine where;
  Counters counters;
};

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

std::set<std::string> file_names(const RunRecord& record) {
  std::set<std::string> names;
  for (const auto& source : record.sources) names.insert(file_name(source.path));
  return names;
}

/// The second record's names of files that have another one in the first.
using Renamed = std::map<std::string, std::string>;

/// The one file that only the first record has and the one that only the second has are the same
/// file, as a program is called otherwise after it was copied. Of several nobody knows which.
Renamed renamed_files(const RunRecord& before, const RunRecord& after) {
  const auto old_names = file_names(before), new_names = file_names(after);
  std::vector<std::string> gone, come;
  std::ranges::set_difference(old_names, new_names, std::back_inserter(gone));
  std::ranges::set_difference(new_names, old_names, std::back_inserter(come));
  if (gone.size() != 1 || come.size() != 1) return {};
  return {{come.front(), gone.front()}};
}

std::string name_in_first(const std::string& path, const Renamed& renamed) {
  const auto name = file_name(path);
  const auto found = renamed.find(name);
  return found != renamed.end() ? found->second : name;
}

/// Of each file the key of each of its lines.
std::map<std::string, std::vector<LineKey>> keys_of(const RunRecord& record,
                                                    const Renamed& renamed) {
  std::map<std::string, std::vector<LineKey>> keys;
  for (const auto& source : record.sources) {
    const auto file = name_in_first(source.path, renamed);
    std::map<std::string, std::size_t> seen;
    std::istringstream lines(source.text);
    for (std::string line; std::getline(lines, line);) {
      const auto text = trimmed(line);
      keys[source.path].push_back({file, text, seen[text]++});
    }
  }
  return keys;
}

std::map<LineKey, Line> by_line(const RunRecord& record, const Renamed& renamed) {
  const auto keys = keys_of(record, renamed);
  std::map<LineKey, Line> lines;
  for (const auto& launch : record.launches) {
    for (const auto& of_line : launch.lines) {
      const auto& where = of_line.where;
      LineKey key{name_in_first(where.file, renamed), fmt::format("line {}", where.line), 0};
      const auto of_file = keys.find(where.file);
      if (of_file != keys.end() && where.line >= 1 && where.line <= of_file->second.size())
        key = of_file->second[where.line - 1];
      auto& line = lines[key];
      line.where = where;
      for (const auto& [name, value] : of_line.counters) line.counters[name] += value;
    }
  }
  return lines;
}

std::string factor_text(double before, double after) {
  if (before == 0) return "new";
  if (after == 0) return "gone";
  return fmt::format("\u00d7 {}", ratio_text(after / before));
}

struct Change {
  std::string name;
  std::uint64_t before = 0, after = 0;
  /// How much of the larger one has come or gone.
  double weight() const {
    const auto most = static_cast<double>(std::max(before, after));
    return std::abs(static_cast<double>(after) - static_cast<double>(before)) / most;
  }
  std::uint64_t distance() const { return std::max(before, after) - std::min(before, after); }
};

std::vector<Change> changes(const Counters& before, const Counters& after) {
  std::map<std::string, Change> all;
  for (const auto& [name, value] : before) all[name].before = value;
  for (const auto& [name, value] : after) all[name].after = value;
  std::vector<Change> result;
  for (auto& [name, change] : all) {
    if (change.before == change.after) continue;
    change.name = name;
    result.push_back(change);
  }
  std::ranges::stable_sort(result, std::greater<>(), [](const Change& change) {
    return std::pair(change.weight(), change.distance());
  });
  return result;
}

std::string name_of(const std::string& metric) {
  const auto* known = record::find_metric(metric);
  return known != nullptr ? std::string(known->short_name) : one_line_of_others(metric);
}

std::string counters_text(const Counters& before, const Counters& after) {
  const auto all = changes(before, after);
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), kMostCounters); ++i) {
    text += fmt::format(
        "      {:<32} {:>15} \u2192 {:>15}   {}\n", name_of(all[i].name), count_text(all[i].before),
        count_text(all[i].after),
        factor_text(static_cast<double>(all[i].before), static_cast<double>(all[i].after)));
  }
  if (all.size() > kMostCounters)
    text += fmt::format("      and {} more counters\n", all.size() - kMostCounters);
  return text;
}

std::string shape(const Launch& launch) {
  return fmt::format("<<<{}, {}>>>", size_text(launch.grid), size_text(launch.block));
}

std::string launch_text(const LaunchKey& key, const Launch* before, const Launch* after) {
  const auto name = one_line_of_others(record::short_kernel_name(key.first));
  if (before == nullptr)
    return fmt::format("  {} {}: only in the second (launch {}, {})\n", name, shape(*after),
                       after->id, record::launch_time_text(*after));
  if (after == nullptr)
    return fmt::format("  {} {}: only in the first (launch {}, {})\n", name, shape(*before),
                       before->id, record::launch_time_text(*before));
  const auto counters = counters_text(before->counters, after->counters);
  const bool has_other_shape = shape(*before) != shape(*after);
  const double before_s = record::alone_s(*before), after_s = record::alone_s(*after);
  const bool has_other_time = before_s != after_s;
  if (counters.empty() && !has_other_shape && !has_other_time) return {};
  auto text = fmt::format("  {} {}", name, shape(*before));
  if (has_other_shape) text += " \u2192 " + shape(*after);
  text += before->id == after->id ? fmt::format(" (launch {})", before->id)
                                  : fmt::format(" (launches {} and {})", before->id, after->id);
  text += fmt::format(": {} \u2192 {}", record::launch_time_text(*before),
                      record::launch_time_text(*after));
  if (has_other_time) text += "   " + factor_text(before_s, after_s);
  text += "\n" + counters;
  for (const auto& [which, launch] : {std::pair("first", before), std::pair("second", after)}) {
    if (launch->sampled_blocks)
      text += fmt::format("      the {} is {}\n", which, record::sample_text(*launch));
    const auto certainty = launch->machine_instructions.value_or(record::Certainty::exact);
    if (certainty != record::Certainty::exact)
      text += fmt::format("      machine instructions of the {}: {} so many\n", which,
                          record::in_words(certainty));
  }
  return text;
}

std::string line_text(const LineKey& key, const Line* before, const Line* after) {
  static const Counters kNone;
  const auto counters = counters_text(before != nullptr ? before->counters : kNone,
                                      after != nullptr ? after->counters : kNone);
  if (counters.empty()) return {};
  const auto number = [](const Line* line) {
    return line != nullptr ? std::to_string(line->where.line) : std::string("\u2013");
  };
  auto place = number(before);
  if (number(after) != place) place += " \u2192 " + number(after);
  auto text = one_line_of_others(key.text);
  if (text.size() > kMostLineText) text = text.substr(0, kMostLineText - 3) + "...";
  return fmt::format("  {}:{}  {}\n", one_line_of_others(key.file), place, text) + counters;
}

/// The texts of all keys of both, in order; those that are empty are left out.
template <typename Map, typename Describe>
std::vector<std::string> compared(const Map& before, const Map& after, Describe describe) {
  std::map<typename Map::key_type,
           std::pair<typename Map::mapped_type const*, typename Map::mapped_type const*>>
      all;
  for (const auto& [key, value] : before) all[key].first = &value;
  for (const auto& [key, value] : after) all[key].second = &value;
  std::vector<std::string> texts;
  for (const auto& [key, pair] : all) {
    if (auto text = describe(key, pair.first, pair.second); !text.empty())
      texts.push_back(std::move(text));
  }
  return texts;
}

std::string listed(std::string_view heading, const std::vector<std::string>& texts,
                   std::size_t most) {
  if (texts.empty()) return {};
  auto text = fmt::format("\n{}:\n", heading);
  for (std::size_t i = 0; i < std::min(texts.size(), most); ++i) text += texts[i];
  if (texts.size() > most) text += fmt::format("  and {} more\n", texts.size() - most);
  return text;
}

std::string title(std::string_view which, const RunRecord& record) {
  double time_s = 0;
  for (const auto& launch : record.launches) time_s += record::alone_s(launch);
  return fmt::format("{}: {} on {}, {} launch{}, {} in kernels\n", which,
                     one_line_of_others(record.program.label), record.device.name,
                     count_text(record.launches.size()), record.launches.size() == 1 ? "" : "es",
                     time_text(time_s));
}

}  // namespace

std::string record_diff(const RunRecord& before, const RunRecord& after) {
  auto text = title("First ", before) + title("Second", after);
  const auto launches = compared(by_kernel(before), by_kernel(after),
                                 [](const LaunchKey& key, const auto* one, const auto* other) {
                                   return launch_text(key, one != nullptr ? *one : nullptr,
                                                      other != nullptr ? *other : nullptr);
                                 });
  const auto renamed = renamed_files(before, after);
  const auto lines = compared(by_line(before, {}), by_line(after, renamed), line_text);
  if (launches.empty() && lines.empty()) return text + "\nNothing differs.\n";
  for (const auto& [name, old_name] : renamed)
    text += fmt::format("{} of the second is compared with {} of the first.\n",
                        one_line_of_others(name), one_line_of_others(old_name));
  return text + listed("Launches", launches, kMostLaunches) + listed("Lines", lines, kMostLines);
}

}  // namespace warpscope::runner
