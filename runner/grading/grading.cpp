#include "runner/grading/grading.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <chrono>
#include <stdexcept>

#include "base/files.h"
#include "base/sha256.h"
#include "record/json_value.h"
#include "runner/intake/handed_in.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using record::JsonView;

constexpr const char* kPlan = "grading.json";
constexpr const char* kWhat = "a valid grading";
constexpr std::uint64_t kSchema = 1;
constexpr mode_t kOwnerOnly = 0700;

json to_json(const Student& student) {
  return {{"id", student.id},
          {"last_name", student.last_name},
          {"first_name", student.first_name},
          {"email", student.email},
          {"submitted", student.submitted},
          {"is_late", student.is_late}};
}

Student student_from(const JsonView& value) {
  const auto late = value.find("is_late");
  return {value.at("id").as_string(),         value.at("last_name").as_string(),
          value.at("first_name").as_string(), value.at("email").as_string(),
          value.at("submitted").as_string(),  late && late->as_bool()};
}

json to_json(const GradingPlan& plan) {
  json submissions = json::array();
  for (const auto& submission : plan.submissions) {
    submissions.push_back({{"name", submission.name},
                           {"file", submission.file.string()},
                           {"problem", submission.problem},
                           {"root", submission.root.string()},
                           {"known_as", submission.known_as},
                           {"note", submission.note},
                           {"student", to_json(submission.student)}});
  }
  return {{"schema_version", kSchema},
          {"lab", plan.lab},
          {"profile", plan.profile},
          {"seed", plan.seed},
          {"conditions", plan.conditions},
          {"keeps_records", plan.keeps_records},
          {"allows_weak_sandbox", plan.allows_weak_sandbox},
          {"feedback", plan.feedback.string()},
          {"rules", plan.rules.string()},
          {"submissions", std::move(submissions)}};
}

GradingPlan plan_from(const JsonView& value) {
  if (value.at("schema_version").as_unsigned() > kSchema) {
    value.fail("was written by a newer Warpscope");
  }
  GradingPlan plan;
  plan.lab = value.at("lab").as_string();
  plan.profile = value.at("profile").as_string();
  plan.seed = value.at("seed").as_unsigned();
  plan.conditions = value.at("conditions").as_string();
  plan.keeps_records = value.at("keeps_records").as_bool();
  plan.allows_weak_sandbox = value.at("allows_weak_sandbox").as_bool();
  plan.feedback = value.at("feedback").as_string();
  if (const auto rules = value.find("rules")) plan.rules = rules->as_string();
  const auto submissions = value.at("submissions");
  for (std::size_t i = 0; i < submissions.array_size(); ++i) {
    const auto item = submissions.at(i);
    Submission submission{item.at("name").as_string(), item.at("file").as_string(),
                          item.at("problem").as_string(), student_from(item.at("student"))};
    if (const auto root = item.find("root")) submission.root = root->as_string();
    if (const auto known = item.find("known_as")) submission.known_as = known->as_string();
    if (const auto note = item.find("note")) submission.note = note->as_string();
    plan.submissions.push_back(std::move(submission));
  }
  return plan;
}

GradingResult result_from(const JsonView& value) {
  GradingResult result;
  result.key = value.at("key").as_string();
  result.json = value.at("json").as_string();
  result.record = record::record_from_json(value.at("record"));
  return result;
}

}  // namespace

GradingFolder::GradingFolder(fs::path path) : path_(std::move(path)) {
  std::error_code error;
  const bool is_new = fs::create_directories(path_, error);
  if (is_new) ::chmod(path_.c_str(), kOwnerOnly);
  for (const char* below : {"results", "records", "logs"}) {
    if (!error) fs::create_directory(path_ / below, error);
  }
  if (error) {
    throw std::runtime_error("Cannot make the folder " + path_.string() + ": " + error.message() +
                             ".");
  }
}

std::optional<GradingPlan> GradingFolder::load_plan() const {
  if (!fs::exists(path_ / kPlan)) return std::nullopt;
  try {
    const auto document = record::parse_json(read_file(path_ / kPlan));
    return plan_from(JsonView(document, {}, kWhat));
  } catch (const record::RecordError& error) {
    throw std::runtime_error((path_ / kPlan).string() + ": " + error.what());
  }
}

void GradingFolder::save_plan(const GradingPlan& plan) const {
  replace_file(path_ / kPlan, record::to_text(to_json(plan), 1) + "\n");
}

std::optional<GradingResult> GradingFolder::earlier_result(const Submission& submission) const {
  const auto file = result_file(submission);
  if (!fs::exists(file)) return std::nullopt;
  try {
    const auto document = record::parse_json(read_file(file));
    return result_from(JsonView(document, {}, kWhat));
  } catch (const std::exception&) {
    return std::nullopt;  // half a disk or another version: it is graded again
  }
}

std::optional<GradingResult> GradingFolder::load_result(const Submission& submission,
                                                        const std::string& key) const {
  auto result = earlier_result(submission);
  return result && result->key == key ? std::move(result) : std::nullopt;
}

void GradingFolder::save_result(const Submission& submission, const GradingResult& result) const {
  const json document = {
      {"key", result.key}, {"json", result.json}, {"record", record::to_json_value(result.record)}};
  replace_file(result_file(submission), record::to_text(document, 1) + "\n");
}

void GradingFolder::remove_result(const Submission& submission) const {
  std::error_code ignored;
  fs::remove(result_file(submission), ignored);
}

void GradingFolder::remove_unfinished() const {
  // As replace_file() names them; a younger one may still be written.
  constexpr auto kAgeAtLeast = std::chrono::minutes(1);
  const auto now = fs::file_time_type::clock::now();
  std::error_code error;
  for (const auto& folder : {path_, path_ / "results", path_ / "records"}) {
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      if (entry.path().extension() != ".new" || !entry.is_regular_file(error)) continue;
      const auto changed = entry.last_write_time(error);
      if (!error && changed < now - kAgeAtLeast) fs::remove(entry.path(), error);
    }
  }
}

fs::path GradingFolder::record_file(const Submission& submission) const {
  return path_ / "records" / (file_name_for(submission.name) + ".json");
}

fs::path GradingFolder::log_file(const Submission& submission) const {
  return path_ / "logs" / (file_name_for(submission.name) + ".txt");
}

fs::path GradingFolder::result_file(const Submission& submission) const {
  return path_ / "results" / (file_name_for(submission.name) + ".json");
}

namespace {

/// Of everything beside the exercise that it may include; empty where there is nothing.
std::string headers_digest(const Submission& submission) {
  if (submission.root.empty()) return {};
  std::string text;
  for (const auto& file : headers_in(submission.root)) {
    if (file == submission.file) continue;
    // A larger one is none that a compilation takes.
    constexpr std::uint64_t kMostBytes = 1 << 20;
    std::error_code error;
    const auto bytes = fs::file_size(file, error);
    text += fmt::format("\n{} {} {}", file.lexically_relative(submission.root).string(), bytes,
                        bytes <= kMostBytes ? sha256(read_file(file)) : std::string());
  }
  return text;
}

}  // namespace

std::optional<std::string> key_of(const GradingPlan& plan, const Submission& submission) {
  try {
    const auto text = read_file(submission.file);
    return sha256(plan.conditions + "\n" + submission.file.filename().string() + "\n" + text +
                  headers_digest(submission));
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

}  // namespace warpscope::runner
