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

}  // namespace

std::string to_json_line(const BeginCase& command) {
  auto exchanged = json::array();
  for (const auto& input : command.exchanged)
    exchanged.push_back(json::array({input.bytes, static_cast<unsigned>(input.match_by)}));
  return record::to_text(json{{"command", "begin_case"},
                              {"exchanged", std::move(exchanged)},
                              {"command_id", command.command_id},
                              {"case_index", command.case_index},
                              {"is_checked", command.is_checked},
                              {"schedule", command.schedule}});
}

BeginCase command_from_json(const std::string& line) {
  const json document = record::parse_json(line);
  const JsonView view(document);
  if (view.at("command").as_string() != "begin_case") {
    view.at("command").fail("is no command to the device");
  }
  return {view.at("command_id").as_unsigned(),
          static_cast<std::uint32_t>(
              view.at("case_index").as_unsigned(std::numeric_limits<std::uint32_t>::max())),
          view.at("is_checked").as_bool(),
          static_cast<std::uint32_t>(
              view.at("schedule").as_unsigned(std::numeric_limits<std::uint32_t>::max())),
          exchanged_from_json(view.at("exchanged"))};
}

}  // namespace warpscope::device
