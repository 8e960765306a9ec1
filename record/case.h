// A case of a lab, and what is known of its answer: a part of the run record (record.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "record/source_line.h"

namespace warpscope::record {

/// What wrote bytes of an answer last, before they were copied to the host.
struct AnswerWriter {
  enum class Kind : std::uint8_t { kernel, copy_to_device, copy_on_device, fill, nobody };
  Kind kind = Kind::nobody;
  std::string kernel;  ///< demangled, with parameter types
  /// The kernel's line; nothing: it is not known, because the launch was not watched by the checks,
  /// and then the bytes are those of whole sectors.
  std::optional<SourceLine> where;
  std::uint64_t bytes = 0;
  bool operator==(const AnswerWriter&) const = default;
};

/// The first wrong element of an answer.
struct WrongElement {
  std::string output;       ///< the array
  std::uint64_t index = 0;  ///< in the array, elements
  AnswerWriter writer;
};

/// One case that the judge set: a call of the student's function.
struct Case {
  std::string name;                          ///< e.g. "scale_records/1023"
  std::string task;                          ///< the function
  std::map<std::string, double> parameters;  ///< e.g. {"fields": 8}
  enum class Verdict : std::uint8_t { correct, wrong, error, crashed, timed_out, not_run };
  Verdict verdict = Verdict::not_run;
  std::string message;  ///< why, when not correct
  std::uint64_t useful_bytes =
      0;  ///< the fewest bytes that the task must move through global memory
  std::uint64_t input_bytes = 0;   ///< of the arrays that the judge hands in
  std::uint64_t output_bytes = 0;  ///< of those that it wants back; 0 for both: unknown
  /// False where the answer holds other bytes than the device gave to the program in this case.
  bool is_answer_of_device = true;
  /// Copies brought the words of the answer, or of an array of it, to the device in this case.
  bool is_answer_uploaded = false;
  /// The program's host was shown other inputs than the device had.
  bool has_stand_ins = false;
  /// The answer is right for what the program's host was shown, which the device has never had.
  bool is_answer_of_stand_ins = false;
  /// Not empty: the answer does not come from this input, or hardly from any of it.
  std::string unused_input;
  /// Set for a point of a sweep: which curve and where on its axis.
  std::string sweep;  ///< id of a Sweep, or empty
  double sweep_x = 0;
  /// Of a case that calls the function several times with the same input: how far apart the largest
  /// and the smallest result are, in units in the last place of the exact one.
  std::optional<double> result_spread_ulp;
  /// Of all bytes of the answer, by kernel and line; empty: it is not known.
  std::vector<AnswerWriter> written_by;
  std::optional<WrongElement> first_wrong;  ///< where it is known who wrote it
  /// Of mechanism.h what the device was run without, and the answer was right all the same; several
  /// that were left out together have '+' between them.
  std::vector<std::string> right_without;
  /// Not empty: the answer comes from what was computed or uploaded in this case, an earlier one.
  std::string earlier_case;
};

}  // namespace warpscope::record
