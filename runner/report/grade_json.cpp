#include "runner/report/grade_json.h"

#include "record/json_value.h"
#include "record/names.h"

namespace warpscope::runner {

std::string grade_json(const record::RunRecord& record) {
  using nlohmann::json;
  json document = {
      {"lab", record.lab},
      {"label", record.program.label},
      {"file", record.program.path},
      {"sha256", record.program.sha256},
      {"seed", record.seed},
      {"device", record.device.id},
      {"sandbox", record.program.sandbox},
      {"outcome",
       {{"kind", record::name(record.outcome.kind)}, {"message", record.outcome.message}}},
      {"findings", json::array()},
      {"cases", json::array()},
  };
  std::size_t phases = 0;
  for (const auto& launch : record.launches) phases += launch.phases.size();
  document["phase_marks"] = phases;
  if (record.score) document["score"] = record::to_json_value(*record.score);
  document["opened_hints"] = json::array();
  for (const auto& hints : record.opened_hints) {
    document["opened_hints"].push_back({{"task", hints.task}, {"opened", hints.opened}});
  }
  for (const auto& finding : record.findings) {
    document["findings"].push_back(record::to_json_value(finding));
  }
  for (const auto& item : record.cases) {
    document["cases"].push_back(
        {{"name", item.name}, {"verdict", record::name(item.verdict)}, {"message", item.message}});
  }
  return record::to_text(document, 2) + "\n";
}

}  // namespace warpscope::runner
