// A CUPTI without a GPU, for the test of our library: it calls back for what the test says has
// happened, hands out the activity records that the test gives it, and says for each launch the
// counters that the test names.
#include "tests/cupti/stand_ins/cupti.h"

#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace {

struct State {
  CUpti_CallbackFunc callback = nullptr;
  CUpti_BuffersCallbackRequestFunc request = nullptr;
  CUpti_BuffersCallbackCompleteFunc complete = nullptr;
  std::vector<CUpti_ActivityKernel10> kernels;
  std::vector<std::string> names;
  std::map<std::string, double> values;
  std::map<int, bool> enabled;
  bool is_started = false;
  int ranges = 0;
};

State& state() {
  static State one;
  return one;
}

CUcontext context() { return reinterpret_cast<CUcontext>(&state()); }

}  // namespace

extern "C" {

void stand_in_context() {
  CUpti_ResourceData data{};
  data.context = context();
  state().callback(nullptr, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_CONTEXT_CREATED, &data);
}

void stand_in_counter(const char* name, double value) { state().values[name] = value; }

int stand_in_records_kernels() { return state().enabled[CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL]; }

int stand_in_kernel(const CUpti_ActivityKernel10* kernel) {
  auto& s = state();
  CUfunction function = nullptr;
  cuLaunchKernel_params parameters{};
  parameters.f = function;
  parameters.gridDimX = static_cast<unsigned>(kernel->gridX);
  parameters.gridDimY = static_cast<unsigned>(kernel->gridY);
  parameters.gridDimZ = static_cast<unsigned>(kernel->gridZ);
  parameters.blockDimX = static_cast<unsigned>(kernel->blockX);
  parameters.blockDimY = static_cast<unsigned>(kernel->blockY);
  parameters.blockDimZ = static_cast<unsigned>(kernel->blockZ);
  CUresult result = CUDA_SUCCESS;
  CUpti_CallbackData call{};
  call.functionParams = &parameters;
  call.functionReturnValue = &result;
  call.symbolName = kernel->name;
  call.context = context();
  call.callbackSite = CUPTI_API_ENTER;
  s.callback(nullptr, CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, &call);
  const bool is_counted = s.is_started;
  if (is_counted) ++s.ranges;
  if (stand_in_records_kernels()) s.kernels.push_back(*kernel);
  call.callbackSite = CUPTI_API_EXIT;
  s.callback(nullptr, CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, &call);
  return static_cast<int>(is_counted);
}

void stand_in_capture(int is_begin) {
  cuStreamEndCapture_params end{};
  cuStreamBeginCapture_v2_params begin{};
  CUresult result = CUDA_SUCCESS;
  CUpti_CallbackData call{};
  call.functionParams = is_begin != 0 ? static_cast<void*>(&begin) : static_cast<void*>(&end);
  call.functionReturnValue = &result;
  call.context = context();
  for (const auto site : {CUPTI_API_ENTER, CUPTI_API_EXIT}) {
    call.callbackSite = site;
    state().callback(nullptr, CUPTI_CB_DOMAIN_DRIVER_API,
                     is_begin != 0 ? CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2
                                   : CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture,
                     &call);
  }
}

int stand_in_graph(const CUpti_ActivityKernel10* kernel) {
  int is_counted = 0;
  CUresult result = CUDA_SUCCESS;
  CUpti_CallbackData call{};
  call.functionReturnValue = &result;
  call.context = context();
  for (const auto site : {CUPTI_API_ENTER, CUPTI_API_EXIT}) {
    call.callbackSite = site;
    state().callback(nullptr, CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch,
                     &call);
    is_counted |= static_cast<int>(state().is_started);
    if (site == CUPTI_API_ENTER && stand_in_records_kernels()) state().kernels.push_back(*kernel);
  }
  return is_counted;
}

CUptiResult cuptiGetResultString(CUptiResult, const char** text) {
  *text = "an error of the stand-in";
  return CUPTI_SUCCESS;
}
CUptiResult cuptiSubscribe(CUpti_SubscriberHandle*, CUpti_CallbackFunc callback, void*) {
  state().callback = callback;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiEnableCallback(uint32_t, CUpti_SubscriberHandle, CUpti_CallbackDomain,
                                CUpti_CallbackId) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc request,
                                           CUpti_BuffersCallbackCompleteFunc complete) {
  state().request = request;
  state().complete = complete;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityEnable(CUpti_ActivityKind kind) {
  state().enabled[kind] = true;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityDisable(CUpti_ActivityKind kind) {
  state().enabled[kind] = false;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityFlushAll(uint32_t) {
  auto& s = state();
  if (s.kernels.empty()) return CUPTI_SUCCESS;
  std::uint8_t* buffer = nullptr;
  std::size_t bytes = 0, most = 0;
  s.request(&buffer, &bytes, &most);
  const auto used = s.kernels.size() * sizeof s.kernels.front();
  std::memcpy(buffer, s.kernels.data(), used);
  s.kernels.clear();
  s.complete(context(), 0, buffer, bytes, used);
  return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityGetNextRecord(uint8_t* buffer, size_t bytes, CUpti_Activity** record) {
  constexpr auto kSize = sizeof(CUpti_ActivityKernel10);
  auto* next = *record == nullptr ? buffer : reinterpret_cast<std::uint8_t*>(*record) + kSize;
  if (next + kSize > buffer + bytes) return CUPTI_ERROR_MAX_LIMIT_REACHED;
  *record = reinterpret_cast<CUpti_Activity*>(next);
  return CUPTI_SUCCESS;
}
CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext, uint32_t, size_t* dropped) {
  *dropped = 0;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiGetTimestamp(uint64_t* time) {
  *time = kStandInBegin_ns;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiGetStreamIdEx(CUcontext, CUstream, uint8_t, uint32_t* id) {
  *id = kStandInDefaultStream;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiGetDeviceId(CUcontext, uint32_t* device) {
  *device = kStandInDevice;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiDeviceGetChipName(CUpti_Device_GetChipName_Params* of) {
  of->pChipName = "STANDIN";
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerInitialize(CUpti_Profiler_Initialize_Params*) { return CUPTI_SUCCESS; }
CUptiResult cuptiProfilerGetCounterAvailability(CUpti_Profiler_GetCounterAvailability_Params* of) {
  of->counterAvailabilityImageSize = 1;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostInitialize(CUpti_Profiler_Host_Initialize_Params*) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostDeinitialize(CUpti_Profiler_Host_Deinitialize_Params*) {
  return CUPTI_SUCCESS;
}
/// Refuses all where it does not know one of them, as CUPTI does.
CUptiResult cuptiProfilerHostConfigAddMetrics(CUpti_Profiler_Host_ConfigAddMetrics_Params* of) {
  for (std::size_t i = 0; i < of->numMetrics; ++i) {
    if (!state().values.contains(of->ppMetricNames[i])) return CUPTI_ERROR_INVALID_METRIC_NAME;
  }
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostGetConfigImageSize(CUpti_Profiler_Host_GetConfigImageSize_Params* of) {
  of->configImageSize = 1;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostGetConfigImage(CUpti_Profiler_Host_GetConfigImage_Params*) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiProfilerHostEvaluateToGpuValues(
    CUpti_Profiler_Host_EvaluateToGpuValues_Params* of) {
  for (std::size_t i = 0; i < of->numMetrics; ++i)
    of->pMetricValues[i] = state().values.at(of->ppMetricNames[i]);
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerEnable(CUpti_RangeProfiler_Enable_Params*) { return CUPTI_SUCCESS; }
CUptiResult cuptiRangeProfilerDisable(CUpti_RangeProfiler_Disable_Params*) { return CUPTI_SUCCESS; }
CUptiResult cuptiRangeProfilerSetConfig(CUpti_RangeProfiler_SetConfig_Params*) {
  return CUPTI_SUCCESS;
}
/// A GPU's CUPTI crashes where kernels are recorded meanwhile.
CUptiResult cuptiRangeProfilerStart(CUpti_RangeProfiler_Start_Params*) {
  if (stand_in_records_kernels()) return CUPTI_ERROR_INVALID_OPERATION;
  state().is_started = true;
  state().ranges = 0;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerStop(CUpti_RangeProfiler_Stop_Params*) {
  state().is_started = false;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerDecodeData(CUpti_RangeProfiler_DecodeData_Params*) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerGetCounterDataSize(
    CUpti_RangeProfiler_GetCounterDataSize_Params* of) {
  of->counterDataSize = 1;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerCounterDataImageInitialize(
    CUpti_RangeProfiler_CounterDataImage_Initialize_Params*) {
  return CUPTI_SUCCESS;
}
CUptiResult cuptiRangeProfilerGetCounterDataInfo(
    CUpti_RangeProfiler_GetCounterDataInfo_Params* of) {
  of->numTotalRanges = static_cast<std::size_t>(state().ranges);
  return CUPTI_SUCCESS;
}

}  // extern "C"
