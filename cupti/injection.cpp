// The entry that the CUDA driver calls in a program's first call of CUDA, where
// CUDA_INJECTION64_PATH names this library.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>

#include "cupti/launch_calls.h"
#include "cupti/tool.h"

namespace warpscope::cupti {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{4} << 20;
constexpr std::size_t kBufferAlignment = 8;

/// CUPTI's callbacks have no room for a pointer of ours. Never destroyed: CUPTI's threads may call
/// until the process is gone.
std::unique_ptr<Tool>& tool() {
  static auto* const kTool = new std::unique_ptr<Tool>();
  return *kTool;
}

void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most_records) {
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(kBufferAlignment, kBufferBytes));
  *size = *buffer == nullptr ? 0 : kBufferBytes;
  *most_records = 0;
}

void CUPTIAPI take_buffer(CUcontext context, std::uint32_t stream, std::uint8_t* buffer,
                          std::size_t /*size*/, std::size_t valid_bytes) {
  if (tool()) tool()->on_buffer(buffer, valid_bytes, context, stream);
  std::free(buffer);
}

void CUPTIAPI on_callback(void* /*user*/, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                          const void* data) {
  if (!tool()) return;
  if (domain == CUPTI_CB_DOMAIN_DRIVER_API) {
    return tool()->on_call(id, *static_cast<const CUpti_CallbackData*>(data));
  }
  if (domain != CUPTI_CB_DOMAIN_RESOURCE) return;
  const auto* resource = static_cast<const CUpti_ResourceData*>(data);
  if (id == CUPTI_CBID_RESOURCE_CONTEXT_CREATED) {
    tool()->on_context(resource->context);
  } else if (id == CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING) {
    tool()->on_context_end(resource->context);
  }
}

void begin(Connection connection) {
  const auto f = Functions::load();
  CUpti_SubscriberHandle subscriber = nullptr;
  f.expect("cuptiSubscribe", f.subscribe(&subscriber, on_callback, nullptr));
  for (const auto id :
       {CUPTI_CBID_RESOURCE_CONTEXT_CREATED, CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING})
    f.expect("cuptiEnableCallback", f.enable_callback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE, id));
  for (const auto id : launch_calls())
    f.expect("cuptiEnableCallback",
             f.enable_callback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id));
  f.expect("cuptiActivityRegisterCallbacks",
           f.activity_register_callbacks(give_buffer, take_buffer));
  tool() = std::make_unique<Tool>(f, std::move(connection));
  std::atexit([] { tool()->finish(); });
}

}  // namespace
}  // namespace warpscope::cupti

/// 1, or 0 where nothing is measured.
extern "C" int InitializeInjection() {
  using namespace warpscope::cupti;
  try {
    auto connection = Connection::open();
    if (!connection) return 0;
    begin(std::move(*connection));
    return 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "warpscope: nothing of this program is measured: %s\n", error.what());
    return 0;
  }
}
