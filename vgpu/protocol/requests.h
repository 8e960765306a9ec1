// The fields of requests and replies. exchanges.h says which opcode has which.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "vgpu/protocol/box.h"
#include "vgpu/protocol/descriptions.h"
#include "vgpu/protocol/fields.h"
#include "vgpu/protocol/host_calls.h"

namespace warpscope::device {

/// First in every reply: a cudaError_t value and, when it is not 0, a sentence for the user.
struct Status {
  std::int32_t code = 0;
  std::string message;
};
void visit_fields(auto& v, PartOf<Status> auto& status) { v.fields(status.code, status.message); }

/// No fields.
struct Nothing {};
void visit_fields(auto&, PartOf<Nothing> auto&) {}

// Memory

struct ByteCount {
  std::uint64_t bytes = 0;
};
void visit_fields(auto& v, PartOf<ByteCount> auto& count) { v.fields(count.bytes); }

struct Address {
  std::uint64_t address = 0;
};
void visit_fields(auto& v, PartOf<Address> auto& of) { v.fields(of.address); }

struct AddressRange {
  std::uint64_t address = 0, bytes = 0;
};
void visit_fields(auto& v, PartOf<AddressRange> auto& range) {
  v.fields(range.address, range.bytes);
}

struct MemoryInfo {
  std::uint64_t free_bytes = 0, total_bytes = 0;
};
void visit_fields(auto& v, PartOf<MemoryInfo> auto& info) {
  v.fields(info.free_bytes, info.total_bytes);
}

/// A copy between staging memory, where rows are packed, and device memory. A copy larger than the
/// staging memory comes in pieces: the first carries `total_bytes`, by which the clock advances;
/// the others carry 0.
struct CopyRequest {
  Box box;                  ///< of the whole copy, in device memory
  std::uint64_t first = 0;  ///< packed offset in the box at which this piece begins
  std::uint64_t bytes = 0;  ///< of this piece, from the beginning of the staging memory
  std::uint64_t total_bytes = 0;
  std::uint32_t stream = 0;
  bool is_asynchronous = false;
  bool is_pinned = false;
  HostOrder asked{};
};
void visit_fields(auto& v, PartOf<CopyRequest> auto& copy) {
  v.fields(copy.box, copy.first, copy.bytes, copy.total_bytes, copy.stream, copy.is_asynchronous,
           copy.is_pinned, copy.asked);
}

/// A copy between boxes of equal extents.
struct DeviceCopyRequest {
  Box target, source;
  std::uint32_t stream = 0;
  bool is_asynchronous = false;
};
void visit_fields(auto& v, PartOf<DeviceCopyRequest> auto& copy) {
  v.fields(copy.target, copy.source, copy.stream, copy.is_asynchronous);
}

struct FillRequest {
  Box target;
  std::uint32_t value = 0;
  std::uint8_t element_bytes = 0;  ///< 1, 2 or 4
  std::uint32_t stream = 0;
  bool is_asynchronous = false;
};
void visit_fields(auto& v, PartOf<FillRequest> auto& fill) {
  v.fields(fill.target, fill.value, fill.element_bytes, fill.stream, fill.is_asynchronous);
}

/// Whether this device's kernels reach another's memory.
struct PeerAccess {
  std::uint32_t peer = 0;
  bool is_enabled = false;
};
void visit_fields(auto& v, PartOf<PeerAccess> auto& access) {
  v.fields(access.peer, access.is_enabled);
}

struct Grant {
  std::uint64_t address = 0;
  std::uint32_t devices = 0;  ///< a bit each
};
void visit_fields(auto& v, PartOf<Grant> auto& grant) { v.fields(grant.address, grant.devices); }

// Modules and launches

struct ManagedVariable {
  std::string name;
  std::uint64_t address = 0;
};
void visit_fields(auto& v, PartOf<ManagedVariable> auto& variable) {
  v.fields(variable.name, variable.address);
}

struct LoadRequest {
  std::vector<ManagedVariable> managed;
};
void visit_fields(auto& v, PartOf<LoadRequest> auto& load) { v.list(load.managed); }

struct ModuleNumber {
  std::uint32_t module = 0;
};
void visit_fields(auto& v, PartOf<ModuleNumber> auto& of) { v.fields(of.module); }

/// A kernel or a variable of a module.
struct NameInModule {
  std::uint32_t module = 0;
  std::string name;
};
void visit_fields(auto& v, PartOf<NameInModule> auto& of) { v.fields(of.module, of.name); }

struct LaunchRequest {
  std::uint32_t module = 0;
  std::string kernel;  ///< mangled
  std::array<std::uint32_t, 3> grid{}, block{};
  std::uint32_t dynamic_shared_bytes = 0;
  /// What cudaFuncSetAttribute granted, or the default limit.
  std::uint32_t dynamic_shared_limit_bytes = 0;
  std::uint32_t stream = 0;
  bool is_cooperative = false;  ///< all blocks must be resident at once
  std::uint32_t host_site = 0;  ///< where the program launches; see host_calls.h
  HostOrder asked{};
  std::uint32_t host_mistake = 0;  ///< number of the mistake if it is refused, as in HostMistake
  std::vector<std::byte> parameters;
};
void visit_fields(auto& v, PartOf<LaunchRequest> auto& launch) {
  v.fields(launch.module, launch.kernel, launch.grid, launch.block, launch.dynamic_shared_bytes,
           launch.dynamic_shared_limit_bytes, launch.stream, launch.is_cooperative,
           launch.host_site, launch.host_mistake, launch.asked);
  v.bytes(launch.parameters, arch::kMaxParameterBytes);
}

struct LaunchReply {
  bool has_output = false;  ///< kernels have printed something
};
void visit_fields(auto& v, PartOf<LaunchReply> auto& reply) { v.fields(reply.has_output); }

/// A part of what kernels have printed.
struct KernelOutput {
  std::string output, error_output;
};
void visit_fields(auto& v, PartOf<KernelOutput> auto& part) {
  v.text(part.output, kMaxBodyBytes);
  v.text(part.error_output, kMaxBodyBytes);
}

struct UnsupportedCall {
  std::string name;  ///< of a runtime function
};
void visit_fields(auto& v, PartOf<UnsupportedCall> auto& call) { v.text(call.name, 1024); }

// Streams and events

struct NewStream {
  bool is_blocking = false;   ///< waits for the legacy default stream
  bool is_of_thread = false;  ///< cudaStreamPerThread, which the program neither makes nor destroys
};
void visit_fields(auto& v, PartOf<NewStream> auto& wanted) {
  v.fields(wanted.is_blocking, wanted.is_of_thread);
}

inline constexpr std::uint32_t kAllStreams = 0xFFFF'FFFF;  ///< of a device
struct StreamNumber {
  std::uint32_t stream = 0;
};
void visit_fields(auto& v, PartOf<StreamNumber> auto& of) { v.fields(of.stream); }

struct EventNumber {
  std::uint32_t event = 0;
};
void visit_fields(auto& v, PartOf<EventNumber> auto& of) { v.fields(of.event); }

struct EventRecord {
  std::uint32_t event = 0, stream = 0;
};
void visit_fields(auto& v, PartOf<EventRecord> auto& of) { v.fields(of.event, of.stream); }

struct EventWait {
  std::uint32_t stream = 0, event = 0;
};
void visit_fields(auto& v, PartOf<EventWait> auto& wait) { v.fields(wait.stream, wait.event); }

struct EventPair {
  std::uint32_t first = 0, second = 0;
};
void visit_fields(auto& v, PartOf<EventPair> auto& pair) { v.fields(pair.first, pair.second); }

struct ElapsedTime {
  double seconds = 0;
};
void visit_fields(auto& v, PartOf<ElapsedTime> auto& time) { v.fields(time.seconds); }

// Textures and surfaces

/// Elements in device memory.
struct ImageRequest {
  std::uint64_t address = 0;
  std::uint8_t component_kind = 0;  ///< 0 signed, 1 unsigned, 2 floating
  std::uint8_t component_bytes = 0;
  std::uint8_t components = 0;
  std::uint32_t width = 0, height = 1, depth = 1;  ///< elements; depth: slices or layers
  std::uint64_t row_pitch = 0, slice_pitch = 0;    ///< bytes
  std::uint8_t dimensions = 1;
  bool is_layered = false;
  bool is_linear_memory = false;
};
void visit_fields(auto& v, PartOf<ImageRequest> auto& image) {
  v.fields(image.address, image.component_kind, image.component_bytes, image.components,
           image.width, image.height, image.depth, image.row_pitch, image.slice_pitch,
           image.dimensions, image.is_layered, image.is_linear_memory);
}

struct TextureRequest {
  ImageRequest image;
  std::array<std::uint8_t, 3> address_modes{};  ///< 0 wrap, 1 clamp, 2 mirror, 3 border
  bool is_linear = false;
  bool has_normalized_coordinates = false;
  bool reads_normalized_float = false;
  std::array<float, 4> border{};
};
void visit_fields(auto& v, PartOf<TextureRequest> auto& texture) {
  v.fields(texture.image, texture.address_modes, texture.is_linear,
           texture.has_normalized_coordinates, texture.reads_normalized_float, texture.border);
}

/// Of a texture or a surface object.
struct ObjectHandle {
  std::uint64_t handle = 0;
};
void visit_fields(auto& v, PartOf<ObjectHandle> auto& object) { v.fields(object.handle); }

// Limits

struct LimitName {
  std::uint32_t limit = 0;  ///< a cudaLimit
};
void visit_fields(auto& v, PartOf<LimitName> auto& name) { v.fields(name.limit); }

struct LimitValue {
  std::uint64_t value = 0;
};
void visit_fields(auto& v, PartOf<LimitValue> auto& of) { v.fields(of.value); }

struct NewLimit {
  std::uint32_t limit = 0;  ///< a cudaLimit
  std::uint64_t value = 0;
};
void visit_fields(auto& v, PartOf<NewLimit> auto& wanted) { v.fields(wanted.limit, wanted.value); }

}  // namespace warpscope::device
