// warpscope grade with several files or folders.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace warpscope::cli {

struct ClassOptions {
  std::string lab, profile = "mini";
  std::optional<std::uint64_t> seed;  ///< nothing: that of the folder's plan, or a new secret one
  std::vector<std::string> paths;
  std::string results;  ///< folder; empty: grades/LAB where we are
  std::string roster, rules, feedback, csv, junit;
  std::string csv_form = "nbgrader";       ///< or "canvas", "moodle"
  std::string assignment;                  ///< its title in Canvas; empty: the lab's
  std::string time_zone;                   ///< "+01:00", of dates without one
  std::vector<std::string> statistics;     ///< files that end in .csv or .html
  std::string executor = "local";          ///< or "slurm"
  std::vector<std::string> slurm_options;  ///< for sbatch
  std::uint32_t processes = 0;             ///< 0: as many as there are cores
  bool is_json = false, keeps_records = false, is_again = false, allows_weak_sandbox = false;
};

/// Grades all of them and writes what was asked for. Returns the exit code.
int grade_class(const ClassOptions& options, const std::stop_token& cancel);

/// Names of the functions of a lab's starter; none where it has no starter.
std::set<std::string> functions_of(const std::filesystem::path& lab_folder);

/// A seed that nobody can know before.
std::uint64_t secret_seed();

}  // namespace warpscope::cli
