// The functions of CUPTI and of the driver that are called, found when a program runs: this library
// has no need of CUPTI to be loaded, and a machine without it gets a sentence.
#pragma once

#include <cupti.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include <stdexcept>
#include <string>

namespace warpscope::cupti {

/// CUPTI is not there or refuses; what() is a sentence.
class CuptiError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  CuptiError(const std::string& call, CUptiResult result, const std::string& text);
  CUptiResult result() const { return result_; }

 private:
  CUptiResult result_ = CUPTI_SUCCESS;
};

/// By their names in CUPTI's reference.
struct Functions {
  decltype(&cuptiGetResultString) get_result_string;
  decltype(&cuptiSubscribe) subscribe;
  decltype(&cuptiEnableCallback) enable_callback;
  decltype(&cuptiActivityRegisterCallbacks) activity_register_callbacks;
  decltype(&cuptiActivityEnable) activity_enable;
  decltype(&cuptiActivityDisable) activity_disable;
  decltype(&cuptiActivityFlushAll) activity_flush_all;
  decltype(&cuptiActivityGetNextRecord) activity_get_next_record;
  decltype(&cuptiActivityGetNumDroppedRecords) activity_get_num_dropped_records;
  decltype(&cuptiGetTimestamp) get_timestamp;
  decltype(&cuptiGetStreamIdEx) get_stream_id;
  decltype(&cuptiGetDeviceId) get_device_id;
  decltype(&cuptiDeviceGetChipName) device_get_chip_name;
  decltype(&cuptiProfilerInitialize) profiler_initialize;
  decltype(&cuptiProfilerGetCounterAvailability) profiler_get_counter_availability;
  decltype(&cuptiProfilerHostInitialize) host_initialize;
  decltype(&cuptiProfilerHostDeinitialize) host_deinitialize;
  decltype(&cuptiProfilerHostConfigAddMetrics) host_config_add_metrics;
  decltype(&cuptiProfilerHostGetConfigImageSize) host_get_config_image_size;
  decltype(&cuptiProfilerHostGetConfigImage) host_get_config_image;
  decltype(&cuptiProfilerHostEvaluateToGpuValues) host_evaluate_to_gpu_values;
  decltype(&cuptiRangeProfilerEnable) range_enable;
  decltype(&cuptiRangeProfilerDisable) range_disable;
  decltype(&cuptiRangeProfilerSetConfig) range_set_config;
  decltype(&cuptiRangeProfilerStart) range_start;
  decltype(&cuptiRangeProfilerStop) range_stop;
  decltype(&cuptiRangeProfilerDecodeData) range_decode_data;
  decltype(&cuptiRangeProfilerGetCounterDataSize) range_get_counter_data_size;
  decltype(&cuptiRangeProfilerCounterDataImageInitialize) range_counter_data_image_initialize;
  decltype(&cuptiRangeProfilerGetCounterDataInfo) range_get_counter_data_info;
  decltype(&cuCtxGetDevice) context_get_device;
  decltype(&cuKernelGetFunction) kernel_get_function;
  decltype(&cuFuncGetAttribute) function_get_attribute;
  decltype(&cuStreamIsCapturing) stream_is_capturing;
  decltype(&cuCtxSynchronize) context_synchronize;
  decltype(&cuModuleLoadData) module_load_data;
  decltype(&cuModuleGetFunction) module_get_function;
  decltype(&cuMemAlloc) memory_allocate;
  decltype(&cuLaunchKernel) launch_kernel;

  /// Loads CUPTI from the file that device::kCuptiVariable names, or by its name; the driver is in
  /// the process already. Throws CuptiError.
  static Functions load();
  /// Throws CuptiError with what CUPTI says of it.
  void expect(const char* call, CUptiResult result) const;
};

}  // namespace warpscope::cupti
