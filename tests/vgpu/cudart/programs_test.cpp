// Whole programs on the virtual GPU: results, error rules, symbols, streams and events, figures.
#include <gtest/gtest.h>

#include "tests/support/program_run.h"

namespace warpscope::cudart {
namespace {

void expect_clean(const ProgramRun& run) {
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.device_exit_code, 0);
  const auto finished = run.events_of<device::Finished>();
  ASSERT_EQ(finished.size(), 1U);
  EXPECT_TRUE(finished[0].is_orderly);
}

TEST(Programs, VectorsAreAddedAtEverySize) {
  for (const char* size : {"1", "31", "32", "33", "1000", "1023", "1025", "5000000"}) {
    const ProgramRun run = run_program("vector_add", {size});
    expect_clean(run);
    EXPECT_EQ(run.output, "0 wrong, cudaSuccess\n") << "size " << size;
  }
}

TEST(Programs, ABlockWithoutRoomForItsRegistersIsNotLaunched) {
  const ProgramRun run = run_program("many_registers");
  EXPECT_EQ(run.output,
            "more than 160 registers: 1\n"
            "256 threads: 1 resident, cudaSuccess, cudaSuccess\n"
            "512 threads: 0 resident, cudaErrorLaunchOutOfResources, cudaSuccess\n");
  const auto told = run.events_of<device::Diagnosed>();
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].finding.id, "too-many-registers");
}

TEST(Programs, TheDeviceLogsWhatAProgramDid) {
  const ProgramRun run = run_program("vector_add", {"1024"}, "h200");
  expect_clean(run);
  const auto started = run.events_of<device::Started>();
  ASSERT_EQ(started.size(), 1U);
  EXPECT_EQ(started[0].device.id, "virtual:h200");
  const auto launches = run.events_of<device::LaunchEnded>();
  ASSERT_EQ(launches.size(), 1U);
  const record::Launch& launch = launches[0].launch;
  EXPECT_EQ(launch.kernel, "add(float const*, float const*, float*, int)");
  EXPECT_EQ(launch.grid.x, 4U);
  EXPECT_EQ(launch.counters.at("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"), 256U);
  EXPECT_EQ(launch.counters.at("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"), 32U);
  EXPECT_FALSE(launch.lines.empty());
  EXPECT_TRUE(launch.lines[0].where.file.ends_with("vector_add.cu"));
  const auto transfers = run.events_of<device::TransferEnded>();
  ASSERT_EQ(transfers.size(), 3U);
  EXPECT_EQ(transfers[0].transfer.size_bytes, 4096U);
  EXPECT_EQ(transfers[2].transfer.kind, record::Transfer::Kind::device_to_host);
  EXPECT_GE(launch.start_s, transfers[1].transfer.start_s + transfers[1].transfer.duration_s);
  EXPECT_GE(transfers[2].transfer.start_s, launch.start_s + launch.duration_s);
}

TEST(Programs, ErrorsFollowCudasRules) {
  const ProgramRun run = run_program("error_rules");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output,
            "grid of 0, peek: cudaErrorInvalidValue\n"
            "peek again: cudaErrorInvalidValue\n"
            "get: cudaErrorInvalidValue\n"
            "get again: cudaSuccess\n"
            "block of 1025: cudaErrorInvalidValue\n"
            "block z of 65: cudaErrorInvalidValue\n"
            "grid y of 65536: cudaErrorInvalidValue\n"
            "beyond launch bounds: cudaErrorInvalidValue\n"
            "good launch: cudaSuccess\n"
            "malloc: cudaSuccess\n"
            "49156 bytes of shared memory: cudaErrorInvalidValue\n"
            "allow more: cudaSuccess\n"
            "the same, allowed: cudaSuccess\n"
            "allow too much: cudaErrorInvalidValue\n"
            "copy beyond the end: cudaErrorInvalidValue\n"
            "copy in the wrong direction: cudaErrorInvalidValue\n"
            "unknown direction: cudaErrorInvalidMemcpyDirection\n"
            "nothing to copy: cudaSuccess\n"
            "set beyond the end: cudaErrorInvalidValue\n"
            "free in the middle: cudaErrorInvalidValue\n"
            "free: cudaSuccess\n"
            "free again: cudaErrorInvalidValue\n"
            "free nothing: cudaSuccess\n"
            "malloc a petabyte: cudaErrorMemoryAllocation\n"
            "malloc nothing: cudaSuccess\n"
            "pointer to nothing: (nil)\n"
            "malloc to nowhere: cudaErrorInvalidValue\n"
            "device 1: cudaErrorInvalidDevice\n"
            "a stream that is none: cudaErrorInvalidResourceHandle\n"
            "an event that is none: cudaErrorInvalidResourceHandle\n"
            "last error: cudaErrorInvalidResourceHandle\n"
            "no error is left: cudaSuccess\n"
            "a function that is none: cudaErrorInvalidResourceHandle\n"
            "text: an illegal memory access was encountered\n"
            "unknown: unrecognized error code\n");
  const auto findings = run.events_of<device::Diagnosed>();
  ASSERT_EQ(findings.size(), 6U);
  for (const device::Diagnosed& each : findings) {
    EXPECT_EQ(each.finding.id, "invalid-launch-configuration");
    EXPECT_NE(run.errors.find(each.finding.cause), std::string::npos) << "told to the program too";
  }
}

TEST(Programs, SymbolsAreReadAndWritten) {
  const ProgramRun run = run_program("symbols");
  expect_clean(run);
  EXPECT_EQ(run.output,
            "initial 20 40\n"
            "to symbol cudaSuccess\n"
            "replaced 10 20 300 400\n"
            "counter 7\n"
            "counter 71\n"
            "size 16\n"
            "beyond cudaErrorInvalidValue\n"
            "none cudaErrorInvalidSymbol\n");
}

TEST(Programs, StreamsAndEventsKeepTheirPromises) {
  const ProgramRun run = run_program("streams_and_events");
  expect_clean(run);
  EXPECT_EQ(run.output,
            "before waiting cudaErrorNotReady\n"
            "after waiting cudaSuccess 1\n"
            "four times the work takes longer 1\n"
            "untimed cudaErrorInvalidResourceHandle\n"
            "unrecorded cudaErrorInvalidResourceHandle\n"
            "unrecorded is done cudaSuccess\n"
            "wait cudaSuccess\n"
            "synchronize cudaSuccess\n"
            "query cudaSuccess\n"
            "look at the stream cudaErrorNotReady\n"
            "look again cudaSuccess\n"
            "look at the event cudaErrorNotReady\n"
            "look when it is done cudaSuccess\n"
            "per thread cudaSuccess\n"
            "destroy cudaSuccess cudaSuccess\n"
            "destroyed cudaErrorInvalidResourceHandle\n"
            "destroy events cudaSuccess cudaSuccess\n"
            "end cudaSuccess\n");
}

TEST(Programs, FiguresAreTheProfiles) {
  const ProgramRun run = run_program("device_figures", {}, "h200");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output,
            "devices 1, virtual NVIDIA H200\n"
            "sms 132, cc 9.0, warp 32\n"
            "shared 49152 232448 233472\n"
            "attribute 132\n"
            "attribute 0: cudaErrorInvalidValue\n"
            "free memory shrank by 1048576\n"
            "after a reset 0\n"
            "static shared 4096, threads 256, dynamic limit 45056\n"
            "blocks of 256 threads 8\n"
            "with 100 KiB 2\n"
            "beyond launch bounds 0\n"
            "version 1\n");
}

// As under CUDA with no profiler attached.
TEST(Programs, AProfilersRangeChangesNothing) {
  const ProgramRun run = run_program("profiler_range");
  expect_clean(run);
  EXPECT_EQ(run.output,
            "stop before start: cudaSuccess\n"
            "start: cudaSuccess\n"
            "start again: cudaSuccess\n"
            "stop: cudaSuccess\n"
            "value 1, cudaSuccess\n");
  EXPECT_EQ(run.events_of<device::LaunchEnded>().size(), 1U);
}

TEST(Programs, DeviceCodeOfSeveralFilesIsLinked) {
  const ProgramRun run = run_program("separate_files");
  expect_clean(run);
  EXPECT_EQ(run.output,
            "first 1101 1102 1103 1104\n"
            "second 2210 2220 2230 2240\n"
            "cudaSuccess\n");
}

TEST(Programs, AnUnsupportedCallSaysItsName) {
  const ProgramRun run = run_program("unsupported_call");
  EXPECT_EQ(run.output,
            "cudaErrorNotSupported\ncudaErrorNotSupported\ncudaErrorNotSupported\ncudaSuccess\n");
  EXPECT_NE(
      run.errors.find("warpscope: cudaIpcGetEventHandle is not supported on the virtual GPU.\n"),
      std::string::npos);
  EXPECT_NE(run.errors.find("cudaMallocMipmappedArray"), std::string::npos);
  const auto findings = run.events_of<device::Diagnosed>();
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].finding.id, "unsupported-runtime-call");
}

TEST(Programs, WithoutADeviceEveryCallSaysHowToStartTheProgram) {
  const ProgramRun run = run_without_device("no_device");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output, "cudaErrorNoDevice\n0\ncudaErrorNoDevice\ncudaErrorNoDevice\n");
  EXPECT_NE(run.errors.find("warpscope exec"), std::string::npos);
  EXPECT_EQ(run.errors.find('\n'), run.errors.size() - 1) << "one sentence, once";
}

TEST(Programs, AChildProcessCannotUseItsParentsDevice) {
  const ProgramRun run = run_program("child_process");
  EXPECT_EQ(run.output,
            "parent cudaSuccess\nchild cudaErrorInitializationError\nparent cudaSuccess\n");
  EXPECT_NE(run.errors.find("fork()"), std::string::npos);
  EXPECT_EQ(run.device_exit_code, 0);
}

/// As an H100 printed (driver 580.159, 27 November 2026), the file on tmpfs. On ext4 it refuses the
/// file with cudaErrorInvalidValue, which is what the kernel of the system says there.
TEST(Programs, RegisteredPagesStayTheProgramsOwn) {
  const ProgramRun run = run_program("registered_pages");
  expect_clean(run);
  const std::string all_right =
      ": register cudaSuccess host 0 kernel cudaSuccess device 0 kernel cudaSuccess other 0 kernel "
      "cudaSuccess copied 0 unregister cudaSuccess file 77\n";
  EXPECT_EQ(
      run.output,
      "file" + all_right + "shm_open" + all_right + "memfd" + all_right +
          "child: register cudaSuccess kernel cudaSuccess wrong 0 unregister cudaSuccess\n"
          "fork: register cudaSuccess kernel cudaSuccess wrong 0 unregister cudaSuccess\n"
          "parts: register cudaSuccess cudaSuccess wrong 0 unregister cudaSuccess cudaSuccess\n"
          "huge: register cudaSuccess kernel cudaSuccess wrong 0 unregister cudaSuccess\n"
          "read only: register cudaErrorInvalidValue wrong 0 writable 0\n"
          "unmapped: register cudaErrorInvalidValue\n"
          "end cudaSuccess\n");
}

}  // namespace
}  // namespace warpscope::cudart
