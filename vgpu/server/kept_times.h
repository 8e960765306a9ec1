// Times of launches that the clock has told once, in files of the user's cache: a kernel that has
// not changed is not timed again after an edit, nor in another session of the same run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "arch/profile.h"
#include "vgpu/timing/clock/equal_launches.h"

namespace warpscope::device {

/// A file for each launch. Files of another profile, of another build of this program, or that
/// somebody has changed are not found. Several processes may use one folder at once. What cannot be
/// read or written is left out without a word: the clock then runs.
class KeptTimes : public timing::TimesKeeper {
 public:
  /// `folder` is made when missing. `build` names what times them: build_id() of this program.
  KeptTimes(std::filesystem::path folder, const arch::Profile& profile, std::string_view build);
  std::optional<timing::TimedLaunch> find(const timing::Fingerprint& key,
                                          const timing::MachineKernel& kernel) override;
  void keep(const timing::Fingerprint& key, const timing::MachineKernel& kernel,
            const timing::TimedLaunch& timed) override;

 private:
  std::filesystem::path path_of(const timing::Fingerprint& key) const;
  /// Removes the oldest files beside this one where they are too many or too large.
  static void prune(const std::filesystem::path& folder);

  std::filesystem::path folder_;
  timing::Fingerprint of_;  ///< profile and build
  double clock_hz_;
};

/// Of the running executable, another one after each change: the linker's build id, or what it says
/// of its file where it has none.
std::string build_id();

}  // namespace warpscope::device
