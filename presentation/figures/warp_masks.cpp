#include "presentation/figures/warp_masks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "arch/compute_capability.h"
#include "vgpu/exec/launch.h"
#include "vgpu/memory/device_memory.h"
#include "vgpu/ptx/module.h"

namespace warpscope::figures {
namespace {

constexpr std::uint64_t kMemoryBytes = std::uint64_t{1} << 20;

// The parameters are the addresses of the lanes' values and of the log: a row of 32 words for each
// line of code, in which every lane that runs the line leaves the mask of those that run it with
// it. %r0 is the lane, %r1 its value, %rd0 its word in the log's first row.
constexpr const char* kHead =
    ".address_size 64\n"
    ".visible .entry figure(.param .u64 values, .param .u64 log) {\n"
    ".reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %rd<8>;\n"
    "mov.u32 %r0, %tid.x;\n"
    "ld.param.u64 %rd0, [values];\n"
    "mad.wide.u32 %rd0, %r0, 4, %rd0;\n"
    "ld.global.u32 %r1, [%rd0];\n"
    "ld.param.u64 %rd0, [log];\n"
    "mad.wide.u32 %rd0, %r0, 4, %rd0;\n";

std::string target() {
  return ".version 9.0\n.target " + arch::machine_architecture(arch::kCountedArchitecture) + "\n";
}

std::string log_row(std::size_t row) {
  return fmt::format("activemask.b32 %r7;\nst.global.u32 [%rd0+{}], %r7;\n", row * 128);
}

/// Runs the kernel; masks by row of its log.
Masks run(const std::string& body, const LaneValues& values, std::size_t rows) {
  memory::DeviceMemory memory(kMemoryBytes);
  const auto program = exec::load(ptx::parse(target() + kHead + body + "ret;\n}\n"), memory);
  const std::size_t log_bytes = rows * 128;
  const auto from = memory.allocate(sizeof values), log = memory.allocate(log_bytes);
  if (!from || !log) throw std::runtime_error("A figure of lanes does not fit into its memory.");
  std::memcpy(memory.translate(*from, sizeof values), values.data(), sizeof values);
  std::array<std::byte, 16> parameters;
  std::memcpy(parameters.data(), &*from, 8);
  std::memcpy(parameters.data() + 8, &*log, 8);
  const auto result =
      exec::launch(*program, "figure", {{1, 1, 1}, {32, 1, 1}, 0, parameters}, memory, {});
  if (result.fault) throw std::runtime_error("The kernel of a figure of lanes has failed.");
  Masks masks(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    LaneValues words;
    std::memcpy(words.data(), memory.translate(*log + row * 128, 128), 128);
    for (const auto mask : words) {
      if (mask != 0 && std::ranges::find(masks[row], mask) == masks[row].end())
        masks[row].push_back(mask);
    }
  }
  return masks;
}

}  // namespace

Masks masks_of_arms(const LaneValues& values, const std::vector<std::uint32_t>& arms) {
  std::string body = log_row(0);
  for (std::size_t arm = 0; arm < arms.size(); ++arm) {
    body +=
        fmt::format("setp.ne.u32 %p1, %r1, {0};\n@%p1 bra NEXT{1};\n{2}bra.uni DONE;\nNEXT{1}:\n",
                    arms[arm], arm, log_row(arm + 1));
  }
  return run(body + "DONE:\n" + log_row(arms.size() + 1), values, arms.size() + 2);
}

Masks masks_of_loop(const LaneValues& trips, std::uint32_t most) {
  // %rd1: the lane's word in the row of the iteration.
  const auto body = log_row(0) +
                    "mov.u32 %r2, 0;\nadd.u64 %rd1, %rd0, 128;\nLOOP:\n"
                    "setp.ge.u32 %p1, %r2, %r1;\n@%p1 bra DONE;\n"
                    "activemask.b32 %r7;\nst.global.u32 [%rd1], %r7;\n"
                    "add.u64 %rd1, %rd1, 128;\nadd.u32 %r2, %r2, 1;\nbra.uni LOOP;\nDONE:\n" +
                    log_row(most + 1);
  return run(body, trips, most + 2);
}

}  // namespace warpscope::figures
