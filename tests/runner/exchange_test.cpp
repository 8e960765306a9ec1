#include <gtest/gtest.h>

#include "runner/run/case_exchange.h"

namespace warpscope::runner {
namespace {

using lab_protocol::ExchangeError;
using lab_protocol::PayloadWriter;
using lab_protocol::Status;

constexpr std::uint64_t kNonce = 0x1234'5678'9ABC'DEF0;

judge::Case sample_case() {
  judge::Case set;
  set.task = "scale";
  set.parameters["n"] = 3;
  const std::vector<float> input{1, 2, 3};
  set.inputs["x"] = judge::Array::of(std::span<const float>(input));
  set.outputs["y"] = {judge::ElementType::f32, 3};
  return set;
}

std::vector<std::byte> answer(std::uint64_t nonce, std::uint32_t status, std::uint32_t count,
                              std::uint64_t bytes, std::size_t really) {
  PayloadWriter writer;
  writer.number(nonce);
  writer.number(status);
  writer.text("");
  writer.number(count);
  writer.number(bytes);
  writer.raw(std::vector<std::byte>(really));
  return writer.take();
}

void expect_refused(const std::vector<std::byte>& payload) {
  EXPECT_THROW(decode_answer(payload, sample_case(), kNonce), ExchangeError);
}

TEST(Exchange, AnHonestAnswerIsRead) {
  const auto result = decode_answer(answer(kNonce, 0, 1, 12, 12), sample_case(), kNonce);
  EXPECT_EQ(result.outputs.at("y").count(), 3u);
  EXPECT_LE(answer(kNonce, 0, 1, 12, 12).size(), largest_answer_bytes(sample_case()));
}

TEST(Exchange, AFailureIsRead) {
  PayloadWriter writer;
  writer.number(kNonce);
  writer.number(Status::failed);
  writer.text("cudaErrorInvalidValue");
  writer.number(std::uint32_t{0});
  const auto result = decode_answer(writer.take(), sample_case(), kNonce);
  EXPECT_EQ(result.status, Status::failed);
  EXPECT_EQ(result.message, "cudaErrorInvalidValue");
}

TEST(Exchange, HostileAnswersAreRefused) {
  expect_refused({});
  expect_refused(answer(kNonce + 1, 0, 1, 12, 12));
  expect_refused(answer(kNonce, 2, 1, 12, 12));
  expect_refused(answer(kNonce, 0, 2, 12, 12));
  expect_refused(answer(kNonce, 0, 1, 8, 12));
  expect_refused(answer(kNonce, 0, 1, 12, 8));
  expect_refused(answer(kNonce, 0, 1, 12, 16));
  expect_refused(answer(kNonce, 0, 1, ~std::uint64_t{0}, 12));
  expect_refused(answer(kNonce, 0, ~std::uint32_t{0}, 12, 12));
  expect_refused(answer(kNonce, 1, 1, 12, 12));
}

TEST(Exchange, EveryTruncationIsRefused) {
  const auto whole = answer(kNonce, 0, 1, 12, 12);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    expect_refused({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
  }
}

TEST(Exchange, LongTextsAreRefused) {
  PayloadWriter writer;
  writer.number(kNonce);
  writer.number(Status::failed);
  writer.number(std::uint32_t{lab_protocol::kMaxTextBytes + 1});
  writer.raw(std::vector<std::byte>(lab_protocol::kMaxTextBytes + 1));
  writer.number(std::uint32_t{0});
  expect_refused(writer.take());
}

}  // namespace
}  // namespace warpscope::runner
