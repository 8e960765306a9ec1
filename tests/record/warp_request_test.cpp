#include "record/warp_request.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "record/json_value.h"
#include "tests/record/sample_record.h"

namespace warpscope::record {
namespace {

WarpRequest column() {
  WarpRequest request;
  request.space = WarpRequest::Space::shared;
  request.bytes = 4;
  request.lanes = ~0U;
  request.block = 12;
  request.warp = 3;
  request.addresses = {{0, 128, 32}};
  request.wavefronts = 32;
  request.conflicts = 31;
  request.may_pair = true;
  request.array = "tile";
  request.array_bytes = 4096;
  return request;
}

RunRecord record_with(const WarpRequest& request) {
  auto record = test::sample_record();
  auto& launch = record.launches.at(0);
  launch.request_blocks = 4;
  launch.lines.at(0).requests = {request};
  return record;
}

std::string problem_in(const nlohmann::json& document) {
  try {
    from_json(document.dump());
  } catch (const RecordError& error) {
    return error.what();
  }
  return "no error";
}

TEST(WarpRequest, ComesBackFromARecord) {
  WarpRequest request = column();
  request.kind = WarpRequest::Kind::atomic;
  request.atomic = WarpRequest::Atomic::native;
  const auto record = record_with(request);
  const auto again = from_json(to_json(record));
  EXPECT_EQ(again.launches[0].request_blocks, 4U);
  ASSERT_EQ(again.launches[0].lines[0].requests.size(), 1U);
  EXPECT_EQ(again.launches[0].lines[0].requests[0], request);
  EXPECT_EQ(to_json(again), to_json(record));
}

TEST(WarpRequest, IsNotMentionedInARecordWithoutAny) {
  const std::string text = to_json(test::sample_record());
  EXPECT_EQ(text.find("request_blocks"), std::string::npos);
  EXPECT_EQ(text.find("\"requests\""), std::string::npos);
}

TEST(WarpRequest, AddressesBecomeRunsAndComeBack) {
  const std::uint32_t masks[] = {~0U, 0x0000ffffU, 0x80000001U, 0xaaaaaaaaU, 1U};
  for (const std::uint32_t mask : masks) {
    for (int pattern = 0; pattern < 4; ++pattern) {
      LaneAddresses addresses{};
      for (std::uint32_t lane = 0; lane < kLanesOfWarp; ++lane) {
        if ((mask >> lane & 1U) == 0) continue;
        const std::int64_t n = lane;
        addresses.at(lane) = pattern == 0   ? 4 * n
                             : pattern == 1 ? 132 * (n % 8) + 4 * (n / 8)
                             : pattern == 2 ? n * n * 40 % 999
                                            : 64;
      }
      WarpRequest request;
      request.lanes = mask;
      request.addresses = runs_of(addresses, mask);
      EXPECT_EQ(addresses_of(request), addresses);
    }
  }
  LaneAddresses column_of{};
  for (std::uint32_t lane = 0; lane < kLanesOfWarp; ++lane) column_of.at(lane) = 128 * lane;
  EXPECT_EQ(runs_of(column_of, ~0U).size(), 1U);
}

TEST(WarpRequest, AHostileOneIsRefusedWithItsPlace) {
  const auto spoil = [](const char* name, const nlohmann::json& value) {
    auto document = to_json_value(record_with(column()));
    document["launches"][0]["lines"][0]["requests"][0][name] = value;
    return problem_in(document);
  };
  const std::string place = "Not a valid run record: launches[0].lines[0].requests[0] ";
  EXPECT_EQ(spoil("lanes", 0), place + "has no lanes.");
  EXPECT_EQ(spoil("lanes", 7), place + "has addresses of 32 lanes, but 3 take part.");
  EXPECT_NE(spoil("lanes", 4294967296), "no error");
  EXPECT_EQ(spoil("bytes", 3), place + "has lanes of 3 bytes, not 1, 2, 4, 8 or 16.");
  EXPECT_EQ(spoil("bytes", 32), place + "has lanes of 32 bytes, not 1, 2, 4, 8 or 16.");
  EXPECT_NE(spoil("bytes", -4), "no error");
  EXPECT_EQ(spoil("warp", 32), place + "is of warp 32, but a block has at most 32.");
  EXPECT_EQ(spoil("wavefronts", 100000),
            place + "has more sectors, lines or wavefronts than a warp can ask for.");
  EXPECT_EQ(spoil("conflicts", 33),
            place + "has more sectors, lines or wavefronts than a warp can ask for.");
  EXPECT_NE(spoil("space", "texture"), "no error");
  EXPECT_NE(spoil("kind", 1), "no error");
  const auto run = [](std::int64_t first, std::int64_t step, std::uint32_t lanes) {
    return nlohmann::json::array({{{"first", first}, {"step", step}, {"lanes", lanes}}});
  };
  EXPECT_EQ(spoil("addresses", run(0, 4, 4000000000U)),
            place + "has addresses of no lanes, or of many.");
  EXPECT_EQ(spoil("addresses", run(0, std::int64_t{1} << 60, 32)),
            place + "has an address beyond any memory.");
  EXPECT_EQ(spoil("addresses", run(-4, 4, 32)), place + "has a negative offset in shared memory.");
  EXPECT_EQ(spoil("addresses", run(8, -4, 32)), place + "has a negative offset in shared memory.");
  EXPECT_NE(spoil("addresses", nlohmann::json::array()), "no error");
}

TEST(WarpRequest, MoreThanALineKeepsAreRefused) {
  auto record = record_with(column());
  record.launches[0].lines[0].requests.assign(kMostRequestsOfLine, column());
  EXPECT_NO_THROW(from_json(to_json(record)));
  record.launches[0].lines[0].requests.push_back(column());
  EXPECT_EQ(problem_in(to_json_value(record)),
            "Not a valid run record: launches[0].lines[0].requests has more than 8 requests.");
}

TEST(WarpRequest, AnAtomicOfOneByteIsRefused) {
  for (const auto space : {WarpRequest::Space::global, WarpRequest::Space::shared}) {
    WarpRequest request = column();
    request.space = space;
    request.kind = WarpRequest::Kind::atomic;
    request.bytes = 2;
    EXPECT_EQ(request_problem(request), "");
    request.bytes = 1;
    EXPECT_EQ(request_problem(request), "is an atomic of 1 byte, and none is below 2");
    request.kind = WarpRequest::Kind::load;
    EXPECT_EQ(request_problem(request), "");
  }
}

}  // namespace
}  // namespace warpscope::record
