// What a launch runs without, to see whether its result depends on it.
#pragma once

namespace warpscope::exec {

/// Lanes and threads still tell each other what no data goes into (analysis/of_data.h): their
/// numbers, constants, parameters. An answer that needs only that has not been exchanged.
struct LeftOut {
  bool lane_exchange =
      false;  ///< shuffles, votes, matches and redux give 0, and what does not hold
  bool shared_atomics = false;  ///< they read, and change nothing
  bool global_atomics = false;
  bool async_copies = false;  ///< to shared memory: they complete, and bring other bytes
  /// A thread reads zeros where another one has written last (machine/shared_writers.h). With
  /// LaunchOptions::interleaves.
  bool shared_exchange = false;
  /// As lane_exchange, where a lane would hear of more than one other in its life
  /// (machine/heard.h), and of something else than it gives itself. With
  /// LaunchOptions::interleaves.
  bool many_lane_exchange = false;
};

}  // namespace warpscope::exec
