#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "labs/judge/awkward_sizes.h"
#include "runner/data_lab/read_parts.h"

namespace warpscope::runner {
namespace {

constexpr std::uint64_t kMostCases = 1000;
constexpr std::uint64_t kLargestSize = std::uint64_t{1} << 30;
constexpr std::uint64_t kMostScale = 1 << 12;

std::string name_of(const DataTask& task, const Sizes& sizes) {
  std::string name;
  for (const auto& size : task.sizes) {
    name += fmt::format("{}{}", name.empty() ? "" : "x", sizes.at(size));
  }
  return name;
}

void add_case(TomlTable& view, DataTask& task, DataCase item, const std::string& key) {
  const auto has_name = [&](const DataCase& other) { return other.name == item.name; };
  if (std::ranges::any_of(task.cases, has_name)) {
    view.fail(key, "gives two cases the name " + item.name + "; name one of them");
  }
  if (task.cases.size() >= kMostCases) view.fail(key, "must be at most 1000");
  task.cases.push_back(std::move(item));
}

void read_case(TomlTable& row, DataTask& task) {
  DataCase item;
  for (const auto& size : task.sizes) {
    item.sizes[size] = static_cast<std::int64_t>(row.whole(size, 0, kLargestSize));
  }
  item.name = row.text_or("name", name_of(task, item.sizes));
  item.sweep = row.text_or("sweep", "");
  const auto x = row.number_if_there("x");
  if (!item.sweep.empty()) {
    item.sweep_x = x.value_or(static_cast<double>(item.sizes.at(task.sizes.front())));
    task.measured.push_back(item);
  }
  add_case(row, task, std::move(item), task.sizes.front());
}

/// Cases in which one size takes some values, and the others follow from it.
class Series {
 public:
  Series(TomlTable& view, const DataTask& task) {
    over_ = view.word("over", std::vector<std::string_view>(task.sizes.begin(), task.sizes.end()));
    sweep_ = view.text_or("sweep", "");
    if (switch_or_off(view, "awkward")) {
      at_.assign(labs::kAwkwardSizes.begin(), labs::kAwkwardSizes.end());
    } else {
      for (const auto x : view.wholes("at", 0, kLargestSize))
        at_.push_back(static_cast<std::int64_t>(x));
    }
    for (const auto& size : task.sizes) {
      if (size == over_) continue;
      view.text(size);
      others_[size] = expression(view, size, "", {over_});
    }
  }

  const std::string& over() const { return over_; }
  const std::string& sweep() const { return sweep_; }

  /// With the other sizes as `view` says, where it says them.
  Series changed(TomlTable& view) const {
    auto result = *this;
    for (auto& [size, written] : result.others_) written = expression(view, size, written, {over_});
    return result;
  }

  std::vector<DataCase> cases(const TomlTable& view) const {
    std::vector<DataCase> cases;
    for (const auto x : at_) {
      DataCase item;
      item.sizes[over_] = x;
      for (const auto& [size, written] : others_)
        item.sizes[size] = value_of(view, size, written, item.sizes);
      item.name = sweep_.empty() ? fmt::format("{}", x) : fmt::format("{}-{}", over_, x);
      item.sweep = sweep_;
      if (!sweep_.empty()) item.sweep_x = static_cast<double>(x);
      cases.push_back(std::move(item));
    }
    return cases;
  }

 private:
  std::int64_t value_of(const TomlTable& view, const std::string& size, const std::string& written,
                        const Sizes& sizes) const {
    std::int64_t value = 0;
    try {
      value = evaluate(written, {{over_, sizes.at(over_)}});
    } catch (const std::runtime_error& error) {
      view.fail(size, error.what());
    }
    if (value < 0 || value > static_cast<std::int64_t>(kLargestSize))
      view.fail(size, fmt::format("is {} where {} is {}, and must be from 0 to 2^30", value, over_,
                                  sizes.at(over_)));
    return value;
  }

  std::string over_, sweep_;
  std::vector<std::int64_t> at_;
  std::map<std::string, std::string> others_;
};

void set_scale(const TomlTable& view, DataLab& lab, const std::string& sweep, int scale) {
  const auto [place, is_new] = lab.data_scale.try_emplace(sweep, scale);
  if (!is_new && place->second != scale)
    view.fail("scale", "is another one than this sweep has elsewhere");
}

void read_series(TomlTable& row, DataTask& task, DataLab& lab) {
  const Series series(row, task);
  for (auto& item : series.cases(row)) add_case(row, task, std::move(item), "over");
  std::vector<DataCase> measured;
  row.table_if_there("measured", [&](TomlTable& view) {
    if (series.sweep().empty()) row.fail("measured", "is for a series with \"sweep\"");
    measured = series.changed(view).cases(view);
    set_scale(view, lab, series.sweep(), static_cast<int>(view.whole("scale", 1, kMostScale)));
  });
  if (measured.empty() && !series.sweep().empty()) measured = series.cases(row);
  std::ranges::move(measured, std::back_inserter(task.measured));
}

}  // namespace

bool is_word_of_cases(std::string_view name) {
  constexpr std::array<std::string_view, 8> kWords{"name", "sweep",   "x",        "over",
                                                   "at",   "awkward", "measured", "scale"};
  return std::ranges::find(kWords, name) != kWords.end();
}

void read_cases(TomlTable& view, DataTask& task, DataLab& lab) {
  if (switch_or_off(view, "awkward_sizes")) {
    if (task.sizes.size() > 1)
      view.fail("awkward_sizes", "is for tasks with one size; write [[task.series]]");
    for (const int size : labs::kAwkwardSizes) {
      const Sizes sizes{{task.sizes.front(), size}};
      add_case(view, task, {name_of(task, sizes), sizes, "", 0}, "awkward_sizes");
    }
  }
  view.for_each("case", [&](TomlTable& row) { read_case(row, task); });
  view.for_each("series", [&](TomlTable& row) { read_series(row, task, lab); });
  if (task.cases.empty()) {
    view.fail("case", "must be there, or \"awkward_sizes\", or \"series\"");
  }
}

}  // namespace warpscope::runner
