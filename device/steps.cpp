#include "device/steps.h"

#include <concepts>
#include <limits>
#include <type_traits>

#include "record/json_value.h"

namespace warpscope::device {
namespace {

using nlohmann::json;
using record::JsonView;

template <typename Given, typename Part>
concept Of = std::same_as<std::remove_const_t<Given>, Part>;

// Each part of the protocol with its fields, for writing and for reading.
void fields(auto& v, Of<record::SourceLine> auto& of) {
  v("file", of.file);
  v("line", of.line);
}
void fields(auto& v, Of<record::Dim3> auto& of) {
  v("x", of.x);
  v("y", of.y);
  v("z", of.z);
}
void fields(auto& v, Of<StepCommand> auto& of) {
  v("command_id", of.command_id);
  v("action", of.action);
  v("block", of.block);
  v("warp", of.warp);
  v("is_any_warp", of.is_any_warp);
  v("file", of.file);
  v("line", of.line);
  v("number", of.number);
  v("shows_registers", of.shows_registers);
  v("shows_shared", of.shows_shared);
}
void fields(auto& v, Of<StoodPlace> auto& of) {
  v("where", of.where);
  v("instruction", of.instruction);
  v("ptx", of.ptx);
}
void fields(auto& v, Of<StoodGroup> auto& of) {
  v("state", of.state);
  v("lanes", of.lanes);
  v("enabled", of.enabled);
  v("place", of.place);
  v("calls", of.calls);
  v("barrier", of.barrier);
  v("barrier_threads", of.barrier_threads);
  v("awaited", of.awaited);
  v("mbarrier_offset", of.mbarrier_offset);
}
void fields(auto& v, Of<StoodWarp> auto& of) {
  v("state", of.state);
  v("exited", of.exited);
  v("groups", of.groups);
}
void fields(auto& v, Of<StoodRegister> auto& of) {
  v("name", of.name);
  v("type", of.type);
  v("lanes", of.lanes);
  v("is_kept", of.is_kept);
  v("values", of.values);
  v("set_at", of.set_at);
  v("file", of.file);
  v("is_read_elsewhere", of.is_read_elsewhere);
  v("parameter", of.parameter);
  v("special", of.special);
}
void fields(auto& v, Of<StoodSpan> auto& of) {
  v("first", of.first);
  v("count", of.count);
  v("lanes", of.lanes);
  v("where", of.where);
}
void fields(auto& v, Of<StoodLine> auto& of) {
  v("where", of.where);
  v("instructions", of.instructions);
  v("lanes", of.lanes);
}
void fields(auto& v, Of<Stood> auto& of) {
  v("command_id", of.command_id);
  v("launch", of.launch);
  v("kernel", of.kernel);
  v("grid", of.grid);
  v("block_size", of.block_size);
  v("is_over", of.is_over);
  v("is_left", of.is_left);
  v("message", of.message);
  v("number", of.number);
  v("earliest", of.earliest);
  v("why_not_back", of.why_not_back);
  v("next_block", of.next_block);
  v("next_warp", of.next_warp);
  v("next_lanes", of.next_lanes);
  v("next", of.next);
  v("blocks", of.blocks);
  v("block", of.block);
  v("block_index", of.block_index);
  v("is_block_here", of.is_block_here);
  v("warps", of.warps);
  v("warp", of.warp);
  v("registers", of.registers);
  v("shared", of.shared);
  v("is_shared_cut", of.is_shared_cut);
  v("output", of.output);
  v("spans", of.spans);
  v("lines", of.lines);
  v("is_history_whole", of.is_history_whole);
}

constexpr std::uint64_t largest(StepCommand::Action) {
  return static_cast<std::uint64_t>(StepCommand::Action::leave);
}
constexpr std::uint64_t largest(StoodGroup::State) {
  return static_cast<std::uint64_t>(StoodGroup::State::at_reconvergence);
}
constexpr std::uint64_t largest(StoodWarp::State) {
  return static_cast<std::uint64_t>(StoodWarp::State::exited);
}

class Writer {
 public:
  template <typename Part>
  void operator()(const char* name, const Part& part) {
    object_[name] = value_of(part);
  }
  template <typename Part>
  static json value_of(const Part& part) {
    if constexpr (std::is_enum_v<Part>) {
      return static_cast<std::uint64_t>(part);
    } else if constexpr (std::is_arithmetic_v<Part> || std::same_as<Part, std::string>) {
      return part;
    } else if constexpr (requires { part.begin(); }) {
      json array = json::array();
      for (const auto& each : part) array.push_back(value_of(each));
      return array;
    } else {
      Writer writer;
      fields(writer, part);
      return std::move(writer.object_);
    }
  }

 private:
  json object_ = json::object();
};

class Reader {
 public:
  explicit Reader(const JsonView& view) : view_(view) {}
  template <typename Part>
  void operator()(const char* name, Part& part) {
    read(view_.at(name), part);
  }
  template <typename Part>
  static void read(const JsonView& view, Part& part) {
    if constexpr (std::same_as<Part, bool>) {
      part = view.as_bool();
    } else if constexpr (std::is_enum_v<Part>) {
      part = static_cast<Part>(view.as_unsigned(largest(part)));
    } else if constexpr (std::is_unsigned_v<Part>) {
      part = static_cast<Part>(view.as_unsigned(std::numeric_limits<Part>::max()));
    } else if constexpr (std::same_as<Part, std::string>) {
      part = view.as_string();
    } else if constexpr (requires { part.emplace_back(); }) {
      for (std::size_t i = 0; i < view.array_size(); ++i) read(view.at(i), part.emplace_back());
    } else if constexpr (requires { part.begin(); }) {
      if (view.array_size() != part.size()) view.fail("has another number of elements");
      for (std::size_t i = 0; i < part.size(); ++i) read(view.at(i), part.at(i));
    } else {
      Reader reader(view);
      fields(reader, part);
    }
  }

 private:
  const JsonView& view_;
};

}  // namespace

json to_json_value(const StepCommand& command) { return Writer::value_of(command); }
json to_json_value(const Stood& stood) { return Writer::value_of(stood); }

StepCommand step_command_from_json(const JsonView& view) {
  StepCommand command;
  Reader::read(view, command);
  return command;
}

Stood stood_from_json(const JsonView& view) {
  Stood stood;
  Reader::read(view, stood);
  return stood;
}

}  // namespace warpscope::device
