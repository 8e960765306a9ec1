#include "record/json_value.h"

#include <cmath>
#include <concepts>
#include <type_traits>

#include "record/fields.h"

namespace warpscope::record {
namespace {

using nlohmann::json;

template <typename T>
concept Enumeration = std::is_enum_v<T>;
template <typename T>
concept Integer = std::integral<T> && !std::same_as<T, bool>;

class Writer;
class Reader;

json encode(const std::string& value, std::string_view) { return value; }
json encode(Integer auto value, std::string_view) { return value; }
json encode(std::same_as<bool> auto value, std::string_view) { return value; }
json encode(Enumeration auto value, std::string_view) {
  return EnumerationNames<decltype(value)>::names[static_cast<std::size_t>(value)];
}
json encode(double value, std::string_view name) {
  if (!std::isfinite(value)) {
    throw RecordError("A run record cannot hold " + std::to_string(value) + " (field \"" +
                      std::string(name) + "\"): JSON knows finite numbers only.");
  }
  return value;
}
template <typename Value>
json encode(const std::map<std::string, Value, std::less<>>& map, std::string_view) {
  json object = json::object();
  for (const auto& [key, value] : map) object[key] = encode(value, key);
  return object;
}
json encode(const std::map<std::string, double>& map, std::string_view) {
  json object = json::object();
  for (const auto& [key, value] : map) object[key] = encode(value, key);
  return object;
}
template <typename Part>
json encode(const std::vector<Part>& parts, std::string_view name);
template <typename Part>
requires std::is_class_v<Part> json encode(const Part& part, std::string_view);

class Writer {
 public:
  template <typename T>
  void required(std::string_view name, const T& member) {
    object_[std::string(name)] = encode(member, name);
  }
  template <typename T>
  void optional(std::string_view name, const T& member) {
    required(name, member);
  }
  template <typename T>
  void optional(std::string_view name, const std::optional<T>& member) {
    if (member) required(name, *member);
  }
  template <typename T>
  void if_any(std::string_view name, const std::vector<T>& member) {
    if (!member.empty()) required(name, member);
  }
  void if_any(std::string_view name, Integer auto member) {
    if (member != 0) required(name, member);
  }
  void if_any(std::string_view name, const std::string& member) {
    if (!member.empty()) required(name, member);
  }
  void if_any(std::string_view name, std::same_as<bool> auto member) {
    if (member) required(name, member);
  }
  void if_any(std::string_view name, Enumeration auto member) {
    if (member != decltype(member){}) required(name, member);
  }
  json take() { return std::move(object_); }

 private:
  json object_ = json::object();
};

template <typename Part>
json encode(const std::vector<Part>& parts, std::string_view name) {
  json array = json::array();
  for (const auto& part : parts) array.push_back(encode(part, name));
  return array;
}

template <typename Part>
requires std::is_class_v<Part> json encode(const Part& part, std::string_view) {
  Writer writer;
  visit_fields(writer, part);
  return writer.take();
}

void decode(const JsonView& view, std::string& value) { value = view.as_string(); }
void decode(const JsonView& view, bool& value) { value = view.as_bool(); }
void decode(const JsonView& view, double& value) { value = view.as_double(); }
template <Integer T>
void decode(const JsonView& view, T& value) {
  if constexpr (std::is_signed_v<T>) {
    value = static_cast<T>(
        view.as_integer(std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
  } else {
    value = static_cast<T>(view.as_unsigned(std::numeric_limits<T>::max()));
  }
}
template <Enumeration T>
void decode(const JsonView& view, T& value) {
  const auto text = view.as_string();
  std::string known;
  for (std::size_t i = 0; i < std::size(EnumerationNames<T>::names); ++i) {
    if (EnumerationNames<T>::names[i] == text) {
      value = static_cast<T>(i);
      return;
    }
    known += (i == 0 ? "" : ", ") + std::string(EnumerationNames<T>::names[i]);
  }
  view.fail("must be one of " + known);
}
template <typename Compare, typename Value>
void decode(const JsonView& view, std::map<std::string, Value, Compare>& map) {
  map.clear();
  for (const auto& [key, value] : view.as_object().items())
    decode(view.member(key, value), map[key]);
}
template <typename Part>
void decode(const JsonView& view, std::vector<Part>& parts);
template <typename T>
void decode(const JsonView& view, std::optional<T>& value);
template <typename Part>
requires std::is_class_v<Part>
void decode(const JsonView& view, Part& part);

class Reader {
 public:
  explicit Reader(const JsonView& object) : object_(object) { object.as_object(); }
  template <typename T>
  void required(std::string_view name, T& member) {
    decode(object_.at(name), member);
  }
  template <typename T>
  void optional(std::string_view name, T& member) {
    if (const auto value = object_.find(name)) decode(*value, member);
  }
  template <typename T>
  void if_any(std::string_view name, T& member) {
    optional(name, member);
  }

 private:
  const JsonView& object_;
};

template <typename Part>
void decode(const JsonView& view, std::vector<Part>& parts) {
  parts.assign(view.array_size(), Part{});
  for (std::size_t i = 0; i < parts.size(); ++i) decode(view.at(i), parts[i]);
}

template <typename T>
void decode(const JsonView& view, std::optional<T>& value) {
  decode(view, value.emplace());
}

template <typename Part>
requires std::is_class_v<Part>
void decode(const JsonView& view, Part& part) {
  Reader reader(view);
  visit_fields(reader, part);
}

template <typename Part>
Part decoded(const JsonView& view) {
  Part part;
  decode(view, part);
  return part;
}

void check_schema_version(const JsonView& document) {
  const auto version = document.at("schema_version").as_unsigned();
  if (version == 0 || version > static_cast<std::uint64_t>(kSchemaVersion)) {
    throw RecordError("The run record has schema version " + std::to_string(version) +
                      ", but this Warpscope reads versions 1 to " + std::to_string(kSchemaVersion) +
                      "; open it with a newer Warpscope.");
  }
}

void check_phases(const Launch& launch, const std::string& where) {
  for (std::size_t i = 0; i < launch.phases.size(); ++i) {
    if (launch.phases[i].end_cycles >= launch.phases[i].begin_cycles) continue;
    throw RecordError("Not a valid run record: " + where + ".phases[" + std::to_string(i) +
                      "] ends before it begins.");
  }
}

void check_requests(const Launch& launch, const std::string& where) {
  for (std::size_t i = 0; i < launch.lines.size(); ++i) {
    const std::vector<WarpRequest>& requests = launch.lines[i].requests;
    const std::string line = where + ".lines[" + std::to_string(i) + "].requests";
    if (requests.size() > kMostRequestsOfLine)
      throw RecordError("Not a valid run record: " + line + " has more than " +
                        std::to_string(kMostRequestsOfLine) + " requests.");
    for (std::size_t k = 0; k < requests.size(); ++k) {
      if (const std::string problem = request_problem(requests[k]); !problem.empty())
        throw RecordError("Not a valid run record: " + line + "[" + std::to_string(k) + "] " +
                          problem + ".");
    }
  }
}

void check_references(const RunRecord& record) {
  const auto check_case = [&](const std::optional<std::uint32_t>& index, const std::string& what) {
    if (index && *index >= record.cases.size()) {
      throw RecordError("Not a valid run record: " + what + " names case " +
                        std::to_string(*index) + ", but there are " +
                        std::to_string(record.cases.size()) + " cases.");
    }
  };
  for (std::size_t i = 0; i < record.launches.size(); ++i) {
    const auto where = "launches[" + std::to_string(i) + "]";
    if (record.launches[i].id != i) {
      throw RecordError("Not a valid run record: " + where + ".id must be " + std::to_string(i) +
                        ", the launch's position.");
    }
    check_case(record.launches[i].case_index, where);
    check_phases(record.launches[i], where);
    check_requests(record.launches[i], where);
  }
  for (std::size_t i = 0; i < record.transfers.size(); ++i) {
    check_case(record.transfers[i].case_index, "transfers[" + std::to_string(i) + "]");
  }
  for (std::size_t i = 0; i < record.findings.size(); ++i) {
    const auto where = "findings[" + std::to_string(i) + "]";
    check_case(record.findings[i].case_index, where);
    if (record.findings[i].launch && *record.findings[i].launch >= record.launches.size()) {
      throw RecordError("Not a valid run record: " + where + " names a launch that is not there.");
    }
  }
}

}  // namespace

json to_json_value(const Device& device) { return encode(device, ""); }
json to_json_value(const Launch& launch) { return encode(launch, ""); }
json to_json_value(const Transfer& transfer) { return encode(transfer, ""); }
json to_json_value(const Finding& finding) { return encode(finding, ""); }
json to_json_value(const Score& score) { return encode(score, ""); }
json to_json_value(const Prediction& prediction) { return encode(prediction, ""); }
json to_json_value(const RunRecord& record) { return encode(record, ""); }
json to_json_value(const MeasuredCurves& curves) { return encode(curves, ""); }

Device device_from_json(const JsonView& value) { return decoded<Device>(value); }
Launch launch_from_json(const JsonView& value) { return decoded<Launch>(value); }
Transfer transfer_from_json(const JsonView& value) { return decoded<Transfer>(value); }
Finding finding_from_json(const JsonView& value) { return decoded<Finding>(value); }
Prediction prediction_from_json(const JsonView& value) { return decoded<Prediction>(value); }

MeasuredCurves measured_curves_from_json(const JsonView& value) {
  const auto version_field = value.at("schema_version");
  const auto version = version_field.as_unsigned();
  if (version != kMeasuredCurvesVersion) {
    version_field.fail("is " + std::to_string(version) + ", and this Warpscope reads " +
                       std::to_string(kMeasuredCurvesVersion));
  }
  return decoded<MeasuredCurves>(value);
}

RunRecord record_from_json(const JsonView& value) {
  check_schema_version(value);
  auto record = decoded<RunRecord>(value);
  check_references(record);
  return record;
}

std::string to_text(const json& value, int indent) {
  return value.dump(indent, ' ', false, json::error_handler_t::replace);
}

}  // namespace warpscope::record
