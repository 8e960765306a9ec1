// A launch that can be stepped, beside one that runs straight.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"
#include "vgpu/exec/execution/execution.h"
#include "vgpu/exec/textures/texture.h"

namespace warpscope::exec::test {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

constexpr U32 kWords = 1024;

struct Sample {
  std::string ptx;
  Dim3 grid{1, 1, 1}, block{32, 1, 1};
  U32 dynamic_shared_bytes = 0;
  U64 schedule = 0;
  bool is_cooperative = false;
};

// %rd1: an array of kWords words; %r1: thread of the block, %r2: block, %r3: thread of the grid,
// %rd2: the thread's own word; %rd9: the same array as a surface of rows of 32 words.
inline std::string with_prologue(std::string_view body, std::string_view declarations = "") {
  return module_with_kernel(".param .u64 data, .param .u64 image", R"(
ld.param.u64 %rd1, [data]; ld.param.u64 %rd9, [image]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r4, %ntid.x;
mad.lo.u32 %r3, %r2, %r4, %r1; mad.wide.u32 %rd2, %r3, 4, %rd1;
)" + std::string(body),
                            declarations);
}

class Hash {
 public:
  void add(U64 word) { value_ = (value_ ^ word) * 0x100000001b3; }
  void add(std::span<const std::byte> bytes) {
    for (const std::byte byte : bytes) add(std::to_integer<U64>(byte));
  }
  void add(std::string_view text) { add(std::as_bytes(std::span(text))); }
  U64 value() const { return value_; }

 private:
  U64 value_ = 0xcbf29ce484222325;
};

// A program on a machine of its own, and a launch of it that can be stepped.
class Stepped {
 public:
  explicit Stepped(const Sample& sample, U64 most_undo_bytes = LaunchOptions{}.most_undo_bytes)
      : machine_(sample.ptx) {
    std::vector<U32> initial(kWords);
    for (U32 i = 0; i < kWords; ++i) initial[i] = i * 2654435761u;
    data_ = machine_.upload(initial);
    constexpr U32 kRowWords = 32, kWordBytes = 4;
    Image image;
    image.address = data_;
    image.format = {ElementFormat::Kind::unsigned_integer, kWordBytes, 1};
    image.width = kRowWords;
    image.height = kWords / kRowWords;
    image.row_pitch = image.slice_pitch = kRowWords * kWordBytes;
    image.dimensions = 2;
    parameters_ = pack(data_, textures_.add(image));
    options_.textures = &textures_;
    configuration_ = {sample.grid, sample.block, sample.dynamic_shared_bytes, parameters_};
    options_.schedule = sample.schedule;
    options_.is_cooperative = sample.is_cooperative;
    options_.instruction_budget = 1'000'000;
    options_.most_undo_bytes = most_undo_bytes;
  }

  LaunchResult straight() {
    return launch(machine_.program(), "k", configuration_, machine_.memory(), options_);
  }
  Execution& execution() {
    if (execution_ == nullptr)
      execution_ = std::make_unique<Execution>(machine_.program(), "k", configuration_,
                                               machine_.memory(), options_);
    return *execution_;
  }
  std::vector<U32> data() { return machine_.download<U32>(data_, kWords); }
  U64 data_address() const { return data_; }
  LaunchOptions& options() { return options_; }

  // All that can be seen now.
  U64 hash() {
    Hash hash;
    const Inspection seen = execution().inspect();
    hash.add(seen.step);
    hash.add(seen.output);
    for (const BlockView& block : seen.blocks) {
      hash.add(block.number);
      hash.add(block.shared);
      for (const WarpView& warp : block.warps) add_warp(hash, block.number, warp);
    }
    for (const U32 word : data()) hash.add(word);
    return hash.value();
  }

 private:
  void add_warp(Hash& hash, U64 block, const WarpView& warp) {
    hash.add(static_cast<U64>(warp.state));
    hash.add(warp.exited);
    for (const LaneGroup& group : warp.groups) {
      hash.add(static_cast<U64>(group.state));
      for (const U32 each : {group.lanes, group.enabled, group.place.number, group.barrier,
                             group.barrier_threads, group.awaited, group.mbarrier_offset})
        hash.add(each);
      for (const CodePlace& call : group.calls) hash.add(call.number);
      for (const RegisterView& view : execution().registers(block, warp.warp, group)) {
        hash.add(view.name);
        for (U32 lane = 0; lane < 32; ++lane) hash.add(view.values.at(lane));
      }
    }
    for (U32 lane = 0; lane < 32; ++lane)
      hash.add(execution().local_memory(block, warp.warp, lane));
  }

  Machine machine_;
  TextureTable textures_;
  U64 data_ = 0;
  std::vector<std::byte> parameters_;
  LaunchConfiguration configuration_;
  LaunchOptions options_ = h200_options();
  std::unique_ptr<Execution> execution_;
};

}  // namespace warpscope::exec::test
