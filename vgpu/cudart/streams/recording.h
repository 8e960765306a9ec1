// Events and calls of the program's functions in streams.
#pragma once

#include <functional>

#include "vgpu/cudart/queue/ordering.h"

namespace warpscope::cudart {

struct Runtime;

/// Queues the recording of an event.
/// In a capture the event remembers where it stands; an external one becomes a node.
void record(Runtime& runtime, Event& event, Stream& stream, bool is_external = false);
/// Makes later work of the stream wait for the event's last recording, if there is one.
void wait_for(Runtime& runtime, Stream& stream, const Event& event, bool is_external = false);

/// Queues a call of a function of the program.
void call_in_stream(Runtime& runtime, Stream& stream, std::function<void()> function);

}  // namespace warpscope::cudart
