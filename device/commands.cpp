#include "device/commands.h"

#include <limits>

#include "record/json_value.h"

namespace warpscope::device {
namespace {

using nlohmann::json;
using record::JsonView;

std::vector<BeginCase::Exchanged> exchanged_from_json(const JsonView& view) {
  std::vector<BeginCase::Exchanged> all;
  std::uint64_t left = kMostExchangedBytes / 2;
  for (std::size_t i = 0; i < view.array_size(); ++i) {
    const JsonView input = view.at(i);
    const auto match_by =
        input.at(std::size_t{1}).as_unsigned(static_cast<unsigned>(MatchBy::lone_words));
    all.push_back({input.at(std::size_t{0}).as_unsigned(left), static_cast<MatchBy>(match_by)});
    left -= all.back().bytes;
  }
  return all;
}

json json_of(const Start& command) {
  return {{"command", "start"}, {"options", to_json_value(command.options)}};
}

json json_of(const BeginCase& command) {
  auto exchanged = json::array();
  for (const auto& input : command.exchanged)
    exchanged.push_back(json::array({input.bytes, static_cast<unsigned>(input.match_by)}));
  return {{"command", "begin_case"},          {"exchanged", std::move(exchanged)},
          {"command_id", command.command_id}, {"case_index", command.case_index},
          {"is_checked", command.is_checked}, {"schedule", command.schedule},
          {"is_counted", command.is_counted}, {"is_cold", command.is_cold}};
}

json json_of(const EndRun& command) {
  return {{"command", "end_run"}, {"command_id", command.command_id}};
}

json json_of(const Stop& command) {
  return {{"command", "stop"}, {"command_id", command.command_id}};
}

json json_of(const Noticed&) { return {{"command", "noticed"}}; }

json json_of(const StepCommand& command) {
  return {{"command", "step"}, {"step", to_json_value(command)}};
}

BeginCase begin_case_from_json(const JsonView& view) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  return {view.at("command_id").as_unsigned(),
          static_cast<std::uint32_t>(view.at("case_index").as_unsigned(kMost)),
          view.at("is_checked").as_bool(),
          static_cast<std::uint32_t>(view.at("schedule").as_unsigned(kMost)),
          exchanged_from_json(view.at("exchanged")),
          view.at("is_counted").as_bool(),
          view.at("is_cold").as_bool()};
}

}  // namespace

std::string to_json_line(const Command& command) {
  return record::to_text(std::visit([](const auto& of) { return json_of(of); }, command));
}

Command command_from_json(const std::string& line) {
  const json document = record::parse_json(line);
  const JsonView view(document, {}, "a valid command to a device");
  const std::string kind = view.at("command").as_string();
  if (kind == "start") return Start{options_from_json(view.at("options"))};
  if (kind == "begin_case") return begin_case_from_json(view);
  if (kind == "noticed") return Noticed{};
  if (kind == "end_run") return EndRun{view.at("command_id").as_unsigned()};
  if (kind == "stop") return Stop{view.at("command_id").as_unsigned()};
  if (kind == "step") return step_command_from_json(view.at("step"));
  view.at("command").fail("is no command to a device");
}

}  // namespace warpscope::device
