#include "vgpu/server/device_log.h"

#include <limits>

#include "record/json_value.h"

namespace warpscope::device {
namespace {

using nlohmann::json;
using record::JsonView;
using record::to_json_value;

template <typename... Handlers>
struct Overloaded : Handlers... {
  using Handlers::operator()...;
};
template <typename... Handlers>
Overloaded(Handlers...) -> Overloaded<Handlers...>;

}  // namespace

std::string to_json_line(const Event& event) {
  const json value = std::visit(
      Overloaded{
          [](const Started& e) {
            return json{{"event", "started"}, {"device", to_json_value(e.device)}};
          },
          [](const LaunchEnded& e) {
            return json{{"event", "launch_ended"}, {"launch", to_json_value(e.launch)}};
          },
          [](const TransferEnded& e) {
            return json{{"event", "transfer_ended"}, {"transfer", to_json_value(e.transfer)}};
          },
          [](const Diagnosed& e) {
            return json{{"event", "diagnosed"}, {"finding", to_json_value(e.finding)}};
          },
          [](const Finished& e) {
            return json{{"event", "finished"}, {"is_orderly", e.is_orderly}};
          },
          [](const Acknowledged& e) {
            return json{{"event", "acknowledged"}, {"command_id", e.command_id}};
          },
      },
      event);
  return record::to_text(value);
}

Event event_from_json(const std::string& line) {
  const json document = record::parse_json(line);
  const JsonView view(document);
  const std::string kind = view.at("event").as_string();
  if (kind == "started") return Started{record::device_from_json(view.at("device"))};
  if (kind == "launch_ended") return LaunchEnded{record::launch_from_json(view.at("launch"))};
  if (kind == "transfer_ended") {
    return TransferEnded{record::transfer_from_json(view.at("transfer"))};
  }
  if (kind == "diagnosed") return Diagnosed{record::finding_from_json(view.at("finding"))};
  if (kind == "finished") return Finished{view.at("is_orderly").as_bool()};
  if (kind == "acknowledged") return Acknowledged{view.at("command_id").as_unsigned()};
  view.at("event").fail("is no event of the device");
}

std::string to_json_line(const BeginCase& command) {
  return record::to_text(json{{"command", "begin_case"},
                              {"command_id", command.command_id},
                              {"case_index", command.case_index}});
}

BeginCase command_from_json(const std::string& line) {
  const json document = record::parse_json(line);
  const JsonView view(document);
  if (view.at("command").as_string() != "begin_case") {
    view.at("command").fail("is no command to the device");
  }
  return {view.at("command_id").as_unsigned(),
          static_cast<std::uint32_t>(
              view.at("case_index").as_unsigned(std::numeric_limits<std::uint32_t>::max()))};
}

}  // namespace warpscope::device
