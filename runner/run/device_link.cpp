#include "runner/run/device_link.h"

#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <span>
#include <stdexcept>
#include <system_error>

#include "base/pipes.h"
#include "device/returned_arrays.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

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

device::MatchBy match_by(judge::StandIn::Known known) {
  using Known = judge::StandIn::Known;
  if (known == Known::as_a_whole) return device::MatchBy::whole;
  return known == Known::by_words ? device::MatchBy::neighbouring_words
                                  : device::MatchBy::lone_words;
}

}  // namespace

fs::path find_profile(const Installation& installation, const std::string& name) {
  const auto folder = installation.root / "vgpu" / "profiles";
  std::vector<std::string> names;
  for (const auto& file : fs::directory_iterator(folder)) {
    if (file.path().extension() != ".toml") continue;
    if (file.path().stem() == name) return file.path();
    names.push_back(file.path().stem().string());
  }
  std::ranges::sort(names);
  std::string list;
  for (const auto& known : names) list += (list.empty() ? "" : ", ") + known;
  throw std::runtime_error("There is no profile \"" + name + "\"; there are: " + list + ".");
}

DeviceLink::DeviceLink(const Installation& installation, const DeviceSettings& settings) {
  auto client = make_socket_pair();
  auto control = make_socket_pair();
  errors_ = UniqueFd(::memfd_create("warpscope-device-errors", MFD_CLOEXEC));
  SpawnOptions options;
  options.arguments = {installation.device_program.string(),
                       "--profile",
                       find_profile(installation, settings.profile).string(),
                       "--client-fd",
                       std::to_string(kClientFd),
                       "--control-fd",
                       std::to_string(kControlFd),
                       "--instruction-budget",
                       std::to_string(settings.instruction_budget),
                       "--workers",
                       std::to_string(settings.worker_threads),
                       "--devices",
                       std::to_string(settings.device_count)};
  if (settings.models_l1) options.arguments.emplace_back("--l1");
  if (settings.checks) {
    options.arguments.insert(
        options.arguments.end(),
        {"--check", "--check-threads", std::to_string(settings.most_checked_threads),
         "--check-accesses", std::to_string(settings.most_checked_accesses)});
  }
  if (settings.watches_host) options.arguments.emplace_back("--watch-host");
  if (settings.follows_data) options.arguments.emplace_back("--follow-data");
  if (settings.compares_orders) options.arguments.emplace_back("--compare-orders");
  if (settings.schedule != 0)
    options.arguments.insert(options.arguments.end(),
                             {"--schedule", std::to_string(settings.schedule)});
  if (settings.copy_engines) {
    options.arguments.insert(options.arguments.end(),
                             {"--copy-engines", std::to_string(*settings.copy_engines)});
  }
  options.environment = {"LC_ALL=C.UTF-8"};
#ifndef WARPSCOPE_SANITIZED  // a sanitizer's shadow memory alone is terabytes of addresses
  if (settings.memory_bytes != 0) options.limits.data_bytes = settings.memory_bytes;
#endif
  options.descriptors = {{client.theirs.get(), kClientFd},
                         {control.theirs.get(), kControlFd},
                         {errors_.get(), 1},
                         {errors_.get(), 2}};
  if (settings.exchanges_inputs) {
    inputs_ = UniqueFd(::memfd_create("warpscope-inputs", MFD_CLOEXEC));
    options.arguments.insert(options.arguments.end(), {"--inputs-fd", std::to_string(kInputsFd)});
    options.descriptors.emplace_back(inputs_.get(), kInputsFd);
    returned_ = UniqueFd(::memfd_create("warpscope-returned", MFD_CLOEXEC));
    options.arguments.insert(options.arguments.end(),
                             {"--returned-fd", std::to_string(kReturnedFd)});
    options.descriptors.emplace_back(returned_.get(), kReturnedFd);
  }
  process_ = ChildProcess::spawn(options);
  set_nonblocking(control.ours.get());
  control_ = std::move(control.ours);
  program_end_ = std::move(client.ours);
}

std::vector<device::BeginCase::Exchanged> DeviceLink::put_exchanged(const judge::Case& set) {
  std::vector<device::BeginCase::Exchanged> exchanged;
  if (inputs_.get() < 0 || set.stand_ins.empty()) return exchanged;
  if (::ftruncate(inputs_.get(), 0) != 0 || ::lseek(inputs_.get(), 0, SEEK_SET) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot keep inputs");
  for (const auto& [name, stand_in] : set.stand_ins) {
    write_all(inputs_.get(), stand_in.array.bytes());
    write_all(inputs_.get(), set.inputs.at(name).bytes());
    exchanged.push_back({stand_in.array.bytes().size(), match_by(stand_in.known)});
  }
  return exchanged;
}

void DeviceLink::begin_case(std::uint64_t command_id, std::uint32_t case_index, bool is_checked,
                            const judge::Case& set) {
  const auto line = device::to_json_line(device::BeginCase{command_id, case_index, is_checked,
                                                           set.schedule, put_exchanged(set)}) +
                    "\n";
  [[maybe_unused]] const auto sent = ::send(control_.get(), line.data(), line.size(), MSG_NOSIGNAL);
}

std::vector<std::vector<std::byte>> DeviceLink::returned_arrays() const {
  return device::read_returned_arrays(returned_.get());
}

std::vector<device::Event> DeviceLink::on_ready() {
  std::array<char, 65536> buffer;
  const auto count = ::read(control_.get(), buffer.data(), buffer.size());
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return {};
  if (count <= 0) {
    is_closed_ = true;
    if (reason_.empty()) reason_ = "it closed its connection";
    return {};
  }
  // Only what is new can hold the end of a line.
  const auto search_from = unread_.size();
  unread_.append(buffer.data(), static_cast<std::size_t>(count));
  std::vector<device::Event> events;
  std::size_t begin = 0;
  for (auto end = unread_.find('\n', search_from); end != std::string::npos;
       end = unread_.find('\n', begin)) {
    try {
      events.push_back(device::event_from_json(unread_.substr(begin, end - begin)));
    } catch (const record::RecordError& error) {
      is_closed_ = true;
      reason_ = std::string("it sent an event that makes no sense: ") + error.what();
    }
    begin = end + 1;
  }
  unread_.erase(0, begin);
  return events;
}

std::string DeviceLink::trouble() {
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
