#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "record/json_value.h"
#include "tests/record/sample_record.h"

namespace warpscope::record {
namespace {

std::string example_of_the_documentation() {
  std::ifstream file(std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "docs" / "reference" /
                     "record.md");
  std::ostringstream text;
  text << file.rdbuf();
  const auto document = text.str();
  const std::string opening = "```json\n";
  const auto begin = document.find(opening);
  const auto end = document.find("\n```", begin);
  if (begin == std::string::npos || end == std::string::npos) return {};
  return document.substr(begin + opening.size(), end - begin - opening.size());
}

std::string error_of(const std::string& text) {
  try {
    from_json(text);
  } catch (const RecordError& error) {
    return error.what();
  }
  return "no error";
}

/// The sample with one value replaced.
std::string changed(const std::string& pointer, const nlohmann::json& value) {
  auto document = to_json_value(test::sample_record());
  document[nlohmann::json::json_pointer(pointer)] = value;
  return document.dump();
}

TEST(RecordJson, DocumentedExampleRoundTrips) {
  const auto example = example_of_the_documentation();
  ASSERT_FALSE(example.empty());
  const auto record = from_json(example);
  EXPECT_EQ(record.lab, "coalescing");
  ASSERT_EQ(record.launches.size(), 1u);
  EXPECT_EQ(record.launches[0].block.x, 32u);
  EXPECT_EQ(to_json_value(record), nlohmann::json::parse(example));
}

TEST(RecordJson, WritingAndReadingKeepsEverything) {
  auto record = test::sample_record();
  record.seed = ~std::uint64_t{0};
  record.outcome.exit_code = -11;
  record.outcome.kind = Outcome::Kind::crashed;
  record.transfers.push_back({Transfer::Kind::device_to_host, 1, 4096, 3, 2, true, 0.5, 0.25});
  record.launches[1].device_index = 5;
  const auto again = from_json(to_json(record));
  EXPECT_EQ(again.seed, record.seed);
  EXPECT_EQ(again.outcome.exit_code, -11);
  EXPECT_EQ(again.transfers[0].kind, Transfer::Kind::device_to_host);
  EXPECT_EQ(again.transfers[0].device_index, 3U);
  EXPECT_EQ(again.transfers[0].stream, 2U);
  EXPECT_EQ(again.launches[0].device_index, 0U);
  EXPECT_EQ(again.launches[1].device_index, 5U);
  EXPECT_EQ(again.launches[1].case_index, 0u);
  EXPECT_FALSE(again.score.has_value());
  EXPECT_EQ(to_json(again), to_json(record));
}

// Records without predictions are byte for byte what they were before there were any.
TEST(RecordJson, PredictionsAreKeptWhereSomeWereGiven) {
  auto record = test::sample_record();
  EXPECT_FALSE(to_json_value(record).contains("predictions"));
  Prediction prediction;
  prediction.id = "curve";
  prediction.question = "How many?";
  prediction.provenance = Provenance::modelled;
  prediction.values = {{1.0, 2, 3.0}, {2.0, 4, std::nullopt}};
  prediction.miss = -1;
  record.predictions = {prediction};
  const auto again = from_json(to_json(record));
  ASSERT_TRUE(again.predictions.has_value());
  ASSERT_EQ(again.predictions->size(), 1U);
  const auto& kept = again.predictions->front();
  EXPECT_EQ(kept.values[0].truth, 3);
  EXPECT_EQ(kept.values[1].truth, std::nullopt);
  EXPECT_EQ(kept.provenance, Provenance::modelled);
  EXPECT_EQ(kept.miss, -1);
  EXPECT_EQ(to_json(again), to_json(record));
  for (const auto& wrong : {nlohmann::json(3), nlohmann::json::parse(R"([{"id": "x"}])"),
                            nlohmann::json::parse(R"([{"id": 1, "question": "?"}])")})
    EXPECT_NE(error_of(changed("/predictions", wrong)), "no error") << wrong;
}

// Records without explanations are byte for byte what they were before there were any.
TEST(RecordJson, ExplanationsAreKeptWhereThereAreSome) {
  auto record = test::sample_record();
  EXPECT_FALSE(to_json_value(record).contains("explanations"));
  record.explanations = {{2, "Why?", "Because.\nSo."}};
  const auto again = from_json(to_json(record));
  ASSERT_EQ(again.explanations.size(), 1U);
  EXPECT_EQ(again.explanations[0].number, 2U);
  EXPECT_EQ(again.explanations[0].question, "Why?");
  EXPECT_EQ(again.explanations[0].text, "Because.\nSo.");
  EXPECT_NE(error_of(changed("/explanations", nlohmann::json(3))), "no error");
}

TEST(RecordJson, BytesThatAreNotUtf8AreReplaced) {
  auto record = test::sample_record();
  record.outcome.program_output = "a\xff\xfe";
  EXPECT_EQ(from_json(to_json(record)).outcome.program_output, "a\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(RecordJson, NonFiniteNumbersAreRefusedWhenWriting) {
  auto record = test::sample_record();
  record.launches[0].duration_s = std::nan("");
  EXPECT_THROW(to_json(record), RecordError);
  record.launches[0].duration_s = INFINITY;
  EXPECT_THROW(to_json(record), RecordError);
}

TEST(RecordJson, ErrorsNameThePlace) {
  EXPECT_NE(error_of(changed("/launches/1/grid/x", "four")).find("launches[1].grid.x must be a"),
            std::string::npos);
  EXPECT_NE(error_of(changed("/launches/0/counters/abc", -3)).find("launches[0].counters.abc"),
            std::string::npos);
  EXPECT_NE(error_of(changed("/cases/1/verdict", "fine")).find("must be one of correct, wrong"),
            std::string::npos);
  EXPECT_NE(error_of(changed("/launches/0/grid/x", 4294967296)).find("at most 4294967295"),
            std::string::npos);
  EXPECT_NE(error_of(changed("/outcome/exit_code", 1e3)).find("outcome.exit_code"),
            std::string::npos);
  EXPECT_NE(error_of(changed("/launches", nlohmann::json::object())).find("launches must be an"),
            std::string::npos);
  EXPECT_NE(error_of("[]").find("the document must be an object"), std::string::npos);
}

TEST(RecordJson, MissingRequiredFieldIsNamed) {
  auto document = to_json_value(test::sample_record());
  document["launches"][0].erase("kernel");
  EXPECT_NE(error_of(document.dump()).find("launches[0] lacks the field \"kernel\""),
            std::string::npos);
}

TEST(RecordJson, UnknownFieldsAreIgnoredAndOptionalOnesMayBeAbsent) {
  auto document = to_json_value(test::sample_record());
  document["later"] = {1, 2, 3};
  document.erase("transfers");
  document["lab"] = nullptr;
  const auto record = from_json(document.dump());
  EXPECT_TRUE(record.transfers.empty());
  EXPECT_EQ(record.lab, "");
}

TEST(RecordJson, ARecordFromBeforeTheMultiprocessorsLimitsIsRead) {
  auto record = test::sample_record();
  record.device.multiprocessor = arch::Multiprocessor{.schedulers = 4, .max_threads = 2048};
  auto document = to_json_value(record);
  EXPECT_EQ(from_json(document.dump()).device.multiprocessor, record.device.multiprocessor);
  ASSERT_EQ(document["device"].erase("multiprocessor"), 1U);
  EXPECT_EQ(from_json(document.dump()).device.multiprocessor, std::nullopt);
}

TEST(RecordJson, NewerSchemaIsRefused) {
  EXPECT_NE(error_of(changed("/schema_version", 2)).find("newer Warpscope"), std::string::npos);
  EXPECT_NE(error_of(changed("/schema_version", 0)), "no error");
}

TEST(RecordJson, ReferencesMustExist) {
  EXPECT_NE(error_of(changed("/launches/0/case_index", 2)).find("names case 2"), std::string::npos);
  EXPECT_NE(error_of(changed("/launches/1/id", 7)).find("launches[1].id"), std::string::npos);
}

TEST(RecordJson, HostileTextIsAnError) {
  EXPECT_NE(error_of(""), "no error");
  EXPECT_NE(error_of("{\"schema_version\": 1"), "no error");
  EXPECT_NE(error_of(std::string("\xff\xfe\0", 3)), "no error");
  EXPECT_NE(
      error_of(changed("/launches/0/start_s", 0).replace(0, 1, "{\"x\": 1e999,")).find("too large"),
      std::string::npos);
  EXPECT_NE(error_of(std::string(100'000, '[')).find("nested deeper"), std::string::npos);
  std::string nested = R"({"a":)";
  for (int i = 0; i < 50'000; ++i) nested += nested.size() % 2 == 0 ? "[" : "{\"b\":";
  EXPECT_NE(error_of(nested).find("nested deeper"), std::string::npos);
  // Ends of brackets in a string end none.
  const auto hidden = R"({"a":"\"]]]]","b":)" + std::string(34, '[') + std::string(34, ']') + "}";
  EXPECT_NE(error_of(hidden).find("nested deeper"), std::string::npos);
}

TEST(RecordFile, SaveThenLoad) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("warpscope-record-" + std::to_string(::getpid()) + ".json");
  save(test::sample_record(), path);
  EXPECT_EQ(to_json(load(path)), to_json(test::sample_record()));
  std::filesystem::remove(path);
}

TEST(RecordFile, ErrorsNameTheFile) {
  EXPECT_THROW(
      {
        try {
          load("no/such/record.json");
        } catch (const RecordError& error) {
          EXPECT_NE(std::string(error.what()).find("no/such/record.json"), std::string::npos);
          throw;
        }
      },
      RecordError);
  EXPECT_THROW(save(test::sample_record(), "no/such/folder/record.json"), RecordError);
}

}  // namespace
}  // namespace warpscope::record
