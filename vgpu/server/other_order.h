// What device memory would hold if blocks and warps had had their turns in another order.
//
// Each launch whose result may depend on the order, or on what differs already, runs twice from the
// same memory. What is not equal afterwards is kept, together with the launch in which that began,
// until something overwrites it. Nothing is wrong with it by itself: a list in any order may be
// taken as a set. So it is only said of what comes to the host.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "record/record.h"
#include "vgpu/exec/launch.h"
#include "vgpu/memory/device_memory.h"

namespace warpscope::device {

class OtherOrder {
 public:
  /// Runs the launch in the order of the given number.
  using Run = std::function<exec::LaunchResult(std::uint64_t schedule)>;
  /// Before a launch of so many blocks: what it leaves in another order, while memory stays as it
  /// was. False when there is nothing to compare.
  bool begin(const memory::DeviceMemory& memory, const exec::KernelInfo& kernel,
             std::uint64_t blocks, const Run& run);
  /// When its blocks have ended in the usual order: addresses that differ for the first time.
  std::vector<std::uint64_t> compare(const memory::DeviceMemory& memory);
  /// The launch is over; `result` has who wrote at these addresses.
  void end(const exec::LaunchResult& result, std::uint32_t launch);

  /// These bytes have been written by a copy or a fill, or are gone.
  void overwrite(std::uint64_t address, std::uint64_t bytes);
  /// They have been copied within the device.
  void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);
  /// They are copied to the host: a finding when they depend on the order; once per place.
  std::optional<record::Finding> copy_to_host(const memory::DeviceMemory& memory,
                                              std::uint64_t address, std::uint64_t bytes);

 private:
  struct Word {
    std::uint32_t other = 0;
    std::size_t root = 0;  ///< index in roots_
  };
  struct Root {
    std::optional<record::SourceLine> where;
    std::uint32_t launch = 0;
  };
  struct Allocated {
    std::uint64_t address = 0;
    std::vector<std::byte> bytes;
  };
  using Contents = std::vector<Allocated>;
  using Words = std::map<std::uint64_t, Word>;  ///< by address, a multiple of four

  /// Of all allocations afterwards; empty when the run says nothing.
  Contents run_in_other_order(const memory::DeviceMemory& memory, const Run& run,
                              std::uint64_t schedule) const;
  Words different_words(const memory::DeviceMemory& memory, const Contents& contents,
                        std::size_t root) const;

  Words words_;
  std::vector<Root> roots_;
  std::vector<Contents> others_;  ///< what the launch that runs leaves in some other orders
  bool had_words_ = false, has_new_ = false;
  std::set<std::size_t> said_;
};

}  // namespace warpscope::device
