#include "viewer/model/attempt.h"

#include <exception>
#include <utility>

namespace warpscope::viewer {

void Attempt::set_file(const std::filesystem::path& file) {
  watch_ = FileWatch(file);
  has_changed_file_ = false;
}

void Attempt::clear() {
  job_.reset();
  set_file({});
  record_.reset();
  whole_.reset();
  part_ = nullptr;
  problem_.clear();
  was_canceled_ = false;
  ++revision_;
}

void Attempt::show(record::RunRecord record) {
  whole_ = std::make_shared<const record::RunRecord>(std::move(record));
  record_ = part_ ? part_(whole_) : whole_;
  ++revision_;
}

void Attempt::hand_out(std::function<RecordPointer(const RecordPointer&)> part) {
  part_ = std::move(part);
  if (!whole_) return;
  auto shown = part_ ? part_(whole_) : whole_;
  if (shown == record_) return;
  record_ = std::move(shown);
  ++revision_;
}

void Attempt::open(const std::filesystem::path& record_file) {
  try {
    show(record::load(record_file));
    problem_.clear();
  } catch (const std::exception& error) {
    problem_ = std::string("Cannot open ") + error.what();  // which begins with the path
  }
}

void Attempt::start(RunLab run_lab, runner::RunRequest request, std::function<void()> wake) {
  if (is_running()) return;
  watch_.remember();
  has_changed_file_ = false;
  was_canceled_ = false;
  problem_.clear();
  job_ = std::make_unique<RunJob>(std::move(run_lab), std::move(request), std::move(wake));
}

void Attempt::cancel() {
  if (job_) job_->cancel();
}

bool Attempt::collect() {
  if (!job_ || !job_->is_finished()) return false;
  auto record = job_->take_record();
  job_.reset();
  if (!record) return false;
  was_canceled_ = record->outcome.kind == record::Outcome::Kind::canceled;
  if (!was_canceled_ || !record_) show(std::move(*record));
  return true;
}

void Attempt::dismiss_change() {
  watch_.remember();
  has_changed_file_ = false;
}

}  // namespace warpscope::viewer
