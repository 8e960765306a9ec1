#include "runner/run/virtual_device.h"

#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <span>
#include <stdexcept>
#include <system_error>
#include <variant>

#include "base/pipes.h"
#include "device/returned_arrays.h"
#include "runner/run/profiles.h"

namespace warpscope::runner {
namespace {

constexpr int kClientFd = 3;
constexpr int kControlFd = 4;
constexpr int kInputsFd = 5;
constexpr int kReturnedFd = 6;

void write_all(int fd, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const auto count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) throw std::system_error(errno, std::generic_category(), "cannot keep inputs");
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

}  // namespace

VirtualDevice::VirtualDevice(const Installation& installation, const std::string& profile,
                             const DeviceSettings& settings) {
  device::Start start{settings.options};
  start.options.profile_path = find_profile(installation, profile).string();
  program_side_.library_folders = {installation.cudart_folder};
  program_side_.readable = {installation.cudart_folder};
  auto client = make_socket_pair();
  auto control = make_socket_pair();
  errors_ = UniqueFd(::memfd_create("warpscope-device-errors", MFD_CLOEXEC));
  SpawnOptions options;
  options.arguments = {installation.device_program.string(), "--client-fd",
                       std::to_string(kClientFd), "--control-fd", std::to_string(kControlFd)};
  options.environment = {"LC_ALL=C.UTF-8"};
#ifndef WARPSCOPE_SANITIZED  // a sanitizer's shadow memory alone is terabytes of addresses
  if (settings.memory_bytes != 0) options.limits.data_bytes = settings.memory_bytes;
#endif
  options.descriptors = {{client.theirs.get(), kClientFd},
                         {control.theirs.get(), kControlFd},
                         {errors_.get(), 1},
                         {errors_.get(), 2}};
  if (settings.options.exchanges_inputs) {
    inputs_ = UniqueFd(::memfd_create("warpscope-inputs", MFD_CLOEXEC));
    options.arguments.insert(options.arguments.end(), {"--inputs-fd", std::to_string(kInputsFd)});
    options.descriptors.emplace_back(inputs_.get(), kInputsFd);
    returned_ = UniqueFd(::memfd_create("warpscope-returned", MFD_CLOEXEC));
    options.arguments.insert(options.arguments.end(),
                             {"--returned-fd", std::to_string(kReturnedFd)});
    options.descriptors.emplace_back(returned_.get(), kReturnedFd);
  }
  process_ = ChildProcess::spawn(options);
  control_ = std::move(control.ours);
  program_end_ = std::move(client.ours);
  send(start);
  set_nonblocking(control_.get());
}

void VirtualDevice::send(const device::Command& command) {
  const auto line = device::to_json_line(command) + "\n";
  [[maybe_unused]] const auto sent = ::send(control_.get(), line.data(), line.size(), MSG_NOSIGNAL);
}

std::vector<device::BeginCase::Exchanged> VirtualDevice::put_exchanged(
    const device::CaseStart& start) {
  std::vector<device::BeginCase::Exchanged> exchanged;
  if (inputs_.get() < 0 || start.exchanged.empty()) return exchanged;
  const auto expect = [](bool is_done) {
    if (!is_done) throw std::system_error(errno, std::generic_category(), "cannot keep inputs");
  };
  expect(::lseek(inputs_.get(), 0, SEEK_SET) == 0);
  for (const auto& input : start.exchanged) {
    write_all(inputs_.get(), input.shown);
    write_all(inputs_.get(), input.held);
    exchanged.push_back({input.shown.size(), input.match_by});
  }
  // Only now: over what the last case had there is quicker written than into new pages.
  expect(::ftruncate(inputs_.get(), ::lseek(inputs_.get(), 0, SEEK_CUR)) == 0);
  return exchanged;
}

void VirtualDevice::begin_case(std::uint64_t command_id, const device::CaseStart& start) {
  send(device::BeginCase{command_id, start.index, start.is_checked, start.schedule,
                         put_exchanged(start)});
}

bool VirtualDevice::stop_launch(std::uint64_t command_id) {
  if (!capabilities_ || !capabilities_->can_stop) return false;
  send(device::Stop{command_id});
  return true;
}

std::vector<std::vector<std::byte>> VirtualDevice::returned_arrays(bool with_shared) const {
  return device::read_returned_arrays(returned_.get(), with_shared);
}

std::vector<device::Event> VirtualDevice::on_ready() {
  std::array<char, 65536> buffer;
  const auto count = ::read(control_.get(), buffer.data(), buffer.size());
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return {};
  if (count <= 0) {
    is_closed_ = true;
    if (reason_.empty()) reason_ = "it closed its connection";
    return {};
  }
  lines_.append({buffer.data(), static_cast<std::size_t>(count)});
  std::vector<device::Event> events;
  while (const auto line = lines_.next()) {
    try {
      events.push_back(device::event_from_json(*line));
      if (const auto* started = std::get_if<device::Started>(&events.back()))
        capabilities_ = started->device.capabilities;
    } catch (const record::RecordError& error) {
      is_closed_ = true;
      reason_ = std::string("it sent an event that makes no sense: ") + error.what();
    }
  }
  return events;
}

std::string VirtualDevice::trouble() {
  std::string text = "The virtual GPU stopped: " + reason_;
  if (process_) {
    process_->kill();
    text += " (" + describe(process_->wait()) + ")";
  }
  std::array<char, 2000> printed{};
  const auto count = ::pread(errors_.get(), printed.data(), printed.size(), 0);
  if (count > 0)
    text += ". It said: " + std::string(printed.data(), static_cast<std::size_t>(count));
  return text;
}

}  // namespace warpscope::runner
