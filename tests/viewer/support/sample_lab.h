// A course of two labs in a temporary folder, and a runner that answers with hand-made records.
#pragma once

#include <atomic>
#include <memory>

#include "tests/viewer/support/temporary_folder.h"
#include "viewer/model/session.h"

namespace warpscope::viewer::test {

/// What the fake runner does next; shared with the session's threads.
struct FakeRunner {
  std::atomic<bool> is_slow = false;  ///< reports progress until it is cancelled
  std::atomic<int> runs = 0;
  std::atomic<bool> fails = false;  ///< throws
  /// Replies to the exercise as a fast one: what the student wrote is the reference.
  std::atomic<bool> is_solved = false;
  bool has_editor = false;       ///< of the window's thread, as is:
  std::filesystem::path opened;  ///< the file that it was last given
};

class SampleLab {
 public:
  SampleLab();

  /// Labs "sample", with a deck of three slides and a handout, "bare", which lacks both, and
  /// "asking", which asks for predictions and has two tasks.
  Services services() const;
  FakeRunner& runner() const { return *runner_; }
  const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
  std::shared_ptr<FakeRunner> runner_ = std::make_shared<FakeRunner>();
};

}  // namespace warpscope::viewer::test
