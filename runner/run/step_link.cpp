#include "runner/run/step_link.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "runner/run/embedded_sources.h"

namespace warpscope::runner {
namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(50);

}  // namespace

void StepTarget::set(device::Options& options) const {
  options.steps = true;
  options.stepped_launch = launch;
  options.stepped_kernel = kernel;
  options.checks = options.compares_orders = options.watches_host = options.follows_data = false;
  options.uses_clock = options.tries_changes = options.models_l1 = false;
  options.keeps_requests = options.tells_progress = options.interleaves = false;
  options.sample_blocks = 0;
  options.ptxas.clear();
  options.worker_threads = 1;
}

StepLink::StepLink(StepTarget target, std::function<void()> on_change)
    : target_(std::move(target)), on_change_(std::move(on_change)), wake_(make_pipe()) {
  set_nonblocking(wake_.read_end.get());
  set_nonblocking(wake_.write_end.get());
}

std::uint64_t StepLink::send(device::StepCommand command) {
  const std::scoped_lock lock(mutex_);
  if (command.action == device::StepCommand::Action::interrupt)
    command.command_id = last_command_;
  else
    command.command_id = ++last_command_;
  if (const auto compiled = compiled_.find(command.file); compiled != compiled_.end())
    command.file = compiled->second;
  const auto id = command.command_id;
  commands_.push_back(std::move(command));
  const char byte = 0;
  // A full pipe wakes as well.
  [[maybe_unused]] const auto written = ::write(wake_.write_end.get(), &byte, 1);
  return id;
}

std::shared_ptr<const device::Stood> StepLink::stood() const {
  const std::scoped_lock lock(mutex_);
  return stood_;
}

std::shared_ptr<const device::Stood> StepLink::history() const {
  const std::scoped_lock lock(mutex_);
  return history_;
}

bool StepLink::is_busy() const {
  const std::scoped_lock lock(mutex_);
  return !has_ended_ && last_answer_ != last_command_;
}

std::shared_ptr<const device::Stood> StepLink::wait_for(std::uint64_t command,
                                                        const std::stop_token& cancel,
                                                        std::chrono::seconds longest) const {
  const auto end = std::chrono::steady_clock::now() + longest;
  std::unique_lock lock(mutex_);
  const auto is_told = [&] { return stood_ != nullptr && last_answer_ >= command; };
  while (!is_told() && !has_ended_ && !cancel.stop_requested() &&
         std::chrono::steady_clock::now() < end)
    changed_.wait_for(lock, kBetweenLooks);
  return is_told() ? stood_ : nullptr;
}

bool StepLink::has_ended() const {
  const std::scoped_lock lock(mutex_);
  return has_ended_;
}

std::string StepLink::end_text() const {
  const std::scoped_lock lock(mutex_);
  return end_text_;
}

std::optional<std::string> StepLink::source(const std::string& file) const {
  const std::scoped_lock lock(mutex_);
  const auto found = std::ranges::find(sources_, file, &record::SourceFile::path);
  if (found != sources_.end()) return found->text;
  return std::nullopt;
}

std::vector<device::StepCommand> StepLink::take() {
  const std::scoped_lock lock(mutex_);
  std::array<char, 64> bytes;
  while (::read(wake_.read_end.get(), bytes.data(), bytes.size()) > 0) {
  }
  return std::exchange(commands_, {});
}

void StepLink::set_sources(NameOf name_of, std::vector<record::SourceFile> sources) {
  const std::scoped_lock lock(mutex_);
  name_of_ = std::move(name_of);
  sources_ = std::move(sources);
}

void StepLink::name(record::SourceLine& where) {
  if (where.line == 0) return;
  const std::string compiled = where.file;
  if (name_of_) where.file = name_of_(compiled);
  if (!compiled_.emplace(where.file, compiled).second) return;
  // A lab's sources are here; those of a program of the user's are files of theirs.
  if (std::ranges::find(sources_, where.file, &record::SourceFile::path) != sources_.end()) return;
  std::error_code error;
  if (auto text = source_text(std::filesystem::absolute(where.file, error)))
    sources_.push_back({where.file, std::move(*text)});
}

void StepLink::tell(device::Stood stood) {
  std::unique_lock lock(mutex_);
  name(stood.next.where);
  for (auto& warp : stood.warps) {
    for (auto& group : warp.groups) {
      name(group.place.where);
      for (auto& call : group.calls) name(call);
    }
  }
  for (auto& each : stood.registers) {
    record::SourceLine where{each.file, each.set_at.empty() ? 0 : each.set_at.front()};
    name(where);
    each.file = where.file;
  }
  for (auto& span : stood.spans) name(span.where);
  for (auto& line : stood.lines) name(line.where);
  last_answer_ = std::max(last_answer_, stood.command_id);
  stood_ = std::make_shared<const device::Stood>(std::move(stood));
  if (!stood_->lines.empty()) history_ = stood_;
  changed_.notify_all();
  lock.unlock();
  if (on_change_) on_change_();
}

void StepLink::end(std::string text) {
  std::unique_lock lock(mutex_);
  has_ended_ = true;
  end_text_ = std::move(text);
  changed_.notify_all();
  lock.unlock();
  if (on_change_) on_change_();
}

}  // namespace warpscope::runner
