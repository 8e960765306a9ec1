// A lab whose judge is data: judge.toml says which functions the student writes, what they are
// called with, and how near to the reference's answer theirs must come.
// docs/instructors/data_labs.md describes the format.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
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
    fractions,    ///< multiples of 2^-13 from `low` to below `high`; of the whole range each once
                  ///< before any comes again
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

/// One number of each element of an array of structures.
struct DataField {
  std::string name;
  std::optional<Generator> generator;  ///< nothing: the argument's
  bool has_stand_in = false;           ///< judge::StandIn, word by word
};

/// Sentences call an element of an output by its row and column, too.
struct DataGrid {
  std::string columns;      ///< elements of a row, an expression of the sizes
  std::string row, column;  ///< what they are called: "record", "field"
};

struct DataArgument {
  enum class Kind : std::uint8_t { in, out, inout, scalar };
  Kind kind = Kind::in;
  std::string name;
  ElementType type = ElementType::f32;
  bool is_on_host = false;    ///< an array that the function gets in host memory
  bool has_stand_in = false;  ///< judge::StandIn, word by word
  std::string count;          ///< of an array's elements, an expression of the sizes
  /// Of a structure, whose fields are of `type`: C++'s name for it. Else empty, as `fields` is.
  std::string structure;
  std::vector<DataField> fields;
  Generator generator;  ///< of what goes in
  std::string value;    ///< of a scalar, an expression of the sizes; empty: the generator's
  Tolerance tolerance;  ///< of what comes out
  ElementType answer_type = ElementType::f32;  ///< in which the answer to it is computed
  std::optional<DataGrid> grid;                ///< of what comes out
  std::string begins;  ///< of an inout array: what lies before this element stays; or empty
  bool is_read_sparsely = false;  ///< judge::Case::sparsely_read_inputs
  bool is_array() const { return kind != Kind::scalar; }
  bool goes_in() const { return kind == Kind::in || kind == Kind::inout; }
  bool comes_out() const { return kind == Kind::out || kind == Kind::inout; }
  /// Numbers of `type` in an element.
  std::uint64_t numbers() const { return fields.empty() ? 1 : fields.size(); }
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
  std::string answer;              ///< a function of the host; empty: the reference's own one
  std::string useful_bytes;        ///< expression; empty: what goes in and comes out, each once
  std::vector<DataArgument> arguments;  ///< in the order of the call
  std::vector<DataCase> cases;
  std::vector<DataCase> measured;  ///< the sweeps' cases, as they are measured on a real GPU
};

struct DataLab {
  /// A header in the lab's folder that has the functions of the host; empty: reference.cu has them.
  std::string answers;
  std::vector<DataTask> tasks;
  std::map<std::string, int> data_scale;  ///< judge::Measured::data_scale
  /// The file in the lab's folder that the answers come from.
  std::string answers_file() const { return answers.empty() ? "reference.cu" : answers; }
};

/// Reads a judge.toml. `name` stands for the file in errors. Throws std::runtime_error with file,
/// line and reason. `text` may be hostile.
DataLab parse_data_lab(std::string_view text, std::string_view name);

inline constexpr const char* kDataJudge = "judge.toml";
/// Nothing for a folder without such a file, whose judge is code. Throws std::runtime_error for a
/// file that cannot be read, too.
std::optional<DataLab> load_data_lab(const std::filesystem::path& lab_folder);

/// The type as C++ writes it: "float", "std::int64_t".
std::string_view written_type(ElementType type);

}  // namespace warpscope::runner
