#include "tests/golden/csv_table.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace warpscope {
namespace {

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> result;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) result.push_back(cell);
  if (line.ends_with(',')) result.emplace_back();
  return result;
}

}  // namespace

std::vector<std::map<std::string, std::string>> read_csv(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) throw std::runtime_error("nothing to read in " + path.string());
  const std::vector<std::string> headings = cells(line);
  std::vector<std::map<std::string, std::string>> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> row = cells(line);
    if (row.size() != headings.size()) {
      throw std::runtime_error("row " + std::to_string(rows.size()) + " of " + path.string() +
                               " has " + std::to_string(row.size()) + " cells instead of " +
                               std::to_string(headings.size()));
    }
    std::map<std::string, std::string>& table_row = rows.emplace_back();
    for (std::size_t i = 0; i < headings.size(); ++i) table_row[headings[i]] = row[i];
  }
  return rows;
}

}  // namespace warpscope
