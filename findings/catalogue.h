// What every finding is called, how bad it is, what helps and where it is explained: the table is
// findings.toml.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace warpscope {

/// Other words for a finding, of a special case.
struct FindingWording {
  std::string name;         ///< as code asks for it: "of a kernel"
  std::string title, hint;  ///< empty: the finding's own
};

/// A row of the table; its head says what each key means.
struct FindingDescription {
  enum class ToldBy { anybody, memory_checks, client, lines };
  enum class About { anything, answers, mistakes };
  std::string id, title;
  record::Finding::Severity severity = record::Finding::Severity::error;
  std::string means, recognised, decided_by;
  std::string lesson;     ///< deck and slide; empty where `explained` is not
  std::string explained;  ///< a paragraph
  std::string hint;       ///< may be empty
  ToldBy told_by = ToldBy::anybody;
  std::int32_t stops_with =
      0;  ///< CUDA's error (cudaError_t) when it ends a kernel; 0: it does not
  About about = About::anything;
  std::vector<FindingWording> wordings;
};

/// Reads the text of such a table. Throws TomlError.
std::vector<FindingDescription> read_findings(std::string_view text, std::string_view file);

/// All findings, in the order of the table.
const std::vector<FindingDescription>& finding_descriptions();

/// nullptr when no finding has the id.
const FindingDescription* find_finding(std::string_view id);

/// The ids of all findings.
std::vector<std::string_view> finding_ids();

/// True for races and for reads of memory that nothing has written, which the memory checks find.
bool is_of_memory_checks(std::string_view id);

/// True for what tells how an answer is wrong, or that the host made it. A check of answers has
/// taken the points for that.
bool is_of_answers(std::string_view id);

/// What a lab's check that no error occurs is lost to: errors but those of answers, and warnings
/// that tell of a mistake rather than of what something costs.
bool is_mistake(const record::Finding& finding);

/// A finding with what the table says, in one of its wordings; an id that is not in it becomes an
/// error titled by the id.
record::Finding make_finding(std::string_view id, std::string_view wording = {});

/// Gives a finding that has been made other words: another row's, or another wording. What is known
/// of its case stays.
void give_words(record::Finding& finding, std::string_view id, std::string_view wording = {});

/// Fills in the lesson, and the hint when there is none, of a finding that the table knows.
void complete(record::Finding& finding);

}  // namespace warpscope
