// What a tool and NVTX say to each other, as nvtx3/nvToolsExt.h and nvtx3/nvtxDetail/nvtxTypes.h of
// NVTX 3 have it (Apache License 2.0 with LLVM exception). It is the same since NVTX 2, and a
// toolkit need not have these headers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpscope::nvtx::types {

/// nvtxDomainHandle_t, nvtxStringHandle_t: ours are numbers.
using Handle = void*;
/// nvtxRangeId_t
using RangeId = std::uint64_t;

/// nvtxMessageType_t
enum class MessageType : std::int32_t { unknown = 0, ascii = 1, unicode = 2, registered = 3 };

/// nvtxEventAttributes_v2. `size` tells how much of it there is.
struct EventAttributes {
  std::uint16_t version, size;
  std::uint32_t category;
  std::int32_t color_type;
  std::uint32_t color;
  std::int32_t payload_type, reserved;
  std::uint64_t payload;
  MessageType message_type;
  union {
    const char* ascii;
    const wchar_t* unicode;
    Handle registered;
  } message;
};
static_assert(sizeof(EventAttributes) == 48 && offsetof(EventAttributes, message) == 40);

/// NvtxFunctionPointer; a table has the addresses of the pointers that NVTX calls.
using Function = void (*)();
using FunctionTable = Function**;

/// NvtxCallbackModule
enum class Module : int { core = 1, core2 = 5 };

/// NvtxExportTableCallbacks; the function gives 0 where it has no such module.
struct Callbacks {
  std::size_t struct_size;
  int (*get_module_function_table)(Module module, FunctionTable* table, unsigned int* size);
};
/// NvtxGetExportTableFunc_t, of the tables NvtxExportTableID.
using GetExportTable = const void* (*)(std::uint32_t table);
inline constexpr std::uint32_t kCallbacksTable = 1;

/// NvtxCallbackIdCore
namespace core {
inline constexpr unsigned int mark_ex = 1, mark_a = 2, mark_w = 3, start_ex = 4, start_a = 5,
                              start_w = 6, end = 7, push_ex = 8, push_a = 9, push_w = 10, pop = 11;
}
/// NvtxCallbackIdCore2, of domains
namespace core2 {
inline constexpr unsigned int mark_ex = 1, start_ex = 2, end = 3, push_ex = 4, pop = 5,
                              register_a = 10, register_w = 11, create_a = 12, create_w = 13;
}

}  // namespace warpscope::nvtx::types
