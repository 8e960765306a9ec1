// In which order a case asked for its copies between host and device.
#pragma once

#include <cstdint>
#include <optional>

#include "record/record.h"
#include "runner/metrics/counted.h"

namespace warpscope::runner {

/// Of the bytes that the case copies to the device, those that the streams had asked to be copied
/// in and not yet asked to be copied out again, each stream when it had most, whatever the device
/// had done by then. With n equal chunks for a stream 1 / n when each is copied out before the
/// stream's next one is copied in, and 1 when all are copied in first. What different streams ask
/// for is not compared: several threads of the host may ask. The order is that in which the device
/// was asked. Nothing without copies to the device, and where the record does not say when they
/// were asked for.
std::optional<double> copied_ahead(const record::RunRecord& record, std::uint32_t case_index,
                                   Counted counted);

}  // namespace warpscope::runner
