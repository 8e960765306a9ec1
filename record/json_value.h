// Parts of a run record as JSON values, for whoever sends or keeps parts on their own (the device's
// control socket does).
#pragma once

#include <nlohmann/json.hpp>

#include "record/json_view.h"
#include "record/measured_curves.h"
#include "record/record.h"

namespace warpscope::record {

/// Each throws RecordError when a number is not finite: JSON has no such numbers.
nlohmann::json to_json_value(const Device& device);
nlohmann::json to_json_value(const Launch& launch);
nlohmann::json to_json_value(const Transfer& transfer);
nlohmann::json to_json_value(const Finding& finding);
nlohmann::json to_json_value(const Score& score);
nlohmann::json to_json_value(const Prediction& prediction);
nlohmann::json to_json_value(const RunRecord& record);
nlohmann::json to_json_value(const MeasuredCurves& curves);

/// Each throws RecordError that says where and why; unknown fields are ignored.
Device device_from_json(const JsonView& value);
Launch launch_from_json(const JsonView& value);
Transfer transfer_from_json(const JsonView& value);
Finding finding_from_json(const JsonView& value);
Prediction prediction_from_json(const JsonView& value);
RunRecord record_from_json(const JsonView& value);
/// The fields only; record/measured_curves.h checks what they say.
MeasuredCurves measured_curves_from_json(const JsonView& value);

/// Text of a value. Bytes that are not UTF-8 (a program's output may be anything) become U+FFFD.
/// `indent` below 0 gives one line.
std::string to_text(const nlohmann::json& value, int indent = -1);

}  // namespace warpscope::record
