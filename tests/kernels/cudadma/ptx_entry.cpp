#include "tests/kernels/cudadma/ptx_entry.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace warpscope {

Opcodes opcodes_of_entry(const std::string& file, const std::string& name) {
  std::ifstream stream(file);
  if (!stream) throw std::runtime_error("cannot read " + file);
  Opcodes opcodes;
  bool is_inside = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.find(".entry " + name + "(") != std::string::npos) is_inside = true;
    if (!is_inside) continue;
    if (line == "}") return opcodes;
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word.starts_with("@")) words >> word;
    const bool is_instruction =
        !word.empty() && word.front() >= 'a' && word.front() <= 'z' && !word.ends_with(":");
    if (!is_instruction) continue;
    if (word.ends_with(";")) word.pop_back();
    opcodes.push_back(word);
  }
  throw std::runtime_error("no entry " + name + " in " + file);
}

int count_of(const Opcodes& opcodes, std::string_view start) {
  return static_cast<int>(
      std::count_if(opcodes.begin(), opcodes.end(),
                    [&](const std::string& each) { return each.starts_with(start); }));
}

std::size_t first_of(const Opcodes& opcodes, std::string_view start, std::size_t from) {
  for (std::size_t i = from; i < opcodes.size(); ++i)
    if (opcodes[i].starts_with(start)) return i;
  return opcodes.size();
}

}  // namespace warpscope
