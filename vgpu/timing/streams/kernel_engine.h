// What kernels of a device leave each other.
#pragma once

#include <array>
#include <cstddef>
#include <map>

namespace warpscope::timing {

struct Interval {
  double start_s = 0, end_s = 0;
  double asked_s = 0;  ///< when the host had asked for it
};

/// What a kernel takes of a device while it runs alone, as shares of 1.
struct KernelUse {
  static constexpr std::size_t kMostParts = 16;
  bool is_alone = true;  ///< nothing is known of it: from its begin to its end no other one runs
  double places = 1;     ///< for blocks, with its registers, threads and shared memory
  std::array<double, kMostParts> parts{};  ///< of the peak of each (part_use.h), in a fixed order
};

/// Kernels of one device, in the order in which they were asked for. An earlier one takes what it
/// takes alone. A later one begins when there are places for some of its blocks, and goes on as
/// fast as the part allows that has least left for it: so no part is used beyond its peak. On a GPU
/// kernels that run side by side slow each other down; how long all of them take is the same.
class KernelEngine {
 public:
  /// When a kernel would begin that may at `ready_s` and takes `alone_s` when it is alone.
  double begin_s(double ready_s, double alone_s, const KernelUse& use) const;
  /// That kernel runs.
  Interval run(double ready_s, double alone_s, const KernelUse& use);
  /// Nothing will begin before this time.
  void forget_before(double time_s);

 private:
  struct Taken {
    double places = 0;
    std::array<double, KernelUse::kMostParts> parts{};
  };
  /// How fast a kernel goes on beside what is taken, 0 to 1; 0 while it cannot begin.
  static double rate(const Taken& taken, const KernelUse& use);
  /// The part in which this time is, or the first one behind it.
  std::map<double, Taken>::const_iterator part_at(double time_s) const;
  /// Makes an entry begin at this time.
  std::map<double, Taken>::iterator split(double time_s);

  std::map<double, Taken> from_;  ///< what is taken from a time on, until the next one
};

}  // namespace warpscope::timing
