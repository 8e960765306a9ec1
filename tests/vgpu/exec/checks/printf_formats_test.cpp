// Conversions of printf that kernels do not have. What an H100 prints for them is in
// docs/evidence/h200.md.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {
namespace {

/// What the checks say of 40 threads that print four zeros with `format` in line 5.
std::vector<Violation> found(const std::string& format) {
  Machine machine(module_with_kernel(
      ".param .u64 format, .param .u64 arguments",
      "ld.param.u64 %rd1, [format]; ld.param.u64 %rd2, [arguments];\n"
      "{ .param .b64 f; .param .b64 a; .param .b32 r; st.param.b64 [f], %rd1; "
      "st.param.b64 [a], %rd2;\n.loc 1 5 1\ncall.uni (r), vprintf, (f, a); }",
      ".file 1 \"k.cu\"\n.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);"));
  machine.options.checks = true;
  std::vector<char> text(format.begin(), format.end());
  text.push_back(0);
  const std::uint64_t at = machine.upload(text);
  const std::uint64_t arguments = machine.upload(std::vector<std::uint64_t>(4, 0));
  const LaunchResult launched = machine.launch("k", {1, 1, 1}, {40, 1, 1}, at, arguments);
  EXPECT_FALSE(launched.fault) << format << ": " << launched.fault->message;
  return launched.violations;
}

TEST(PrintfFormats, ThatKernelsDoNotHave) {
  for (const std::string unknown : {"%zu", "%.*f", "%*.*f", "%hhu", "%jd", "%td", "%Lf", "%qd",
                                    "%-8zd", "%.*s", "%n", "%+5.3hhd"}) {
    const auto violations = found("%d: " + unknown + "\n");
    ASSERT_EQ(violations.size(), 1U) << unknown;
    EXPECT_EQ(finding_id(violations[0].kind), "printf-format") << unknown;
    EXPECT_EQ(violations[0].access.where.line, 5U) << unknown;
    EXPECT_NE(violations[0].detail.find("has " + unknown + ","), std::string::npos)
        << violations[0].detail;
    EXPECT_EQ(violations[0].count, 2U) << "once for each warp";
  }
  const auto violations = found("%zu %jd\n");
  ASSERT_EQ(violations.size(), 1U);
  EXPECT_NE(violations[0].detail.find("%zu"), std::string::npos) << "the first one is named";
}

TEST(PrintfFormats, ThatKernelsHave) {
  for (const char* known :
       {"%d %i %u %x", "%5d|%-5d|%05d|%+d", "% d %#x %o %X", "%*d %-*d", "%f %.3f %8.2e %g",
        "%a %F %E %G", "%lld %llu %llx", "%ld %lu %hd %hu", "%c %5c %p", "%s %10s %.2s", "%lf %le",
        "100 %% of %d", "5%", "5%\n", "%k %y", "%5.3d %.d", "no argument"})
    EXPECT_TRUE(found(known).empty()) << known;
}

}  // namespace
}  // namespace warpscope::exec::test
