// What a lab's judge.cpp implements: it makes the inputs, knows the answers and stays on the
// trusted side. Points and thresholds are data, in lab.toml.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "device/match_by.h"
#include "lab_protocol/value.h"

namespace warpscope::judge {

using lab_protocol::Array;
using lab_protocol::ArrayShape;
using lab_protocol::ElementType;

/// whole: the driver uploads the stand-in as it is. By words of 4 bytes, in whatever order and
/// pieces: equal words must then stand for equal words of the input. neighbouring_words: small
/// numbers may be its words by chance. lone_words: nothing else has such values.
using device::MatchBy;

/// What the program's host gets in a grading in place of an input, of the same shape; where it
/// comes to the device, the device holds the input. See stand_ins.h of the runner.
struct StandIn {
  Array array;
  MatchBy match_by = MatchBy::whole;  ///< how it is known again where it is uploaded
};

/// One call of the student's function, as the judge sets it.
struct Case {
  std::string name;                                ///< unique in the lab, e.g. "scale_records/1023"
  std::string task;                                ///< the driver dispatches on it
  std::map<std::string, std::int64_t> parameters;  ///< passed to the driver
  std::map<std::string, Array> inputs;             ///< passed to the driver
  std::map<std::string, ArrayShape> outputs;       ///< what the driver must hand back
  std::uint64_t useful_bytes = 0;                  ///< see record::Case
  /// Inputs of which an answer may need hardly anything, e.g. a table in which few numbers are
  /// looked up. Of every other one that is not small an eighth must be read for the answer.
  std::set<std::string> sparsely_read_inputs{};
  /// Runs on a device with this many copy engines, 1 to 8, instead of the profile's. Neighbouring
  /// cases with the same number share a process.
  std::optional<std::uint32_t> copy_engines;
  /// Blocks and warps take turns in another order than usual, and of other lengths, by a number; 0:
  /// the usual ones, in which each mostly runs until it waits. So warps that want a lock meet. Each
  /// launch of the case has an order of its own.
  std::uint32_t schedule = 0;
  std::map<std::string, StandIn> stand_ins{};  ///< of inputs, by their names; the runner sets them
  std::string sweep;                           ///< id of a sweep in lab.toml, or empty
  double sweep_x = 0;
  /// What it takes besides handing its arrays over, as bytes whose handing over takes as long, at
  /// about 3 ms for a MiB: where cases run side by side they are shared out by this.
  std::uint64_t work_bytes = 0;
};

/// How far an output was written, element by element.
struct UnwrittenRest {
  std::uint64_t written = 0;  ///< elements, all right; 0: the pattern is another one
  std::uint64_t missing = 0;  ///< elements after them, all as before the call
  std::uint64_t element_bytes = 4;
  std::uint64_t first = 0;  ///< where in its array the part begins that the task writes, elements
};

/// An element of an output, as sentences number them.
struct OutputElement {
  std::string output;       ///< its key in Case::outputs
  std::uint64_t index = 0;  ///< in the whole array
  std::uint64_t element_bytes = 4;
};

struct Opinion {
  bool is_correct = false;
  std::string message;  ///< one sentence with the first difference; empty when correct
  std::string finding;  ///< id of a finding that the pattern of errors shows, or empty
  std::string cause;    ///< the finding's sentence
  /// For an output of which only the first part was written. The runner compares it with the
  /// launches and with the other cases of the task before it believes `finding`.
  UnwrittenRest rest;
  std::optional<OutputElement> first_wrong;  ///< that `message` is about, where it is about one
  /// Of a case that calls several times with the same input: record::Case::result_spread_ulp.
  std::optional<double> result_spread_ulp;
};

/// Data of an H200 that is as full as the default device `mini` is with the sweeps' own.
inline constexpr int kH200Scale = 16;

/// The points of the sweeps as they are measured on a real H200.
struct Measured {
  std::vector<Case> cases;
  /// By sweep, how many times the data of the sweep's own cases they have; 1 where none is named.
  std::map<std::string, int> data_scale;

  std::uint32_t scale_of(const std::string& sweep) const {
    const auto found = data_scale.find(sweep);
    return found == data_scale.end() ? 1 : static_cast<std::uint32_t>(found->second);
  }
};

class Judge {
 public:
  virtual ~Judge() = default;
  /// All cases, in the order they are run. The same for the same seed, on every machine.
  virtual std::vector<Case> cases(std::uint64_t seed) const = 0;
  /// The sweeps' own cases, unless a lab makes larger ones: the sizes that fill `mini` leave most
  /// of an H200 idle.
  virtual Measured measured(std::uint64_t seed) const;
  /// Stand-ins for inputs that a task's function gets in host memory; the seed is not that of the
  /// case. Give one only where any honest program uploads the input's words as they are. Its answer
  /// must differ from the input's, and what an honest host looks at, to sort for example, must not.
  /// Nobody who sees both for a part of the words may find out the others (number_order.h).
  virtual std::map<std::string, StandIn> stand_ins(const Case& set, std::uint64_t seed) const;
  /// What `examine` takes for right, where that is one answer to the last bit; nothing unless a lab
  /// says it. For tasks whose function has its results of the device in another order.
  virtual std::map<std::string, Array> only_answer(const Case& set) const;
  /// Compares what came back (shapes are as declared) with the answer.
  virtual Opinion examine(const Case& set, const std::map<std::string, Array>& outputs) const = 0;
};

/// Each lab's judge.cpp defines it; which lab is meant says the module that it is linked into
/// (load_judge.h).
std::unique_ptr<Judge> make_judge();

}  // namespace warpscope::judge
