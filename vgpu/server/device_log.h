// What the device process tells the trusted side (never the program) while a program runs: JSON
// lines on the control socket, one event each. The runner builds the run record from them.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "record/record.h"

namespace warpscope::device {

/// First event: which GPU is simulated.
struct Started {
  record::Device device;
};
/// A launch ended (or was refused); its `case_index` is what the runner set last.
struct LaunchEnded {
  record::Launch launch;
};
struct TransferEnded {
  record::Transfer transfer;
};
/// Something the device itself diagnoses: faults, invalid launches, unknown runtime calls.
struct Diagnosed {
  record::Finding finding;
};
/// The program's connection closed; no more events follow.
struct Finished {
  bool is_orderly = false;
};
/// Answer to a command of the runner.
struct Acknowledged {
  std::uint64_t command_id = 0;
};

using Event = std::variant<Started, LaunchEnded, TransferEnded, Diagnosed, Finished, Acknowledged>;

/// What the runner may tell the device.
struct BeginCase {
  std::uint64_t command_id = 0;
  std::uint32_t case_index = 0;
};

std::string to_json_line(const Event& event);    ///< without the newline
Event event_from_json(const std::string& line);  ///< throws record::RecordError
std::string to_json_line(const BeginCase& command);
BeginCase command_from_json(const std::string& line);

}  // namespace warpscope::device
