// Programs that name ranges by NVTX, under `warpscope exec`, with the real nvcc and NVTX's headers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "record/record.h"
#include "runner/build/new_folder.h"
#include "tests/runner/paths.h"
#include "tests/runner/run_command.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

/// Ranges of both threads, of a domain and of the process, by C and by C++, and a copy that is done
/// long after it was asked for.
constexpr const char* kRanges = R"(#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvtx3.hpp>
#include <thread>
__global__ void set(int* x, int value) { *x = value; }
struct net { static constexpr char const* name{"net"}; };
int main() {
  int *x, *pinned;
  cudaMalloc(&x, sizeof *x);
  cudaMallocHost(&pinned, sizeof *pinned);
  set<<<1, 1>>>(x, 0);
  for (int epoch = 1; epoch <= 2; ++epoch) {
    nvtxRangePushA(epoch == 1 ? "epoch 1" : "epoch 2");
    const nvtxRangeId_t whole = nvtxRangeStartA("whole");
    {
      nvtx3::scoped_range_in<net> forward{"forward"};
      set<<<1, 1>>>(x, 1);
    }
    nvtxMarkA("between");
    nvtxRangePushW(L"copy \u2190");
    cudaMemcpyAsync(pinned, x, sizeof *x, cudaMemcpyDeviceToHost);
    nvtxRangePop();
    nvtxRangeEnd(whole);
    std::thread([&] { set<<<1, 1>>>(x, 2); }).join();
    nvtxRangePop();
  }
  nvtxRangePop();
  cudaDeviceSynchronize();
  return *pinned - 1;
})";

/// What hostile or careless programs do.
constexpr const char* kWithoutEnd = R"(#include <nvtx3/nvToolsExt.h>
#include <string>
#include <thread>
#include <vector>
__global__ void set(int* x) { *x = 1; }
int main() {
  int* x;
  cudaMalloc(&x, sizeof *x);
  const std::string name(1 << 20, 'x');
  for (int i = 0; i < 1000000; ++i) {
    nvtxRangePushA(i % 100000 == 0 ? name.c_str() : "range");
    if (i % 4 == 0) nvtxRangePop();
    nvtxMarkA("mark");
  }
  for (int i = 0; i < 30000; ++i) {
    nvtxRangePop();
    nvtxRangeStartA("never ended");
    nvtxDomainCreateA("domain");
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 2000; ++k) {
        nvtxRangePushA("of a thread");
        set<<<1, 1>>>(x);
        nvtxRangePop();
        nvtxRangePop();
      }
    });
  for (auto& thread : threads) thread.join();
  nvtxEventAttributes_t wrong = {};
  nvtxDomainRangePushEx((nvtxDomainHandle_t)0x1234, &wrong);
  set<<<1, 1>>>(x);
  return cudaDeviceSynchronize();
})";

class NvtxTest : public testing::Test {
 protected:
  test::Finished exec(const char* source, const std::string& options = "") {
    write_file(folder_.path() / "program.cu", source);
    return test::run_command(fmt::format("cd '{}' && '{}' exec {} --record record.json program.cu",
                                         folder_.path().string(), warpscope_, options));
  }
  record::RunRecord record() const { return record::load(folder_.path() / "record.json"); }
  std::string report(const std::string& options) const {
    return test::run_command(fmt::format("cd '{}' && '{}' report record.json {}",
                                         folder_.path().string(), warpscope_, options))
        .output;
  }
  const NewFolder folder_{fs::temp_directory_path() / "warpscope-nvtx"};
  const std::string warpscope_ = (test::kBin / "warpscope").string();
};

std::vector<std::string> names_of(const record::RunRecord& record,
                                  const std::vector<std::uint32_t>& ranges) {
  std::vector<std::string> names;
  for (const auto position : ranges) names.push_back(record.ranges.at(position).name);
  return names;
}

using Names = std::vector<std::string>;

TEST_F(NvtxTest, RangesStandBesideWhatWasAskedForInThem) {
  const auto run = exec(kRanges);
  EXPECT_EQ(run.exit_code, 0) << run.output;
  const auto record = this->record();
  ASSERT_EQ(record.launches.size(), 5U);
  EXPECT_EQ(names_of(record, record.launches[0].ranges), Names{});
  EXPECT_EQ(names_of(record, record.launches[1].ranges), (Names{"epoch 1", "forward", "whole"}));
  EXPECT_EQ(names_of(record, record.launches[2].ranges), Names{}) << "of another thread";
  EXPECT_EQ(names_of(record, record.launches[3].ranges), (Names{"epoch 2", "forward", "whole"}));
  ASSERT_EQ(record.transfers.size(), 2U);
  EXPECT_EQ(names_of(record, record.transfers[0].ranges), (Names{"copy \u2190", "whole"}));
  ASSERT_EQ(record.ranges.size(), 8U);
  const auto& forward = record.ranges[1];
  EXPECT_EQ(forward.domain, "net");
  EXPECT_EQ(forward.launches, 1U);
  EXPECT_EQ(forward.start_s, record.launches[1].start_s);
  const auto& copy = record.ranges[record.transfers[0].ranges[0]];
  EXPECT_EQ(copy.parent, 0U);
  const auto& epoch = record.ranges[0];
  EXPECT_EQ(epoch.launches + epoch.transfers, 2U) << "also of inner ranges";
  EXPECT_GE(epoch.end_s, copy.end_s);
  ASSERT_EQ(record.marks.size(), 2U);
  EXPECT_EQ(record.marks[0].name, "between");
}

TEST_F(NvtxTest, TablesTraceAndPageNameThem) {
  EXPECT_NE(exec(kRanges).output.find("epoch 1, net: forward, whole"), std::string::npos);
  EXPECT_NE(report("--text").find("8 ranges and 2 marks by NVTX"), std::string::npos);
  EXPECT_NE(report("--csv -").find("\"epoch 1, net: forward, whole\""), std::string::npos);
  EXPECT_NE(report("--html -").find("epoch 1, net: forward, whole"), std::string::npos);
  const auto trace = report("--trace -");
  EXPECT_NE(trace.find("\"name\": \"forward\""), std::string::npos) << trace;
  EXPECT_NE(trace.find("net, thread 1"), std::string::npos) << trace;
}

TEST_F(NvtxTest, WithoutEndAreBounded) {
  const auto run = exec(kWithoutEnd, "-q");
  EXPECT_EQ(run.exit_code, 0) << run.output;
  const auto record = this->record();
  EXPECT_LE(record.ranges.size(), 10'000U);
  EXPECT_GT(record.ranges_left_out, 0U);
  EXPECT_LE(record.marks.size(), 1'000U);
  EXPECT_GT(record.marks.size() + record.marks_left_out, 999'999U);
  for (const auto& range : record.ranges) ASSERT_LE(range.name.size(), 256U);
  EXPECT_LT(fs::file_size(folder_.path() / "record.json"), 16U << 20);
}

// Programs of older toolkits are linked with libnvToolsExt.so.1.
TEST_F(NvtxTest, TheOldLibraryIsThereToo) {
  write_file(folder_.path() / "old.cu",
             "extern \"C\" int nvtxRangePushA(const char*);\n"
             "extern \"C\" int nvtxRangePop();\n"
             "__global__ void set(int* x) { *x = 1; }\n"
             "int main() {\n"
             "  int* x;\n"
             "  cudaMalloc(&x, sizeof *x);\n"
             "  nvtxRangePushA(\"old\");\n"
             "  set<<<1, 1>>>(x);\n"
             "  nvtxRangePop();\n"
             "  return cudaDeviceSynchronize();\n"
             "}\n");
  const auto libraries = Installation::discover().cudart_folder.string();
  const auto run = test::run_command(fmt::format(
      "cd '{}' && '{}' exec -q --record record.json --nvcc '-L{} -l:libnvToolsExt.so.1' "
      "old.cu",
      folder_.path().string(), warpscope_, libraries));
  EXPECT_EQ(run.exit_code, 0) << run.output;
  const auto record = this->record();
  ASSERT_EQ(record.launches.size(), 1U);
  EXPECT_EQ(names_of(record, record.launches[0].ranges), Names{"old"});
}

}  // namespace
}  // namespace warpscope::runner
