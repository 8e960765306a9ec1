#include "runner/run/cuda_device.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "base/demangle.h"
#include "base/pipes.h"
#include "record/metrics.h"
#include "runner/run/cuda_parts.h"
#include "runner/run/gpu_profile.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kReadBytes = std::size_t{64} << 10;
/// Of a driver and of CUPTI.
constexpr std::uint32_t kTheirThreads = 32;
constexpr std::uint32_t kCountedRun_s = 20;

record::Device record_of(const GpuDescription& gpu, const arch::Profile& sheet,
                         std::uint32_t index) {
  record::Device device;
  device.id = "cuda:" + std::to_string(index);
  device.name = gpu.name;
  device.counters = record::Provenance::measured;
  device.times = record::Provenance::measured;
  device.sm_count = sheet.sm.count;
  device.clock_hz = sheet.sm.clock_hz;
  device.dram_bytes_per_s = sheet.memory.dram_bytes_per_s;
  device.compute_capability = gpu.capability.text();
  device.multiprocessor = static_cast<const arch::Multiprocessor&>(sheet.sm);
  record::Capabilities capabilities;
  capabilities.counts_lines = false;
  for (const auto& metric : record::metrics())
    capabilities.left_out_counters.emplace_back(metric.name);
  device.capabilities = std::move(capabilities);
  return device;
}

void watch(const UniqueFd& set, int fd) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.fd = fd;
  if (::epoll_ctl(set.get(), EPOLL_CTL_ADD, fd, &event) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot watch a device");
}

}  // namespace

CudaDevice::CudaDevice(const Installation& installation, std::uint32_t index,
                       const DeviceSettings& settings)
    : index_(index),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      watched_(::epoll_create1(EPOLL_CLOEXEC)) {
  const auto gpu = nvml_.describe(index);
  auto uuids = gpu.uuid;
  auto files = gpu.device_files;
  for (std::uint32_t other = 1; other < settings.options.device_count; ++other) {
    const auto beside = nvml_.describe(index + other);
    uuids += "," + beside.uuid;
    for (const auto& file : beside.device_files) {
      if (!std::ranges::count(files, file)) files.push_back(file);
    }
  }
  device_ = record_of(gpu, profile_of_gpu(installation, index), index);
  const auto parts = cuda_parts(installation);
  program_side_.library_folders = {parts.runtime_folder};
  program_side_.readable = {parts.runtime_folder, parts.injection.parent_path(),
                            parts.cupti.parent_path()};
  program_side_.environment = {"CUDA_INJECTION64_PATH=" + parts.injection.string(),
                               std::string(device::kCuptiVariable) + "=" + parts.cupti.string(),
                               "CUDA_VISIBLE_DEVICES=" + uuids, "CUDA_CACHE_DISABLE=1"};
  for (const auto& file : files) {
    if (fs::exists(file)) program_side_.device_files.emplace_back(file);
  }
  program_side_.reserves_addresses = true;
  program_side_.threads = kTheirThreads;
  program_side_.counted_run_s = kCountedRun_s;
  device_.state.emplace();
  device_.state->sharing = gpu.sharing;
  auto control = make_socket_pair();
  control_ = std::move(control.ours);
  program_end_ = std::move(control.theirs);
  send(device::Start{settings.options});
  set_nonblocking(control_.get());
  watch(watched_, control_.get());
  watch(watched_, wake_.get());
  tell(device::Started{device_});
}

void CudaDevice::send(const device::Command& command) {
  const auto line = device::to_json_line(command) + "\n";
  [[maybe_unused]] const auto sent = ::send(control_.get(), line.data(), line.size(), MSG_NOSIGNAL);
}

void CudaDevice::tell(device::Event event) {
  events_.push_back(std::move(event));
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(wake_.get(), &one, sizeof one);
}

void CudaDevice::look() {
  auto& state = *device_.state;
  const auto now = nvml_.read(index_);
  if (state.first_sm_clock_hz == 0) {
    state.first_sm_clock_hz = now.sm_clock_hz;
    state.first_temperature_c = now.temperature_c;
  }
  state.last_sm_clock_hz = now.sm_clock_hz;
  state.last_temperature_c = now.temperature_c;
  state.memory_clock_hz = now.memory_clock_hz;
  state.last_power_w = now.power_w;
  for (const auto& reason : now.held_down_by) {
    if (!std::ranges::count(state.held_down_by, reason)) state.held_down_by.push_back(reason);
  }
  std::ranges::sort(state.held_down_by);
}

void CudaDevice::begin_case(std::uint64_t command_id, const device::CaseStart& start) {
  if (case_index_ != start.index) end_case();
  is_case_over_ = false;
  measuring_ = start.measuring;
  case_index_ = start.index;
  device::BeginCase begin{command_id, start.index, start.is_checked, start.schedule};
  begin.is_counted = measuring_ == device::Measuring::all && runs_.is_empty();
  runs_.expect_cold(measuring_ == device::Measuring::cold_times);
  begin.is_cold = measuring_ != device::Measuring::nothing && runs_.is_next_cold();
  send(begin);
  if (!is_loaded_) answer_for_library(command_id);
}

bool CudaDevice::end_run(std::uint64_t command_id) {
  end_command_ = command_id;
  read_all();
  if (is_loaded_) {
    send(device::EndRun{command_id});
  } else {
    answer_for_library(command_id);
  }
  return true;
}

/// Also of a case that did not end well, whose last run was cut off.
void CudaDevice::end_case() {
  if (!run_.launches.empty() || !run_.transfers.empty()) runs_.add(std::exchange(run_, {}));
  auto all = runs_.take();
  for (auto& of : all.launches) tell(std::move(of));
  for (auto& of : all.transfers) tell(std::move(of));
}

/// A program that has not called CUDA yet has not loaded it.
void CudaDevice::answer_for_library(std::uint64_t command_id) {
  take(device::Acknowledged{command_id});
}

void CudaDevice::take(device::Event event) {
  if (const auto* answer = std::get_if<device::Acknowledged>(&event)) {
    is_loaded_ |= answer->command_id == 0;
    if (answer->command_id == 0) return;
    if (answer->command_id == end_command_) {
      look();
      runs_.add(std::exchange(run_, {}));
      is_case_over_ = measuring_ == device::Measuring::nothing || !runs_.wants_another();
      if (is_case_over_) end_case();
    }
    return tell(std::move(event));
  }
  if (auto* launch = std::get_if<device::LaunchEnded>(&event))
    launch->launch.kernel = demangled(launch->launch.kernel_mangled);
  if (auto* launch = std::get_if<device::LaunchEnded>(&event); launch && case_index_) {
    launch->launch.case_index = case_index_;
    run_.launches.push_back(std::move(*launch));
    return;
  }
  if (auto* transfer = std::get_if<device::TransferEnded>(&event); transfer && case_index_) {
    transfer->transfer.case_index = case_index_;
    run_.transfers.push_back(std::move(*transfer));
    return;
  }
  if (const auto* counters = std::get_if<device::CountersTold>(&event)) {
    auto& capabilities = *device_.capabilities;
    std::erase_if(capabilities.left_out_counters, [&](const std::string& name) {
      return std::ranges::count(counters->names, name) != 0;
    });
    if (!counters->reason.empty()) capabilities.why_not_counted = counters->reason;
    return tell(device::Started{device_});
  }
  if (std::holds_alternative<device::Finished>(event)) {
    end_case();
    look();
    is_finished_ = true;
    tell(device::Started{device_});
  }
  tell(std::move(event));
}

void CudaDevice::take_line(const std::string& line) {
  try {
    take(device::event_from_json(line));
  } catch (const record::RecordError& error) {
    close(std::string("What measures in the program sent an event that makes no sense: ") +
          error.what());
  }
}

void CudaDevice::close(std::string reason) {
  if (is_closed_) return;
  is_closed_ = true;
  reason_ = std::move(reason);
  ::epoll_ctl(watched_.get(), EPOLL_CTL_DEL, control_.get(), nullptr);
  if (!is_finished_) take(device::Finished{false});
}

void CudaDevice::read_all() {
  std::array<char, kReadBytes> buffer;
  while (!is_closed_) {
    const auto count = ::read(control_.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) return close("The program closed its connection.");
    lines_.append({buffer.data(), static_cast<std::size_t>(count)});
    while (const auto line = lines_.next()) take_line(*line);
  }
}

std::vector<device::Event> CudaDevice::on_ready() {
  std::uint64_t ignored = 0;
  [[maybe_unused]] const auto count = ::read(wake_.get(), &ignored, sizeof ignored);
  read_all();
  std::vector<device::Event> events(std::make_move_iterator(events_.begin()),
                                    std::make_move_iterator(events_.end()));
  events_.clear();
  return events;
}

}  // namespace warpscope::runner
