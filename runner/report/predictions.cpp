#include "runner/report/predictions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/quantity.h"
#include "base/text_of_others.h"
#include "record/names.h"
#include "runner/report/table.h"

namespace warpscope::runner {
namespace {

constexpr const char* kUnknown = "-";

std::string text_of(std::optional<double> value) {
  return value ? number_text(*value) : std::string(kUnknown);
}

/// With its sign; nothing to say of a hit.
std::string miss_text(double predicted, std::optional<double> truth) {
  if (!truth) return kUnknown;
  const double miss = predicted - *truth;
  // Of numbers that read the same, nobody sees a difference.
  if (number_text(predicted) == number_text(*truth)) return "0";
  return (miss > 0 ? "+" : "-") + number_text(std::abs(miss));
}

std::string mark_of(const record::Prediction& prediction) {
  if (!prediction.miss) return "not counted";
  return prediction.is_within ? "right" : "missed";
}

void add_rows(const record::Prediction& prediction, TextTable& table) {
  auto name = one_line_of_others(prediction.id);
  auto mark = mark_of(prediction);
  auto unit = fmt::format("{}, {}", one_line_of_others(prediction.unit),
                          record::in_words(prediction.provenance));
  if (prediction.values.empty()) {
    table.add_row(
        {name, mark, "", one_line_of_others(prediction.choice),
         prediction.true_choice.empty() ? kUnknown : one_line_of_others(prediction.true_choice), "",
         std::string(record::in_words(prediction.provenance))});
  }
  for (const auto& value : prediction.values) {
    table.add_row({name, mark, value.x ? number_text(*value.x) : "", number_text(value.predicted),
                   text_of(value.truth), miss_text(value.predicted, value.truth), unit});
    name.clear();
    mark.clear();
    unit.clear();
  }
}

}  // namespace

std::string predictions_text(const record::RunRecord& record) {
  if (!record.predictions || record.predictions->empty()) return {};
  using Align = TextTable::Align;
  TextTable table({{"prediction"},
                   {""},
                   {"at", Align::right},
                   {"predicted", Align::right},
                   {"true", Align::right},
                   {"miss", Align::right},
                   {"unit"}});
  for (const auto& prediction : *record.predictions) add_rows(prediction, table);
  const auto right = std::ranges::count_if(*record.predictions, &record::Prediction::is_within);
  return fmt::format("\nPredictions, {} of {} right:\n{}", right, record.predictions->size(),
                     table.text(2));
}

}  // namespace warpscope::runner
