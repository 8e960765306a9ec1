// Kernels that are launched with the checks on.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {

/// Lines are those of `.loc`. Of the body's registers %rd1 is the address of out[tid], %r1 the
/// thread's index and %r2 the address of tile[tid], in shared memory.
class Checked : public ::testing::Test {
 protected:
  LaunchResult launch(const std::string& body, std::uint32_t threads = 64,
                      std::uint32_t blocks = 1) {
    constexpr std::string_view kPrologue =
        ".shared .align 8 .b8 tile[4096];\n"
        "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mad.wide.u32 %rd1, %r1, 4, %rd1;\n"
        "mov.u32 %r2, tile; mad.lo.u32 %r2, %r1, 4, %r2;\n";
    machine_ = std::make_unique<Machine>(
        module_with_kernel(".param .u64 out", std::string(kPrologue) + body, ".file 1 \"k.cu\"\n"));
    machine_->options = options;
    machine_->options.checks = true;
    out_ = machine_->upload(std::vector<std::uint32_t>(1024, 0));
    return machine_->launch("k", {blocks, 1, 1}, {threads, 1, 1}, out_);
  }
  std::uint32_t value(std::size_t index) {
    return machine_->download<std::uint32_t>(out_, index + 1).back();
  }
  /// "missing-barrier:5", in the order in which they are reported; a fault comes first.
  static std::string text(const LaunchResult& launched) {
    std::string all;
    if (launched.fault)
      all = std::string(finding_id(launched.fault->kind)) + ":" +
            std::to_string(launched.fault->where.line);
    for (const Violation& violation : launched.violations) {
      if (!all.empty()) all += ", ";
      all += std::string(finding_id(violation.kind)) + ":" +
             std::to_string(violation.access.where.line);
    }
    return all;
  }
  std::string find(const std::string& body, std::uint32_t threads = 64, std::uint32_t blocks = 1) {
    return text(launch(body, threads, blocks));
  }

  LaunchOptions options = h200_options();
  std::unique_ptr<Machine> machine_;
  std::uint64_t out_ = 0;
};

}  // namespace warpscope::exec::test
