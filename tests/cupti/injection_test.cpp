// Our library in a process without a GPU: a stand-in for CUPTI gives it what a real H200 told
// (kept/h200_2026-11-29.json: an NVIDIA H200, driver 580.159.04, CUDA 13.0.88, CUPTI 13.0.85), and
// what it tells the trusted side must be that again.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/pipes.h"
#include "device/commands.h"
#include "device/events.h"
#include "record/record.h"
#include "tests/cupti/stand_ins/cupti.h"
#include "vgpu/protocol/device_listener.h"

namespace warpscope {
namespace {

constexpr double kNanoseconds = 1e9;

/// The library can be entered once in a process, and so there is one test of all.
class Injected {
 public:
  Injected() {
    auto pair = make_socket_pair();
    ours_ = std::move(pair.ours);
    theirs_ = ::dup(pair.theirs.get());
    ::setenv(device::kDescriptorVariable, std::to_string(theirs_).c_str(), 1);
    ::setenv("WARPSCOPE_CUPTI", WARPSCOPE_STAND_IN_CUPTI, 1);
    // By its name the library finds it loaded.
    driver_ = ::dlopen(WARPSCOPE_STAND_IN_DRIVER, RTLD_NOW);
    cupti_ = ::dlopen(WARPSCOPE_STAND_IN_CUPTI, RTLD_NOW);
    library_ = ::dlopen(WARPSCOPE_CUPTI_LIBRARY, RTLD_NOW);
    timeval limit{20, 0};
    ::setsockopt(ours_.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  }
  bool is_loaded() const { return driver_ != nullptr && cupti_ != nullptr && library_ != nullptr; }
  int enter() const {
    return reinterpret_cast<int (*)()>(::dlsym(library_, "InitializeInjection"))();
  }
  template <typename Function>
  Function* stand_in(const char* name) const {
    return reinterpret_cast<Function*>(::dlsym(cupti_, name));
  }
  /// The driver's part and the call of CUPTI around it.
  void capture(bool is_begin) const {
    reinterpret_cast<void (*)(int)>(::dlsym(driver_, "stand_in_capturing"))(
        static_cast<int>(is_begin));
    stand_in<decltype(stand_in_capture)>("stand_in_capture")(static_cast<int>(is_begin));
  }
  template <typename Function>
  Function* stand_in_driver(const char* name) const {
    return reinterpret_cast<Function*>(::dlsym(driver_, name));
  }
  int waits() const { return reinterpret_cast<int (*)()>(::dlsym(driver_, "stand_in_waits"))(); }
  void send(const device::Command& command) const {
    const auto line = device::to_json_line(command) + "\n";
    ASSERT_EQ(::send(ours_.get(), line.data(), line.size(), 0), static_cast<ssize_t>(line.size()));
  }
  /// Up to the answer to this command, which is left out.
  std::vector<device::Event> events_until(std::uint64_t command) {
    std::vector<device::Event> events;
    for (;;) {
      const auto line = next_line();
      if (line.empty()) {
        ADD_FAILURE() << "no answer to " << command;
        return events;
      }
      auto event = device::event_from_json(line);
      const auto* answer = std::get_if<device::Acknowledged>(&event);
      if (answer != nullptr && answer->command_id == command) return events;
      events.push_back(std::move(event));
    }
  }

 private:
  std::string next_line() {
    for (;;) {
      if (const auto end = unread_.find('\n'); end != std::string::npos) {
        auto line = unread_.substr(0, end);
        unread_.erase(0, end + 1);
        return line;
      }
      char buffer[65536];
      const auto count = ::recv(ours_.get(), buffer, sizeof buffer, 0);
      if (count <= 0) return {};
      unread_.append(buffer, static_cast<std::size_t>(count));
    }
  }

  UniqueFd ours_;
  int theirs_ = -1;
  void *driver_ = nullptr, *cupti_ = nullptr, *library_ = nullptr;
  std::string unread_;
};

CUpti_ActivityKernel10 activity_of(const record::Launch& launch) {
  CUpti_ActivityKernel10 kernel{};
  kernel.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
  kernel.name = launch.kernel_mangled.c_str();
  kernel.gridX = static_cast<std::int32_t>(launch.grid.x);
  kernel.gridY = static_cast<std::int32_t>(launch.grid.y);
  kernel.gridZ = static_cast<std::int32_t>(launch.grid.z);
  kernel.blockX = static_cast<std::int32_t>(launch.block.x);
  kernel.blockY = static_cast<std::int32_t>(launch.block.y);
  kernel.blockZ = static_cast<std::int32_t>(launch.block.z);
  kernel.staticSharedMemory = static_cast<std::int32_t>(launch.static_shared_bytes);
  kernel.registersPerThread = static_cast<std::uint16_t>(launch.machine_code->registers);
  kernel.streamId = kStandInDefaultStream;
  kernel.start =
      kStandInBegin_ns + static_cast<std::uint64_t>(std::llround(launch.start_s * kNanoseconds));
  kernel.end =
      kernel.start + static_cast<std::uint64_t>(std::llround(launch.duration_s * kNanoseconds));
  return kernel;
}

std::vector<record::Launch> launches_of(const std::vector<device::Event>& events) {
  std::vector<record::Launch> launches;
  for (const auto& event : events) {
    if (const auto* ended = std::get_if<device::LaunchEnded>(&event))
      launches.push_back(ended->launch);
  }
  return launches;
}

TEST(Injection, TellsTimesAndCountersOfAnH200AsTheyWereTold) {
  const auto kept = record::load(WARPSCOPE_KEPT_RECORD);
  ASSERT_EQ(kept.launches.size(), 7U);
  Injected program;
  ASSERT_TRUE(program.is_loaded()) << ::dlerror();
  for (const auto& [name, value] : kept.launches[0].counters)
    program.stand_in<decltype(stand_in_counter)>("stand_in_counter")(name.c_str(), 0);
  const auto count = [&](const char* name, double value) {
    program.stand_in<decltype(stand_in_counter)>("stand_in_counter")(name, value);
  };
  count("gpu__time_duration.sum", 0);
  program.send(device::Start{});
  program.send(device::BeginCase{1, 0, true, 0, {}, true});
  ASSERT_EQ(program.enter(), 1);
  program.events_until(1);
  program.stand_in<decltype(stand_in_context)>("stand_in_context")();
  const auto launch = [&](const record::Launch& of) {
    const auto kernel = activity_of(of);
    return program.stand_in<decltype(stand_in_kernel)>("stand_in_kernel")(&kernel);
  };

  // Counted: no kernel is recorded meanwhile, each launch has its own numbers.
  const auto records_kernels =
      program.stand_in<decltype(stand_in_records_kernels)>("stand_in_records_kernels");
  EXPECT_EQ(records_kernels(), 0);
  for (const auto& of : kept.launches) {
    for (const auto& [name, value] : of.counters) count(name.c_str(), static_cast<double>(value));
    count("gpu__time_duration.sum", of.duration_s * kNanoseconds);
    EXPECT_EQ(launch(of), 1);
  }
  // What a graph or a copy still writes is waited for: the profiler restores memory between passes.
  EXPECT_EQ(program.waits(), static_cast<int>(kept.launches.size()));
  // What goes into a graph is not executed, and the profiler's own calls would end the capture.
  program.capture(true);
  EXPECT_EQ(launch(kept.launches[0]), 0);
  program.capture(false);
  EXPECT_EQ(program.waits(), static_cast<int>(kept.launches.size()));
  // An H200 forgot what a graph had written that was launched while counters were read.
  // Its kernels are recorded with their times instead.
  auto in_graph = kept.launches[0];
  in_graph.start_s = 1000;
  const auto node = activity_of(in_graph);
  EXPECT_EQ(program.stand_in<decltype(stand_in_graph)>("stand_in_graph")(&node), 0);
  EXPECT_EQ(program.stand_in<decltype(stand_in_graph)>("stand_in_graph")(&node), 0);
  EXPECT_EQ(records_kernels(), 0);
  program.send(device::EndRun{2});
  const auto counted_events = program.events_until(2);
  const auto* told = std::get_if<device::CountersTold>(&counted_events.front());
  ASSERT_NE(told, nullptr);
  EXPECT_EQ(told->reason, "");
  // The stand-in has what the H200 had, and no DRAM counters: names that it lacks are left out.
  EXPECT_EQ(told->names.size(), kept.launches[0].counters.size());
  // That a graph's kernels have no counters is said once.
  std::vector<std::string> said;
  for (const auto& event : counted_events) {
    if (const auto* of = std::get_if<device::CountersTold>(&event); of && !of->reason.empty())
      said.push_back(of->reason);
  }
  ASSERT_EQ(said.size(), 1U);
  EXPECT_NE(said[0].find("graphs"), std::string::npos) << said[0];
  const auto counted = launches_of(counted_events);
  ASSERT_EQ(counted.size(), kept.launches.size() + 2);
  for (auto i = kept.launches.size(); i < counted.size(); ++i) {
    EXPECT_TRUE(counted[i].counters.empty());
    EXPECT_NEAR(counted[i].duration_s, in_graph.duration_s, 2e-9);
  }
  for (std::size_t i = 0; i < kept.launches.size(); ++i) {
    EXPECT_EQ(counted[i].counters, kept.launches[i].counters) << i;
    EXPECT_EQ(counted[i].kernel_mangled, kept.launches[i].kernel_mangled);
    EXPECT_EQ(counted[i].grid, kept.launches[i].grid);
    EXPECT_NEAR(counted[i].duration_s, kept.launches[i].duration_s, 1e-9);
    EXPECT_EQ(counted[i].device_index, kStandInDevice);
    EXPECT_EQ(counted[i].stream, kStandInDevice);
  }

  // Timed: the activity records' times, and no counters.
  program.send(device::BeginCase{3, 0, true, 0, {}, false});
  program.events_until(3);
  EXPECT_EQ(records_kernels(), 1);
  for (const auto& of : kept.launches) launch(of);
  program.send(device::EndRun{4});
  const auto timed = launches_of(program.events_until(4));
  ASSERT_EQ(timed.size(), kept.launches.size());
  for (std::size_t i = 0; i < timed.size(); ++i) {
    EXPECT_TRUE(timed[i].counters.empty());
    EXPECT_NEAR(timed[i].start_s, kept.launches[i].start_s, 2e-9);
    EXPECT_NEAR(timed[i].duration_s, kept.launches[i].duration_s, 2e-9);
    EXPECT_EQ(timed[i].block, kept.launches[i].block);
    EXPECT_EQ(timed[i].stream, kStandInDevice) << "the device's default stream";
    EXPECT_EQ(timed[i].machine_code->registers, kept.launches[i].machine_code->registers);
  }

  // Cold: other data are read before the first launch of the run that is executed, by a kernel that
  // is none of the program's. CUPTI tells of it too, as of any.
  static const Injected* const kProgram = &program;
  program.stand_in_driver<void(void (*)())>("stand_in_on_launch")([] {
    static const record::Launch kOwn = [] {
      record::Launch of;
      of.kernel_mangled = "warpscope_read_other_data";
      of.machine_code = record::MachineCode{};
      return of;
    }();
    const auto kernel = activity_of(kOwn);
    kProgram->stand_in<decltype(stand_in_kernel)>("stand_in_kernel")(&kernel);
  });
  const auto own_launches = [&] { return program.stand_in_driver<int()>("stand_in_launches")(); };
  EXPECT_EQ(own_launches(), 0);
  program.send(device::BeginCase{5, 0, true, 0, {}, false, true});
  program.events_until(5);
  program.capture(true);
  launch(kept.launches[0]);
  program.capture(false);
  EXPECT_EQ(own_launches(), 0) << "what goes into a graph is not executed yet";
  for (const auto& of : kept.launches) launch(of);
  EXPECT_EQ(own_launches(), 1);
  program.send(device::EndRun{6});
  const auto cold = launches_of(program.events_until(6));
  EXPECT_EQ(cold.size(), kept.launches.size() + 1);
  for (const auto& of : cold) EXPECT_NE(of.kernel_mangled, "warpscope_read_other_data");
}

}  // namespace
}  // namespace warpscope
