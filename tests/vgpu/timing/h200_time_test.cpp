// Modelled durations beside the H200's own. The counters that go into the model are the hardware's,
// so that only the model is judged; the table is in vgpu/timing/README.md.
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "vgpu/timing/kernel_time.h"

namespace warpscope::timing {
namespace {

using exec::Counter;
using Row = std::map<std::string, std::string, std::less<>>;

std::vector<Row> golden_rows() {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/golden/h200/access_patterns_h200.csv");
  std::vector<std::string> names;
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    if (names.empty()) {
      names = cells;
      continue;
    }
    Row row;
    for (std::size_t i = 0; i < cells.size() && i < names.size(); ++i) row[names[i]] = cells[i];
    rows.push_back(std::move(row));
  }
  return rows;
}

std::uint64_t count(const Row& row, std::string_view column) {
  const std::string& text = row.find(column)->second;
  return text.empty() ? 0 : std::stoull(text);
}

std::uint64_t product(const std::string& extents) {
  std::uint64_t result = 1;
  std::istringstream stream(extents);
  for (std::string extent; std::getline(stream, extent, 'x');) result *= std::stoull(extent);
  return result;
}

/// Dynamic and static shared memory per block in tests/golden/h200/access_patterns.cu.
std::uint32_t shared_bytes(const std::string& kernel) {
  if (kernel == "s_stride") return 16384;
  if (kernel.starts_with("s_stride")) return 32768;
  if (kernel.find("transpose") != std::string::npos) return 32 * 33 * 4;
  return 1024;
}

exec::LaunchResult measured_work(const Row& row) {
  exec::LaunchResult work;
  exec::CounterValues& c = work.counters;
  c[Counter::inst_executed] = count(row, "smsp__inst_executed.sum");
  c[Counter::global_load_instructions] =
      count(row, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum");
  c[Counter::global_store_instructions] =
      count(row, "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum");
  c[Counter::global_load_sectors] = count(row, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum");
  c[Counter::global_store_sectors] = count(row, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum");
  c[Counter::shared_load_instructions] = count(row, "smsp__inst_executed_op_shared_ld.sum");
  c[Counter::shared_store_instructions] = count(row, "smsp__inst_executed_op_shared_st.sum");
  c[Counter::shared_atomic_instructions] =
      count(row, "smsp__sass_inst_executed_op_shared_atom.sum");
  c[Counter::shared_load_wavefronts] =
      count(row, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum");
  c[Counter::shared_store_wavefronts] =
      count(row, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum");
  work.distinct_read_sectors = count(row, "dram__bytes_read.sum") / 32;
  work.distinct_written_sectors = c[Counter::global_store_sectors];
  c[Counter::global_reduction_sectors] =
      count(row, "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum");
  // Only hist_g has some: random ones of 256 words, which two parts of L2 serve.
  work.time.longest_atomic_queue = c[Counter::global_reduction_sectors] / 2;
  return work;
}

/// Largest relative error allowed per kernel class: a little above what is seen.
double tolerance(const std::string& kernel) {
  if (kernel.starts_with("s_stride")) return 0.12;
  if (kernel == "diverge" || kernel == "reduce") return 0.08;
  if (kernel == "hist_g") return 0.04;
  if (kernel == "g_offset" || kernel == "g_stride") return 0.19;
  return 0.15;  // g_aos, g_v4, transpose, hist_s
}

TEST(H200Time, DurationsAgreeWithinTheDocumentedTolerance) {
  const Profile profile = arch::load_profile(WARPSCOPE_SOURCE_DIR "/arch/profiles/h200.toml");
  const std::vector<Row> rows = golden_rows();
  ASSERT_EQ(rows.size(), 44U);
  for (const Row& row : rows) {
    const std::string& kernel = row.find("kernel")->second;
    LaunchShape shape;
    shape.blocks = product(row.find("grid")->second);
    shape.block = {product(row.find("block")->second), shared_bytes(kernel)};
    const double modelled_s = model_kernel(profile, shape, measured_work(row)).duration_s;
    const double measured_s = static_cast<double>(count(row, "gpu__time_duration.sum")) * 1e-9;
    EXPECT_NEAR(modelled_s / measured_s, 1.0, tolerance(kernel))
        << "launch " << row.find("launch")->second << " " << kernel << ": modelled "
        << modelled_s * 1e6 << " us, measured " << measured_s * 1e6 << " us";
  }
}

TEST(H200Time, PaddingAndStrideRankAsMeasured) {
  const Profile profile = arch::load_profile(WARPSCOPE_SOURCE_DIR "/arch/profiles/h200.toml");
  const std::vector<Row> rows = golden_rows();
  ASSERT_EQ(rows.size(), 44U);
  const auto modelled_s = [&](std::size_t launch) {
    const Row& row = rows.at(launch);
    return model_kernel(
               profile,
               {product(row.find("grid")->second), {256, shared_bytes(row.find("kernel")->second)}},
               measured_work(row))
        .duration_s;
  };
  for (const std::size_t stride : {0U, 1U, 2U, 3U, 4U}) {
    EXPECT_LT(modelled_s(stride), modelled_s(stride + 1)) << "g_stride launch " << stride;
  }
  EXPECT_GT(modelled_s(36), 1.5 * modelled_s(37)) << "transpose without and with padding";
}

}  // namespace
}  // namespace warpscope::timing
