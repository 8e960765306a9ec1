#include "tests/viewer/support/access_records.h"

#include <string>
#include <utility>

#include "tests/viewer/support/sample_records.h"
#include "viewer/model/access_picture.h"

namespace warpscope::viewer::test {
namespace {

using record::WarpRequest;

std::string text_of(std::uint32_t pitch) {
  return R"(constexpr int kTile = 32;
constexpr int kPitch = )" +
         std::to_string(pitch) + R"(;
__global__ void transpose(const float* in, float* out) {
  __shared__ float tile[kTile][kPitch];
  const int x = threadIdx.x;
  tile[threadIdx.y][x] = in[threadIdx.y * kTile + x];
  __syncthreads();
  out[threadIdx.y * kTile + x] =
      tile[x][threadIdx.y];
}
)";
}

record::LineCounters line_of(std::uint32_t line, std::vector<WarpRequest> requests) {
  record::LineCounters counters;
  counters.where = {"exercise.cu", line};
  counters.requests = std::move(requests);
  return counters;
}

}  // namespace

WarpRequest strided_request(WarpRequest::Space space, std::int64_t step, std::uint32_t bytes) {
  WarpRequest request;
  request.space = space;
  request.bytes = bytes;
  request.lanes = ~0U;
  request.addresses = {{0, step, 32}};
  request.may_pair = space == WarpRequest::Space::shared;
  count_request(request);
  return request;
}

record::RunRecord transpose_record(std::uint32_t pitch) {
  record::RunRecord record = student_record();
  record.findings.clear();
  record.sources = {{"exercise.cu", text_of(pitch)}};
  WarpRequest column = strided_request(WarpRequest::Space::shared, 4LL * pitch, 4);
  column.array = "tile";
  column.array_bytes = 128ULL * pitch;
  WarpRequest later = column;
  later.warp = 5;
  later.addresses = {{20, 4LL * pitch, 32}};
  WarpRequest broadcast = column;
  broadcast.warp = 6;
  broadcast.addresses = {{24, 0, 32}};
  count_request(broadcast);
  WarpRequest row = strided_request(WarpRequest::Space::global, 4, 4);
  row.array = "in";
  row.array_bytes = 4096;
  WarpRequest store = strided_request(WarpRequest::Space::shared, 4, 4);
  store.kind = WarpRequest::Kind::store;
  store.array = "tile";
  record::Launch& launch = record.launches.front();
  launch.request_blocks = 3;
  launch.lines = {line_of(kRowLine, {row, store}),
                  line_of(kColumnLine, {column, later, broadcast})};
  return record;
}

}  // namespace warpscope::viewer::test
