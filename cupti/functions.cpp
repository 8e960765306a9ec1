#include "cupti/functions.h"

#include <dlfcn.h>

#include <cstdlib>

#include "device/program_side.h"

namespace warpscope::cupti {
namespace {

constexpr const char* kUsualFile = "libcupti.so.13";

/// dlerror() may have nothing to say.
std::string loader_text() {
  const char* text = dlerror();
  return text == nullptr ? "unknown reason" : text;
}

template <typename Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr)
    throw CuptiError(std::string("This CUPTI has no ") + name + "; version 13 is needed.");
}

}  // namespace

CuptiError::CuptiError(const std::string& call, CUptiResult result, const std::string& text)
    : std::runtime_error(call + ": " + text), result_(result) {}

Functions Functions::load() {
  const char* file = std::getenv(device::kCuptiVariable);
  if (file == nullptr || *file == '\0') file = kUsualFile;
  void* library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw CuptiError("CUPTI is not there: " + loader_text());
  Functions f{};
  find(library, "cuptiGetResultString", f.get_result_string);
  find(library, "cuptiSubscribe", f.subscribe);
  find(library, "cuptiEnableCallback", f.enable_callback);
  find(library, "cuptiActivityRegisterCallbacks", f.activity_register_callbacks);
  find(library, "cuptiActivityEnable", f.activity_enable);
  find(library, "cuptiActivityDisable", f.activity_disable);
  find(library, "cuptiActivityFlushAll", f.activity_flush_all);
  find(library, "cuptiActivityGetNextRecord", f.activity_get_next_record);
  find(library, "cuptiActivityGetNumDroppedRecords", f.activity_get_num_dropped_records);
  find(library, "cuptiGetTimestamp", f.get_timestamp);
  find(library, "cuptiGetStreamIdEx", f.get_stream_id);
  find(library, "cuptiGetDeviceId", f.get_device_id);
  find(library, "cuptiDeviceGetChipName", f.device_get_chip_name);
  find(library, "cuptiProfilerInitialize", f.profiler_initialize);
  find(library, "cuptiProfilerGetCounterAvailability", f.profiler_get_counter_availability);
  find(library, "cuptiProfilerHostInitialize", f.host_initialize);
  find(library, "cuptiProfilerHostDeinitialize", f.host_deinitialize);
  find(library, "cuptiProfilerHostConfigAddMetrics", f.host_config_add_metrics);
  find(library, "cuptiProfilerHostGetConfigImageSize", f.host_get_config_image_size);
  find(library, "cuptiProfilerHostGetConfigImage", f.host_get_config_image);
  find(library, "cuptiProfilerHostEvaluateToGpuValues", f.host_evaluate_to_gpu_values);
  find(library, "cuptiRangeProfilerEnable", f.range_enable);
  find(library, "cuptiRangeProfilerDisable", f.range_disable);
  find(library, "cuptiRangeProfilerSetConfig", f.range_set_config);
  find(library, "cuptiRangeProfilerStart", f.range_start);
  find(library, "cuptiRangeProfilerStop", f.range_stop);
  find(library, "cuptiRangeProfilerDecodeData", f.range_decode_data);
  find(library, "cuptiRangeProfilerGetCounterDataSize", f.range_get_counter_data_size);
  find(library, "cuptiRangeProfilerCounterDataImageInitialize",
       f.range_counter_data_image_initialize);
  find(library, "cuptiRangeProfilerGetCounterDataInfo", f.range_get_counter_data_info);
  void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (driver == nullptr) throw CuptiError("The CUDA driver is not there: " + loader_text());
  find(driver, "cuCtxGetDevice", f.context_get_device);
  find(driver, "cuKernelGetFunction", f.kernel_get_function);
  find(driver, "cuFuncGetAttribute", f.function_get_attribute);
  find(driver, "cuStreamIsCapturing", f.stream_is_capturing);
  find(driver, "cuCtxSynchronize", f.context_synchronize);
  find(driver, "cuModuleLoadData", f.module_load_data);
  find(driver, "cuModuleGetFunction", f.module_get_function);
  find(driver, "cuMemAlloc_v2", f.memory_allocate);
  find(driver, "cuLaunchKernel", f.launch_kernel);
  return f;
}

void Functions::expect(const char* call, CUptiResult result) const {
  if (result == CUPTI_SUCCESS) return;
  const char* text = nullptr;
  get_result_string(result, &text);
  throw CuptiError(call, result, text == nullptr ? "unknown error" : text);
}

}  // namespace warpscope::cupti
