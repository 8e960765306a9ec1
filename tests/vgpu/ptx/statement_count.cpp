#include "statement_count.h"

#include <cctype>
#include <sstream>

namespace warpscope::ptx::test {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n{}");
  return begin == std::string::npos ? std::string() : text.substr(begin);
}

/// Removes `label:` and scope braces from the front of a statement.
std::string without_labels(std::string statement) {
  for (;;) {
    statement = trimmed(statement);
    std::size_t end = 0;
    while (end < statement.size() && is_word(statement[end])) ++end;
    std::size_t colon = end;
    while (colon < statement.size() && statement[colon] == ' ') ++colon;
    if (end == 0 || colon >= statement.size() || statement[colon] != ':') return statement;
    statement = statement.substr(colon + 1);
  }
}

void count(const std::string& raw, StatementCount& result) {
  std::string statement = without_labels(raw);
  if (statement.empty() || statement.front() == '.') return;
  if (statement.front() == '@') {
    ++result.guarded;
    const std::size_t blank = statement.find_first_of(" \t");
    statement = trimmed(statement.substr(blank));
  }
  std::size_t end = 0;
  while (end < statement.size() && is_word(statement[end])) ++end;
  ++result.by_opcode[statement.substr(0, end)];
}

}  // namespace

StatementCount count_statements(const std::string& text) {
  StatementCount result;
  std::istringstream lines(text);
  std::string statement;
  int depth = 0;  // of braces within a body; vectors are balanced
  for (std::string line; std::getline(lines, line);) {
    if (depth == 0 && line == "{") {
      depth = 1;
      ++result.bodies;
      statement.clear();
      continue;
    }
    if (depth == 0 || line.find("\t.loc\t") != std::string::npos) continue;
    line = line.substr(0, line.find("//")) + "\n";
    for (const char c : line) {
      depth += c == '{' ? 1 : 0;
      depth -= c == '}' ? 1 : 0;
      if (c == ';') {
        count(statement, result);
        statement.clear();
      } else {
        statement += c;
      }
    }
  }
  return result;
}

}  // namespace warpscope::ptx::test
