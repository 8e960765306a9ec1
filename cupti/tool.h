// What the library does in a program: it follows contexts, buffers of activity records and the
// trusted side's commands, and tells of each run's launches and copies once the run is over.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "cupti/activities.h"
#include "cupti/cold_cache.h"
#include "cupti/connection.h"
#include "cupti/functions.h"
#include "cupti/range_counters.h"

namespace warpscope::cupti {

class Tool {
 public:
  /// Subscribes to CUPTI and takes the commands that are waiting. Throws CuptiError.
  Tool(Functions functions, Connection connection);
  Tool(const Tool&) = delete;
  Tool& operator=(const Tool&) = delete;

  // CUPTI calls these, from any thread.
  void on_context(CUcontext context);
  void on_context_end(CUcontext context);
  void on_call(CUpti_CallbackId id, const CUpti_CallbackData& call);
  void on_buffer(std::uint8_t* buffer, std::size_t valid_bytes, CUcontext context,
                 std::uint32_t stream);

  /// The rest is told, and that it was all; once.
  void finish();

 private:
  void serve();  ///< commands, until the other side hangs up
  void obey(const device::Command& command);
  void set_counting(bool is_wanted);
  void tell_run();
  void tell_counters(const std::string& reason);
  void note(const std::string& sentence);  ///< what is left out; once each
  void record_kernels(bool is_wanted);
  void note_capture(CUstream stream);
  void make_cold(CUpti_CallbackId id, const CUpti_CallbackData& call);
  /// A launch that must not be counted; what the user should know of it is noted.
  bool is_left_out(CUpti_CallbackId id, const CUpti_CallbackData& call);
  bool is_capturing(CUstream stream) const;
  std::uint32_t device_of(CUcontext context) const;
  void begin_counting(CUcontext context);
  void end_launch(CUpti_CallbackId id, const CUpti_CallbackData& call);
  void tell_launch(CUpti_CallbackId id, const CUpti_CallbackData& call);
  /// Those that counted it; nullptr: nobody did.
  const RangeCounters* end_counting(CUcontext context, std::vector<CounterValues>& counted);

  const Functions functions_;
  Connection connection_;
  std::recursive_mutex mutex_;
  std::mutex reading_;  ///< of activities_, which CUPTI's own thread feeds
  std::unique_ptr<ActivityReader> activities_;
  std::map<CUcontext, std::unique_ptr<RangeCounters>> counters_;
  ColdCache cold_cache_{functions_};
  std::vector<record::Launch> called_;  ///< launches while these are read
  std::set<std::string> noted_;
  std::set<CUstream> captured_;  ///< streams whose operations go into a graph now
  std::mutex one_launch_;  ///< held from the begin to the end of a launch while counters are read
  std::thread::id launching_;  ///< who holds it
  double launch_start_s_ = 0;
  bool counts_ = false;         ///< launches are counted now
  bool is_to_be_cold_ = false;  ///< the L2 cache, before the next launch
  bool is_refused_ = false;     ///< counters: said once
  bool is_finished_ = false;
  std::thread server_;
};

}  // namespace warpscope::cupti
