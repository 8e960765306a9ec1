// From how much work on a rule speaks: just below its floor it is silent.
#include <gtest/gtest.h>

#include "record/metrics.h"
#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;
using test::find;
using test::loads;

/// A record with one launch whose line 5 has these counters.
record::RunRecord with_line(const record::Counters& counters) {
  auto record = test::made_record();
  test::add_line(test::add_launch(record), 5, counters);
  apply_rules(record);
  return record;
}

bool has(const record::RunRecord& record, std::string_view id) {
  return find(record, id) != nullptr;
}

TEST(Floors, WastedSectors) {
  EXPECT_FALSE(has(with_line(loads(255, 255 * 32, 255 * 4)), "uncoalesced-load"));
  EXPECT_TRUE(has(with_line(loads(256, 256 * 32, 256 * 4)), "uncoalesced-load"));
  EXPECT_FALSE(has(with_line(loads(255, 255 * 5, 255 * 4)), "misaligned-base"));
  EXPECT_TRUE(has(with_line(loads(256, 256 * 5, 256 * 4)), "misaligned-base"));
}

TEST(Floors, OneMoreSectorIsNeverFarApart) {
  // Eight lanes: two sectors for one are twice as many, and still a matter of the first lane.
  const auto record = with_line(loads(4096, 8192, 4096));
  EXPECT_FALSE(has(record, "uncoalesced-load"));
  EXPECT_TRUE(has(record, "misaligned-base"));
}

TEST(Floors, ScalarLoads) {
  constexpr std::uint64_t kRequests = (1 << 20) / 128;
  const auto of = [](std::uint64_t requests) {
    auto counters = loads(requests, requests * 4, requests * 4);
    counters[std::string(kLoadBytes)] = requests * 128;
    return counters;
  };
  EXPECT_FALSE(has(with_line(of(kRequests - 1)), "scalar-loads-where-vector-possible"));
  EXPECT_TRUE(has(with_line(of(kRequests)), "scalar-loads-where-vector-possible"));
}

TEST(Floors, BankConflicts) {
  const auto of = [](std::uint64_t conflicts) {
    return record::Counters{{std::string(kSharedLoadWavefronts), conflicts * 32 / 31},
                            {std::string(kSharedLoadConflicts), conflicts}};
  };
  EXPECT_FALSE(has(with_line(of(255)), "shared-bank-conflict"));
  EXPECT_TRUE(has(with_line(of(256)), "shared-bank-conflict"));
}

record::RunRecord with_launch(std::uint32_t blocks, std::uint32_t threads,
                              std::uint64_t instructions = 0) {
  auto record = test::made_record();
  auto& launch = test::add_launch(record);
  launch.grid = {blocks, 1, 1};
  launch.block = {threads, 1, 1};
  launch.counters[std::string(kInstructions)] = instructions;
  apply_rules(record);
  return record;
}

TEST(Floors, ASingleThread) {
  EXPECT_FALSE(has(with_launch(1, 1, 9'999), "single-thread-launch"));
  EXPECT_TRUE(has(with_launch(1, 1, 10'000), "single-thread-launch"));
}

TEST(Floors, PartialWarps) {
  EXPECT_FALSE(has(with_launch(255, 8), "block-not-multiple-of-32"));
  EXPECT_TRUE(has(with_launch(256, 8), "block-not-multiple-of-32"));
  EXPECT_FALSE(has(with_launch(1, 10'000), "block-not-multiple-of-32"));
}

TEST(PartialWarps, SayHowManyLanesIdleAndHowMuchThatCosts) {
  using Severity = record::Finding::Severity;
  const auto eight = with_launch(1024, 8);
  const auto* finding = find(eight, "block-not-multiple-of-32");
  ASSERT_NE(finding, nullptr);
  EXPECT_NE(finding->cause.find("24 of the 32 lanes of each warp have nothing"), std::string::npos)
      << finding->cause;
  EXPECT_EQ(finding->severity, Severity::warning);
  // 24 of 96 lanes, then 28 of 128.
  EXPECT_EQ(find(with_launch(1024, 72), "block-not-multiple-of-32")->severity, Severity::warning);
  EXPECT_EQ(find(with_launch(1024, 100), "block-not-multiple-of-32")->severity,
            Severity::information);
}

record::RunRecord with_copies(std::uint64_t count, double duration_s, double kernel_s) {
  auto record = test::made_record();
  record.sources.push_back({"mine.cu",
                            "  cudaMemcpy(a, b, 4, cudaMemcpyHostToDevice);\n"
                            "  cudaMemcpy(b, a, n, cudaMemcpyDeviceToHost);\n"});
  auto& launch = test::add_launch(record);
  launch.duration_s = kernel_s;
  test::add_line(launch, 5, loads(8192, 8192 * 32, 8192 * 4));
  for (std::uint64_t i = 0; i < count; ++i) {
    auto& transfer = record.transfers.emplace_back();
    transfer.case_index = 0;
    transfer.size_bytes = 32;
    transfer.duration_s = duration_s / static_cast<double>(count);
  }
  apply_rules(record);
  return record;
}

TEST(Floors, SmallCopies) {
  EXPECT_FALSE(has(with_copies(499, 1, 0), "per-element-copy"));
  EXPECT_TRUE(has(with_copies(500, 1, 0), "per-element-copy"));
}

TEST(SmallCopies, ComeFirstWhenTheyCostMoreThanAllKernels) {
  EXPECT_EQ(with_copies(500, 2e-3, 1e-3).findings.front().id, "per-element-copy");
  EXPECT_EQ(with_copies(500, 1e-3, 2e-3).findings.front().id, "uncoalesced-load");
}

TEST(SmallCopies, NameTheirLineAndCountAllOfThem) {
  auto record = with_copies(0, 0, 0);
  record.findings.clear();
  auto& rows = record.transfers.emplace_back();
  rows.case_index = 0;
  rows.size_bytes = 16'385 * 32;
  rows.count = 16'385;
  apply_rules(record);
  const auto* finding = find(record, "per-element-copy");
  ASSERT_NE(finding, nullptr);
  EXPECT_NE(finding->cause.find("16,385 calls of cudaMemcpy from host to device with 32 bytes"),
            std::string::npos)
      << finding->cause;
  ASSERT_TRUE(finding->where.has_value());
  EXPECT_EQ(finding->where->line, 1u);
}

TEST(MisalignedRow, OnlyWhereOtherLinesShowThatTheThreadsAreAligned) {
  auto record = test::made_record();
  auto& launch = test::add_launch(record);
  test::add_line(launch, 5, loads(1000, 5000, 4000));
  test::add_line(launch, 6, loads(100, 400, 400));     // too few
  test::add_line(launch, 7, loads(1000, 1000, 1000));  // one address for all lanes
  auto aligned = record;
  apply_rules(record);
  EXPECT_TRUE(has(record, "misaligned-base"));
  EXPECT_FALSE(has(record, "misaligned-row"));
  test::add_line(aligned.launches[0], 8, test::stores(1000, 4000, 4000));
  apply_rules(aligned);
  EXPECT_TRUE(has(aligned, "misaligned-row"));
  EXPECT_FALSE(has(aligned, "misaligned-base"));
}

/// A load of 4 bytes by each of the active lanes, 16 of 32, which touches so many sectors.
record::RunRecord by_half_of_the_lanes(std::uint64_t sectors_per_request) {
  auto record = test::made_record();
  auto counters = loads(1000, 1000 * sectors_per_request, 2000);
  counters[std::string(kInstructions)] = 2000;
  counters[std::string(kThreadInstructions)] = 32000;
  test::add_line(test::add_launch(record), 7, counters);
  apply_rules(record);
  return record;
}

TEST(WastedSectors, AreNotThoseBetweenLanesThatIdle) {
  EXPECT_FALSE(has(by_half_of_the_lanes(4), "uncoalesced-load")) << "every other word of a line";
  EXPECT_TRUE(has(by_half_of_the_lanes(16), "uncoalesced-load")) << "a sector for each lane";
}

TEST(WastedSectors, OfAnEdgeAreLittleWhereAllIsLoadedAgain) {
  const auto says = [](std::uint64_t touched) {
    auto record = test::made_record();
    auto& launch = test::add_launch(record);
    launch.read_sectors = touched;
    test::add_line(launch, 7, loads(1000, 4700, 4000));
    apply_rules(record);
    return has(record, "misaligned-base");
  };
  EXPECT_TRUE(says(0)) << "not known";
  EXPECT_TRUE(says(4000));
  EXPECT_FALSE(says(1000));
}

constexpr std::uint64_t kUsefulBytes = 8192;

record::RunRecord with_work(std::uint64_t loaded, std::uint64_t stored) {
  auto record = test::made_record();
  record.cases[0].useful_bytes = kUsefulBytes;
  test::add_line(test::add_launch(record), 5,
                 {{std::string(kLoadBytes), loaded}, {std::string(kStoreBytes), stored}});
  apply_rules(record);
  return record;
}

TEST(HostWork, IsNotSaidOfATaskWhoseHostCrashes) {
  auto record = with_work(8192, 0);
  auto& crashed = record.cases.emplace_back(record.cases[0]);
  crashed.verdict = record::Case::Verdict::crashed;
  record.findings.clear();
  apply_rules(record);
  EXPECT_FALSE(has(record, "host-side-work"));
  record.cases[1].task = "other";
  apply_rules(record);
  EXPECT_TRUE(has(record, "host-side-work"));
}

TEST(HostWork, AnAnswerThatNoKernelWroteOrReadForIsTheHosts) {
  EXPECT_TRUE(has(with_work(8192, 0), "host-side-work"));
  EXPECT_TRUE(has(with_work(2044, 3), "host-side-work"));
  EXPECT_FALSE(has(with_work(2044, 4), "host-side-work"));
}

TEST(HostWork, SeesBulkCopiesInWhatMemoryHadToMove) {
  auto record = test::made_record();
  record.cases[0].useful_bytes = kUsefulBytes;
  auto& launch = test::add_launch(record);
  test::add_line(launch, 5, {{std::string(kStoreBytes), 4}});
  launch.dram_bytes = kUsefulBytes / 4;
  auto with_less = record;
  with_less.launches[0].dram_bytes -= 1;
  apply_rules(record);
  apply_rules(with_less);
  EXPECT_FALSE(has(record, "host-side-work"));
  EXPECT_TRUE(has(with_less, "host-side-work"));
}

TEST(HostWork, IsNoMatterOfAWrongAnswerOrOfCopiesOnTheDevice) {
  auto record = test::made_record();
  record.cases[0].useful_bytes = kUsefulBytes;
  auto wrong = record;
  wrong.cases[0].verdict = record::Case::Verdict::wrong;
  apply_rules(wrong);
  EXPECT_FALSE(has(wrong, "host-side-work"));
  auto copied = record;
  copied.transfers.emplace_back().kind = record::Transfer::Kind::device_to_device;
  copied.transfers.back().case_index = 0;
  apply_rules(copied);
  EXPECT_FALSE(has(copied, "host-side-work"));
  apply_rules(record);
  EXPECT_TRUE(has(record, "host-side-work"));
}

/// The kernels have copied what came from the host. Besides 4096 bytes of inputs and of the answer,
/// these were copied up and down.
bool is_hosts(std::uint64_t extra_up, std::uint64_t extra_down, std::size_t pieces = 1,
              bool is_table = false) {
  constexpr std::uint64_t kBytes = kUsefulBytes / 2;
  auto record = with_work(kBytes, kBytes);
  record.cases[0].input_bytes = record.cases[0].output_bytes = kBytes;
  const auto add = [&](record::Transfer::Kind kind, std::uint64_t size_bytes) {
    auto& transfer = record.transfers.emplace_back();
    transfer.kind = kind;
    transfer.case_index = 0;
    transfer.size_bytes = size_bytes;
  };
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    add(record::Transfer::Kind::host_to_device, kBytes / pieces);
    add(record::Transfer::Kind::host_to_device, extra_up / pieces);
    if (is_table) {
      record.transfers.back().fingerprint = 12345;
      auto of_another_case = record.transfers.back();
      of_another_case.case_index = 1;
      record.transfers.push_back(of_another_case);
    }
    add(record::Transfer::Kind::device_to_host, (kBytes + extra_down) / pieces);
  }
  apply_rules(record);
  return has(record, "host-side-work");
}

TEST(HostWork, IsAnAnswerThatKernelsOnlyCarryFromTheHost) {
  EXPECT_TRUE(is_hosts(4096, 4096));
  EXPECT_TRUE(is_hosts(1024, 2048));
  EXPECT_FALSE(is_hosts(1023, 4096)) << "something is looked at, and hardly anything uploaded";
  EXPECT_FALSE(is_hosts(65536, 2047, 1, true)) << "a table is uploaded, the same in other cases";
  EXPECT_TRUE(is_hosts(1024, 0)) << "the host may have seen the inputs where the driver keeps them";
  EXPECT_FALSE(is_hosts(0, 0, 8)) << "in pieces, one after the other";
  EXPECT_TRUE(is_hosts(4096, 4096, 8));
}

TEST(HostWork, IsWhateverReachesTheDeviceAndIsNoInput) {
  constexpr std::uint64_t kBytes = 64 << 10;
  const auto changed = [&](const auto& change) {
    auto record = with_work(kBytes, kBytes);
    record.cases[0].useful_bytes = 2 * kBytes;
    record.cases[0].input_bytes = record.cases[0].output_bytes = kBytes;
    auto& input = record.transfers.emplace_back();
    input.kind = record::Transfer::Kind::host_to_device;
    input.case_index = 0;
    input.size_bytes = kBytes;
    change(record);
    apply_rules(record);
    return has(record, "host-side-work");
  };
  const auto copied = [](record::RunRecord& record) -> record::Transfer& {
    auto& transfer = record.transfers.emplace_back(record.transfers.front());
    return transfer;
  };
  EXPECT_FALSE(changed([](auto&) {}));
  EXPECT_TRUE(changed([&](auto& record) { copied(record); }));
  EXPECT_FALSE(changed([&](auto& record) { copied(record).is_uniform = true; })) << "zeroes";
  EXPECT_FALSE(changed([&](auto& record) { copied(record).kind = record::Transfer::Kind::fill; }))
      << "cudaMemset of an array";
  EXPECT_TRUE(changed([&](auto& record) {
    auto& values = copied(record);
    values.kind = record::Transfer::Kind::fill;
    values.count = kBytes / 4;
  })) << "cudaMemset of each element";
  EXPECT_TRUE(changed([&](auto& record) { record.launches[0].bytes_from_host = kBytes; }));
  EXPECT_FALSE(changed([&](auto& record) {
    record.transfers.clear();
    record.launches[0].bytes_from_host = kBytes;
  })) << "managed memory holds the inputs";
  EXPECT_TRUE(changed([&](auto& record) { record.cases[0].is_answer_of_device = false; }));
  EXPECT_TRUE(changed([&](auto& record) { record.cases[0].is_answer_uploaded = true; }));
  EXPECT_TRUE(changed([&](auto& record) { record.cases[0].is_answer_of_stand_ins = true; }));
}

TEST(HostWork, IsNotWhatBulkCopiesWrite) {
  auto record = with_work(kUsefulBytes, 0);
  apply_rules(record);
  EXPECT_TRUE(has(record, "host-side-work")) << "nothing was written";
  record.findings.clear();
  record.launches[0].written_sectors = kUsefulBytes / 64;
  apply_rules(record);
  EXPECT_FALSE(has(record, "host-side-work"));
}

TEST(HostWork, IsASmallAnswerAfterALookAtTheInputs) {
  const auto changed = [&](const auto& change) {
    auto record = with_work(kUsefulBytes, 4);
    record.cases[0].input_bytes = kUsefulBytes;
    record.cases[0].output_bytes = 4;
    record.launches[0].start_s = 3e-6;
    record::Transfer up;
    up.case_index = 0;
    up.size_bytes = kUsefulBytes;
    up.fingerprint = 77;
    up.start_s = 1e-6;
    auto down = up;
    down.kind = record::Transfer::Kind::device_to_host;
    down.start_s = 2e-6;
    change(record, up, down);
    record.transfers = {up, down};
    apply_rules(record);
    return has(record, "host-side-work");
  };
  EXPECT_TRUE(changed([](auto&, auto&, auto&) {}));
  EXPECT_FALSE(changed([](auto&, auto&, auto& down) { down.start_s = 4e-6; }))
      << "behind the last kernel, e.g. to print them";
  EXPECT_FALSE(changed([](auto&, auto&, auto& down) { down.fingerprint = 78; }))
      << "partial sums, or another array";
  EXPECT_TRUE(changed([](auto&, auto&, auto& down) {
    down.fingerprint = 78;
    down.is_beside_answer = true;
  })) << "inputs in disguise";
  EXPECT_FALSE(changed([](auto&, auto&, auto& down) {
    down.is_beside_answer = true;
    down.start_s = 4e-6;
  })) << "behind the last kernel";
  EXPECT_FALSE(changed([](auto& record, auto&, auto&) { record.cases[0].output_bytes = 4096; }));
  EXPECT_FALSE(changed([](auto&, auto& up, auto& down) { up.size_bytes = down.size_bytes = 60; }));
}

/// Where "lost-updates" of the judge is placed when the launch of its case has these lines; 0: it
/// is gone.
std::uint32_t line_of_lost_updates(const std::vector<record::Counters>& lines) {
  auto record = test::made_record();
  auto& launch = test::add_launch(record);
  for (std::uint32_t i = 0; i < lines.size(); ++i) test::add_line(launch, 11 + i, lines[i]);
  auto& finding = record.findings.emplace_back();
  finding.id = "lost-updates";
  finding.case_index = 0;
  apply_rules(record);
  const auto* found = find(record, "lost-updates");
  return found == nullptr ? 0 : found->where->line;
}

TEST(LostUpdates, ArePlacedAtTheLineThatLoadsAndStores) {
  const record::Counters store{{std::string(kStoreRequests), 9}};
  const record::Counters load{{std::string(kLoadRequests), 9}};
  const record::Counters update{{std::string(kLoadRequests), 8}, {std::string(kStoreRequests), 8}};
  const record::Counters shared{{std::string(kSharedLoadInstructions), 8},
                                {std::string(kSharedStoreInstructions), 8}};
  const record::Counters atomic{{std::string(kReductionRequests), 8}};
  EXPECT_EQ(line_of_lost_updates({store, update, load}), 12u);
  EXPECT_EQ(line_of_lost_updates({load, shared, atomic}), 12u) << "added to the others' by atomics";
  EXPECT_EQ(line_of_lost_updates({load, store}), 12u) << "in two statements";
  EXPECT_EQ(line_of_lost_updates({load, store, store}), 0u);
  EXPECT_EQ(line_of_lost_updates({load, atomic}), 0u) << "something else is wrong";
  EXPECT_EQ(line_of_lost_updates({store, atomic}), 0u);
  auto stored_result = update;
  stored_result.emplace(kAtomicRequests, 8);
  EXPECT_EQ(line_of_lost_updates({stored_result}), 0u) << "what an atomic gives back is stored";
}

TEST(EarlyWrite, IsPlacedAtTheOnlyLineThatStores) {
  auto record = with_work(4096, 4096);
  auto& finding = record.findings.emplace_back();
  finding.id = "missing-lower-guard";
  finding.case_index = 0;
  auto twice = record;
  apply_rules(record);
  ASSERT_TRUE(find(record, "missing-lower-guard")->where.has_value());
  EXPECT_EQ(find(record, "missing-lower-guard")->where->line, 5u);
  test::add_line(twice.launches[0], 6, {{std::string(kStoreBytes), 4}});
  apply_rules(twice);
  EXPECT_FALSE(find(twice, "missing-lower-guard")->where.has_value());
}

}  // namespace
}  // namespace warpscope::runner
