// Reads that the hardware makes without a word: what printf takes, and what a texture fetches
// beyond the ends of its memory. Lines are those of `.loc`.
#include <string>
#include <vector>

#include "tests/vgpu/exec/support/checked.h"
#include "vgpu/exec/textures/texture.h"

namespace warpscope::exec::test {
namespace {

class PrintedValues : public ::testing::Test {
 protected:
  // One thread prints "%d" or "%s" of `format`, on line 7, from what `body` has put into the first
  // 16 bytes of its local memory, at %rd5; `text` points to 16 bytes that nobody has written.
  static std::string find(const std::string& format, const std::string& body,
                          std::vector<Violation>* violations = nullptr) {
    Machine machine(module_with_kernel(
        ".param .u64 format, .param .u64 text",
        ".local .align 8 .b8 depot[32];\n.reg .b64 %sp;\n"
        "ld.param.u64 %rd1, [format]; ld.param.u64 %rd2, [text]; mov.u64 %rd4, depot;\n"
        "cvta.local.u64 %rd5, %rd4;\n" +
            body +
            "\n.loc 1 7 1\n{ .param .b64 f; .param .b64 a; .param .b32 r; st.param.b64 [f], %rd1; "
            "st.param.b64 [a], %rd5; call.uni (r), vprintf, (f, a); }",
        ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
        ".file 1 \"k.cu\"\n"));
    machine.options.checks = true;
    std::vector<char> letters(format.begin(), format.end());
    letters.push_back(0);
    const std::uint64_t at = machine.upload(letters), text = machine.allocate(16);
    machine.memory().track_writes(text);
    const LaunchResult launched = machine.launch("k", {}, {}, at, text);
    EXPECT_FALSE(launched.fault) << launched.fault->message;
    std::string all;
    for (const Violation& violation : launched.violations)
      all += std::string(finding_id(violation.kind)) + ":" +
             std::to_string(violation.access.where.line) + "@" +
             std::to_string(violation.address % 4096) + " ";
    if (violations != nullptr) *violations = launched.violations;
    return all;
  }
};

TEST_F(PrintedValues, ThatNobodyHasWritten) {
  EXPECT_EQ(find("%d", "st.local.u32 [%rd4], 5;"), "");
  EXPECT_EQ(find("%d %d", "st.local.u32 [%rd4], 5;"), "uninitialised-local:7@4 ");
  EXPECT_EQ(find("%d %%", "st.local.u32 [%rd4], 5;"), "");
  EXPECT_EQ(find("%f", ""), "uninitialised-local:7@0 ");
  EXPECT_EQ(find("%*d", "st.local.v2.u32 [%rd4], {5, 6};"), "");
  EXPECT_EQ(find("plain", ""), "");
}

TEST_F(PrintedValues, StringsAreReadUpToTheirEnd) {
  const std::string own = "add.u64 %rd6, %rd5, 16; st.local.u64 [%rd4], %rd6; ";
  EXPECT_EQ(find("%s", own + "st.local.u32 [%rd4+16], 0x00636261;"), "");
  EXPECT_EQ(find("%s", own + "st.local.u32 [%rd4+16], 0x64636261;"), "uninitialised-local:7@20 ");
  EXPECT_EQ(find("%s", "st.local.u64 [%rd4], 0;"), "");
  const std::string global = "st.local.u64 [%rd4], %rd2; ";
  EXPECT_TRUE(find("%s", global).starts_with("uninitialised-global:7"));
  EXPECT_EQ(find("%s", global + "st.global.u8 [%rd2], 0;"), "");
}

class OutsideFetches : public ::testing::Test {
 protected:
  // 32 threads fetch element tid + `distance` of 32, on line 3.
  static std::vector<Violation> find(int distance, Sampler::AddressMode mode,
                                     bool is_linear_memory = true,
                                     const std::string& fetch = "tex.1d.v4.u32.s32",
                                     const std::string& coordinate = "%r2") {
    Machine machine(module_with_kernel(
        ".param .u64 tex, .param .u64 out",
        "ld.param.u64 %rd1, [tex]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x;\n"
        "add.s32 %r2, %r1, " +
            std::to_string(distance) + "; cvt.rn.f32.s32 %f1, %r2;\n.loc 1 3 1\n" + fetch +
            " {%r4, %r5, %r6, %r7}, [%rd1, {" + coordinate +
            "}];\nmad.wide.u32 %rd2, %r1, 4, %rd2; st.global.u32 [%rd2], %r4;",
        ".file 1 \"k.cu\"\n"));
    machine.options.checks = true;
    TextureTable table;
    Texture texture;
    texture.image.address = machine.upload(std::vector<std::uint32_t>(64, 7));
    texture.image.format = {ElementFormat::Kind::unsigned_integer, 4, 1};
    texture.image.width = 32;
    texture.image.row_pitch = texture.image.slice_pitch = 128;
    texture.image.is_linear_memory = is_linear_memory;
    texture.sampler.address.fill(mode);
    machine.options.textures = &table;
    const std::uint64_t handle = table.add(texture);
    const LaunchResult launched =
        machine.launch("k", {}, {32, 1, 1}, handle, machine.upload(std::vector<std::uint32_t>(32)));
    EXPECT_FALSE(launched.fault) << launched.fault->message;
    return launched.violations;
  }
  using Mode = Sampler::AddressMode;
};

TEST_F(OutsideFetches, BeyondTheEndsOfLinearMemory) {
  EXPECT_TRUE(find(0, Mode::wrap).empty());
  for (const int distance : {1, -1}) {
    const auto found = find(distance, Mode::clamp);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].kind, Violation::Kind::out_of_bounds);
    EXPECT_EQ(found[0].access.where.line, 3U);
    EXPECT_EQ(found[0].access.lane, distance == 1 ? 31U : 0U);
    const std::string asked = distance == 1 ? "element 32 " : "element -1 ";
    EXPECT_NE(found[0].detail.find(asked), std::string::npos) << found[0].detail;
  }
  EXPECT_EQ(find(1, Mode::wrap, true, "tex.1d.v4.u32.f32", "%f1").size(), 1U);
}

TEST_F(OutsideFetches, TheBorderIsAskedForAndAnArrayHasItsModes) {
  EXPECT_TRUE(find(1, Mode::border).empty());
  EXPECT_TRUE(find(1, Mode::clamp, false, "tex.1d.v4.u32.f32", "%f1").empty());
}

}  // namespace
}  // namespace warpscope::exec::test
