// The pane that steps through a launch, on a program that is compiled and runs on a virtual GPU.
#include <imgui_internal.h>

#include <fstream>
#include <string>

#include "tests/viewer/support/harness.h"
#include "tests/viewer/support/pixels.h"
#include "viewer/model/step_lines.h"

namespace warpscope::viewer::test {
namespace {

constexpr const char* kStepProgram = R"(__global__ void sums(const int* in, int* out) {
  __shared__ int tile[64];
  int i = threadIdx.x;
  tile[i] = in[i];
  __syncthreads();
  for (int s = 32; s > 0; s /= 2) {
    if (i < s) tile[i] += tile[i + s];
    __syncthreads();
  }
  out[i + 64] = tile[0];
}
int main() {
  int *d, h[64];
  for (int i = 0; i < 64; ++i) h[i] = i;
  cudaMalloc(&d, 1024);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  sums<<<1, 64>>>(d, d);
  cudaDeviceSynchronize();
}
)";

/// Compiling takes seconds, on a busy machine many.
bool wait_long(ImGuiTestContext* context, const std::function<bool()>& condition) {
  for (int i = 0; i < 12 && !context->IsError(); ++i)
    if (Harness::wait(context, condition)) return true;
  return false;
}

StepJob& step_job(Harness& harness) { return *harness.session().step_job(); }

bool has_settled(Harness& harness, ImGuiTestContext* context) {
  const bool is_there = wait_long(context, [&] {
    return step_job(harness).has_ended() ||
           (step_job(harness).stood() != nullptr && !step_job(harness).is_busy());
  });
  context->Yield(3);
  return is_there && step_job(harness).stood() != nullptr;
}

std::uint32_t step_line(Harness& harness) { return place_of_warp(*step_job(harness).stood()).line; }

/// Opens the program and the pane, and comes to the first launch.
bool begin_steps(Harness& harness, ImGuiTestContext* context) {
  const auto file = harness.lab().folder() / "sums.cu";
  std::ofstream(file) << kStepProgram;
  if (!harness.session().open_program(file)) return false;
  context->Yield(3);
  context->ItemClick("//Step/#TAB");
  context->Yield(2);
  context->ItemClick("//Step/First launch");
  return harness.session().step_job() != nullptr && has_settled(harness, context);
}

void goes_forward_and_back(Harness& harness, ImGuiTestContext* context) {
  IM_CHECK(begin_steps(harness, context));
  const Image first = harness.picture_of(context, "//Step", "step-begin");
  step_job(harness).run_to({"sums.cu", 7}, true);
  IM_CHECK(has_settled(harness, context));
  IM_CHECK_EQ(step_line(harness), 7U);
  const auto number = step_job(harness).stood()->number;
  context->ItemClick("//Step/Line >");
  IM_CHECK(has_settled(harness, context));
  IM_CHECK_EQ(step_line(harness), 8U);
  IM_CHECK_GT(difference(first, harness.picture_of(context, "//Step", "step-line-8")), 0.005);
  context->ItemClick("//Step/< Line");
  IM_CHECK(has_settled(harness, context));
  IM_CHECK_EQ(step_line(harness), 7U);
  IM_CHECK_EQ(step_job(harness).stood()->number, number);
  context->KeyPress(ImGuiMod_Shift | ImGuiKey_Period);
  IM_CHECK(has_settled(harness, context));
  IM_CHECK_GT(step_job(harness).stood()->number, number);
  context->KeyPress(ImGuiMod_Shift | ImGuiKey_Comma);
  IM_CHECK(has_settled(harness, context));
  IM_CHECK_EQ(step_job(harness).stood()->number, number);
}

void shows_lanes_registers_and_words(Harness& harness, ImGuiTestContext* context) {
  harness.resize(context, {1366, 768});
  IM_CHECK(begin_steps(harness, context));
  step_job(harness).follow(0, 1);
  IM_CHECK(has_settled(harness, context));
  step_job(harness).run_to({"sums.cu", 5}, false);
  IM_CHECK(has_settled(harness, context));
  context->Yield(3);
  harness.picture(context, "step-warps-1366");
  for (const char* tab : {"Registers", "Shared memory", "Lanes"}) {
    context->ItemClick((std::string("//Step/**/") + tab).c_str());
    context->Yield(2);
    if (std::string(tab) == "Lanes") {
      context->ItemClick("//Step/**/Follow it through the launch");
      IM_CHECK(has_settled(harness, context));
      IM_CHECK(step_job(harness).history() != nullptr);
    }
    harness.picture(context, std::string("step-") + tab + "-1366");
  }
  const auto& stood = *step_job(harness).stood();
  IM_CHECK_EQ(stood.shared.size(), 64U);
  IM_CHECK_EQ(stood.registers.empty(), false);
}

/// As a run would have told it.
void goes_to_a_finding(Harness& harness, ImGuiTestContext* context) {
  const auto file = harness.lab().folder() / "sums.cu";
  std::ofstream(file) << kStepProgram;
  IM_CHECK(harness.session().open_program(file));
  record::RunRecord record;
  record.sources.push_back({"sums.cu", kStepProgram});
  record.launches.emplace_back().kernel = "sums(int const*, int*)";
  auto& finding = record.findings.emplace_back();
  finding.id = "missing-barrier";
  finding.title = "A barrier is missing";
  finding.where = record::SourceLine{"sums.cu", 7};
  finding.launch = 0;
  finding.lanes = "block (0,0,0) warp 1 lane 3";
  harness.session().attempt(Side::student).show(record);
  context->Yield(3);
  context->ItemClick("//Findings/**/Step there");
  IM_CHECK(wait_long(context, [&] { return harness.session().step_job() != nullptr; }));
  IM_CHECK(has_settled(harness, context));
  IM_CHECK(wait_long(context, [&] { return step_line(harness) == 7; }));
  IM_CHECK_EQ(step_job(harness).stood()->next_warp, 1U);
  harness.picture(context, "step-finding");
}

void ends_with_the_run(Harness& harness, ImGuiTestContext* context) {
  IM_CHECK(begin_steps(harness, context));
  context->ItemClick("//Step/End");
  IM_CHECK(has_settled(harness, context));
  IM_CHECK(step_job(harness).stood()->is_over);
  context->ItemClick("//Step/< Line");
  IM_CHECK(has_settled(harness, context));
  IM_CHECK_EQ(step_job(harness).stood()->is_over, false);
  context->ItemClick("//Step/Another launch");
  context->Yield(2);
  IM_CHECK(harness.session().step_job() == nullptr);
}

}  // namespace

void add_step_tests(Harness& harness) {
  harness.add("step", "goes_forward_and_back", goes_forward_and_back);
  harness.add("step", "shows_lanes_registers_and_words", shows_lanes_registers_and_words);
  harness.add("step", "goes_to_a_finding", goes_to_a_finding);
  harness.add("step", "ends_with_the_run", ends_with_the_run);
}

}  // namespace warpscope::viewer::test
