// Times of launches that the clock has told once, in files of the user's cache: a kernel that has
// not changed is not timed again after an edit, nor in another session of the same run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "arch/profile.h"
#include "vgpu/server/kept_files.h"
#include "vgpu/timing/clock/equal_launches.h"

namespace warpscope::device {

/// A file for each launch (kept_files.h). Those of another profile or of another build of this
/// program are not found. What cannot be read or written is left out: the clock then runs.
class KeptTimes : public timing::TimesKeeper {
 public:
  /// `folder` is made when missing. `build` names what times them: build_id() of this program.
  KeptTimes(std::filesystem::path folder, const arch::Profile& profile, std::string_view build);
  std::optional<timing::TimedLaunch> find(const timing::Fingerprint& key,
                                          const timing::MachineKernel& kernel) override;
  void keep(const timing::Fingerprint& key, const timing::MachineKernel& kernel,
            const timing::TimedLaunch& timed) override;

 private:
  /// With the profile and the build in it.
  timing::Fingerprint whole_key(const timing::Fingerprint& key) const;

  KeptFiles files_;
  timing::Fingerprint of_;  ///< profile and build
  double clock_hz_;
};

/// Of the running executable, another one after each change: the linker's build id, or what it says
/// of its file where it has none.
std::string build_id();

}  // namespace warpscope::device
