// Events in streams.
#pragma once

#include "vgpu/cudart/runtime.h"

namespace warpscope::cudart {

/// Queues the recording of an event.
void record(Runtime& runtime, Event& event, Stream& stream);
/// Makes later work of the stream wait for the event's last recording, if there is one.
void wait_for(Runtime& runtime, Stream& stream, const Event& event);

}  // namespace warpscope::cudart
