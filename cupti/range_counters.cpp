#include "cupti/range_counters.h"

#include <cmath>
#include <limits>

namespace warpscope::cupti {
namespace {

/// Every parameter structure begins with its size, and CUPTI writes into the rest.
template <typename Parameters>
Parameters sized(std::size_t size) {
  Parameters parameters{};
  parameters.structSize = size;
  return parameters;
}

}  // namespace

RangeCounters::RangeCounters(const Functions& functions, CUcontext context,
                             const std::vector<std::string>& wanted)
    : functions_(functions), context_(context) {
  const auto& f = functions_;
  auto initialize =
      sized<CUpti_Profiler_Initialize_Params>(CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
  f.expect("cuptiProfilerInitialize", f.profiler_initialize(&initialize));
  CUdevice device = 0;
  f.context_get_device(&device);
  auto chip = sized<CUpti_Device_GetChipName_Params>(CUpti_Device_GetChipName_Params_STRUCT_SIZE);
  chip.deviceIndex = static_cast<std::size_t>(device);
  f.expect("cuptiDeviceGetChipName", f.device_get_chip_name(&chip));
  auto available = sized<CUpti_Profiler_GetCounterAvailability_Params>(
      CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE);
  available.ctx = context_;
  f.expect("cuptiProfilerGetCounterAvailability", f.profiler_get_counter_availability(&available));
  std::vector<std::uint8_t> image(available.counterAvailabilityImageSize);
  available.pCounterAvailabilityImage = image.data();
  f.expect("cuptiProfilerGetCounterAvailability", f.profiler_get_counter_availability(&available));
  auto host = sized<CUpti_Profiler_Host_Initialize_Params>(
      CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE);
  host.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
  host.pChipName = chip.pChipName;
  host.pCounterAvailabilityImage = image.data();
  f.expect("cuptiProfilerHostInitialize", f.host_initialize(&host));
  host_ = host.pHostObject;
  choose(wanted);
  configure();
}

/// All at once, which is quicker by seconds; a GPU that does not know one of them is asked for
/// each, because it refuses all.
void RangeCounters::choose(const std::vector<std::string>& wanted) {
  const auto add = [this](const std::vector<const char*>& names) {
    auto metrics = sized<CUpti_Profiler_Host_ConfigAddMetrics_Params>(
        CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE);
    metrics.pHostObject = host_;
    metrics.ppMetricNames = const_cast<const char**>(names.data());
    metrics.numMetrics = names.size();
    return functions_.host_config_add_metrics(&metrics) == CUPTI_SUCCESS;
  };
  std::vector<const char*> all;
  for (const auto& name : wanted) all.push_back(name.c_str());
  if (add(all)) {
    names_ = wanted;
  } else {
    for (const auto& name : wanted) {
      if (add({name.c_str()})) names_.push_back(name);
    }
  }
  if (names_.empty()) throw CuptiError("This GPU has none of the counters.");
  for (const auto& name : names_) name_pointers_.push_back(name.c_str());
}

void RangeCounters::configure() {
  const auto& f = functions_;
  auto size = sized<CUpti_Profiler_Host_GetConfigImageSize_Params>(
      CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE);
  size.pHostObject = host_;
  f.expect("cuptiProfilerHostGetConfigImageSize", f.host_get_config_image_size(&size));
  configuration_.resize(size.configImageSize);
  auto image = sized<CUpti_Profiler_Host_GetConfigImage_Params>(
      CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE);
  image.pHostObject = host_;
  image.configImageSize = configuration_.size();
  image.pConfigImage = configuration_.data();
  f.expect("cuptiProfilerHostGetConfigImage", f.host_get_config_image(&image));
  auto enable =
      sized<CUpti_RangeProfiler_Enable_Params>(CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE);
  enable.ctx = context_;
  f.expect("cuptiRangeProfilerEnable", f.range_enable(&enable));
  profiler_ = enable.pRangeProfilerObject;
  auto data = sized<CUpti_RangeProfiler_GetCounterDataSize_Params>(
      CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE);
  data.pRangeProfilerObject = profiler_;
  data.pMetricNames = name_pointers_.data();
  data.numMetrics = name_pointers_.size();
  data.maxNumOfRanges = kMostRanges;
  data.maxNumRangeTreeNodes = kMostRanges;
  f.expect("cuptiRangeProfilerGetCounterDataSize", f.range_get_counter_data_size(&data));
  data_.resize(data.counterDataSize);
}

RangeCounters::~RangeCounters() {
  if (profiler_ != nullptr) {
    auto disable =
        sized<CUpti_RangeProfiler_Disable_Params>(CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE);
    disable.pRangeProfilerObject = profiler_;
    functions_.range_disable(&disable);
  }
  if (host_ != nullptr) {
    auto deinitialize = sized<CUpti_Profiler_Host_Deinitialize_Params>(
        CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE);
    deinitialize.pHostObject = host_;
    functions_.host_deinitialize(&deinitialize);
  }
}

void RangeCounters::start() {
  const auto& f = functions_;
  auto image = sized<CUpti_RangeProfiler_CounterDataImage_Initialize_Params>(
      CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE);
  image.pRangeProfilerObject = profiler_;
  image.counterDataSize = data_.size();
  image.pCounterData = data_.data();
  f.expect("cuptiRangeProfilerCounterDataImageInitialize",
           f.range_counter_data_image_initialize(&image));
  auto config =
      sized<CUpti_RangeProfiler_SetConfig_Params>(CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE);
  config.pRangeProfilerObject = profiler_;
  config.configSize = configuration_.size();
  config.pConfig = configuration_.data();
  config.counterDataImageSize = data_.size();
  config.pCounterDataImage = data_.data();
  config.range = CUPTI_AutoRange;
  config.replayMode = CUPTI_KernelReplay;
  config.maxRangesPerPass = kMostRanges;
  config.numNestingLevels = 1;
  config.minNestingLevel = 1;
  f.expect("cuptiRangeProfilerSetConfig", f.range_set_config(&config));
  auto begin =
      sized<CUpti_RangeProfiler_Start_Params>(CUpti_RangeProfiler_Start_Params_STRUCT_SIZE);
  begin.pRangeProfilerObject = profiler_;
  f.expect("cuptiRangeProfilerStart", f.range_start(&begin));
  is_started_ = true;
}

std::vector<CounterValues> RangeCounters::stop() {
  const auto& f = functions_;
  is_started_ = false;
  auto end = sized<CUpti_RangeProfiler_Stop_Params>(CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE);
  end.pRangeProfilerObject = profiler_;
  f.expect("cuptiRangeProfilerStop", f.range_stop(&end));
  auto decode = sized<CUpti_RangeProfiler_DecodeData_Params>(
      CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE);
  decode.pRangeProfilerObject = profiler_;
  f.expect("cuptiRangeProfilerDecodeData", f.range_decode_data(&decode));
  auto info = sized<CUpti_RangeProfiler_GetCounterDataInfo_Params>(
      CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE);
  info.pCounterDataImage = data_.data();
  info.counterDataImageSize = data_.size();
  f.expect("cuptiRangeProfilerGetCounterDataInfo", f.range_get_counter_data_info(&info));
  std::vector<CounterValues> ranges;
  for (std::size_t i = 0; i < info.numTotalRanges; ++i) {
    CounterValues values(names_.size(), std::numeric_limits<double>::quiet_NaN());
    auto evaluate = sized<CUpti_Profiler_Host_EvaluateToGpuValues_Params>(
        CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE);
    evaluate.pHostObject = host_;
    evaluate.pCounterDataImage = data_.data();
    evaluate.counterDataImageSize = data_.size();
    evaluate.rangeIndex = i;
    evaluate.ppMetricNames = name_pointers_.data();
    evaluate.numMetrics = name_pointers_.size();
    evaluate.pMetricValues = values.data();
    f.expect("cuptiProfilerHostEvaluateToGpuValues", f.host_evaluate_to_gpu_values(&evaluate));
    ranges.push_back(std::move(values));
  }
  return ranges;
}

}  // namespace warpscope::cupti
