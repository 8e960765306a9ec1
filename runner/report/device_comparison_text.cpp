#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/quantity.h"
#include "base/text_of_others.h"
#include "record/export/csv_table.h"
#include "record/names.h"
#include "runner/report/device_comparison.h"
#include "runner/report/size_text.h"
#include "runner/report/table.h"

namespace warpscope::runner {
namespace {

constexpr std::string_view kNone = "\u2013";
constexpr std::size_t kMostExamples = 2;
constexpr std::string_view kBase = "starter";

struct Ratios {
  double median = 0, least = 0, most = 0;
};

std::optional<Ratios> ratios_of(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::ranges::sort(values);
  return Ratios{values[values.size() / 2], values.front(), values.back()};
}

/// Of a program's launches, added by case.
using Times = std::map<std::string, std::pair<double, double>>;

Times times_by_place(const DeviceComparison& comparison, const std::string& program) {
  Times times;
  for (const auto& launch : comparison.launches) {
    if (launch.program != program) continue;
    times[launch.place].first += launch.first_s;
    times[launch.place].second += launch.second_s;
  }
  return times;
}

/// How many times faster than the other, in the median of the cases that both have.
std::array<std::string, 2> speed_ups(const Times& base, const Times& of) {
  std::array<std::vector<double>, 2> all;
  for (const auto& [place, times] : of) {
    const auto found = base.find(place);
    if (found == base.end()) continue;
    if (times.first > 0 && found->second.first > 0)
      all[0].push_back(found->second.first / times.first);
    if (times.second > 0 && found->second.second > 0)
      all[1].push_back(found->second.second / times.second);
  }
  std::array<std::string, 2> texts;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto ratios = ratios_of(std::move(all[i]));
    texts[i] = ratios ? fmt::format("{:.2f}", ratios->median) : std::string(kNone);
  }
  return texts;
}

std::string program_table(const DeviceComparison& comparison) {
  using enum TextTable::Align;
  TextTable table({{"program"},
                   {"first", right, "right cases"},
                   {"second", right, "right cases"},
                   {"launches", right},
                   {"equal", right, "counters"},
                   {"of", right, "counters"},
                   {"median", right, "time, second over first"},
                   {"least", right, "time, second over first"},
                   {"most", right, "time, second over first"},
                   {"first", right, "speed-up over starter"},
                   {"second", right, "speed-up over starter"}});
  const auto base = times_by_place(comparison, std::string(kBase));
  for (const auto& program : comparison.programs) {
    std::size_t launches = 0, equal = 0, counters = 0;
    for (const auto& launch : comparison.launches) {
      if (launch.program != program.label) continue;
      ++launches;
      counters += launch.counters.size();
      equal += static_cast<std::size_t>(std::ranges::count_if(
          launch.counters, [](const auto& of) { return of.second.first == of.second.second; }));
    }
    const auto times = times_by_place(comparison, program.label);
    std::vector<double> ratios;
    for (const auto& [place, both] : times) {
      if (both.first > 0 && both.second > 0) ratios.push_back(both.second / both.first);
    }
    const auto ratio = ratios_of(std::move(ratios));
    const auto text = [&](double Ratios::*which) {
      return ratio ? fmt::format("{:.2f}", *ratio.*which) : std::string(kNone);
    };
    const auto ups = speed_ups(base, times);
    const auto right_text = [&](std::size_t count) {
      return program.cases == 0 ? std::string(kNone)
                                : fmt::format("{} of {}", count, program.cases);
    };
    table.add_row({one_line_of_others(program.label), right_text(program.first_right),
                   right_text(program.second_right), std::to_string(launches),
                   std::to_string(equal), std::to_string(counters), text(&Ratios::median),
                   text(&Ratios::least), text(&Ratios::most), ups[0], ups[1]});
  }
  return table.text();
}

std::string counter_table(const DeviceComparison& comparison) {
  struct Row {
    std::size_t launches = 0, equal = 0, about = 0;
    std::vector<std::string> examples;
  };
  std::map<std::string, Row> rows;
  for (const auto& launch : comparison.launches) {
    for (const auto& [name, values] : launch.counters) {
      auto& row = rows[name];
      ++row.launches;
      if (values.first == values.second) {
        ++row.equal;
      } else if (is_about(launch, name)) {
        ++row.about;
      } else if (row.examples.size() < kMostExamples) {
        row.examples.push_back(fmt::format("{} in {}{}{}: {} and {}", launch.kernel, launch.program,
                                           launch.place.empty() ? "" : " ", launch.place,
                                           values.first, values.second));
      }
    }
  }
  const auto equal_everywhere = std::ranges::count_if(
      rows, [](const auto& of) { return of.second.equal == of.second.launches; });
  auto text =
      fmt::format("{} of {} counters are equal in every launch.\n", equal_everywhere, rows.size());
  TextTable table({{"counter"},
                   {"equal", TextTable::Align::right},
                   {"of", TextTable::Align::right},
                   {"only about", TextTable::Align::right},
                   {"such as (first and second)"}});
  for (const auto& [name, row] : rows) {
    if (row.equal == row.launches) continue;
    table.add_row({name, std::to_string(row.equal), std::to_string(row.launches),
                   std::to_string(row.about),
                   one_line_of_others(fmt::format("{}", fmt::join(row.examples, "; ")))});
  }
  return table.is_empty() ? text : text + table.text();
}

std::string kernel_table(const DeviceComparison& comparison) {
  struct Row {
    std::size_t launches = 0;
    double first_s = 0, second_s = 0, longest_s = -1;
    std::string first_stalls, second_stalls;  ///< of the launch that took longest
  };
  std::vector<std::pair<std::pair<std::string, std::string>, Row>> rows;
  for (const auto& launch : comparison.launches) {
    const std::pair key{launch.program, launch.kernel};
    auto found = std::ranges::find(rows, key, &decltype(rows)::value_type::first);
    if (found == rows.end()) found = rows.insert(rows.end(), {key, {}});
    auto& row = found->second;
    ++row.launches;
    row.first_s += launch.first_s;
    row.second_s += launch.second_s;
    if (launch.first_s <= row.longest_s) continue;
    row.longest_s = launch.first_s;
    row.first_stalls = launch.first_stalls;
    row.second_stalls = launch.second_stalls;
  }
  if (rows.empty()) return {};
  using enum TextTable::Align;
  TextTable table({{"program"},
                   {"kernel"},
                   {"launches", right},
                   {"first", right, "time"},
                   {"second", right, "time"},
                   {"ratio", right, "time"},
                   {"first", left, "warps wait for, in the longest"},
                   {"second", left, "warps wait for, in the longest"}});
  for (const auto& [key, row] : rows) {
    const auto& [program, kernel] = key;
    const auto or_none = [](const std::string& text) {
      return text.empty() ? std::string(kNone) : one_line_of_others(text);
    };
    table.add_row(
        {one_line_of_others(program), one_line_of_others(kernel), std::to_string(row.launches),
         time_text(row.first_s), time_text(row.second_s),
         row.first_s > 0 ? fmt::format("{:.2f}", row.second_s / row.first_s) : std::string(kNone),
         or_none(row.first_stalls), or_none(row.second_stalls)});
  }
  return table.text();
}

std::string device_text(const record::Device& device) {
  return fmt::format("{}, {} (times {}, counters {})", device.id, one_line_of_others(device.name),
                     record::in_words(device.times), record::in_words(device.counters));
}

}  // namespace

std::string comparison_text(const DeviceComparison& comparison) {
  auto text = fmt::format("first:  {}\nsecond: {}\n\n{}\n{}\n{}", device_text(comparison.first),
                          device_text(comparison.second), program_table(comparison),
                          counter_table(comparison), kernel_table(comparison));
  if (comparison.are_cold)
    text += "Measured times are those with a cold L2 cache, which a virtual GPU models.\n";
  for (const auto& sentence : comparison.left_out) text += one_line_of_others(sentence) + "\n";
  return text;
}

std::string comparison_csv(const DeviceComparison& comparison) {
  record::CsvTable table;
  for (const char* heading : {"program", "case", "launch", "kernel", "grid", "block", "quantity",
                              "first", "second", "equal"})
    table.cell(std::string_view(heading));
  table.end_row();
  std::map<std::pair<std::string, std::string>, std::size_t> place_of;
  for (const auto& launch : comparison.launches) {
    const auto place = place_of[{launch.program, launch.place}]++;
    const auto begin = [&](std::string_view quantity) {
      table.cell(launch.program);
      table.cell(launch.place);
      table.cell(static_cast<std::uint64_t>(place));
      table.cell(launch.kernel);
      table.cell(size_text(launch.grid));
      table.cell(size_text(launch.block));
      table.cell(quantity);
    };
    for (const auto& [name, values] : launch.counters) {
      begin(name);
      table.cell(values.first);
      table.cell(values.second);
      const bool is_equal = values.first == values.second;
      table.cell(std::string_view(is_equal ? "yes" : is_about(launch, name) ? "about" : "no"));
      table.end_row();
    }
    begin("duration_s");
    table.cell(launch.first_s);
    table.cell(launch.second_s);
    table.cell(std::string_view());
    table.end_row();
  }
  return table.take();
}

}  // namespace warpscope::runner
