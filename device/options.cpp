#include "device/options.h"

#include <set>

namespace warpscope::device {
namespace {

using nlohmann::json;

class OptionsWriter {
 public:
  void field(const char* name, const std::string& member) { object_[name] = member; }
  void field(const char* name, bool member) { object_[name] = member; }
  template <std::unsigned_integral Number>
  void field(const char* name, Number member, std::uint64_t, std::uint64_t) {
    object_[name] = member;
  }
  json take() { return std::move(object_); }

 private:
  json object_ = json::object();
};

class OptionsReader {
 public:
  explicit OptionsReader(const record::JsonView& view) : view_(view) {}

  void field(const char* name, std::string& member) { member = at(name).as_string(); }
  void field(const char* name, bool& member) { member = at(name).as_bool(); }
  template <std::unsigned_integral Number>
  void field(const char* name, Number& member, std::uint64_t smallest, std::uint64_t largest) {
    const auto value = at(name);
    member = static_cast<Number>(value.as_unsigned(largest));
    if (member < smallest) value.fail("must be at least " + std::to_string(smallest));
  }
  /// After all fields.
  void expect_no_others() const {
    for (const auto& [name, value] : view_.as_object().items()) {
      if (!known_.contains(name)) view_.member(name, value).fail("is no option of a device");
    }
  }

 private:
  record::JsonView at(const char* name) {
    known_.insert(name);
    return view_.at(name);
  }

  const record::JsonView& view_;
  std::set<std::string> known_;
};

}  // namespace

json to_json_value(const Options& options) {
  OptionsWriter writer;
  visit_fields(writer, options);
  return writer.take();
}

Options options_from_json(const record::JsonView& view) {
  Options options;
  OptionsReader reader(view);
  visit_fields(reader, options);
  reader.expect_no_others();
  return options;
}

}  // namespace warpscope::device
