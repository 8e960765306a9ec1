// Grading a hostile submission, and looking at what it left.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpscope::hostile {

/// What the first lines of a submission say: "// tries: …", "// exit: 4 5", …
struct Expectations {
  std::string tries;  ///< a sentence
  std::string lab = "template";
  std::set<int> exit_codes;                ///< one of these
  std::string says;                        ///< part of the outcome's sentence
  std::string seed;                        ///< of the grading; else a secret one
  std::optional<double> most_points;       ///< else what a function that does nothing gets
  std::set<std::string> denied;            ///< ids of the checks that it aims at: no points there
  std::string earns;                       ///< why it has points for what it aims at; a sentence
  std::string never;                       ///< must not be in the output
  std::optional<std::size_t> most_output;  ///< bytes of the report
};
/// Throws std::runtime_error for a line that begins like one of these and is none.
Expectations expectations_of(const std::string& text);

/// All of tests/hostile, in alphabetical order: whole files, and diffs against a program of their
/// lab ("--- a/starter.cu"), for tricks in a few of its lines.
std::vector<std::filesystem::path> submissions();
/// "host/abort".
std::filesystem::path submission(const std::string& name);

struct Result {
  int exit_code = -1;   ///< minus the signal when one ended the grader
  std::string output;   ///< standard output: the report as JSON
  std::string errors;   ///< standard error
  std::string message;  ///< the outcome's sentence
  double points = 0;
  std::map<std::string, double> points_of;  ///< of each check, by its id
  std::uint64_t peak_bytes =
      0;                    ///< resident memory of grader, compiler, device and program together
  std::string left_behind;  ///< processes, files, shared memory; empty when there is nothing
};

class Attempt {
 public:
  struct AsItIs {};
  /// A copy in which "@ROOT@" stands for the source tree and "@PRIVATE@" for a file with a secret.
  Attempt(std::string lab, const std::filesystem::path& submission);
  /// The file itself.
  Attempt(std::string lab, std::filesystem::path file, AsItIs);
  ~Attempt();
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;

  Result grade(const std::string& seed = {}) const;
  /// The report for people.
  std::string report() const;
  /// What must not be in any output: the private file's text, lines of the reference.
  std::vector<std::string> secrets() const;

 private:
  std::string lab_;
  std::filesystem::path folder_, file_;
};

}  // namespace warpscope::hostile
