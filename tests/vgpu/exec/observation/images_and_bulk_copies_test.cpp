// Textures, surfaces and bulk copies go the way of all accesses: observers are told of each once,
// and stepping back takes it back.
#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <string>
#include <tuple>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"
#include "vgpu/exec/observation/observer.h"
#include "vgpu/exec/program/program.h"
#include "vgpu/exec/textures/texture.h"

namespace warpscope::exec::test::images_and_bulk_copies_test {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;
using Told = std::tuple<std::string, AccessKind, ptx::Space>;
constexpr U32 kWidth = 16, kHeight = 4, kBlocks = 2;

/// Bytes that it was told of, by instruction, kind and space.
class Teller : public LaunchObserver {
 public:
  std::unique_ptr<BlockObserver> observe_blocks(const BlockShape& /*shape*/) override {
    return std::make_unique<Block>(*this);
  }
  std::map<std::tuple<U32, AccessKind, ptx::Space>, U64> bytes;

 private:
  class Block : public ObserverOf<Block, AccessEvent> {
   public:
    explicit Block(Teller& teller) : teller_(teller) {}
    void on(const AccessEvent& event) {
      teller_.bytes[{event.instruction, event.kind, event.space}] +=
          U64{event.size_bytes} * static_cast<U32>(std::popcount(event.lanes));
    }

   private:
    Teller& teller_;
  };
};

// 64 threads, each with a word of a surface of 16 by 4; %r10 and %r11: its column in bytes and row,
// %p1: the first thread, %p2: the first 20 threads.
std::string kernel(std::string_view body) {
  return module_with_kernel(".param .u64 surf, .param .u64 tex, .param .u64 out",
                            R"(
ld.param.u64 %rd9, [surf]; ld.param.u64 %rd8, [tex]; ld.param.u64 %rd7, [out];
mov.u32 %r1, %tid.x; and.b32 %r10, %r1, 15; shl.b32 %r10, %r10, 2; shr.u32 %r11, %r1, 4;
setp.eq.u32 %p1, %r1, 0; setp.lt.u32 %p2, %r1, 20;
)" + std::string(body),
                            ".shared .align 16 .b8 tile[1024]; .shared .align 8 .b64 bar;\n");
}

Image image_at(U64 address) {
  Image image;
  image.address = address;
  image.format = {ElementFormat::Kind::floating, 4, 1};
  image.width = kWidth;
  image.height = kHeight;
  image.row_pitch = image.slice_pitch = kWidth * 4;
  image.dimensions = 2;
  return image;
}

struct Ran {
  LaunchResult result;
  std::vector<U32> image, out;
  std::map<Told, U64> told;  ///< by opcode
};

Ran run(std::string_view body, bool is_observed = true) {
  Machine machine(kernel(body));
  Teller teller;
  if (is_observed) machine.options.observers = {&teller};
  std::vector<U32> words(kWidth * kHeight);
  for (U32 i = 0; i < words.size(); ++i) words[i] = i * 100;
  const U64 data = machine.upload(words), out = machine.upload(std::vector<U32>(256));
  TextureTable table;
  const Image image = image_at(data);
  Texture texture;
  texture.image = image;
  texture.sampler.is_linear = true;
  machine.options.textures = &table;
  const U64 surface = table.add(image), sampled = table.add(texture);
  Ran ran;
  ran.result = machine.launch("k", {kBlocks, 1, 1}, {64, 1, 1}, surface, sampled, out);
  ran.image = machine.download<U32>(data, words.size());
  ran.out = machine.download<U32>(out, 256);
  const ptx::Function& function = machine.program().module().functions.at(0);
  for (const auto& [key, bytes] : teller.bytes) {
    const auto& [instruction, kind, space] = key;
    ran.told[{std::string(function.body[instruction].opcode), kind, space}] += bytes;
  }
  return ran;
}

constexpr std::string_view kSurfaces = R"(
suld.b.2d.b32.trap {%r2}, [%rd9, {%r10, %r11}];
@%p2 sust.b.2d.b32.trap [%rd9, {%r10, %r11}], {%r2};
sured.b.add.2d.u32.trap [%rd9, {%r10, %r11}], %r1;
add.u32 %r12, %r10, 32; suld.b.2d.b32.zero {%r3}, [%rd9, {%r12, %r11}];
)";

TEST(ImagesAndBulkCopies, SurfacesAreToldOfOnce) {
  const Ran ran = run(kSurfaces);
  ASSERT_FALSE(ran.result.fault) << ran.result.fault->message;
  using enum AccessKind;
  const std::map<Told, U64> expected{
      {{"suld", read, ptx::Space::global}, U64{kBlocks} * (64 + 32) * 4},
      {{"sust", write, ptx::Space::global}, U64{kBlocks} * 20 * 4},
      {{"sured", atomic, ptx::Space::global}, U64{kBlocks} * 64 * 4}};
  EXPECT_EQ(ran.told, expected) << "of the last load, half the lanes are outside";
}

TEST(ImagesAndBulkCopies, TexturesAreToldOfEachElementThatAFilterMixes) {
  using enum AccessKind;
  const auto told = [](std::string_view x) {
    return run("shr.u32 %r12, %r10, 2; cvt.rn.f32.u32 %f1, %r12; cvt.rn.f32.u32 %f2, %r11; add.f32 "
               "%f1, %f1, " +
               std::string(x) + "; add.f32 %f2, %f2, 0f3F000000;" +
               "tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [%rd8, {%f1, %f2}];")
        .told;
  };
  const Told fetched{"tex", read, ptx::Space::global};
  EXPECT_EQ(told("0f3F000000"), (std::map<Told, U64>{{fetched, U64{kBlocks} * 64 * 4}}));
  EXPECT_EQ(told("0f3F400000"), (std::map<Told, U64>{{fetched, U64{kBlocks} * 64 * 4 * 2}}));
}

constexpr std::string_view kCopies = R"(
mov.u32 %r2, bar; mov.u32 %r3, tile; mov.u32 %r4, 64; cvta.to.global.u64 %rd7, %rd7;
mov.u32 %r5, %ctaid.x; mul.wide.u32 %rd1, %r5, 256; add.u64 %rd7, %rd7, %rd1;
@%p1 mbarrier.init.shared.b64 [%r2], 1; bar.sync 0;
@%p1 mbarrier.arrive.expect_tx.shared.b64 %rd2, [%r2], 72;
@%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%rd7], %r4, [%r2];
@%p1 st.async.shared::cluster.mbarrier::complete_tx::bytes.u64 [%r3+512], %rd7, [%r2];
wait: mbarrier.try_wait.parity.shared.b64 %p3, [%r2], 0; @!%p3 bra wait;
@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd7+128], [%r3], %r4;
@%p1 cp.async.bulk.commit_group; @%p1 cp.async.bulk.wait_group 0;
)";

TEST(ImagesAndBulkCopies, BulkCopiesAreToldOfOnce) {
  const Ran ran = run(kCopies);
  ASSERT_FALSE(ran.result.fault) << ran.result.fault->message;
  using enum AccessKind;
  const std::map<Told, U64> expected{{{"cp", read, ptx::Space::global}, kBlocks * 64},
                                     {{"cp", read, ptx::Space::shared}, kBlocks * 64},
                                     {{"cp", copy_issued, ptx::Space::shared}, kBlocks * 64},
                                     {{"cp", copy_issued, ptx::Space::global}, kBlocks * 64},
                                     {{"cp", copy_done, ptx::Space::shared}, kBlocks * 64},
                                     {{"st", copy_issued, ptx::Space::shared}, kBlocks * 8},
                                     {{"st", copy_done, ptx::Space::shared}, kBlocks * 8}};
  EXPECT_EQ(ran.told, expected);
}

TEST(ImagesAndBulkCopies, BeingToldOfChangesNothing) {
  for (const std::string_view body : {kSurfaces, kCopies}) {
    const Ran plain = run(body, false), observed = run(body);
    EXPECT_EQ(plain.image, observed.image);
    EXPECT_EQ(plain.out, observed.out);
    EXPECT_EQ(plain.result.counters.values, observed.result.counters.values);
    EXPECT_GT(plain.result.counters[body == kSurfaces ? Counter::image_sectors
                                                      : Counter::bulk_copy_sectors],
              0U);
  }
}

// Each thread stores its word and loads the next one's, of a surface that every block has alone.
std::vector<Violation> violations(std::string_view between) {
  Machine machine(kernel("sust.b.2d.b32.trap [%rd9, {%r10, %r11}], {%r1};" + std::string(between) +
                         "add.u32 %r12, %r10, 4; suld.b.2d.b32.clamp {%r3}, [%rd9, {%r12, %r11}];"
                         "mul.wide.u32 %rd1, %r1, 4; add.u64 %rd7, %rd7, %rd1; "
                         "st.global.u32 [%rd7], %r3;"));
  machine.options.checks = true;
  const U64 data = machine.upload(std::vector<U32>(kWidth * kHeight));
  const U64 out = machine.upload(std::vector<U32>(64));
  TextureTable table;
  const U64 surface = table.add(image_at(data));
  machine.options.textures = &table;
  const LaunchResult result = machine.launch("k", {1, 1, 1}, {64, 1, 1}, surface, U64{0}, out);
  EXPECT_FALSE(result.fault);
  return result.violations;
}

TEST(ImagesAndBulkCopies, RacesThroughASurfaceAreFound) {
  EXPECT_TRUE(violations("bar.sync 0;").empty());
  const std::vector<Violation> found = violations("");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].access_bytes, 4U);
  EXPECT_FALSE(found[0].access.is_store);
  EXPECT_TRUE(found[0].other.is_store);
}

}  // namespace
}  // namespace warpscope::exec::test::images_and_bulk_copies_test
