// What NVTX's calls mean, also where they make no sense.
#include "vgpu/nvtx/annotations.h"

#include <gtest/gtest.h>

#include <thread>

#include "vgpu/nvtx/injection.h"

namespace warpscope::nvtx {
namespace {

std::vector<std::string> names_of(const OpenRanges& open) {
  std::vector<std::string> names;
  for (const auto& range : open.ranges) {
    std::string path = range->name;
    for (auto each = range->parent; each; each = each->parent) path = each->name + "/" + path;
    names.push_back(range->domain + ":" + path);
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(Annotations, PushedRangesNestAndBelongToTheirThread) {
  Annotations all;
  EXPECT_EQ(all.push(0, "outer"), 0);
  EXPECT_EQ(all.push(0, "inner"), 1);
  EXPECT_EQ(names_of(all.take()), Names{":outer/inner"});
  std::thread([&] {
    EXPECT_EQ(names_of(all.take()), Names{});
    all.push(0, "other");
    EXPECT_EQ(names_of(all.take()), Names{":other"});
    EXPECT_EQ(all.take().ranges[0]->thread, 2U);
  }).join();
  EXPECT_EQ(all.pop(0), 1);
  EXPECT_EQ(names_of(all.take()), Names{":outer"});
  EXPECT_EQ(all.pop(0), 0);
  EXPECT_EQ(names_of(all.take()), Names{});
}

TEST(Annotations, EachDomainHasItsOwnStack) {
  Annotations all;
  const auto io = all.create_domain("io");
  all.push(0, "step");
  all.push(io, "read");
  EXPECT_EQ(names_of(all.take()), (Names{":step", "io:read"}));
  EXPECT_EQ(all.pop(0), 0);
  EXPECT_EQ(names_of(all.take()), Names{"io:read"});
}

TEST(Annotations, StartedRangesBelongToTheProcessAndEndInAnyOrder) {
  Annotations all;
  const auto first = all.start(0, "first");
  const auto second = all.start(0, "second");
  std::thread([&] { EXPECT_EQ(names_of(all.take()), (Names{":first", ":second"})); }).join();
  all.end(first);
  all.end(first);
  all.end(12345);
  EXPECT_EQ(names_of(all.take()), Names{":second"});
  EXPECT_FALSE(all.take().ranges[0]->is_pushed);
  all.end(second);
}

TEST(Annotations, MarksAreTakenOnce) {
  Annotations all;
  all.mark(0, "here");
  const auto open = all.take();
  ASSERT_EQ(open.marks.size(), 1U);
  EXPECT_EQ(open.marks[0].name, "here");
  EXPECT_TRUE(all.take().marks.empty());
}

TEST(Annotations, UnbalancedPopsEndNothing) {
  Annotations all;
  EXPECT_LT(all.pop(0), 0);
  EXPECT_LT(all.pop(77), 0);
  all.push(0, "one");
  EXPECT_EQ(all.pop(0), 0);
  EXPECT_LT(all.pop(0), 0);
}

TEST(Annotations, WithoutEndAreBounded) {
  Annotations all;
  constexpr int kMany = 100'000;
  for (int i = 0; i < kMany; ++i) EXPECT_EQ(all.push(0, std::to_string(i)), i);
  std::size_t levels = 0;
  for (auto each = all.take().ranges.at(0); each; each = each->parent) ++levels;
  EXPECT_EQ(levels, kMostLevels);
  for (int i = kMany; i-- > 0;) EXPECT_EQ(all.pop(0), i);
  EXPECT_TRUE(all.take().ranges.empty());
  for (int i = 0; i < kMany; ++i) all.start(0, "never ended");
  for (int i = 0; i < kMany; ++i) all.mark(0, "mark");
  for (int i = 0; i < kMany; ++i) all.push(all.create_domain("domain"), "in a domain");
  for (int i = 0; i < kMany; ++i) all.register_string("string");
  const auto open = all.take();
  EXPECT_LE(open.ranges.size(), 64U + kMostStarted);
  EXPECT_EQ(open.marks.size(), kMostMarks);
  EXPECT_EQ(open.marks_left_out, kMany - kMostMarks);
}

TEST(Annotations, NamesAreCutBetweenCharacters) {
  EXPECT_EQ(cut_name("short"), "short");
  const std::string name(kMostNameBytes - 1, 'x');
  EXPECT_EQ(cut_name(name + "\u00b5" + "y"), name);
  EXPECT_EQ(cut_name(std::string(1 << 20, 'x')).size(), kMostNameBytes);
  EXPECT_EQ(utf8_of(L"\u00b5s \u20ac \U0001F600"), "\u00b5s \u20ac \U0001F600");
  constexpr wchar_t kNoCharacters[] = {wchar_t(0x110000), wchar_t(0xd800), 0};
  EXPECT_EQ(utf8_of(kNoCharacters), "\ufffd\ufffd");
  EXPECT_LE(utf8_of(std::wstring(1000, L'\u20ac').c_str()).size(), kMostNameBytes);
}

TEST(NvtxCalls, TakeAnything) {
  push_a(nullptr);
  pop();
  push_ex(nullptr);
  pop();
  types::EventAttributes attributes{};
  attributes.size = 8;  // of an older version, without a message
  push_ex(&attributes);
  pop();
  attributes.size = sizeof attributes;
  attributes.message_type = types::MessageType::registered;
  attributes.message.registered = reinterpret_cast<types::Handle>(std::uintptr_t{0xdeadbeef});
  push_in(reinterpret_cast<types::Handle>(std::uintptr_t{0xdeadbeef}), &attributes);
  OpenRanges open;
  take_open_ranges(&open);
  EXPECT_EQ(names_of(open), Names{":"});
  EXPECT_EQ(pop_in(reinterpret_cast<types::Handle>(std::uintptr_t{0xdeadbeef})), 0);
  EXPECT_LT(pop_in(nullptr), 0);
  end(~types::RangeId{0});
  mark_w(nullptr);
  take_open_ranges(&open);
}

}  // namespace
}  // namespace warpscope::nvtx
