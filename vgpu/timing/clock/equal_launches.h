// Launches that do the same as one before take as long: the clock times the first one only.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>

#include "vgpu/exec/footprint/touched_memory.h"
#include "vgpu/timing/clock/launch_clock.h"
#include "vgpu/timing/clock/warp_requests.h"
#include "vgpu/timing/hasher.h"

namespace warpscope::timing {

/// Where times are kept for other runs of the program, or of others with the same kernels.
class TimesKeeper {
 public:
  virtual ~TimesKeeper() = default;
  /// What was kept of a launch with this key, of a kernel with the same fingerprint.
  virtual std::optional<TimedLaunch> find(const Fingerprint& key, const MachineKernel& kernel) = 0;
  virtual void keep(const Fingerprint& key, const MachineKernel& kernel,
                    const TimedLaunch& timed) = 0;
};

/// Of the kernels of one module, on one device. A launch is given the time of another one only if
/// time_launch() would be asked exactly the same: kernel, how many blocks an SM holds and how large
/// its L1 is then, what the warps of the sample do, and what L2 holds of the memory that the launch
/// touches. So it does not matter which launches came before. Arrays may be
/// elsewhere: addresses are counted from the lowest one, in whole kilobytes. What time_launch()
/// reads besides has to become part of the key.
class EqualLaunches {
 public:
  /// As time_launch(). `touched`: by the launch. `keeper`: of this profile; nullptr: nothing is
  /// kept beyond this.
  std::optional<TimedLaunch> time(const arch::Profile& profile, const MachineKernel& kernel,
                                  const exec::LaunchTrace& trace, const TimedShape& shape,
                                  const exec::TouchedMemory& touched,
                                  TimesKeeper* keeper = nullptr);
  /// Of all that decides the launch's time; nothing where none is kept of it.
  std::optional<Fingerprint> key(const arch::Profile& profile, const MachineKernel& kernel,
                                 const exec::LaunchTrace& trace, const TimedShape& shape,
                                 const exec::TouchedMemory& touched);
  /// Of a launch that has this key when its warps have had no times for their turns: what the clock
  /// has seen of it in the end.
  struct Turns {
    std::shared_ptr<const exec::ContactTimes> contacts;  ///< nullptr: nothing waits
    bool is_steady = true;
  };
  /// nullptr: not known.
  const Turns* turns(const Fingerprint& key) const;
  void keep_turns(const Fingerprint& key, Turns turns);
  /// How often the clock has run: all other launches have got the time of an equal one.
  std::uint64_t runs() const { return runs_; }

 private:
  /// Of all that decides a time.
  using Key = Fingerprint;
  struct Hash {
    std::size_t operator()(const Key& key) const { return key[0]; }
  };
  /// The kernel's fingerprint stands for the kernel: others may have it as well.
  Key key_of(const arch::Profile& profile, const MachineKernel& kernel,
             const exec::LaunchTrace& trace, const TimedShape& shape, const Sample& sample,
             const L2Contents::Found& found);

  std::unordered_map<Key, std::optional<TimedLaunch>, Hash> known_;  ///< by in_module()
  std::unordered_map<Key, Turns, Hash> turns_;
  std::unordered_map<Key, Key, Hash> by_bytes_;  ///< of the trace, and of what decides besides
  WarpRequests requests_;                        ///< of one warp after the other
  std::uint64_t runs_ = 0;
};

}  // namespace warpscope::timing
