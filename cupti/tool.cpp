#include "cupti/tool.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cupti/launch_calls.h"
#include "cupti/wanted_counters.h"

namespace warpscope::cupti {
namespace {

/// A sentence with the remedy where there is one.
std::string reason_of(const CuptiError& error) {
  switch (error.result()) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
      return "This account may not read the GPU's counters (ERR_NVGPUCTRPERM): an administrator "
             "allows it with the driver's option NVreg_RestrictProfilingToAdminUsers=0. Durations "
             "are measured all the same.";
    case CUPTI_ERROR_HARDWARE_BUSY:
      return "Another profiler uses the GPU's counters. Durations are measured all the same.";
    case CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED:
      return "On this part of a GPU (MIG) there are no counters. Durations are measured all the "
             "same.";
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED:
    case CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED:
    case CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED:
      return "This kind of GPU or of virtual machine gives no counters. Durations are measured all "
             "the same.";
    default:
      return std::string("The GPU's counters cannot be read: ") + error.what() + ".";
  }
}

void put(record::Launch& launch, const std::string& name, double value) {
  constexpr double kNanosecond = 1e-9;
  if (!std::isfinite(value) || value < 0) return;
  const auto count = static_cast<std::uint64_t>(std::llround(value));
  if (name == kDuration) {
    launch.duration_s = value * kNanosecond;
  } else if (name == kDramRead || name == kDramWritten) {
    launch.dram_bytes += count;
  } else {
    launch.counters[name] = count;
  }
}

/// CUPTI calls back for launches of ours too, by the thread that makes them.
bool& is_our_own_launch() {
  thread_local bool is_ours = false;
  return is_ours;
}

}  // namespace

Tool::Tool(Functions functions, Connection connection)
    : functions_(functions), connection_(std::move(connection)) {
  std::uint64_t now = 0;
  functions_.expect("cuptiGetTimestamp", functions_.get_timestamp(&now));
  activities_ = std::make_unique<ActivityReader>(now);
  connection_.send(device::Acknowledged{});  // here we are
  for (const auto kind : {CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET})
    functions_.expect("cuptiActivityEnable", functions_.activity_enable(kind));
  record_kernels(true);
  for (const auto& command : connection_.receive(false)) obey(command);
  server_ = std::thread([this] { serve(); });
  server_.detach();  // it waits for commands when the program ends
}

void Tool::serve() {
  try {
    for (auto commands = connection_.receive(true); !commands.empty();
         commands = connection_.receive(true)) {
      for (const auto& command : commands) obey(command);
    }
  } catch (const std::exception&) {
    // No command: nothing that comes behind it can be trusted.
  }
}

void Tool::obey(const device::Command& command) {
  const std::scoped_lock lock(mutex_);
  if (is_finished_) return;
  if (const auto* start = std::get_if<device::Start>(&command)) {
    set_counting(start->options.reads_counters);
    const std::scoped_lock reading(reading_);
    activities_->set_device_count(start->options.device_count);
  } else if (const auto* begin = std::get_if<device::BeginCase>(&command)) {
    set_counting(begin->is_counted);
    is_to_be_cold_ = begin->is_cold;
    connection_.send(device::Acknowledged{begin->command_id});
  } else if (const auto* end = std::get_if<device::EndRun>(&command)) {
    tell_run();
    connection_.send(device::Acknowledged{end->command_id});
  }
}

void Tool::set_counting(bool is_wanted) {
  if (is_wanted == counts_) return;
  counts_ = is_wanted;
  record_kernels(!counts_);
}

/// Both at once crash in CUPTI 13.0.85.
void Tool::record_kernels(bool is_wanted) {
  const auto kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
  if (is_wanted) {
    functions_.expect("cuptiActivityEnable", functions_.activity_enable(kind));
  } else {
    functions_.expect("cuptiActivityDisable", functions_.activity_disable(kind));
  }
}

void Tool::tell_counters(const std::string& reason) {
  device::CountersTold told{{}, reason};
  if (!counters_.empty()) {
    for (const auto& name : counters_.begin()->second->names()) {
      if (name != kDuration && name != kDramRead && name != kDramWritten)
        told.names.push_back(name);
    }
  }
  connection_.send(told);
}

void Tool::note(const std::string& sentence) {
  if (noted_.insert(sentence).second) tell_counters(sentence);
}

void Tool::on_context(CUcontext context) {
  std::uint32_t stream = 0;
  if (functions_.get_stream_id(context, nullptr, 0, &stream) != CUPTI_SUCCESS) return;
  const std::scoped_lock reading(reading_);
  activities_->set_default_stream(stream, device_of(context));
}

std::uint32_t Tool::device_of(CUcontext context) const {
  std::uint32_t device = 0;
  return functions_.get_device_id(context, &device) == CUPTI_SUCCESS ? device : 0;
}

void Tool::on_context_end(CUcontext context) {
  const std::scoped_lock lock(mutex_);
  if (is_finished_) return;
  tell_run();
  counters_.erase(context);
  cold_cache_.forget(context);
}

void Tool::on_buffer(std::uint8_t* buffer, std::size_t valid_bytes, CUcontext context,
                     std::uint32_t stream) {
  const std::scoped_lock lock(reading_);
  CUpti_Activity* record = nullptr;
  while (functions_.activity_get_next_record(buffer, valid_bytes, &record) == CUPTI_SUCCESS)
    activities_->read(*record);
  std::size_t dropped = 0;
  if (functions_.activity_get_num_dropped_records(context, stream, &dropped) == CUPTI_SUCCESS)
    activities_->note_dropped(dropped);
}

void Tool::on_call(CUpti_CallbackId id, const CUpti_CallbackData& call) {
  if (is_our_own_launch()) return;
  const bool is_end = call.callbackSite == CUPTI_API_EXIT;
  {
    const std::scoped_lock lock(mutex_);
    if (is_finished_) return;
    if (const auto stream = stream_of_capture(id, call)) {
      if (is_end) note_capture(*stream);
      return;
    }
    if (is_end) {
      if (launching_ == std::this_thread::get_id()) end_launch(id, call);
      return;
    }
    if (is_to_be_cold_) make_cold(id, call);
    if (!counts_ || is_left_out(id, call)) return;
  }
  one_launch_.lock();  // until its end
  const std::scoped_lock lock(mutex_);
  launching_ = std::this_thread::get_id();
  // What the profiler writes back for the next pass must not be older than what a graph or a copy
  // that still runs is about to write.
  functions_.context_synchronize();
  if (is_graph_launch(id)) {
    record_kernels(true);
  } else {
    begin_counting(call.context);
  }
}

/// One of the program that goes into a graph is not executed yet.
void Tool::make_cold(CUpti_CallbackId id, const CUpti_CallbackData& call) {
  const auto stream = stream_of_launch(id, call);
  if (!captured_.empty() || (stream && is_capturing(*stream))) return;
  is_to_be_cold_ = false;
  is_our_own_launch() = true;
  const bool is_cold = cold_cache_.make_cold(call.context);
  is_our_own_launch() = false;
  if (!is_cold) note("The driver refused what makes the L2 cache cold: times are of a warm one.");
}

void Tool::end_launch(CUpti_CallbackId id, const CUpti_CallbackData& call) {
  if (is_graph_launch(id)) {
    functions_.context_synchronize();
    functions_.activity_flush_all(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
    record_kernels(false);
  } else {
    tell_launch(id, call);
  }
  launching_ = std::thread::id();
  one_launch_.unlock();
}

void Tool::tell_launch(CUpti_CallbackId id, const CUpti_CallbackData& call) {
  std::vector<CounterValues> counted;
  const auto* counters = end_counting(call.context, counted);
  auto launch = launch_of(functions_, id, call);
  if (!launch) return;
  launch->start_s = launch_start_s_;
  launch->device_index = device_of(call.context);
  std::uint32_t stream = 0;
  const auto launched_in = stream_of_launch(id, call);
  if (launched_in &&
      functions_.get_stream_id(call.context, *launched_in, 0, &stream) == CUPTI_SUCCESS) {
    const std::scoped_lock reading(reading_);
    launch->stream = activities_->stream(stream);
  }
  if (counters != nullptr && counted.size() == 1) {
    for (std::size_t name = 0; name < counters->names().size(); ++name)
      put(*launch, counters->names()[name], counted.front()[name]);
  }
  called_.push_back(std::move(*launch));
}

void Tool::note_capture(CUstream stream) {
  if (is_capturing(stream)) {
    captured_.insert(stream);
  } else {
    captured_.erase(stream);
  }
}

bool Tool::is_capturing(CUstream stream) const {
  auto status = CU_STREAM_CAPTURE_STATUS_NONE;
  return functions_.stream_is_capturing(stream, &status) == CUDA_SUCCESS &&
         status != CU_STREAM_CAPTURE_STATUS_NONE;
}

bool Tool::is_left_out(CUpti_CallbackId id, const CUpti_CallbackData& call) {
  if (captured_.empty()) {
    // Counted, it is lost what its kernels write.
    if (is_graph_launch(id)) note("Kernels of graphs have times and no counters.");
    return false;
  }
  // The profiler allocates and waits, and either ends a capture.
  const auto stream = stream_of_launch(id, call);
  if (!stream || !is_capturing(*stream))
    note("Launches beside the capture of a graph are left out while counters are read.");
  return true;
}

/// CUPTI wants its profiler begun and ended by the thread that launches: begun by another, the
/// launch never ends.
void Tool::begin_counting(CUcontext context) {
  std::uint64_t now = 0;
  functions_.get_timestamp(&now);
  launch_start_s_ = activities_->seconds(now);
  if (is_refused_) return;
  try {
    auto& counters = counters_[context];
    if (!counters) {
      counters = std::make_unique<RangeCounters>(functions_, context, wanted_counters());
      tell_counters({});
    }
    counters->start();
  } catch (const CuptiError& error) {
    counters_.erase(context);
    is_refused_ = true;
    tell_counters(reason_of(error));
  }
}

const RangeCounters* Tool::end_counting(CUcontext context, std::vector<CounterValues>& counted) {
  const auto found = counters_.find(context);
  if (found == counters_.end() || !found->second->is_started()) return nullptr;
  try {
    counted = found->second->stop();
    return found->second.get();
  } catch (const CuptiError& error) {
    is_refused_ = true;
    tell_counters(reason_of(error));
    return nullptr;
  }
}

void Tool::tell_run() {
  functions_.activity_flush_all(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
  SeenOperations seen;
  {
    const std::scoped_lock reading(reading_);
    seen = activities_->take();
  }
  if (seen.dropped != 0) note("CUPTI had no room for some launches or copies: they are left out.");
  seen.launches.insert(seen.launches.end(), std::make_move_iterator(called_.begin()),
                       std::make_move_iterator(called_.end()));
  called_.clear();
  std::ranges::stable_sort(seen.launches, {}, &record::Launch::start_s);
  std::ranges::stable_sort(seen.transfers, {}, &record::Transfer::start_s);
  for (auto& of : seen.launches) connection_.send(device::LaunchEnded{std::move(of)});
  for (auto& of : seen.transfers) connection_.send(device::TransferEnded{std::move(of)});
}

void Tool::finish() {
  const std::scoped_lock lock(mutex_);
  if (is_finished_) return;
  is_finished_ = true;
  tell_run();
  connection_.send(device::Finished{true});
}

}  // namespace warpscope::cupti
