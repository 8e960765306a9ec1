#include "tests/viewer/support/sample_records.h"

#include <array>

#include "record/metrics.h"

namespace warpscope::viewer::test {
namespace {

namespace metric = record::metric;

constexpr std::uint64_t kWarps = 4096;
constexpr std::uint64_t kLanes = 32;
constexpr std::uint64_t kElements = kWarps * kLanes;
constexpr double kDramBytesPerS = 250e9;

constexpr std::string_view kStudentText = R"(// A copy with a stride between neighbouring threads.
#include <cstdint>

__global__ void copy(const float* in, float* out, int stride, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = in[i * stride];
  }
}
)";
constexpr std::string_view kReferenceText =
    R"(// A copy in which neighbouring threads read neighbouring elements.
#include <cstdint>

__global__ void copy(const float* in, float* out, int stride, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = in[i];  // the host has gathered them
  }
}
)";

record::LineCounters load_line(const std::string& file, std::uint64_t sectors_per_request) {
  record::LineCounters line;
  line.where = {file, kLoadLine};
  auto& counters = line.counters;
  const auto set = [&counters](std::string_view name, std::uint64_t value) {
    counters[std::string(name)] = value;
  };
  set(metric::kInstructions, 6 * kWarps);
  set(metric::kThreadInstructions, 6 * kWarps * kLanes);
  set(metric::kLoadInstructions, kWarps);
  set(metric::kLoadRequests, kWarps);
  set(metric::kLoadSectors, kWarps * sectors_per_request);
  set(metric::kLoadSectorsIdeal, kWarps * 4);
  set(metric::kLoadBytes, kElements * 4);
  set(metric::kStoreInstructions, kWarps);
  set(metric::kStoreRequests, kWarps);
  set(metric::kStoreSectors, kWarps * 4);
  set(metric::kStoreSectorsIdeal, kWarps * 4);
  set(metric::kStoreBytes, kElements * 4);
  return line;
}

record::LineCounters index_line(const std::string& file) {
  record::LineCounters line;
  line.where = {file, 5};
  line.counters[std::string(metric::kInstructions)] = 4 * kWarps;
  line.counters[std::string(metric::kThreadInstructions)] = 4 * kWarps * kLanes;
  return line;
}

void add_case(record::RunRecord& record, int stride, std::uint64_t sectors_per_request,
              double& clock_s) {
  const auto index = static_cast<std::uint32_t>(record.cases.size());
  record::Case set;
  set.name = "copy/stride-" + std::to_string(stride);
  set.task = "copy";
  set.verdict = record::Case::Verdict::correct;
  set.useful_bytes = kElements * 8;
  set.sweep = "stride";
  set.sweep_x = stride;
  record.cases.push_back(set);

  record::Transfer in;
  in.kind = record::Transfer::Kind::host_to_device;
  in.case_index = index;
  in.size_bytes = kElements * 4;
  in.start_s = clock_s;
  in.duration_s = 12e-6;
  record.transfers.push_back(in);
  clock_s += in.duration_s + 1e-6;

  record::Launch launch;
  launch.id = static_cast<std::uint32_t>(record.launches.size());
  launch.case_index = index;
  launch.kernel = "copy(float const*, float*, int, int)";
  launch.grid = {static_cast<std::uint32_t>(kElements / 256), 1, 1};
  launch.block = {256, 1, 1};
  launch.start_s = clock_s;
  launch.dram_bytes = kWarps * 32 * (sectors_per_request + 4);
  launch.duration_s = 3e-6 + static_cast<double>(launch.dram_bytes) / kDramBytesPerS;
  launch.lines = {index_line(record.program.path),
                  load_line(record.program.path, sectors_per_request)};
  for (const auto& line : launch.lines) {
    for (const auto& [name, value] : line.counters) launch.counters[name] += value;
  }
  record.launches.push_back(launch);
  clock_s += launch.duration_s + 1e-6;

  record::Transfer out = in;
  out.kind = record::Transfer::Kind::device_to_host;
  out.start_s = clock_s;
  record.transfers.push_back(out);
  clock_s += out.duration_s + 4e-6;
}

record::RunRecord empty_record(std::string label, std::string path, std::string_view text) {
  record::RunRecord record;
  record.created = "2026-01-31T12:00:00Z";
  record.producer = {"0.1.0", "13.0", ""};
  record.device = {"virtual:mini",
                   "Mini",
                   record::Provenance::exact_count,
                   record::Provenance::modelled,
                   8,
                   1.7e9,
                   kDramBytesPerS,
                   "9.0",
                   {},
                   {}};
  record.program.label = std::move(label);
  record.program.path = path;
  record.lab = "sample";
  record.sources = {{std::move(path), std::string(text)}};
  record.sweeps = {{"stride", "copy: a stride of 1 to 32 floats", "stride, floats"}};
  record.host_timings = {0.9, 0.4, 0.01};
  return record;
}

}  // namespace

record::RunRecord student_record() {
  auto record = empty_record("student", "exercise.cu", kStudentText);
  double clock_s = 0;
  for (const int stride : {1, 2, 4, 8, 16, 32}) {
    add_case(record, stride, static_cast<std::uint64_t>(stride < 8 ? 4 * stride : 32), clock_s);
  }
  record::Finding finding;
  finding.id = "uncoalesced-load";
  finding.title = "Uncoalesced load";
  finding.severity = record::Finding::Severity::warning;
  finding.where = record::SourceLine{"exercise.cu", kLoadLine};
  finding.cause = "A request of this load touches 32 sectors where 4 would hold the same data.";
  finding.hint = "let neighbouring threads read neighbouring elements.";
  finding.lesson = "sample#sectors";
  finding.lanes = "block (0,0,0) warp 0 lanes 0-31";
  finding.launch = 5;
  record.findings = {finding};
  record.outcome.program_output = "copied\n";
  record.score = record::Score{60,
                               100,
                               {{"correct", "The copy is right", 60, 60, ""},
                                {"traffic", "No byte is moved in vain", 0, 40,
                                 "copy/stride-32 moves 36 sectors per request where 8 would do."}}};
  return record;
}

record::RunRecord reference_record() {
  auto record = empty_record("reference", "reference.cu", kReferenceText);
  double clock_s = 0;
  for (const int stride : {1, 2, 4, 8, 16, 32}) add_case(record, stride, 4, clock_s);
  record.score = record::Score{100,
                               100,
                               {{"correct", "The copy is right", 60, 60, ""},
                                {"traffic", "No byte is moved in vain", 40, 40, ""}}};
  return record;
}

record::RunRecord compile_error_record() {
  auto record = empty_record("student", "exercise.cu", "__global__ void copy( {\n}\n");
  record.sweeps.clear();
  record.outcome.kind = record::Outcome::Kind::compile_error;
  record.outcome.message = "The compiler rejects exercise.cu.";
  record.outcome.compiler_output =
      "exercise.cu(1): error: expected a \")\"\n"
      "exercise.cu(2): error: identifier \"other\" is undefined\n";
  auto& finding = record.findings.emplace_back();
  finding.id = "compile-error";
  finding.severity = record::Finding::Severity::error;
  finding.title = "The program does not compile";
  finding.cause = "nvcc: expected a \")\"";
  finding.where = record::SourceLine{"exercise.cu", 1};
  record.score = record::Score{
      0, 100, {{"correct", "The copy is right", 0, 60, "The file does not compile."}}};
  return record;
}

}  // namespace warpscope::viewer::test
