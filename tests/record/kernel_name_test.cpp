#include "record/kernel_name.h"

#include <gtest/gtest.h>

namespace warpscope::record {
namespace {

TEST(KernelName, KeepsWhatTellsInstancesApart) {
  EXPECT_EQ(short_kernel_name("copy(float const*, float*, int)"), "copy");
  EXPECT_EQ(short_kernel_name("void transpose<0>(float*)"), "transpose<0>");
  EXPECT_EQ(short_kernel_name("void lab::scale<float, 4>(float*, void (*)(int))"),
            "scale<float, 4>");
  EXPECT_EQ(short_kernel_name("void sum<app::block<256>, unsigned int>(int)"),
            "sum<block<256>, unsigned int>");
  EXPECT_EQ(short_kernel_name("void apply<(app::Kind)1, float*>(int)"), "apply<(Kind)1, float*>");
}

TEST(KernelName, NamespacesMayHaveNoName) {
  EXPECT_EQ(short_kernel_name("(anonymous namespace)::step(int)"), "step");
  EXPECT_EQ(short_kernel_name("void app::(anonymous namespace)::step<3>(int)"), "step<3>");
  EXPECT_EQ(short_kernel_name("void run<main::{lambda(int)#1}>(main::{lambda(int)#1})"),
            "run<{lambda(int)#1}>");
}

TEST(KernelName, LongOnesAreShortened) {
  const std::string name =
      "void library::reduce<library::policy<600, 128, 4>, library::iterator<float*>>(float*)";
  EXPECT_EQ(short_kernel_name(name), "reduce<policy<600, 128, 4>, iterator<float*>>");
  EXPECT_EQ(short_kernel_name(name, 32), "reduce<policy<\u2026>, iterator<\u2026>>");
  EXPECT_EQ(short_kernel_name(name, 10), "reduce<po\u2026");
}

TEST(KernelName, AnyTextIsAName) {
  for (const char* text : {"_Z4copyPf", "", ")", "()", ">>>", "a::", "::", "f<(", " "}) {
    EXPECT_NO_THROW(short_kernel_name(text, 3)) << text;
    EXPECT_EQ(short_kernel_name(text).empty(), *text == 0) << text;
  }
  EXPECT_EQ(short_kernel_name("_Z4copyPf"), "_Z4copyPf");
}

}  // namespace
}  // namespace warpscope::record
