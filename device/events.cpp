#include "device/events.h"

#include <limits>
#include <string_view>
#include <utility>

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

std::uint32_t number_from_json(const JsonView& view) {
  return static_cast<std::uint32_t>(view.as_unsigned(std::numeric_limits<std::uint32_t>::max()));
}

std::vector<std::uint32_t> ranges_of_event(const JsonView& view) {
  std::vector<std::uint32_t> ranges;
  const auto found = view.find("ranges");
  for (std::size_t i = 0; found && i < found->array_size(); ++i)
    ranges.push_back(number_from_json(found->at(i)));
  return ranges;
}

json with_ranges(json event, const std::vector<std::uint32_t>& ranges) {
  if (!ranges.empty()) event["ranges"] = ranges;
  return event;
}

json json_of(const HostMark& mark) {
  return {{"name", mark.name}, {"domain", mark.domain}, {"thread", mark.thread}};
}

RangeTold range_from_json(const JsonView& view) {
  return {{number_from_json(view.at("number")), number_from_json(view.at("parent")),
           view.at("name").as_string(), view.at("domain").as_string(),
           view.at("is_pushed").as_bool(), number_from_json(view.at("thread"))}};
}

MarksTold marks_from_json(const JsonView& view) {
  MarksTold told{{}, view.at("left_out").as_unsigned(), view.at("time_s").as_double()};
  const JsonView marks = view.at("marks");
  for (std::size_t i = 0; i < marks.array_size(); ++i) {
    const JsonView mark = marks.at(i);
    told.marks.push_back({mark.at("name").as_string(), mark.at("domain").as_string(),
                          number_from_json(mark.at("thread"))});
  }
  return told;
}

std::uint32_t site_of_event(const JsonView& view) {
  const auto site = view.find("site");
  return site ? number_from_json(*site) : 0;
}

json json_of(const LastWriters& of) {
  json writers = json::array();
  for (const auto& writer : of.writers)
    writers.push_back({writer.operation, writer.file, writer.line, writer.bytes});
  json runs = json::array();
  for (const auto& run : of.runs) runs.push_back({run.writer, run.bytes});
  return {{"writers", std::move(writers)},
          {"runs", std::move(runs)},
          {"has_more_runs", of.has_more_runs},
          {"is_unknown", of.is_unknown}};
}

LastWriters last_writers_from_json(const JsonView& view) {
  LastWriters of;
  const JsonView writers = view.at("writers");
  for (std::size_t i = 0; i < writers.array_size(); ++i) {
    const JsonView writer = writers.at(i);
    of.writers.push_back(
        {number_from_json(writer.at(std::size_t{0})), writer.at(std::size_t{1}).as_string(),
         number_from_json(writer.at(std::size_t{2})), writer.at(std::size_t{3}).as_unsigned()});
  }
  const JsonView runs = view.at("runs");
  for (std::size_t i = 0; i < runs.array_size(); ++i) {
    const JsonView run = runs.at(i);
    const JsonView writer = run.at(std::size_t{0});
    of.runs.push_back({number_from_json(writer), run.at(std::size_t{1}).as_unsigned()});
    if (of.runs.back().writer >= of.writers.size()) writer.fail("is no writer");
  }
  of.has_more_runs = view.at("has_more_runs").as_bool();
  of.is_unknown = view.at("is_unknown").as_bool();
  return of;
}

json with_flow(json event, const OperationFlow& flow) {
  if (flow.operation == 0) return event;
  json sources = json::array();
  for (const auto& source : flow.sources) sources.push_back({source.operation, source.sectors});
  event["flow"] = {{"operation", flow.operation},
                   {"sources", std::move(sources)},
                   {"has_unknown_sources", flow.has_unknown_sources}};
  if (!flow.last_writers.writers.empty() || flow.last_writers.is_unknown)
    event["flow"]["last_writers"] = json_of(flow.last_writers);
  return event;
}

/// Bytes as two digits each.
constexpr std::string_view kDigits = "0123456789abcdef";

json with_timeline(json event, const std::string& timeline) {
  if (timeline.empty()) return event;
  std::string digits;
  digits.reserve(2 * timeline.size());
  for (const char byte : timeline) {
    digits += kDigits[static_cast<std::uint8_t>(byte) >> 4];
    digits += kDigits[static_cast<std::uint8_t>(byte) & 0xF];
  }
  event["timeline"] = std::move(digits);
  return event;
}

std::string timeline_of_event(const JsonView& view) {
  const auto found = view.find("timeline");
  if (!found) return {};
  const std::string digits = found->as_string();
  std::string bytes;
  bytes.reserve(digits.size() / 2);
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    const auto high = kDigits.find(digits[i]), low = kDigits.find(digits[i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos)
      found->fail("is no row of bytes");
    bytes += static_cast<char>(high << 4 | low);
  }
  return bytes;
}

OperationFlow flow_of_event(const JsonView& view) {
  OperationFlow flow;
  const auto found = view.find("flow");
  if (!found) return flow;
  flow.operation = number_from_json(found->at("operation"));
  flow.has_unknown_sources = found->at("has_unknown_sources").as_bool();
  const JsonView sources = found->at("sources");
  for (std::size_t i = 0; i < sources.array_size(); ++i) {
    const JsonView source = sources.at(i);
    flow.sources.push_back(
        {number_from_json(source.at(std::size_t{0})), source.at(std::size_t{1}).as_unsigned()});
  }
  if (const auto writers = found->find("last_writers"))
    flow.last_writers = last_writers_from_json(*writers);
  return flow;
}

std::optional<HostCall> call_from_json(const JsonView& view) {
  const auto call = view.find("call");
  if (!call) return std::nullopt;
  return HostCall{number_from_json(call->at("mistake")), number_from_json(call->at("site")),
                  call->at("is_crash").as_bool()};
}

HostSite site_from_json(const JsonView& view) {
  HostSite site{number_from_json(view.at("number")), view.at("function").as_string(), {}};
  const JsonView frames = view.at("frames");
  for (std::size_t i = 0; i < frames.array_size(); ++i) {
    const JsonView frame = frames.at(i);
    site.frames.push_back({frame.at("module").as_string(), frame.at("offset").as_unsigned()});
  }
  return site;
}

HostReaction reaction_from_json(const JsonView& view) {
  return {number_from_json(view.at("mistake")), view.at("is_seen").as_bool(),
          view.at("is_seen_late").as_bool(), view.at("went_on").as_bool(),
          number_from_json(view.at("check_site"))};
}

}  // namespace

std::string to_json_line(const Event& event) {
  const json value = std::visit(
      Overloaded{
          [](const Started& e) {
            return json{{"event", "started"}, {"device", to_json_value(e.device)}};
          },
          [](const LaunchProgressed& e) {
            return json{{"event", "launch_progressed"},
                        {"launch", e.launch},
                        {"kernel", e.kernel},
                        {"blocks", e.blocks},
                        {"finished_blocks", e.finished_blocks},
                        {"instructions", e.instructions},
                        {"running_s", e.running_s}};
          },
          [](const LaunchTiming& e) {
            return json{{"event", "launch_timing"}, {"is_over", e.is_over}};
          },
          [](const LaunchEnded& e) {
            return with_timeline(with_ranges(with_flow({{"event", "launch_ended"},
                                                        {"launch", to_json_value(e.launch)},
                                                        {"site", e.site}},
                                                       e.flow),
                                             e.ranges),
                                 e.timeline);
          },
          [](const TransferEnded& e) {
            return with_ranges(with_flow({{"event", "transfer_ended"},
                                          {"transfer", to_json_value(e.transfer)},
                                          {"site", e.site}},
                                         e.flow),
                               e.ranges);
          },
          [](const CountersTold& e) {
            return json{{"event", "counters_told"}, {"names", e.names}, {"reason", e.reason}};
          },
          [](const RangeTold& e) {
            return json{{"event", "range_told"},    {"number", e.range.number},
                        {"parent", e.range.parent}, {"name", e.range.name},
                        {"domain", e.range.domain}, {"is_pushed", e.range.is_pushed},
                        {"thread", e.range.thread}};
          },
          [](const MarksTold& e) {
            json marks = json::array();
            for (const HostMark& mark : e.marks) marks.push_back(json_of(mark));
            return json{{"event", "marks_told"},
                        {"marks", std::move(marks)},
                        {"left_out", e.left_out},
                        {"time_s", e.time_s}};
          },
          [](const Diagnosed& e) {
            json diagnosed{{"event", "diagnosed"}, {"finding", to_json_value(e.finding)}};
            if (e.call) {
              diagnosed["call"] = {{"mistake", e.call->mistake},
                                   {"site", e.call->site},
                                   {"is_crash", e.call->is_crash}};
            }
            return diagnosed;
          },
          [](const SiteTold& e) {
            json frames = json::array();
            for (const HostFrame& frame : e.site.frames)
              frames.push_back({{"module", frame.module}, {"offset", frame.offset}});
            return json{{"event", "site_told"},
                        {"number", e.site.number},
                        {"function", e.site.function},
                        {"frames", frames}};
          },
          [](const Reacted& e) {
            return json{{"event", "reacted"},
                        {"mistake", e.reaction.number},
                        {"is_seen", e.reaction.is_seen},
                        {"is_seen_late", e.reaction.is_seen_late},
                        {"went_on", e.reaction.went_on},
                        {"check_site", e.reaction.check_site}};
          },
          [](const Finished& e) {
            return json{{"event", "finished"}, {"is_orderly", e.is_orderly}};
          },
          [](const Acknowledged& e) {
            return json{{"event", "acknowledged"}, {"command_id", e.command_id}};
          },
          [](const Stood& e) {
            return json{{"event", "stood"}, {"stood", to_json_value(e)}};
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
  if (kind == "launch_progressed") {
    return LaunchProgressed{
        number_from_json(view.at("launch")),   view.at("kernel").as_string(),
        view.at("blocks").as_unsigned(),       view.at("finished_blocks").as_unsigned(),
        view.at("instructions").as_unsigned(), view.at("running_s").as_double()};
  }
  if (kind == "launch_timing") return LaunchTiming{view.at("is_over").as_bool()};
  if (kind == "launch_ended") {
    return LaunchEnded{record::launch_from_json(view.at("launch")), site_of_event(view),
                       flow_of_event(view), ranges_of_event(view), timeline_of_event(view)};
  }
  if (kind == "range_told") return range_from_json(view);
  if (kind == "marks_told") return marks_from_json(view);
  if (kind == "transfer_ended") {
    return TransferEnded{record::transfer_from_json(view.at("transfer")), site_of_event(view),
                         flow_of_event(view), ranges_of_event(view)};
  }
  if (kind == "counters_told") {
    CountersTold told{{}, view.at("reason").as_string()};
    const JsonView names = view.at("names");
    for (std::size_t i = 0; i < names.array_size(); ++i)
      told.names.push_back(names.at(i).as_string());
    return told;
  }
  if (kind == "diagnosed")
    return Diagnosed{record::finding_from_json(view.at("finding")), call_from_json(view)};
  if (kind == "site_told") return SiteTold{site_from_json(view)};
  if (kind == "reacted") return Reacted{reaction_from_json(view)};
  if (kind == "finished") return Finished{view.at("is_orderly").as_bool()};
  if (kind == "acknowledged") return Acknowledged{view.at("command_id").as_unsigned()};
  if (kind == "stood") return stood_from_json(view.at("stood"));
  view.at("event").fail("is no event of the device");
}

}  // namespace warpscope::device
