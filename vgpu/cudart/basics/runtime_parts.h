// The parts of the runtime's state in this process, by name only: who uses one includes its header,
// and the table of allowed includes says who may.
#pragma once

#include <mutex>

namespace warpscope::cudart {

class Arrays;
class Captures;
class Devices;
class GraphMemory;
class Graphs;
class HostFunctions;
class HostGuards;
class HostWatch;
class ManagedTurns;
class MemoryAdvice;
class MemoryPools;
class MemoryTable;
class Recorder;
class RegisteredMemory;
class Registry;
class SharedPages;
class Streams;
class UserObjects;
class WorkQueue;
struct TextureObjects;

struct Runtime {
  /// The one of this process; never destroyed, because programs make CUDA calls in their last
  /// destructors.
  static Runtime& instance();

  std::mutex& mutex;  ///< locked while a part is used
  Devices& devices;
  MemoryTable& memory;
  SharedPages& shared_pages;
  RegisteredMemory& registered;
  MemoryAdvice& advice;
  MemoryPools& pools;
  WorkQueue& queue;
  HostFunctions& host_functions;
  Registry& registry;
  HostWatch& watch;
  HostGuards& guards;
  ManagedTurns& managed_turns;
  Streams& streams;
  Captures& captures;
  Recorder& recorder;
  GraphMemory& graph_memory;
  Arrays& arrays;
  TextureObjects& texture_objects;
  Graphs& graphs;
  UserObjects& user_objects;
};

}  // namespace warpscope::cudart
