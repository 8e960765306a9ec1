// The parts of a judge.toml: a task's arguments and its cases. All throw TomlError.
#pragma once

#include <string>
#include <vector>

#include "base/toml_table.h"
#include "runner/data_lab/data_lab.h"

namespace warpscope::runner {

bool is_c_identifier(std::string_view text);

/// A name that C++ takes.
std::string identifier(TomlTable& view, const std::string& key);

/// An expression of `sizes`; where the key is absent, `otherwise`.
std::string expression(TomlTable& view, const std::string& key, std::string otherwise,
                       const std::vector<std::string>& sizes);

/// False for 0 and where the key is absent, true for 1.
bool switch_or_off(TomlTable& view, const std::string& key);

/// One of C++'s types for numbers.
ElementType read_type(TomlTable& view, const std::string& key);

/// The next argument of `task`, whose sizes and earlier arguments are read.
DataArgument read_argument(TomlTable& view, const DataTask& task);

/// Whether a size of this name could not be written beside what else stands in a case.
bool is_word_of_cases(std::string_view name);

/// Reads a task's cases into it, and by how much the sweeps that are measured are scaled.
void read_cases(TomlTable& view, DataTask& task, DataLab& lab);

}  // namespace warpscope::runner
