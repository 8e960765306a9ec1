// A lab whose judge is data: judge.toml says which functions the student writes, what they are
// called with, and how near to the reference's answer theirs must come.
// docs/instructors/data_labs.md describes the format.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab_protocol/value.h"
#include "runner/data_lab/size_expression.h"

namespace warpscope::runner {

using lab_protocol::ElementType;

/// Where the values of an array, or of a scalar, come from.
struct Generator {
  enum class Kind : std::uint8_t {
    uniform,      ///< from `low` to `high`; whole numbers both among them, others below `high`
    permutation,  ///< 0, 1, 2, …, each once, in an order that the seed decides
    sequence,     ///< `first`, `first + step`, …
    constant,     ///< `first`
  };
  Kind kind = Kind::uniform;
  double low = 0, high = 1;
  double first = 0, step = 1;
};

/// How near an element must come to the answer's; any of the three will do.
struct Tolerance {
  std::uint64_t ulp = 0;  ///< steps to the next representable number
  double relative = 0;    ///< of the answer's amount
  double absolute = 0;
  bool is_exact() const { return ulp == 0 && relative == 0 && absolute == 0; }
};

struct DataArgument {
  enum class Kind : std::uint8_t { in, out, inout, scalar };
  Kind kind = Kind::in;
  std::string name;
  ElementType type = ElementType::f32;
  std::string count;    ///< of an array's elements, an expression of the sizes
  Generator generator;  ///< of what goes in
  std::string value;    ///< of a scalar, an expression of the sizes; empty: the generator's
  Tolerance tolerance;  ///< of what comes out
  bool is_read_sparsely = false;  ///< judge::Case::sparsely_read_inputs
  bool is_array() const { return kind != Kind::scalar; }
  bool goes_in() const { return kind == Kind::in || kind == Kind::inout; }
  bool comes_out() const { return kind == Kind::out || kind == Kind::inout; }
};

struct DataCase {
  std::string name;  ///< behind the task's and '/'
  Sizes sizes;
  std::string sweep;
  double sweep_x = 0;
};

struct DataTask {
  std::string name;                ///< one of lab.toml's; also the function's
  std::vector<std::string> sizes;  ///< names
  std::string answer;  ///< a function of the host in reference.cu; empty: the reference's own one
  std::string useful_bytes;  ///< expression; empty: what goes in and comes out, each once
  std::vector<DataArgument> arguments;  ///< in the order of the call
  std::vector<DataCase> cases;
};

struct DataLab {
  std::vector<DataTask> tasks;
};

/// Reads a judge.toml. `name` stands for the file in errors. Throws std::runtime_error with file,
/// line and reason. `text` may be hostile.
DataLab parse_data_lab(std::string_view text, std::string_view name);

inline constexpr const char* kDataJudge = "judge.toml";
/// Nothing for a folder without such a file, whose judge is code.
std::optional<DataLab> load_data_lab(const std::filesystem::path& lab_folder);

/// The type as C++ writes it: "float", "std::int64_t".
std::string_view written_type(ElementType type);

}  // namespace warpscope::runner
