// Whether what a program answers is what copies brought from the device, or brought there before.
#include "runner/origin/answer_copies.h"

#include <gtest/gtest.h>

#include "record/fingerprint.h"

namespace warpscope::runner {
namespace {

TEST(AnswerOfDevice, IsWhatCopiesBrought) {
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> outputs{{4096, 7}, {128, 9}, {4, 1}};
  record::RunRecord record;
  const auto add = [&](std::uint64_t size_bytes, std::uint64_t fingerprint) {
    auto& transfer = record.transfers.emplace_back();
    transfer.kind = record::Transfer::Kind::device_to_host;
    transfer.case_index = 0;
    transfer.size_bytes = size_bytes;
    transfer.fingerprint = fingerprint;
  };
  EXPECT_FALSE(is_answer_of_device(outputs, record, 0)) << "nothing was brought";
  add(64, 100);
  add(2048, 3);
  add(2048, 4);
  EXPECT_FALSE(is_answer_of_device(outputs, record, 0)) << "the second array is missing";
  add(128, 9);
  EXPECT_TRUE(is_answer_of_device(outputs, record, 0)) << "the first one came in two pieces";
  EXPECT_FALSE(is_answer_of_device(outputs, record, 1)) << "of another case";
  record.transfers.back().fingerprint = 10;
  EXPECT_FALSE(is_answer_of_device(outputs, record, 0)) << "other bytes";
  auto& launch = record.launches.emplace_back();
  launch.case_index = 0;
  launch.bytes_to_host = 32;
  EXPECT_FALSE(is_answer_of_device(outputs, record, 0)) << "hardly any memory that both share";
  launch.bytes_to_host = 4096 + 128 + 32;
  EXPECT_TRUE(is_answer_of_device(outputs, record, 0)) << "memory that both share";
  EXPECT_FALSE(is_answer_of_device(outputs, record, 0, true)) << "the driver copied it";
  record.transfers.back().fingerprint = 9;
  EXPECT_TRUE(is_answer_of_device(outputs, record, 0, true)) << "and few bytes need no copy";
}

record::Transfer copy_of(record::Transfer::Kind kind, std::uint64_t bytes, std::uint64_t print) {
  record::Transfer transfer;
  transfer.kind = kind;
  transfer.case_index = 0;
  transfer.size_bytes = bytes;
  transfer.fingerprint = print;
  return transfer;
}

TEST(AnswerOfDevice, OutputsMayComeInPiecesByTurns) {
  constexpr auto kDown = record::Transfer::Kind::device_to_host;
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> outputs{{4096, 7}, {128, 9}};
  record::RunRecord record;
  for (const auto& [bytes, print] :
       {std::pair{2048, 3}, std::pair{64, 4}, std::pair{2048, 4}, std::pair{64, 5}})
    record.transfers.push_back(
        copy_of(kDown, static_cast<std::uint64_t>(bytes), static_cast<std::uint64_t>(print)));
  EXPECT_TRUE(is_answer_of_device(outputs, record, 0));
  EXPECT_EQ(copies_of_answer(outputs, record, 0)->size(), 4U);
  record.transfers[3].fingerprint = 6;
  EXPECT_FALSE(is_answer_of_device(outputs, record, 0));
}

/// In a time that grows with their number, not with its square.
TEST(AnswerOfDevice, ElementsMayComeOneByOne) {
  constexpr auto kDown = record::Transfer::Kind::device_to_host;
  constexpr std::uint64_t kElements = 200'000;
  record::RunRecord record;
  record.transfers.assign(kElements + 7, copy_of(kDown, 4, 3));
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> outputs{{4 * kElements, 3 * kElements},
                                                                     {8 * kElements, 5}};
  EXPECT_EQ(copies_of_answer(std::span(outputs).first(1), record, 0)->size(), kElements);
  EXPECT_FALSE(is_answer_of_device(outputs, record, 0));
}

TEST(AnswerOfDevice, PiecesThatAreNoWordsExcuseOutputsOfTheirBytes) {
  constexpr auto kDown = record::Transfer::Kind::device_to_host;
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> outputs{{1001, 7}};
  record::RunRecord record;
  record.transfers = {copy_of(kDown, 1, 5)};
  EXPECT_FALSE(is_answer_of_device(outputs, record, 0)) << "a byte is no answer";
  EXPECT_FALSE(copies_of_answer(outputs, record, 0));
  record.transfers = {copy_of(kDown, 1001, 5), copy_of(kDown, 1, 5)};
  EXPECT_FALSE(is_answer_of_device(outputs, record, 0)) << "one more is no piece of it";
  record.transfers = {copy_of(kDown, 501, 5), copy_of(kDown, 500, 6)};
  EXPECT_TRUE(is_answer_of_device(outputs, record, 0));
  EXPECT_EQ(copies_of_answer(outputs, record, 0)->size(), 2U) << "it comes from them";
  EXPECT_FALSE(is_answer_of_device(outputs, record, 0, true)) << "the driver copies it at once";
}

TEST(AnswerUploaded, IsItsWordsInAnyOrderAndPieces) {
  constexpr auto kUp = record::Transfer::Kind::host_to_device;
  const std::vector<std::uint32_t> words{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  const auto array = judge::Array::of<std::uint32_t>(words);
  const auto print = record::fingerprint(array.bytes());
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> outputs{{64, print}};
  judge::Case set;
  record::RunRecord record;
  EXPECT_FALSE(is_answer_uploaded(set, outputs, record, 0));
  const auto half = record::fingerprint(array.bytes().first(32));
  record.transfers = {
      copy_of(kUp, 32, half),
      copy_of(kUp, 32, (print + record::kFingerprints - half) % record::kFingerprints)};
  EXPECT_TRUE(is_answer_uploaded(set, outputs, record, 0));
  EXPECT_FALSE(is_answer_uploaded(set, outputs, record, 1)) << "of another case";
  record.transfers = {copy_of(kUp, 64, print)};
  EXPECT_TRUE(is_answer_uploaded(set, outputs, record, 0));
  record.transfers[0].is_uniform = true;
  EXPECT_FALSE(is_answer_uploaded(set, outputs, record, 0)) << "one value, to begin with";
  record.transfers[0].is_uniform = false;
  set.inputs.emplace("in", array);
  EXPECT_FALSE(is_answer_uploaded(set, outputs, record, 0)) << "the task is to sort";
  set.inputs.clear();
  set.inputs.emplace("low", judge::Array::of<std::uint32_t>(std::span(words).first(8)));
  set.inputs.emplace("other", judge::Array::of<std::uint32_t>(std::span(words).first(5)));
  EXPECT_TRUE(is_answer_uploaded(set, outputs, record, 0));
  set.inputs.emplace("high", judge::Array::of<std::uint32_t>(std::span(words).last(8)));
  EXPECT_FALSE(is_answer_uploaded(set, outputs, record, 0)) << "the task is to merge";
}

}  // namespace
}  // namespace warpscope::runner
