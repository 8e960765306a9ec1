// The subcommands: each adds itself to the command line and is run when it was chosen.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <stdexcept>
#include <stop_token>

namespace warpscope::cli {

/// Something on the command line that does not exist or does not fit; what() is a sentence.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a chosen subcommand does; the result is the exit code.
using Action = std::function<int(const std::stop_token& cancel)>;

/// The worker of `grade` for a class.
inline constexpr const char* kGradeOne = "grade-one";

/// Each registers options with `app` and sets `action` when the user chose it.
void add_exec(CLI::App& app, Action& action);
void add_devices(CLI::App& app, Action& action);
void add_env(CLI::App& app, Action& action);
void add_nvcc(CLI::App& app, Action& action);
void add_start(CLI::App& app, Action& action);
void add_hint(CLI::App& app, Action& action);
void add_watch(CLI::App& app, Action& action);
void add_labs(CLI::App& app, Action& action);
void add_run(CLI::App& app, Action& action);
void add_grade(CLI::App& app, Action& action);
void add_grade_one(CLI::App& app, Action& action);
void add_course(CLI::App& app, Action& action);
void add_predict(CLI::App& app, Action& action);
void add_compare_devices(CLI::App& app, Action& action);
void add_ladder(CLI::App& app, Action& action);
void add_report(CLI::App& app, Action& action);
void add_explain(CLI::App& app, Action& action);
void add_keep(CLI::App& app, Action& action);
void add_step(CLI::App& app, Action& action);
void add_slides(CLI::App& app, Action& action);

}  // namespace warpscope::cli
