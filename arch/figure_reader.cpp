#include "arch/figure_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace warpscope::arch {
namespace {

constexpr std::uint64_t kMostKibibytes = 1U << 14;

std::string as_text(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

/// The one source that a figure names.
void read_source(TomlTable& table, Figure& figure) {
  int count = 0;
  for (const auto source : {Source::measured, Source::published, Source::assumed}) {
    auto where = table.text_or(std::string(word_of(source)), "");
    if (where.empty()) continue;
    ++count;
    figure.source = source;
    figure.where = std::move(where);
  }
  if (count != 1) {
    table.fail("value",
               "needs one source beside it: measured, published or assumed, with a text that says "
               "where or why");
  }
}

}  // namespace

void FigureReader::read(const std::string& key,
                        const std::function<std::string(TomlTable&)>& read_value) {
  Figure figure;
  figure.key = name_ + "." + key;
  bool is_there = false;
  const auto read_figure = [&](TomlTable& table) {
    is_there = true;
    figure.value = read_value(table);
    read_source(table, figure);
  };
  section_.table_if_there(key, read_figure);
  const auto known = std::ranges::find(figures_, figure.key, &Figure::key);
  if (!is_there) {
    if (is_whole_ && known == figures_.end())
      section_.table(key, read_figure);  // says it is missing
    return;
  }
  if (known != figures_.end()) {
    *known = std::move(figure);
  } else {
    figures_.push_back(std::move(figure));
  }
}

void FigureReader::number(const std::string& key, double& target, double least, double most) {
  read(key, [&](TomlTable& figure) {
    target = figure.number("value", least, most);
    return as_text(target);
  });
}

void FigureReader::text(const std::string& key, std::string& target) {
  read(key, [&](TomlTable& figure) { return target = figure.text("value"); });
}

void FigureReader::kibibytes(const std::string& key, std::vector<std::uint32_t>& target_bytes) {
  read(key, [&](TomlTable& figure) {
    target_bytes.clear();
    std::string text;
    for (const auto kib : figure.wholes("value", 0, kMostKibibytes)) {
      target_bytes.push_back(static_cast<std::uint32_t>(kib << 10));
      text += (text.empty() ? "" : ", ") + std::to_string(kib);
    }
    return text;
  });
}

}  // namespace warpscope::arch
